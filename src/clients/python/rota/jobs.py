"""Requests about jobs."""
from types import SimpleNamespace
from typing import Any, Dict, List, Optional

from rota.cluster import Cluster
from rota.messages import RotaError

class Rejected(RotaError):
    """Thrown if a request was rejected; `reason` is the code, such as JOB_EXISTS: the id is waiting, queued or assigned."""

    def __init__(self, rejection: Dict[str, Any]):
        super().__init__(f"{rejection['reason']}: {rejection['message']}")
        self.reason: str = rejection["reason"]

class JobState(SimpleNamespace):
    """A change of a job's state, with the fields of schemas/jobs/JobStateEvent.avsc.

    Such as `kind`, which is COMPLETED, CANCELLED or ABORTED in the end, `status` and `exitCode` of a completed job, and
    `reason`.
    """

    @property
    def is_success(self) -> bool:
        """Returns whether it is COMPLETED with status OK and exit code 0."""
        return (self.kind, self.status, self.exitCode or 0) == ("COMPLETED", "OK", 0)

def submit(job: str, instance: str, payload: Optional[bytes] = None, *, label: str = "unknown", key: Optional[str] = None,
           fields: Optional[Dict[str, Any]] = None, timeout: float = 60.0, **settings: Any) -> JobState:
    """Submits a job, and returns its first state once it is accepted. Throws Rejected if it is not.

    Further `fields`, such as priority, after or executionTimeoutMs, are those of JobSubmitted in schemas/jobs/JobEvent.avsc.
    Jobs of which some come after others have one `key`. After a TimeoutError it may have been accepted: submitted again, it
    is rejected as JOB_EXISTS until it has ended.
    """
    cluster = Cluster(settings, timeout)
    events, rejections = cluster.tail(job, "jobs.events"), cluster.tail(None, "jobs.rejections")
    producer, topic, sources = cluster.producer(), cluster.topic("jobs.submissions"), []  # type: Any, str, List[str]
    submitted = ("JobSubmitted", {"instance": instance, "payload": payload, **(fields or {})})
    producer.produce(
        topic, cluster.registry.encode(topic, {"job": job, "label": label, "event": submitted}), key or job,
        on_delivery=lambda error, at: sources.append(f"{topic}/{at.partition()}/{at.offset()}" if error is None else ""))
    while not sources:
        cluster.check(f"{topic} to take job {job}")
        producer.poll(0.1)
    while sources[0]:
        cluster.check(f"a decision on job {job}")
        for _, rejection in cluster.read(rejections, 0.02):
            if rejection["source"] == sources[0]:
                raise Rejected(rejection)
        for state in (JobState(**event) for _, event in cluster.read(events, 0.02, job)):
            if state.kind in ("QUEUED", "WAITING"):
                return state
    raise RotaError(f"expected {topic} to take job {job}, but it does not")

def wait(job: str, timeout: Optional[float] = None, **settings: Any) -> JobState:
    """Waits until a job ends, or finds that it has ended, and returns its last state. Throws TimeoutError after a time."""
    cluster = Cluster(settings, timeout)
    events, state, has_read = cluster.tail(job, "jobs.events", beginning=True), JobState(kind=""), False
    # it may have ended before, and have been submitted again: what counts is the end after all that is there
    while not has_read or state.kind not in ("COMPLETED", "CANCELLED", "ABORTED"):
        cluster.check(f"job {job} to end")
        for message, event in cluster.read(events, 0.2, job):
            has_read |= message is None
            state = JobState(**event) if message else state
    return state
