"""The stand-in's own API: what its people do, what goes wrong, and what can be looked up afterwards."""
