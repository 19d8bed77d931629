"""A worker that notes each record that it handles in a file, until SIGTERM or `until-eof`: noting.py POOL NAME FILE [until-eof]"""
import sys
import time

import rota


def handle(record):
    time.sleep(0.01)
    with open(sys.argv[3], "a") as file:
        file.write(f"{record.shard} {record.id} {record.token}\n")


worker = rota.Worker(sys.argv[1], sys.argv[2], 3, handle)
if len(sys.argv) == 4:
    worker.run()
else:
    with worker:
        sys.stdin.readline()
