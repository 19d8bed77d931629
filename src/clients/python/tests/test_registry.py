"""Tests of how a client finds a registry that answers."""
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from rota.cluster import Cluster

SCHEMA = json.dumps({"id": 3, "schema": '"string"'}).encode()


class Server(HTTPServer):
    """Gives each request the same answer, or less than it promises, as a process does that is killed meanwhile."""

    def __init__(self, body, missing=0):
        self.asked = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked += 1
                self.send_response(200)
                self.send_header("Content-Length", str(len(body) + missing))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *unused):
                pass
        super().__init__(("localhost", 0), Handler)
        self.url = f"http://localhost:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class RegistryTest(unittest.TestCase):

    def server(self, *answer):
        server = Server(*answer)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def encode(self, *urls):
        cluster = Cluster({"schema_registry_url": ",".join(urls)}, 60)
        return [cluster.registry.encode(topic, "x") for topic in ("a", "b", "c")]

    def test_asks_the_next_one_when_one_gives_no_answer(self):
        for wrong in ("http://localhost:1", self.server(b"", 9).url, self.server(SCHEMA, 9).url, self.server(b"<html>").url,
                      self.server(b"\xff").url, self.server(b"[]").url, self.server(b"{}").url):
            with self.assertLogs("rota"):
                self.assertEqual(self.encode(wrong, self.server(SCHEMA).url), [b"\0\0\0\0\3\2x"] * 3)

    def test_stays_with_the_one_that_answered(self):
        first, second = self.server(SCHEMA), self.server(SCHEMA)
        self.encode(first.url, second.url)
        self.assertEqual((first.asked, second.asked), (3, 0))


if __name__ == "__main__":
    unittest.main()
