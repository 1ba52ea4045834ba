"""`python -m tgbot`."""

import sys

from tgbot.main import main

sys.exit(main())
