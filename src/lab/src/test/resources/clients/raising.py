"""A bot whose handler does what a payload names: raising.py BOT"""
import sys

import rota


def handle(lease):
    if lease.payload == b"invalid":
        raise rota.Invalid("invalid")
    if lease.payload == b"retry" and lease.attempt < 3:
        raise rota.Retry("later")
    if lease.payload == b"fault":
        raise ValueError("fault")


rota.Bot(sys.argv[1], 2, handle, properties=[("os", "linux")]).run()
