"""What workers and bots have in common."""
import signal
import threading
from typing import Any, Callable, Mapping, Optional

from rota.cluster import Cluster, Stopped
from rota.messages import RotaError

class Superseded(RotaError):
    """Thrown by a worker or bot whose name another process has taken."""

class Retry(Exception):
    """Thrown by a handler that cannot handle its record or job now: it comes again later."""

class Invalid(Exception):
    """Thrown by a handler whose record or job is wrong: the record becomes a dead letter, the job ends."""

class Party:
    """A client that works until it is stopped: `run` in the calling thread, `with` in a thread of its own."""

    _topic: str
    _work: Callable[[], None]

    def __init__(self, name: str, given: Mapping[str, Any]):
        self._name, self._cluster, self._lock = name, Cluster(given), threading.RLock()
        self._failure: Optional[BaseException] = None
        self._producer, self._is_over = self._cluster.producer(), False
        self._thread = threading.Thread(target=self._live, name="rota", daemon=True)

    def stop(self) -> None:
        """Begins to leave: takes nothing new and finishes what it has. Called by any thread."""
        self._cluster.stopping.set()

    def run(self) -> None:
        """Works until it is stopped, in the main thread also by SIGTERM or SIGINT; throws what it has failed by."""
        signals = [signal.SIGTERM, signal.SIGINT] if threading.current_thread() is threading.main_thread() else []
        before = [signal.signal(each, lambda *unused: self.stop()) for each in signals]
        try:
            self._live()
        finally:
            for each, handler in zip(signals, before):
                signal.signal(each, handler)
        if self._failure:
            raise self._failure

    def __enter__(self) -> Any:
        self._thread.start()
        return self

    def __exit__(self, *unused: Any) -> None:
        self.stop()
        self._thread.join()
        if self._failure:
            raise self._failure

    def _live(self) -> None:
        self._start(self._acknowledge)
        self._watched(self._work)
        self._is_over = True

    def _start(self, work: Callable[[], None]) -> None:
        threading.Thread(target=self._watched, args=(work,), name="rota", daemon=True).start()

    def _watched(self, work: Callable[[], None]) -> None:
        """Does the work of a thread. What it throws ends the client, and does not vanish with the thread."""
        try:
            work()
        except Stopped:
            pass  # it has not begun
        except BaseException as e:
            self._fail(e)

    def _fail(self, failure: BaseException) -> None:
        with self._lock:
            self._failure = self._failure or failure
        self.stop()

    def _acknowledge(self) -> None:
        while not self._is_over:
            self._producer.poll(0.1)

    def _send(self, event: Any, acknowledged: Callable[[], None]) -> None:
        def delivered(error: Any, message: Any) -> None:
            if error is None:
                acknowledged()
            else:
                self._fail(RotaError(f"expected {message.topic()} to take an event, but {error.str()}"))
        topic = self._cluster.topic(self._topic)
        self._producer.produce(topic, self._cluster.registry.encode(topic, event), self._name, on_delivery=delivered)
