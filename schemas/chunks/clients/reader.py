"""A reader that knows which workers serve which chunks: reader.py NETWORK, then a chunk number a line; it prints workers."""
import io, itertools, json, os, select, sys, time, urllib.request
import avro.io, avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

NETWORK = sys.argv[1]
BROKERS = os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
ROUTES, STATUSES = (os.environ.get("ROTA_TOPIC_PREFIX", "") + name for name in ("chunks.routes", "chunks.worker-status"))

def schema(number, known={}):
    while number not in known:
        try:
            with urllib.request.urlopen(f"{REGISTRY}/schemas/ids/{number}") as answer:
                known[number] = avro.schema.parse(json.load(answer)["schema"])
        except OSError:  # the registry is away
            time.sleep(1)
    return known[number]

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
topics = consumer.list_topics().topics
unread = {(name, number) for name in (ROUTES, STATUSES) for number in topics[name].partitions}
consumer.assign([TopicPartition(name, number, OFFSET_BEGINNING) for name, number in unread])
routes, questions = Routes(), os.fdopen(0, "rb", 0)  # unbuffered, so that select knows of each line
while True:
    record = consumer.poll(0.02)
    if record and record.error():
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
