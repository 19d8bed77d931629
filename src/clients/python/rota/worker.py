"""Workers of stateless pools, by protocol 1 of schemas/shards/PROTOCOL.md."""
import queue
import time
import uuid
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Callable, Deque, Dict, List, Optional, Tuple

from rota.cluster import LOG
from rota.party import Invalid, Party, Retry, Superseded

HEARTBEAT_S, PART_S, WAITS_S, SHARDS_KEPT = 5.0, 0.1, 20.0, 10_000
REPORTS_MAX, REPORT_BYTES, OUTPUT_BYTES_MAX, REASON_CHARS_MAX = 1_000, 450_000, 225_000, 1_000

class Record(SimpleNamespace):
    """A record of a stateless pool, with the fields of schemas/shards/Transaction.avsc: shard, id, key, headers and others.

    `payload` is None if it is a tombstone, `attempt` counts from 1, and `token` is that of the turn: a store that keeps a
    shard's greatest refuses what a worker still writes after it has lost its turn. `is_lost()` tells if that is known.
    """

@dataclass(eq=False)
class Task:
    """A batch, until the last report of it; then it is the last known one of its shard."""
    batch: Dict[str, Any]
    seq: int
    began: Optional[float] = None  # when the turn began
    arrived: float = field(default_factory=time.monotonic)
    receipts: List[Dict[str, Any]] = field(default_factory=list)  # not reported yet
    lost: bool = False
    ended: bool = False

    def place(self) -> Tuple[int, int]:
        return self.batch["token"], self.batch["batch"]

def size(receipt: Dict[str, Any]) -> int:
    """Returns the maximum size of a receipt."""
    return 16 + 4 * (len(receipt["transaction"]) + len(receipt["reason"])) + len(receipt["output"] or b"")

