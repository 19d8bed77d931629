"""Bots, by schemas/jobs/PROTOCOL.md."""
import threading
import time
import uuid
from types import SimpleNamespace
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from rota.cluster import LOG
from rota.party import Invalid, Party, Retry, Superseded

SYNC_S, GRACE_S, SHORT_S, SHORT_SESSIONS_MAX = 5.0, 10.0, 15.0, 3

class Lease(SimpleNamespace):
    """A lease of a job, with the fields of schemas/jobs/LeaseEvent.avsc: job, lease, attempt, payload and others.

    The number `lease` grows with each lease of a job: storage can refuse a lower one than it has seen. The event `cancelled`
    is set when it is taken away: the handler should end, and its result does not count.
    """

    def __init__(self, event: Dict[str, Any]):
        super().__init__(**{**event, "cancelled": threading.Event()})
        self.report: Dict[str, Any] = {"job": self.job, "lease": self.lease, "state": "ACTIVE"}

    def run(self, handler: Callable[["Lease"], Optional[int]]) -> None:
        """Calls the handler, unless the lease has been taken away before."""
        status, code = "OK", 0
        try:
            code = 0 if self.cancelled.is_set() else int(handler(self) or 0)
        except (Invalid, Retry) as e:
            LOG.warning("job %s: %s", self.job, e)
            status = "FAILED_PRECONDITION" if isinstance(e, Invalid) else "UNAVAILABLE"
        except Exception:
            LOG.warning("the handler has failed for job %s", self.job, exc_info=True)
            status = "INTERNAL"
        self.report = {**self.report, "state": "COMPLETED", "status": status, "exitCode": code}

class Bot(Party):
    """Runs a handler for each lease, in a thread of its own, up to `capacity` at once.

    The handler returns the exit code, or None for 0: the job is done. It throws Invalid: the job ends as
    FAILED_PRECONDITION. Retry, or any other exception: the job is retried. A bot that leaves waits up to `leave_s` for its
    handlers; then their leases are cancelled, and the jobs go to other bots.
    """

    _topic = "jobs.bots"

    def __init__(self, name: str, capacity: int, handler: Callable[[Lease], Optional[int]], labels: Iterable[str] = (),
                 instance: str = "*", properties: Iterable[Tuple[str, str]] = (), leave_s: float = 20.0, **settings: Any):
        super().__init__(name, settings)
        self._handler, self._capacity, self._room = handler, capacity, threading.Semaphore(capacity)
        self._about = {"bot": name, "instance": instance, "labels": list(labels)}
        self._properties = [{"name": name, "value": value} for name, value in properties]
        self._held: Dict[int, Lease] = {}
        self._session, self._began, self._short = str(uuid.uuid4()), time.monotonic(), 0
        self._next, self._in_flight, self._leave_s = 0.0, False, leave_s

    def _work(self) -> None:
        tail = self._cluster.tail(self._name, "jobs.assignments")
        while not self._cluster.stopping.is_set():
            self._turn(tail, "OK")
        self._next, end = 0.0, time.monotonic() + self._leave_s
        while self._held and not self._failure and time.monotonic() < end:
            self._turn(tail, "BOT_TERMINATING")
        self._take_away(list(self._held))
        end = time.monotonic() + GRACE_S
        for _ in range(self._capacity):
            self._room.acquire(timeout=max(0.0, end - time.monotonic()))
        self._say("BotClosed", {}, lambda: None)
        self._producer.flush(10)
        tail.close()

    def _say(self, kind: str, event: Dict[str, Any], acknowledged: Callable[[], None]) -> None:
        self._send({**self._about, "session": self._session, "event": (kind, event)}, acknowledged)

    def _turn(self, tail: Any, status: str) -> None:
        with self._lock:
            reports = [lease.report for lease in self._held.values()]
        ended = [each["lease"] for each in reports if each["state"] == "COMPLETED"]
        if not self._in_flight and (ended or time.monotonic() >= self._next):
            self._in_flight, self._next = True, time.monotonic() + SYNC_S
            sync = {"status": status, "capacity": self._capacity, "properties": self._properties, "leases": reports}
            self._say("BotSync", sync, lambda: self._synced(ended))
        for _, event in self._cluster.read(tail, 0.05, self._name):
            if event["session"] == self._session:
                self._obey(event)

    def _synced(self, ended: List[int]) -> None:
        with self._lock:
            self._in_flight = False
            for number in ended:  # it is in the log for good
                self._held.pop(number, None)

    def _obey(self, event: Dict[str, Any]) -> None:
        kind, number = event["kind"], event["lease"]
        if kind == "ASSIGNED" and number not in self._held:
            with self._lock:
                lease = self._held[number] = Lease(event)
            self._start(lambda: self._run(lease))
        elif kind == "SESSION_ENDED":
            LOG.warning("the session of bot %s has ended, and it opens another", self._name)
            self._take_away(list(self._held))
            now = time.monotonic()
            self._short = self._short + 1 if now - self._began < SHORT_S else 0
            if self._short == SHORT_SESSIONS_MAX:
                raise Superseded(f"expected no other bot {self._name}, but {self._short} sessions in a row were short")
            self._session, self._began, self._next = str(uuid.uuid4()), now, 0.0
        elif kind != "ASSIGNED":
            LOG.info("job %s: %s %s", event["job"], kind, event["reason"])
            self._take_away([number])

    def _run(self, lease: Lease) -> None:
        with self._room:  # handlers whose lease was taken away have a place until they end
            lease.run(self._handler)

    def _take_away(self, numbers: List[int]) -> None:
        with self._lock:
            for number in self._held.keys() & set(numbers):
                self._held.pop(number).cancelled.set()
