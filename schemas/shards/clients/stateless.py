"""Handles the records of a stateless pool, those of each shard in order: stateless.py POOL WORKER SLOTS"""
import concurrent.futures, functools, io, json, math, os, signal, sys, time, urllib.request, uuid, avro.io, avro.schema
from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition

POOL, WORKER, SLOTS = sys.argv[1], sys.argv[2], int(sys.argv[3])
KAFKA = {"bootstrap.servers": os.environ.get("ROTA_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092")}
REGISTRY = os.environ.get("ROTA_SCHEMA_REGISTRY_URL", "http://localhost:8081")
PREFIX = os.environ.get("ROTA_TOPIC_PREFIX", "") + "shards."
WORKERS, ASSIGNMENTS, CHANGES = PREFIX + "workers", PREFIX + "assignments", PREFIX + "worker-events"
life, turns, leaving, beat = {"incarnation": str(uuid.uuid4())}, {}, [], 0.0  # turns: token, batch and beginning by shard
producer, consumer = Producer({**KAFKA, "enable.idempotence": True}), Consumer({**KAFKA, "group.id": WORKER})
registry = functools.cache(lambda path: patient(lambda: json.load(urllib.request.urlopen(REGISTRY + path)), math.inf))
parsed = functools.cache(avro.schema.parse)

def patient(call, until=time.monotonic() + 60):
    while True:  # a broker that starts knows neither all topics nor their leaders, a registry that starts no schemas
        try: return call()
        except (KafkaException, KeyError, OSError) as e: problem = e
        if time.monotonic() > until: sys.exit(f"expected Kafka with Rota's topics within a minute, but {problem!r}")
        time.sleep(1)

def handle(record, token):  # yours; an exception is a failed attempt; a store can refuse a token below the shard's last one
    if record["payload"] in (b"", b"later"):  # a dead letter; again, after the policy's delay
        return "RETRY" if record["payload"] else "INVALID", "no number", None
    return "SUCCEEDED", "", str(2 * int(record["payload"])).encode()

def send(event):
    schema, out = registry(f"/subjects/{WORKERS}-value/versions/latest"), io.BytesIO()
    event = {"pool": POOL, "worker": WORKER, "event": event}
    avro.io.DatumWriter().write_data(parsed(schema["schema"]), event, avro.io.BinaryEncoder(out))
    producer.produce(WORKERS, b"\0" + schema["id"].to_bytes(4, "big") + out.getvalue(), WORKER)

def work(batch, began):
    is_lost, receipts, result = lambda: turns[batch["shard"]][0] > batch["token"], [], ("",)
    due = min(began + batch["quantumMs"] / 1000, time.monotonic() + 1)
    for record in batch["transactions"]:  # those without a receipt come again
        if leaving or is_lost() or result[0] in ("RETRY", "FAILED") or receipts and time.monotonic() >= due:
            break
        try: result = handle(record, batch["token"])
        except Exception as e: result = "FAILED", str(e)[:1000], None
        receipts.append(dict(zip(("transaction", "status", "reason", "output"), (record["id"], *result))))
    if receipts or is_lost():  # the report of a lost turn frees its slot
        turn = {**life, **{name: batch[name] for name in ("shard", "token", "batch")}, "receipts": receipts, "stateDiff": []}
        send({**turn, "elapsedMs": int((time.monotonic() - began) * 1000), "error": "superseded" if is_lost() else None})

signal.signal(signal.SIGTERM, lambda *_: leaving.append(True))
consumer.assign(patient(lambda: [TopicPartition(t, p, consumer.get_watermark_offsets(TopicPartition(t, p), 5)[1])
    for t in (ASSIGNMENTS, CHANGES) for p in consumer.list_topics(timeout=5).topics[t].partitions]))
with concurrent.futures.ThreadPoolExecutor(SLOTS) as pool:  # its end waits for the records that are being handled
    while not leaving:
        if time.monotonic() >= beat:
            send({"slots": SLOTS, "protocol": 0, **life})
            beat = time.monotonic() + 5
        message, _ = consumer.poll(0.1), producer.poll(0)
        if message and not message.error() and message.key() == WORKER.encode():
            schema = parsed(registry(f"/schemas/ids/{int.from_bytes(message.value()[1:5], 'big')}")["schema"])
            event = avro.io.DatumReader(schema).read(avro.io.BinaryDecoder(io.BytesIO(message.value()[5:])))
            if event.get("kind") == "SUPERSEDED" and event["incarnation"] == life["incarnation"]:
                os._exit(1)  # another process has taken the name
            known = turns.get(event.get("shard"), (0, 0, 0.0))
            if event["pool"] == POOL and "batch" in event and (event["token"], event["batch"]) > known[:2]:
                began = known[2] if event["token"] == known[0] else time.monotonic()
                turns[event["shard"]] = event["token"], event["batch"], began
                pool.submit(work, event, began)
send(life)
producer.flush(10)
