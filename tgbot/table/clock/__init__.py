"""When time acts at a table, and what day it is there."""
