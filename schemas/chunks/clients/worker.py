"""A worker that pings and keeps a list of its chunks in a folder: worker.py NETWORK WORKER CAPACITY_BYTES VERSION FOLDER"""
import functools, io, itertools, json, math, os, signal, sys, time, urllib.request, avro.io, avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Producer, TopicPartition

NETWORK, WORKER, CAPACITY, VERSION, FOLDER = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
BROKERS = os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
NAMES = ("chunks.workers", "chunks.catalog", "chunks.assignments")
WORKERS, CATALOG, ASSIGNMENTS = (os.environ.get("ROTA_TOPIC_PREFIX", "") + name for name in NAMES)
PING_EVERY_S = 10

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

    def write_union(self, schema, datum, out):  # a branch that is a record is named: ("WorkerGone", {})
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

class Worker:
    producer = Producer({"bootstrap.servers": BROKERS, "enable.idempotence": True})
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": WORKER, "enable.auto.commit": False,
                         "enable.partition.eof": True})
    unread, catalog, parts, epoch, wanted, effective_from = set(), {}, {}, 0, None, 0
    confirmed, next_ping, running = None, 0.0, True

    def ping(self):
        size = sum(os.path.getsize(os.path.join(FOLDER, name)) for name in os.listdir(FOLDER))
        ping = {"version": VERSION, "capacityBytes": CAPACITY, "storedBytes": size, "confirmedEpoch": self.confirmed}
        value = encode(WORKERS, {"network": NETWORK, "worker": WORKER, "event": ("WorkerPing", ping)})
        self.producer.produce(WORKERS, value, WORKER)
        self.next_ping = time.monotonic() + PING_EVERY_S

    def read(self, topic, event):
        if event["network"] != NETWORK:
            return
        if topic == CATALOG:
            self.catalog.update(zip(itertools.count(event["firstNumber"]), event["chunks"]))
            self.catalog.update({number: None for number in event["removed"]})
        elif topic == ASSIGNMENTS and event["worker"] == WORKER and event["epoch"] > self.epoch:
            self.collect(event)

    def collect(self, event):
        """An assignment is whole when all parts of its epoch are there; until then the one before holds."""
        self.parts = {key: part for key, part in self.parts.items() if key[0] == event["epoch"]}
        self.parts[event["epoch"], event["part"]] = list(itertools.accumulate(event["chunks"]))
        if len(self.parts) == event["parts"]:
            self.wanted = {number for part in self.parts.values() for number in part}
            self.epoch, self.effective_from, self.parts = event["epoch"], event["effectiveFrom"], {}
            print(f"epoch {self.epoch}: {len(self.wanted)} of {event['chunkCount']} chunks, {event['status']}")

    def fetch(self):
        """Fetches what is new at once; removes what is old when the assignment is in force and all of it is here."""
        here = {int(name) for name in os.listdir(FOLDER)}
        known = {number for number in self.wanted if self.catalog.get(number)}
        for number in known - here:
            with open(os.path.join(FOLDER, str(number)), "w") as file:  # a real worker copies the chunk here
                file.write(self.catalog[number]["id"])
        if self.wanted <= self.catalog.keys():
            self.confirmed = self.epoch  # the next ping says that all of it is here
        if self.effective_from <= 1000 * time.time() and known <= here and self.wanted <= self.catalog.keys():
            for number in here - self.wanted:
                os.remove(os.path.join(FOLDER, str(number)))

    def run(self):
        os.makedirs(FOLDER, exist_ok=True)
        numbers = lambda name: self.consumer.list_topics(timeout=5).topics[name].partitions
        self.unread = patient(lambda: {(name, number) for name in (CATALOG, ASSIGNMENTS) for number in numbers(name)})
        self.consumer.assign([TopicPartition(name, number, OFFSET_BEGINNING) for name, number in self.unread])
        while self.running:
            record = self.consumer.poll(0.2)
            if record and record.error():  # others are retried by the client
                if record.error().code() == KafkaError._PARTITION_EOF:
                    self.unread.discard((record.topic(), record.partition()))  # read to its end
            elif record:
                self.read(record.topic(), decode(record.value()))
            elif self.wanted is not None and not self.unread:
                self.fetch()
            if time.monotonic() >= self.next_ping:
                self.ping()
            self.producer.poll(0)
        self.producer.flush(10)

worker = Worker()
signal.signal(signal.SIGTERM, lambda *unused: setattr(worker, "running", False))
worker.run()
