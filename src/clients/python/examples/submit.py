"""Submits a job and waits for its end: submit.py JOB INSTANCE PAYLOAD"""
import sys

import rota

try:
    rota.submit(sys.argv[1], sys.argv[2], sys.argv[3].encode())
except rota.Rejected as e:
    sys.exit(f"rejected, {e}")
end = rota.wait(sys.argv[1])
print(end.kind, end.status, end.exitCode)
sys.exit(0 if end.is_success else 1)
