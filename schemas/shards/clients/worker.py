"""A worker that counts the transactions of each shard in the shard's state: worker.py POOL WORKER SLOTS"""
import functools, io, json, math, os, signal, sys, time, urllib.request, uuid, avro.io, avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaException, Producer, TopicPartition

POOL, WORKER, SLOTS, HEARTBEAT_EVERY_S, LEAVE_S = sys.argv[1], sys.argv[2], int(sys.argv[3]), 5, 20
BROKERS = os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
NAMES = ("shards.workers", "shards.assignments", "shards.blocks", "shards.worker-events")
WORKERS, ASSIGNMENTS, BLOCKS, CHANGES = (os.environ.get("ROTA_TOPIC_PREFIX", "") + name for name in NAMES)

def patient(call, until=time.monotonic() + 60):
    while True:  # a broker that starts knows neither all topics nor their leaders, a registry that starts no schemas
        try: return call()
        except (KafkaException, KeyError, OSError) as e: problem = e
        if time.monotonic() > until: sys.exit(f"expected Kafka with Rota's topics within a minute, but {problem!r}")
        time.sleep(1)

@functools.cache
def registry(path):
    found = patient(lambda: json.load(urllib.request.urlopen(REGISTRY + path)), math.inf)
    return found.get("id"), avro.schema.parse(found["schema"])

def decode(value):
    schema = registry(f"/schemas/ids/{int.from_bytes(value[1:5], 'big')}")[1]
    return avro.io.DatumReader(schema).read(avro.io.BinaryDecoder(io.BytesIO(value[5:])))

class Writer(avro.io.DatumWriter):  # with the defaults of fields that the client does not know, which avro leaves out
    def write_record(self, schema, datum, out):
        for field in schema.fields:
            self.write_data(field.type, datum.get(field.name, field.default), out)

    def write_union(self, schema, datum, out):  # a branch that is a record is named: ("WorkerLeft", {})
        name, datum = datum if isinstance(datum, tuple) else (None, datum)
        fits = [getattr(each, "name", None) == name if name else each.validate(datum) for each in schema.schemas]
        at = next((at for at, fit in enumerate(fits) if fit), 0)
        out.write_long(at)
        self.write_data(schema.schemas[at], datum, out)

    def write_data(self, schema, datum, out):
        is_default = schema.type in ("bytes", "fixed") and isinstance(datum, str)
        super().write_data(schema, datum.encode("latin-1") if is_default else datum, out)

def encode(topic, datum):
    (number, schema), out = registry(f"/subjects/{topic}-value/versions/latest"), io.BytesIO()
    Writer().write_data(schema, datum, avro.io.BinaryEncoder(out))
    return b"\0" + number.to_bytes(4, "big") + out.getvalue()

class Shard:
    def __init__(self):
        self.height, self.token, self.state = 0, 0, {}  # of the last block
        self.batch, self.turn, self.began = None, (0, 0), 0.0  # in hand; the last one seen; when its turn began

def execute(state, transactions):
    """Yours: receipts of the first transactions, and what they change. The same input must give the same result."""
    count = int(state.get(b"count") or 0) + len(transactions)
    receipts = [{"transaction": each["id"], "status": "SUCCEEDED"} for each in transactions]
    return receipts, [{"key": b"count", "value": str(count).encode()}]

class Worker:
    life, shards, next_heartbeat, leaving = {"incarnation": str(uuid.uuid4())}, {}, 0.0, None
    producer = Producer({"bootstrap.servers": BROKERS, "enable.idempotence": True})
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": WORKER, "enable.auto.commit": False})

    def send(self, kind, event):
        event = {"pool": POOL, "worker": WORKER, "event": (kind, {**event, **self.life})}
        self.producer.produce(WORKERS, encode(WORKERS, event), WORKER)

    def report(self, batch, receipts, changes, error=None):
        began = self.shards[batch["shard"]].began
        turn = {name: batch[name] for name in ("shard", "token", "batch")}
        turn["elapsedMs"] = int((time.monotonic() - began) * 1000)
        self.send("BatchExecuted", {**turn, "receipts": receipts, "stateDiff": changes, "error": error})

    def read(self, topic, event):
        if topic == CHANGES:  # of a worker's place in the pool
            return event["kind"] == "SUPERSEDED" and event["incarnation"] in self.life.values() and sys.exit("superseded")
        shard = self.shards.setdefault(event["shard"], Shard())
        if topic == BLOCKS and event["height"] == shard.height + 1:
            shard.height, shard.token = event["height"], event["token"]
            for change in event["stateDiff"]:
                shard.state[change["key"]] = change["value"]  # None: deleted
        elif topic == ASSIGNMENTS and event["worker"] == WORKER and (event["token"], event["batch"]) > shard.turn:
            if event["token"] > shard.turn[0]:
                shard.batch and self.report(shard.batch, [], [], "superseded")  # its turn is lost; that frees the slot
                shard.began = time.monotonic()
            shard.batch, shard.turn = event, (event["token"], event["batch"])
        batch = shard.batch
        if batch and batch["parentHeight"] <= shard.height:
            shard.batch = None
            lost = batch["parentHeight"] < shard.height or batch["token"] < shard.token
            self.report(batch, *(([], [], "superseded") if lost else execute(shard.state, batch["transactions"])))

    def starts(self):
        topics = self.consumer.list_topics(timeout=5).topics
        starts = [TopicPartition(topic, at) for topic in (ASSIGNMENTS, BLOCKS, CHANGES) for at in topics[topic].partitions]
        for each in starts:  # batches of this incarnation come after it has announced itself
            each.offset = OFFSET_BEGINNING if each.topic == BLOCKS else self.consumer.get_watermark_offsets(each, 5)[1]
        return starts

    def run(self):
        self.consumer.assign(patient(self.starts))
        while not self.leaving or time.monotonic() < self.leaving and any(each.batch for each in self.shards.values()):
            if time.monotonic() >= self.next_heartbeat:
                self.send("WorkerReady", {"slots": 0 if self.leaving else SLOTS})
                self.next_heartbeat = time.monotonic() + HEARTBEAT_EVERY_S
            record = self.consumer.poll(0.1)
            if record and not record.error():
                event = decode(record.value())
                if event["pool"] == POOL:
                    self.read(record.topic(), event)
            self.producer.poll(0)
        self.send("WorkerLeft", {})
        self.producer.flush(10)

worker = Worker()
signal.signal(signal.SIGTERM, lambda *unused: vars(worker).update(leaving=time.monotonic() + LEAVE_S, next_heartbeat=0.0))
worker.run()
