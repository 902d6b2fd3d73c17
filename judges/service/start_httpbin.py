"""httpbin on a free port of loopback, whose address it prints."""

from httpbin import app
from werkzeug.serving import make_server

server = make_server("127.0.0.1", 0, app, threaded=True)
print(f"http://127.0.0.1:{server.port}", flush=True)
server.serve_forever()
