"""Tests of what a worker does without a cluster."""
import logging
import unittest
from collections import deque

import rota
from rota.worker import OUTPUT_BYTES_MAX, REPORT_BYTES, joined, receipt_of, size

RECORD = rota.Record(shard="shard", id="id", payload=b"payload")


def raising(problem):
    def handler(record):
        raise problem
    return receipt_of(RECORD, handler)


def report(token, length=0):
    receipt = {"transaction": "t", "status": "SUCCEEDED", "reason": "", "output": b"x" * length}
    return {"token": token, "shard": "s", "receipts": [receipt]}


class ReceiptsTest(unittest.TestCase):

    def setUp(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)

    def test_returns_what_became_of_a_record(self):
        self.assertEqual(receipt_of(RECORD, lambda record: record.payload * 2),
                         {"transaction": "id", "status": "SUCCEEDED", "reason": "", "output": b"payloadpayload"})
        self.assertIsNone(receipt_of(RECORD, lambda record: None)["output"])
        for problem, status in ((rota.Retry("why"), "RETRY"), (rota.Invalid("why"), "INVALID"), (KeyError("why"), "FAILED")):
            receipt = raising(problem)
            self.assertEqual((receipt["status"], receipt["reason"].strip("'"), receipt["output"]), (status, "why", None))

    def test_names_the_exception_that_says_nothing(self):
        self.assertEqual(raising(ValueError())["reason"], "ValueError")

    def test_bounds_reasons_and_outputs(self):
        self.assertEqual(len(raising(ValueError("\ud800" + "x" * 5_000))["reason"]), 1_000)
        for output in ("text", b"x" * (OUTPUT_BYTES_MAX + 1)):
            receipt = receipt_of(RECORD, lambda record: output)
            self.assertEqual((receipt["status"], receipt["output"]), ("FAILED", None))
            self.assertLess(size(receipt), 1_000)


class JoinedReportsTest(unittest.TestCase):

    def tokens(self, *reports):
        waiting, records = deque(reports), []
        while waiting:
            records.append([each["token"] for each in joined(waiting)])
        return records

    def test_joins_reports_of_different_turns(self):
        self.assertEqual(self.tokens(report(1), report(2), report(1), report(3)), [[1, 2], [1, 3]])

    def test_limits_the_size_of_a_record(self):
        half = REPORT_BYTES // 2
        self.assertEqual(self.tokens(report(1, half), report(2, half), report(3, 3 * half), report(4)), [[1], [2], [3], [4]])

    def test_limits_the_number_of_reports(self):
        self.assertEqual([len(each) for each in self.tokens(*map(report, range(1_001)))], [1_000, 1])


if __name__ == "__main__":
    unittest.main()
