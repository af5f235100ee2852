# META {"legal": false, "what": "bytes that are not UTF-8 raise outside the try: the connection is cut without an answer", "mustFail": ["invalid.body-bytes", "invalid.body-malformed"]}
from common import App, run
class S(App):
    def decode(self, body):
        try:
            return body.decode('utf-8')
        except UnicodeDecodeError as e:
            raise ConnectionError(str(e))
run(S)
