"""Runs a command for each lease, with the job's payload on standard input: bot.py BOT CAPACITY COMMAND..."""
import os
import signal
import subprocess
import sys
import tempfile

import rota

KILL_AFTER_S = 5


def run(lease):
    with tempfile.TemporaryFile() as payload:
        payload.write(lease.payload or b"")
        payload.seek(0)
        names = {**os.environ, "ROTA_JOB": lease.job, "ROTA_ATTEMPT": str(lease.attempt)}
        process = subprocess.Popen(sys.argv[3:], stdin=payload, env=names, start_new_session=True)
    while process.poll() is None:
        if lease.cancelled.wait(0.1):
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(KILL_AFTER_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


rota.Bot(sys.argv[1], int(sys.argv[2]), run, leave_s=60).run()
