"""A bot that runs COMMAND for each lease, with the job's payload on standard input: bot.py BOT CAPACITY COMMAND..."""
import functools, io, json, math, os, signal, subprocess, sys, tempfile, time, urllib.request, uuid, avro.io, avro.schema
from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition

BOT, CAPACITY, COMMAND = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
BROKERS = os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
BOTS, ASSIGNMENTS = (os.environ.get("ROTA_TOPIC_PREFIX", "") + name for name in ("jobs.bots", "jobs.assignments"))
SYNC_EVERY_S, KILL_AFTER_S = 5, 10

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

def encode(topic, datum):
    (number, schema), out = registry(f"/subjects/{topic}-value/versions/latest"), io.BytesIO()
    avro.io.DatumWriter().write_data(schema, datum, avro.io.BinaryEncoder(out))
    return b"\0" + number.to_bytes(4, "big") + out.getvalue()

class Lease:
    def __init__(self, event):
        self.job, self.number, self.kill_at = event["job"], event["lease"], None
        payload = tempfile.TemporaryFile()
        payload.write(event.get("payload") or b"")
        payload.seek(0)
        names = {**os.environ, "ROTA_JOB": self.job, "ROTA_ATTEMPT": str(event["attempt"])}
        self.process = subprocess.Popen(COMMAND, stdin=payload, env=names, start_new_session=True)

    running = lambda self: self.process.poll() is None

    def stop(self):
        if self.running() and (self.kill_at or 0) < time.monotonic():
            os.killpg(self.process.pid, signal.SIGKILL if self.kill_at else signal.SIGTERM)
            self.kill_at = time.monotonic() + KILL_AFTER_S
        return self.running()

class Bot:
    session, held, stopping, draining, in_flight, next_sync = str(uuid.uuid4()), {}, [], False, False, 0.0
    producer = Producer({"bootstrap.servers": BROKERS, "enable.idempotence": True})
    consumer = Consumer({"bootstrap.servers": BROKERS, "group.id": BOT, "enable.auto.commit": False})

    def send(self, event, acknowledged):
        def delivered(error, message):
            self.in_flight = False
            error or acknowledged()  # the next sync says again what was not delivered
        self.in_flight, self.next_sync = True, time.monotonic() + SYNC_EVERY_S
        value = encode(BOTS, {"bot": BOT, "session": self.session, "instance": "*", "labels": [], "event": event})
        self.producer.produce(BOTS, value, BOT, on_delivery=delivered)

    def sync(self):
        reports = [{"job": lease.job, "lease": lease.number, "state": "ACTIVE" if lease.running() else "COMPLETED",
                    "status": "OK", "exitCode": lease.process.returncode or 0} for lease in self.held.values()]
        done = [each["lease"] for each in reports if each["state"] == "COMPLETED"]
        self.send({"status": "BOT_TERMINATING" if self.draining else "OK", "capacity": CAPACITY, "priority": 0,
                   "properties": [], "leases": reports}, lambda: [self.held.pop(each, None) for each in done])

    def obey(self, event):
        if event["session"] != self.session:
            return
        if event["kind"] == "ASSIGNED" and event["lease"] not in self.held:  # otherwise a repetition
            self.held[event["lease"]] = Lease(event)
        elif event["kind"] == "SESSION_ENDED":
            self.stopping += self.held.values()
            self.session, self.held, self.next_sync = str(uuid.uuid4()), {}, 0.0
        elif event["kind"] != "ASSIGNED" and event["lease"] in self.held:
            self.stopping.append(self.held.pop(event["lease"]))

    def run(self):
        # What concerns this session comes after its first sync: read from the ends as they are before it.
        end = lambda number: self.consumer.get_watermark_offsets(TopicPartition(ASSIGNMENTS, number), 5)[1]
        numbers = lambda: self.consumer.list_topics(timeout=5).topics[ASSIGNMENTS].partitions
        self.consumer.assign(patient(lambda: [TopicPartition(ASSIGNMENTS, each, end(each)) for each in numbers()]))
        while self.held or self.stopping or not self.draining:
            record = self.consumer.poll(0.1)
            if record and not record.error() and record.key() == BOT.encode():
                self.obey(decode(record.value()))
            self.stopping = [lease for lease in self.stopping if lease.stop()]
            self.producer.poll(0)
            ended = not all(lease.running() for lease in self.held.values())
            if not self.in_flight and (ended or time.monotonic() >= self.next_sync):
                self.sync()
        self.send({}, lambda: None)
        self.producer.flush(10)

bot = Bot()
signal.signal(signal.SIGTERM, lambda *unused: vars(bot).update(draining=True, next_sync=0.0))
bot.run()
