package dev.rota.workload.chunks;

import dev.rota.engine.Decision;
import dev.rota.engine.Times;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.Tally;
import java.util.Collections;
import java.util.SortedMap;

/** The workers of a network, which do in every world what they did in the record. */
final class RecordedWorkers implements Learner, Parties {

    @Override
    public void event(Happening event) {}

    @Override
    public void decided(Decision decision) {}

    @Override
    public void branch() {}

    @Override
    public void end(long time) {}

    @Override
    public Parties parties(Tally tally) {
        return this;
    }

    @Override
    public void foresee(Happening event) {}

    @Override
    public Happening recorded(Happening event) {
        return event;
    }

    @Override
    public long next() {
        return Times.NEVER;
    }

    @Override
    public Happening act(long time) {
        throw new IllegalStateException("expected the record to contain all events, but there is an act at " + time);
    }

    @Override
    public SortedMap<String, Long> sources() {
        return Collections.emptySortedMap();
    }
}
