"""Writes numbers as plain text to a topic: plain.py TOPIC FROM TO. Every tenth has no key, every 25th is empty."""
import os, sys, time
from confluent_kafka import Producer

topic, begin, end = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
producer = Producer({"bootstrap.servers": os.environ["ROTA_KAFKA_BOOTSTRAP_SERVERS"], "enable.idempotence": True})
for number in range(begin, end):
    key = None if number % 10 == 9 else f"key-{number % 7}"
    producer.produce(topic, "" if number % 25 == 24 else str(number), key)
    producer.poll(0)
    time.sleep(0.002)
assert producer.flush(60) == 0
