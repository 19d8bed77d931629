"""Tests of what workers and bots have in common, without a cluster."""
import threading
import time
import unittest

import rota
from rota.party import Party

UNREACHABLE = {"bootstrap_servers": "localhost:1", "schema_registry_url": "http://localhost:1"}


class Faulty(Party):
    """Has a thread of its own that fails."""

    def _work(self):
        self._start(lambda: [].pop())
        self._cluster.stopping.wait()


class PartyTest(unittest.TestCase):

    def test_throws_what_its_own_threads_throw(self):
        with self.assertRaises(IndexError):
            Faulty("name", UNREACHABLE).run()
        with self.assertRaises(IndexError):
            with Faulty("name", UNREACHABLE) as party:
                party._cluster.stopping.wait()

    def test_stops_while_it_waits_for_a_cluster(self):
        worker = rota.Worker("pool", "name", 1, lambda record: None, **UNREACHABLE)
        thread = threading.Thread(target=worker.run)
        thread.start()
        worker.stop()
        thread.join(60)
        self.assertFalse(thread.is_alive())

    def test_gives_up_a_request_after_its_timeout(self):
        began = time.monotonic()
        with self.assertRaises(TimeoutError):
            rota.submit("job", "instance", timeout=0.1, **UNREACHABLE)
        self.assertLess(time.monotonic() - began, 60)


class LeaseTest(unittest.TestCase):

    def test_reports_how_its_handler_ended(self):
        def raising(problem):
            def handler(lease):
                raise problem
            return handler
        for handler, status, code in (
                (lambda lease: None, "OK", 0), (lambda lease: 3, "OK", 3), (lambda lease: "x", "INTERNAL", 0),
                (raising(rota.Invalid()), "FAILED_PRECONDITION", 0), (raising(rota.Retry()), "UNAVAILABLE", 0),
                (raising(KeyError()), "INTERNAL", 0)):
            lease = rota.Lease({"job": "j", "lease": 1})
            self.assertEqual(lease.report["state"], "ACTIVE")
            with self.assertLogs("rota") if status != "OK" else self.subTest():
                lease.run(handler)
            end = {"state": "COMPLETED", "status": status, "exitCode": code}
            self.assertEqual(lease.report, {"job": "j", "lease": 1, **end})

    def test_does_not_begin_what_was_taken_away(self):
        lease = rota.Lease({"job": "j", "lease": 1})
        lease.cancelled.set()
        lease.run(lambda lease: self.fail())


if __name__ == "__main__":
    unittest.main()
