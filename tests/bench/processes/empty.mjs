// Measures starting and ending Node.js.
