# META {"legal": true, "what": "the plain correct baseline in Python (ThreadingHTTPServer)"}
from common import App, run
run(App)
