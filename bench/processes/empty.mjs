// What Node itself takes to start and to end.
