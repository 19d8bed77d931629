"""Tests of a worker without a cluster: the test is the pool."""
import logging
import queue
import threading
import unittest
from types import SimpleNamespace
from unittest import mock

import rota

UNREACHABLE = {"bootstrap_servers": "localhost:1", "schema_registry_url": "http://localhost:1"}
PATIENCE_S = 30


def batch(shard, token, *payloads, number=1, more=()):
    transactions = [{"shard": shard, "id": f"{shard}-{at}", "payload": payload, "tombstone": False}
                    for at, payload in enumerate(payloads)]
    return {"pool": "p", "worker": "w", "shard": shard, "token": token, "batch": number, "quantumMs": 60_000, "attempt": 2,
            "transactions": transactions, "more": list(more)}


class Pool:
    """Gives a worker events, and keeps what it sends."""

    def __init__(self, handler):
        self.worker = rota.Worker("p", "w", 1, handler, **UNREACHABLE)
        self.sent, self._events = queue.Queue(), queue.Queue()
        self.worker._send = lambda event, acknowledged: self.sent.put((*event["event"], acknowledged))
        self.worker._cluster.tail = lambda *unused: SimpleNamespace(close=lambda: None)
        self.worker._cluster.read = self._read
        self.worker._producer = mock.Mock(**{"poll.side_effect": lambda seconds: threading.Event().wait(0.01)})
        self.incarnation = self.worker._incarnation

    def _read(self, tail, seconds, key):
        try:
            return [self._events.get(timeout=0.01)]
        except queue.Empty:
            return []

    def give(self, topic, event, seq=1):
        message = SimpleNamespace(topic=lambda: "prefix." + topic, headers=lambda: [("rota-seq", str(seq).encode())])
        self._events.put((message, event))

    def assign(self, event, seq=1):
        self.give("shards.assignments", event, seq)

    def change(self, kind, seq=1, **more):
        self.give("shards.worker-events", {"pool": "p", "kind": kind, "incarnation": self.incarnation, "reason": "",
                                           "protocol": 1, "timeoutMs": 30_000, **more}, seq)

    def next(self, *kinds):
        """Returns the next event of some kinds and its acknowledgement."""
        while True:
            kind, event, acknowledged = self.sent.get(timeout=PATIENCE_S)
            if kind in kinds:
                return event, acknowledged


