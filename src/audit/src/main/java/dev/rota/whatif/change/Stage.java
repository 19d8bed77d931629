package dev.rota.whatif.change;

import dev.rota.workload.whatif.Happening;

/** A stage through which the events of a record pass, in order, to be changed. */
public interface Stage {

    void take(Happening event);

    /** Takes note that the record has ended, at a time. */
    void end(long time);
}
