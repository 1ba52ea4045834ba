"""What every decision is made with: the moment, the answer, the refusal, whose word holds, and the next board."""
