"""Workers of stateless pools, bots and job requests for Rota, an auditable scheduler on Kafka."""
from rota.bot import Bot, Lease
from rota.jobs import JobState, Rejected, submit, wait
from rota.messages import RotaError
from rota.party import Invalid, Retry, Superseded
from rota.worker import Record, Worker

__all__ = ["Bot", "Invalid", "JobState", "Lease", "Record", "Rejected", "Retry", "RotaError", "Superseded", "Worker",
           "submit", "wait"]
