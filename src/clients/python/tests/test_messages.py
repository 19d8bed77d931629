"""Tests of the values of Rota's topics."""
import io
import json
import unittest

import avro.io
import avro.schema

from rota.messages import partition, write

EVENT = {
    "type": "record", "name": "Event", "namespace": "dev.rota", "fields": [
        {"name": "unit", "type": "string"},
        {"name": "event", "type": [
            {"type": "record", "name": "Sync", "fields": [
                {"name": "capacity", "type": "int", "default": 1},
                {"name": "hint", "type": ["null", "string"], "default": None}]},
            {"type": "record", "name": "Closed", "fields": []},
            {"type": "record", "name": "Reports", "fields": [
                {"name": "reports", "type": {"type": "array", "items": "Sync"}}]}]}]}

LATER = [
    {"name": "flag", "type": "boolean", "default": False},
    {"name": "bytes", "type": ["bytes", "null"], "default": "\u00ff"},
    {"name": "list", "type": {"type": "array", "items": "string"}, "default": ["x"]},
    {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}, "default": "B"},
    {"name": "record", "default": {}, "type": {"type": "record", "name": "Inner", "fields": [
        {"name": "number", "type": "long", "default": 7},
        {"name": "text", "type": ["null", "string"], "default": None}]}}]


def rewritten(schema, datum):
    parsed = avro.schema.parse(json.dumps(schema))
    return avro.io.DatumReader(parsed).read(avro.io.BinaryDecoder(io.BytesIO(write(parsed, datum))))


class MessagesTest(unittest.TestCase):

    def test_fills_in_defaults_in_records_of_unions_and_arrays(self):
        self.assertEqual(rewritten(EVENT, {"unit": "u", "event": ("Reports", {"reports": [{}, {"hint": "h"}]})}),
                         {"unit": "u", "event": {"reports": [{"capacity": 1, "hint": None}, {"capacity": 1, "hint": "h"}]}})

    def test_writes_the_branch_of_a_union_that_is_named(self):
        for name, fields in (("Sync", {"capacity": 1, "hint": None}), ("Closed", {})):
            self.assertEqual(rewritten(EVENT, {"unit": "u", "event": (name, {})})["event"], fields)

    def test_survives_fields_that_it_does_not_know(self):
        schema = {**EVENT, "fields": EVENT["fields"] + LATER}
        written = rewritten(schema, {"unit": "u", "event": ("Closed", {})})
        self.assertEqual(written, {
            "unit": "u", "event": {}, "flag": False, "bytes": b"\xff", "list": ["x"], "kind": "B",
            "record": {"number": 7, "text": None}})

    def test_refuses_a_record_that_lacks_a_field_without_default(self):
        with self.assertRaises(avro.errors.AvroException):
            rewritten(EVENT, {"event": ("Closed", {})})

    def test_finds_partitions_as_kafka_does(self):
        hashes = {b"21": -973932308, b"foobar": -790332482, b"a-little-bit-long-string": -985981536,
                  b"a-little-bit-longer-string": -1486304829, b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
                  b"abc": 479470107}
        for key, hashed in hashes.items():
            self.assertEqual(partition(key, 1_000), (hashed & 0x7FFFFFFF) % 1_000, key)


if __name__ == "__main__":
    unittest.main()
