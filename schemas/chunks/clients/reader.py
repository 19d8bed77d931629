"""A reader that knows which workers serve which chunks: reader.py NETWORK, then a chunk number a line; it prints workers."""
import functools, io, itertools, json, math, os, select, sys, time, urllib.request, avro.io, avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, TopicPartition

NETWORK = sys.argv[1]
BROKERS = os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
ROUTES, STATUSES = (os.environ.get("ROTA_TOPIC_PREFIX", "") + name for name in ("chunks.routes", "chunks.worker-status"))

def patient(call, until=time.monotonic() + 60):
    while True:  # a broker that starts knows neither all topics nor their leaders, a registry that starts no schemas
        try: return call()
        except (KafkaException, KeyError, OSError) as e: problem = e
        if time.monotonic() > until: sys.exit(f"expected Kafka with Rota's topics within a minute, but {problem!r}")
        time.sleep(1)

@functools.cache
def schema(number):
    found = patient(lambda: json.load(urllib.request.urlopen(f"{REGISTRY}/schemas/ids/{number}")), math.inf)
    return avro.schema.parse(found["schema"])

def decode(value):
    reader = avro.io.DatumReader(schema(int.from_bytes(value[1:5], "big")))
    return reader.read(avro.io.BinaryDecoder(io.BytesIO(value[5:])))

class Routes:
    view, visible, chunks, parts, unfit = 0, set(), {}, [], set()

    def take(self, part):
        """A view is whole when all its parts are there; until then the one before holds."""
        if part["view"] <= self.view:
            return
        self.parts.append(part)
        if part["part"] == part["parts"]:
            for each in self.parts:
                self.apply(each)
            self.view, self.parts = part["view"], []

    def apply(self, part):
        if part["ended"]:
            self.visible, self.chunks = set(), {}
        self.visible |= set(itertools.accumulate(part["shown"]))
        self.visible -= set(itertools.accumulate(part["hidden"]))
        for change in part["changes"]:
            before = set() if change["cleared"] else self.chunks.get(change["worker"], set())
            before -= set(itertools.accumulate(change["removed"]))
            self.chunks[change["worker"]] = before | set(itertools.accumulate(change["added"]))

    def status(self, event):
        if event["status"] in ("OFFLINE", "FLAGGED", "STALE"):
            self.unfit.add(event["worker"])
        else:
            self.unfit.discard(event["worker"])

    def workers(self, chunk):
        """Returns the workers to ask for a chunk."""
        holders = (worker for worker, chunks in self.chunks.items() if chunk in chunks and worker not in self.unfit)
        return sorted(holders) if chunk in self.visible else []

consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": f"reader-{os.getpid()}", "enable.auto.commit": False,
                     "enable.partition.eof": True})
numbers = lambda name: consumer.list_topics(timeout=5).topics[name].partitions
unread = patient(lambda: {(name, number) for name in (ROUTES, STATUSES) for number in numbers(name)})
consumer.assign([TopicPartition(name, number, OFFSET_BEGINNING) for name, number in unread])
routes, questions = Routes(), os.fdopen(0, "rb", 0)  # unbuffered, so that select knows of each line
while True:
    record = consumer.poll(0.02)
    if record and record.error():  # others are retried by the client
        if record.error().code() == KafkaError._PARTITION_EOF:
            unread.discard((record.topic(), record.partition()))  # read to its end
    elif record:
        event = decode(record.value())
        if event["network"] == NETWORK:
            routes.take(event) if record.topic() == ROUTES else routes.status(event)
    elif not unread and select.select([questions], [], [], 0)[0]:
        line = questions.readline()
        if not line:
            break
        print(f"view {routes.view}: {', '.join(routes.workers(int(line))) or 'nobody'}", flush=True)
consumer.close()
