package dev.rota.stream.partition;

import dev.rota.engine.log.AttendedTime;
import java.util.ArrayList;
import java.util.List;

/** Records which Ticks were requested. */
public final class FakeTicks implements Ticks {

    private final List<String> asked = new ArrayList<>();
    private final List<Runnable> failures = new ArrayList<>();

    @Override
    public void append(int partition, String unit, AttendedTime attended, Runnable failed) {
        asked.add(partition + " " + unit);
        failures.add(failed);
    }

    /** Returns the requests as "partition unit", in order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** Fails the append of the Tick with this index. */
    public void fail(int number) {
        failures.get(number).run();
    }

    @Override
    public void close() {
        // nothing to close
    }
}
