"""A collator that claims blocks of an on-demand para and follows its claims: collator.py CHAIN PARA COLLATOR [CLAIMS]"""
import functools, io, json, math, os, signal, sys, time, urllib.request, uuid, avro.io, avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaException, Producer, TopicPartition

CHAIN, PARA, COLLATOR = sys.argv[1], int(sys.argv[2]), sys.argv[3]
CLAIMS_MAX = int(sys.argv[4]) if len(sys.argv) > 4 else sys.maxsize
BROKERS = os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
NAMES = ("claims", "claim-events", "rejections", "forecasts", "assignments", "groups")
TOPICS = [os.environ.get("ROTA_TOPIC_PREFIX", "") + "cores." + name for name in NAMES]
CLAIMS, EVENTS, REJECTIONS, FORECASTS, ASSIGNMENTS, GROUPS = TOPICS

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

    def write_union(self, schema, datum, out):  # a branch that is a record is named
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

class Collator:
    producer = Producer({"bootstrap.servers": BROKERS, "enable.idempotence": True})
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": COLLATOR, "enable.auto.commit": False})
    id, source, refused, groups, schedules, ended, running, accepted = None, None, {}, {}, [], 0, True, False

    def claim(self):
        self.id, self.source, self.refused = str(uuid.uuid4()), None, {}
        def delivered(error, message):
            self.source = None if error else f"{message.topic()}/{message.partition()}/{message.offset()}"
        claim = {"chain": CHAIN, "para": PARA, "collator": COLLATOR, "id": self.id}
        self.producer.produce(CLAIMS, encode(CLAIMS, claim), CHAIN, on_delivery=delivered)

    def read(self, topic, event):
        if topic == REJECTIONS:
            self.refused[event["source"]] = event["reason"] + ": " + event["message"]
        elif event["chain"] != CHAIN:
            return
        elif topic == EVENTS and event["id"] == self.id:
            print(f"{event['id']} {event['kind']} block {event['block']} core {event['core']} {event['reason']}")
            self.accepted = True
            if event["kind"] in ("CONCLUDED", "DROPPED"):
                self.id, self.accepted, self.ended = None, False, self.ended + 1
                self.running = self.ended < CLAIMS_MAX
        elif topic == FORECASTS and self.id is None:  # a block has ended: there may be room, or another session
            self.claim()
        elif topic == FORECASTS and self.accepted:
            for one in [each for each in event["claims"] if each["para"] == PARA]:
                print(f"{self.id} expected in block {one['expectedBlock']} on core {one['core']}")
        elif topic == GROUPS:
            self.groups[event["session"]] = event
        elif topic == ASSIGNMENTS:
            self.schedules.append(event)

    def author(self):
        """A schedule may be read before the groups of its session."""
        for schedule in [each for each in self.schedules if each["session"] in self.groups]:
            self.schedules.remove(schedule)
            session = self.groups[schedule["session"]]
            for one in schedule["assignments"]:
                if (one["para"], one["collator"]) == (PARA, COLLATOR):
                    validators = [session["validators"][index] for index in session["groups"][one["group"]]]
                    print(f"author block {schedule['block']} for core {one['core']}, backed by {' '.join(validators)}")

    def starts(self):
        topics = self.consumer.list_topics(timeout=5).topics
        starts = [TopicPartition(topic, number) for topic in TOPICS[1:] for number in topics[topic].partitions]
        for start in starts:  # the answers to a claim come after it; groups hold for a session
            start.offset = OFFSET_BEGINNING if start.topic == GROUPS else self.consumer.get_watermark_offsets(start, 5)[1]
        return starts

    def run(self):
        self.consumer.assign(patient(self.starts))
        self.claim()
        while self.running:
            record = self.consumer.poll(0.2)
            if record and not record.error():
                self.read(record.topic(), decode(record.value()))
            self.producer.poll(0)
            self.author()
            if self.source in self.refused:
                print(f"{self.id} rejected, {self.refused[self.source]}")
                self.id = self.source = None

collator = Collator()
signal.signal(signal.SIGTERM, lambda *unused: setattr(collator, "running", False))
collator.run()
