// An empty program, which measures how long Node.js takes to start and end.