def joined(waiting: Deque[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """Removes and returns the reports of the next record: of different turns, and up to a number and a size."""
    reports, tokens, room = [], set(), REPORT_BYTES  # type: List[Dict[str, Any]], Any, int
    while waiting and len(reports) < REPORTS_MAX:
        room -= sum(map(size, waiting[0]["receipts"]), 200 + 4 * len(waiting[0]["shard"]))
        if reports and (room < 0 or waiting[0]["token"] in tokens):
            break
        tokens.add(waiting[0]["token"])
        reports.append(waiting.popleft())
    return reports

def receipt_of(record: Record, handler: Callable[[Record], Optional[bytes]]) -> Dict[str, Any]:
    """Handles a record and returns its receipt."""
    status, reason, output = "SUCCEEDED", "", None
    try:
        output = handler(record)
        if output is not None and (not isinstance(output, bytes) or len(output) > OUTPUT_BYTES_MAX):
            output, given = None, output
            raise TypeError(f"expected the handler to return up to {OUTPUT_BYTES_MAX} bytes or None, but got {given!r:.99}")
    except (Invalid, Retry) as e:
        status, reason = "RETRY" if isinstance(e, Retry) else "INVALID", str(e)
    except Exception as e:
        LOG.warning("the handler has failed for record %s of shard %s", record.id, record.shard, exc_info=True)
        status, reason = "FAILED", str(e) or type(e).__name__
    reason = reason.encode("utf-8", "replace").decode()[:REASON_CHARS_MAX]
    return {"transaction": record.id, "status": status, "reason": reason, "output": output}

class Worker(Party):
    """Handles the records of a stateless pool in `slots` threads: those of a shard in order, and one at a time, but for a
    handler whose turn was lost.

    The handler returns the receipt's output or None. It throws Retry (the record comes again after a delay, and its shard
    waits), Invalid (it becomes a dead letter), or anything else: a failed attempt. A record comes again if the worker was
    killed before it had reported it. A worker that leaves waits up to `leave_s` for its handlers. Another process that
    starts under its name takes its place.
    """

    _topic = "shards.workers"

    def __init__(self, pool: str, name: str, slots: int, handler: Callable[[Record], Optional[bytes]],
                 leave_s: float = 20.0, **settings: Any):
        super().__init__(name, settings)
        self._pool, self._slots, self._handler, self._leave_s = pool, slots, handler, leave_s
        self._incarnation, self._beat, self._heartbeat_s = str(uuid.uuid4()), 0.0, HEARTBEAT_S
        self._queue: "queue.SimpleQueue[Task]" = queue.SimpleQueue()
        self._last: "OrderedDict[str, Task]" = OrderedDict()  # by shard
        self._open: List[Task] = []
        self._reports: Deque[Dict[str, Any]] = deque()  # they wait for the acknowledgement of those before
        self._joins, self._in_flight, self._beating = False, False, False

    def _work(self) -> None:
        tail = self._cluster.tail(self._name, "shards.assignments", "shards.worker-events")
        for _ in range(self._slots):  # a handler that hangs does not keep the process alive
            self._start(self._execute_all)
        while not self._cluster.stopping.is_set():
            self._listen(tail, self._slots)
        self._beat, end = 0.0, time.monotonic() + self._leave_s
        while self._open and not self._failure and time.monotonic() < end:
            self._listen(tail, 0)
        with self._lock:
            for task in list(self._open):  # what is finished of it counts, the rest goes to others
                self._report(task)
            while self._reports:
                self._send_reports()
            self._say("WorkerLeft", {})
        self._producer.flush(10)
        tail.close()

    def _say(self, kind: str, event: Dict[str, Any], acknowledged: Callable[[], None] = lambda: None) -> None:
        named = {**event, "incarnation": self._incarnation}
        self._send({"pool": self._pool, "worker": self._name, "event": (kind, named)}, acknowledged)

    def _listen(self, tail: Any, slots: int) -> None:
        if time.monotonic() >= self._beat and not self._beating:
            self._beating, self._beat = True, time.monotonic() + self._heartbeat_s
            self._say("WorkerReady", {"slots": slots, "protocol": 1}, lambda: setattr(self, "_beating", False))
        for message, event in self._cluster.read(tail, 0.1, self._name):
            seq, is_change = int(dict(message.headers() or []).get("rota-seq", 1 << 63)), message.topic().endswith("events")
            if is_change and event["pool"] == self._pool:
                self._change(event, seq)
            for batch in () if is_change or event["pool"] != self._pool else (event, *event["more"]):
                self._assign(Task(batch, seq))

    def _change(self, change: Dict[str, Any], seq: int) -> None:
        kind, ours = change["kind"], change["incarnation"] == self._incarnation
        if kind == "SUPERSEDED" and ours:
            raise Superseded(f"expected no other worker {self._name} in pool {self._pool}, but one has taken its place")
        if kind in ("READY", "DRAINING") and ours:
            self._joins, self._heartbeat_s = change["protocol"] > 0, min(HEARTBEAT_S, change["timeoutMs"] / 3000)
        if kind in ("LOST", "SICK"):
            LOG.warning("worker %s is %s: %s", self._name, kind.lower(), change["reason"])
        for task in list(self._open) if kind == "LOST" and ours else []:
            task.lost |= task.seq < seq

    def _assign(self, task: Task) -> None:
        shard = task.batch["shard"]
        with self._lock:
            last = self._last.pop(shard, None)
            if last and task.place() <= last.place():
                self._last[shard] = last
                return  # a repetition
            if last:
                last.lost, task.began = True, last.began if task.batch["token"] == last.batch["token"] else None
            self._last[shard] = task
            if len(self._last) > SHARDS_KEPT:
                shard, oldest = self._last.popitem(last=False)
                self._last.update({} if oldest.ended else {shard: oldest})
            self._open.append(task)
        self._queue.put(task)

    def _execute_all(self) -> None:
        while True:
            self._execute(self._queue.get())

    def _execute(self, task: Task) -> None:
        batch, reported, length = task.batch, time.monotonic(), 0
        task.lost |= reported - task.arrived > WAITS_S  # others may have executed it meanwhile, unknown to this worker
        task.began = task.began or reported  # without the time for which the first batch has waited for a thread
        for number, each in enumerate(batch["transactions"]):
            now = time.monotonic()
            is_over = number > 0 and 0 < batch["quantumMs"] <= (now - task.began) * 1000
            if task.lost or self._cluster.stopping.is_set() or is_over or length >= REPORT_BYTES and not self._joins:
                break
            if self._joins and task.receipts and (length >= REPORT_BYTES or now - reported >= PART_S):
                self._report(task, continues=True)
                reported, length = now, 0
            about = {"token": batch["token"], "attempt": 1 if number else batch["attempt"],
                     "payload": None if each["tombstone"] else each["payload"], "is_lost": lambda: task.lost or task.ended}
            receipt = receipt_of(Record(**{**each, **about}), self._handler)
            task.receipts.append(receipt)
            length += size(receipt)
            if receipt["status"] in ("RETRY", "FAILED"):
                break
        self._report(task)

    def _report(self, task: Task, continues: bool = False) -> None:
        """Reports the receipts since the last report; of a lost batch only that it is lost, which frees its slot."""
        with self._lock:
            batch, task.receipts, receipts = task.batch, [], [] if task.lost else task.receipts
            if task.ended:
                return  # the worker has left without it
            if task.lost or not continues:
                task.ended, task.batch = True, {**batch, "transactions": []}
                self._open.remove(task)
            if receipts or task.lost:
                elapsed = time.monotonic() - (task.began or task.arrived)
                error = "superseded: the shard has gone on without this turn" if task.lost else None
                self._reports.append({
                    "shard": batch["shard"], "token": batch["token"], "batch": batch["batch"], "receipts": receipts,
                    "elapsedMs": int(elapsed * 1000), "error": error, "continues": continues and not task.lost})
                if not self._in_flight:
                    self._send_reports()

    def _send_reports(self) -> None:
        self._in_flight, reports = True, joined(self._reports) if self._joins else [self._reports.popleft()]
        event = ("BatchExecuted", reports[0]) if len(reports) == 1 else ("BatchesExecuted", {"reports": reports})
        self._say(*event, self._acknowledged)

    def _acknowledged(self) -> None:
        with self._lock:
            self._in_flight = False
            if self._reports:
                self._send_reports()
