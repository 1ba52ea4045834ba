"""What every decision is made with: the moment, the answer, the refusal, and whose word holds."""
