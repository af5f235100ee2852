// Measures how long Node itself takes to start and to exit.
