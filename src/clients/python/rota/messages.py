"""Values of Rota's topics: Avro by the schemas of a registry, and Kafka's partition of a key."""
import base64
import collections
import io
import json
import urllib.request
from http.client import HTTPException
from typing import Any, Callable, Dict, Optional

import avro.io
import avro.schema

class RotaError(Exception):
    """Thrown if a client cannot start or continue. The message is one sentence that states why."""

class Writer(avro.io.DatumWriter):
    """Writes the defaults of fields that a record lacks, and a union's record by its name: ("WorkerLeft", {}).

    The class of avro does neither, but a topic's messages may get fields with defaults at any time.
    """

    def write_record(self, schema: Any, datum: Any, out: Any) -> None:
        for field in schema.fields:
            self.write_data(field.type, datum.get(field.name, field.default), out)

    def write_union(self, schema: Any, datum: Any, out: Any) -> None:
        if isinstance(datum, tuple):
            name, datum = datum
            at = [getattr(branch, "name", None) for branch in schema.schemas].index(name)
        else:  # a default is of the first branch; that of bytes is a text, which fits none
            at = next((at for at, branch in enumerate(schema.schemas) if branch.validate(datum)), 0)
        out.write_long(at)
        self.write_data(schema.schemas[at], datum, out)

    def write_data(self, schema: Any, datum: Any, out: Any) -> None:
        is_default = schema.type in ("bytes", "fixed") and isinstance(datum, str)
        super().write_data(schema, datum.encode("latin-1") if is_default else datum, out)

def write(schema: Any, datum: Any) -> bytes:
    """Returns a datum in Avro's binary encoding."""
    out = io.BytesIO()
    Writer().write_data(schema, datum, avro.io.BinaryEncoder(out))
    return out.getvalue()

class Registry:
    """A schema registry with Confluent's REST API. `patient` repeats a request until there is an answer, which is kept."""

    def __init__(self, urls: str, user: Optional[str], patient: Callable[..., Any]):
        self._urls, self._patient = collections.deque(url.strip().rstrip("/") for url in urls.split(",")), patient
        self._login = {"Authorization": "Basic " + base64.b64encode(user.encode()).decode()} if user else {}
        self._known: Dict[str, Any] = {}

    def encode(self, topic: str, datum: Any) -> bytes:
        """Returns a value of a topic, by the latest schema of its subject."""
        number, schema = self._schema(f"/subjects/{topic}-value/versions/latest")
        return b"\0" + number.to_bytes(4, "big") + write(schema, datum)

    def decode(self, value: bytes) -> Any:
        """Returns the record of a value, by the schema that it names."""
        schema = self._schema(f"/schemas/ids/{int.from_bytes(value[1:5], 'big')}")[1]
        return avro.io.DatumReader(schema).read(avro.io.BinaryDecoder(io.BytesIO(value[5:])))

    def _schema(self, path: str) -> Any:
        if path not in self._known:
            errors = (OSError, HTTPException, ValueError)  # no answer, half of one, or that of another server
            self._known[path] = self._patient("a schema registry with " + path, lambda: self._get(path), *errors)
        return self._known[path]

    def _get(self, path: str) -> Any:
        request = urllib.request.Request(self._urls[0] + path, headers=self._login)
        self._urls.rotate(-1)  # to the next one, unless this one answers; a scheduler registers its schemas when it starts
        with urllib.request.urlopen(request, timeout=10) as answer:
            found = json.load(answer)
        if not isinstance(found, dict) or "schema" not in found:
            raise ValueError(f"expected the answer of a schema registry, but {request.full_url} has another")
        self._urls.rotate(1)
        return found.get("id"), avro.schema.parse(found["schema"])

def partition(key: bytes, count: int) -> int:
    """Returns the partition that Kafka's default partitioner (murmur2) gives a key. Outputs are found by it."""
    mixer, mask, whole = 0x5BD1E995, 0xFFFFFFFF, len(key) // 4 * 4
    hashed = 0x9747B28C ^ len(key)
    for at in range(0, whole, 4):
        word = int.from_bytes(key[at:at + 4], "little") * mixer & mask
        hashed = (hashed * mixer & mask) ^ ((word ^ word >> 24) * mixer & mask)
    if whole < len(key):
        hashed = (hashed ^ int.from_bytes(key[whole:], "little")) * mixer & mask
    hashed = (hashed ^ hashed >> 13) * mixer & mask
    return ((hashed ^ hashed >> 15) & 0x7FFFFFFF) % count
