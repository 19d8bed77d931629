"""A worker that rejects its records, the first COUNT of them at the same moment: rejecting.py POOL NAME COUNT"""
import itertools
import sys
import threading

import rota

number, count, all_here = itertools.count(1), int(sys.argv[3]), threading.Event()


def handle(record):
    print(record.id)
    if next(number) == count:
        all_here.set()
    all_here.wait()
    raise rota.Invalid("invalid")


rota.Worker(sys.argv[1], sys.argv[2], count, handle).run()
