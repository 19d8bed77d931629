"""A Kafka cluster as Rota's clients use it."""
import logging
import os
import threading
import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Producer, TopicPartition

from rota.messages import Registry, RotaError, partition

LOG = logging.getLogger("rota")
FATAL = (KafkaError.TOPIC_AUTHORIZATION_FAILED, KafkaError._AUTO_OFFSET_RESET)
PREFIXES = (("ROTA_KAFKA_", ""), ("ROTA_SCHEMA_REGISTRY_", "schema.registry."), ("ROTA_TOPIC_", "topic."))

class Stopped(Exception):
    """Thrown by a wait that ends because the client is to stop."""

def settings(environment: Mapping[str, str], given: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the settings of the environment, and those given in their place, by names with dots."""
    found = {ours + name[len(begin):]: value for name, value in environment.items() for begin, ours in PREFIXES
             if name.startswith(begin)}
    named = {name.lower().replace("_", "."): value for name, value in {**found, **given}.items()}
    return {"bootstrap.servers": "localhost:9092", "schema.registry.url": "http://localhost:8081", **named}

class Cluster:
    """A cluster with its registry. It waits for what cannot be reached, until the client is to stop or time is over."""

    def __init__(self, given: Mapping[str, Any], timeout: Optional[float] = None):
        found = settings(os.environ, given)
        self.stopping = threading.Event()
        self._end = time.monotonic() + (threading.TIMEOUT_MAX if timeout is None else timeout)
        self._prefix, user = found.pop("topic.prefix", ""), found.pop("schema.registry.basic.auth.user.info", None)
        self.registry = Registry(found["schema.registry.url"], user, self.patient)
        self._kafka = {name: value for name, value in found.items() if not name.startswith("schema.registry.")}

    def topic(self, name: str) -> str:
        return self._prefix + name

    def patient(self, wanted: str, call: Callable[[], Any], *errors: Any) -> Any:
        """Returns what a call returns once it throws none of some errors any more."""
        reminded = float("-inf")
        while True:
            try:
                return call()
            except errors as e:
                if time.monotonic() - reminded > 30:
                    LOG.warning("waiting for %s: %s", wanted, e)
                    reminded = time.monotonic()
            self.check(wanted)
            time.sleep(0.5)  # a signal may come, whose handler sets the event: no lock of it is held here

    def check(self, wanted: str) -> None:
        """Throws if the client is to stop, or time is over."""
        if self.stopping.is_set():
            raise Stopped()
        if time.monotonic() >= self._end:
            raise TimeoutError(f"expected {wanted} in time")

    def tail(self, key: Optional[str], *topics: str, beginning: bool = False) -> Consumer:
        """Returns a consumer, without a group, of the partitions that have a key's records or of all, from their ends on."""
        return self.patient("Kafka with " + ", ".join(map(self.topic, topics)),
                            lambda: self._open(key, topics, beginning), KafkaException, KeyError)

    def _open(self, key: Optional[str], topics: Any, beginning: bool) -> Consumer:
        consumer = Consumer({"group.id": "rota-client", "enable.auto.commit": False, "isolation.level": "read_committed",
                             "auto.offset.reset": "error", "enable.partition.eof": beginning, **self._kafka})
        known = consumer.list_topics(timeout=5).topics
        parts = [TopicPartition(topic, each) for topic in map(self.topic, topics) for each in known[topic].partitions
                 if key is None or each == partition(key.encode(), len(known[topic].partitions))]
        for part in parts:
            part.offset = OFFSET_BEGINNING if beginning else consumer.get_watermark_offsets(part, 5)[1]
        consumer.assign(parts)
        return consumer

    def producer(self) -> Producer:
        """Returns a producer that keeps order, and keeps what it has through an outage of any length."""
        return Producer({"enable.idempotence": True, "message.timeout.ms": 0, "linger.ms": 0, **self._kafka})

    def read(self, consumer: Consumer, seconds: float, key: Optional[str] = None) -> List[Tuple[Any, Any]]:
        """Returns the records since the last call, of a key or all, after waiting for one. None is a partition's end."""
        records: List[Tuple[Any, Any]] = []
        message = consumer.poll(seconds)
        while message is not None:
            error = message.error()
            if error is None and (key is None or message.key() == key.encode()):
                records.append((message, self.registry.decode(message.value())))
            elif error and error.code() == KafkaError._PARTITION_EOF:
                records.append((None, None))
            elif error and error.code() in FATAL:
                raise RotaError(f"expected to read {message.topic()}, but {error.str()}")
            message = consumer.poll(0) if len(records) < 500 else None  # after other errors the consumer tries again
        return records
