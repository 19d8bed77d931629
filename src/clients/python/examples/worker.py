"""Doubles the numbers in the records of a stateless pool: worker.py POOL NAME SLOTS"""
import sys

import rota


def double(record):
    if not record.payload:
        raise rota.Invalid("no number")  # a dead letter
    if record.payload == b"later":
        raise rota.Retry("no number")  # again, after the policy's delay
    return str(2 * int(record.payload)).encode()  # any other exception: a failed attempt


rota.Worker(sys.argv[1], sys.argv[2], int(sys.argv[3]), double).run()
