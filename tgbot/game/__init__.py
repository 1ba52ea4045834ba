"""The rules of Mäxchen: pure, standard library only. No clock, no chance, no I/O."""