class ProtocolTest(unittest.TestCase):

    def setUp(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)

    def test_joins_what_is_finished_while_a_report_is_unacknowledged(self):
        pool = Pool(lambda record: record.payload)
        with pool.worker:
            pool.change("READY")
            pool.assign(batch("a", 1, b"x", more=[batch("b", 2, b"y"), batch("c", 3, b"z")]))
            first, acknowledged = pool.next("BatchExecuted")
            while len(pool.worker._reports) < 2:
                threading.Event().wait(0.01)
            acknowledged()
            both, _ = pool.next("BatchExecuted", "BatchesExecuted")
        self.assertEqual([first["token"]] + [each["token"] for each in both["reports"]], [1, 2, 3])
        self.assertEqual(both["reports"][1]["receipts"][0]["output"], b"z")
        self.assertEqual(both["incarnation"], pool.incarnation)

    def test_reports_parts_of_a_batch_that_takes_long(self):
        attempts = []
        with mock.patch("rota.worker.PART_S", 0.0):
            pool = Pool(lambda record: attempts.append(record.attempt))
            with pool.worker:
                pool.change("READY")
                while not pool.worker._joins:
                    threading.Event().wait(0.01)
                pool.assign(batch("a", 1, b"", b"", b""))
                parts = []
                for _ in range(3):
                    part, acknowledged = pool.next("BatchExecuted", "BatchesExecuted")
                    parts.append((part["continues"], [receipt["transaction"] for receipt in part["receipts"]]))
                    acknowledged()
        self.assertEqual(parts, [(True, ["a-0"]), (True, ["a-1"]), (False, ["a-2"])])
        self.assertEqual(attempts, [2, 1, 1])

    def test_ends_a_batch_at_a_record_that_is_to_come_again(self):
        def handler(record):
            if record.id == "a-1":
                raise rota.Retry("busy")
        pool = Pool(handler)
        with pool.worker:
            pool.assign(batch("a", 1, b"", b"", b""))
            report, _ = pool.next("BatchExecuted")
        self.assertEqual([receipt["status"] for receipt in report["receipts"]], ["SUCCEEDED", "RETRY"])

    def test_gives_up_turns_that_are_lost(self):
        began, handled = threading.Event(), []

        def handler(record):
            handled.append(record.id)
            began.set()
            while record.token == 1 and not record.is_lost():
                threading.Event().wait(0.01)
        for lose in (lambda pool: pool.change("LOST", seq=7), lambda pool: pool.assign(batch("old", 9, b""), seq=6)):
            pool = Pool(handler)
            began.clear()
            handled.clear()
            with pool.worker:
                pool.assign(batch("old", 1, b"", b""), seq=5)
                began.wait(PATIENCE_S)
                lose(pool)
                report, acknowledged = pool.next("BatchExecuted")
                acknowledged()
                pool.worker.stop()
            self.assertEqual((report["token"], report["receipts"]), (1, []))
            self.assertIn("superseded", report["error"])
            self.assertNotIn("old-1", handled)

    def test_keeps_turns_that_began_after_it_was_lost(self):
        pool = Pool(lambda record: None)
        with pool.worker:
            pool.change("LOST", seq=4)
            pool.assign(batch("a", 1, b""), seq=5)
            pool.change("LOST", seq=4)
            report, _ = pool.next("BatchExecuted")
        self.assertEqual((len(report["receipts"]), report["error"]), (1, None))

    def test_ignores_repetitions(self):
        handled = []
        pool = Pool(lambda record: handled.append(record.id))
        with pool.worker:
            for event in (batch("a", 1, b""), batch("a", 1, b""), batch("b", 2, b"")):
                pool.assign(event)
            for _ in range(2):
                pool.next("BatchExecuted")[1]()
        self.assertEqual(handled, ["a-0", "b-0"])

    def test_finishes_what_it_handles_when_it_stops(self):
        began, stopped, handled = threading.Event(), threading.Event(), []

        def handler(record):
            handled.append(record.id)
            began.set()
            stopped.wait(PATIENCE_S)
        pool = Pool(handler)
        with pool.worker:
            pool.assign(batch("a", 1, b"", b""))
            began.wait(PATIENCE_S)
            pool.worker.stop()
            stopped.set()
        report, _ = pool.next("BatchExecuted")
        self.assertEqual([receipt["transaction"] for receipt in report["receipts"]], ["a-0"])
        self.assertEqual(pool.next("BatchExecuted", "WorkerLeft")[0], {"incarnation": pool.incarnation})
        self.assertEqual(handled, ["a-0"])

    def test_ends_when_another_takes_its_name(self):
        pool = Pool(lambda record: None)
        pool.change("SUPERSEDED", incarnation="another")
        pool.change("SUPERSEDED")
        with self.assertRaises(rota.Superseded):
            pool.worker.run()
        self.assertNotIn("WorkerLeft", [event[0] for event in list(pool.sent.queue)])

    def test_sends_heartbeats_by_the_timeout_of_the_pool(self):
        pool = Pool(lambda record: None)
        with pool.worker:
            pool.change("READY", timeoutMs=30)
            for _ in range(3):
                beat, acknowledged = pool.next("WorkerReady")
                acknowledged()
                pool.worker._beat = 0.0
            while pool.worker._heartbeat_s > 0.011:
                threading.Event().wait(0.01)
        self.assertEqual((beat["slots"], beat["protocol"]), (1, 1))

    def test_survives_fields_that_it_does_not_know(self):
        handled = []
        pool = Pool(handled.append)
        event = {**batch("a", 1, b""), "later": 1}
        event["transactions"][0].update(token="t", is_lost="x")
        with pool.worker:
            pool.assign(event)
            pool.next("BatchExecuted")
        self.assertEqual(handled[0].token, 1)


if __name__ == "__main__":
    unittest.main()
