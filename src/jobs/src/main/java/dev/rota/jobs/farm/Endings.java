package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import java.util.ArrayDeque;
import java.util.Deque;

/** A list of jobs that have ended while others waited for them. It has rows only between steps. */
final class Endings {

    private final int list;
    private final Deque<Ending> endings = new ArrayDeque<>();

    /** @param list the number of the list, with which its keys begin */
    Endings(int list) {
        this.list = list;
    }

    boolean isEmpty() {
        return endings.isEmpty();
    }

    void add(Ending ending) {
        endings.add(ending);
    }

    @Nullable
    Ending first() {
        return endings.peek();
    }

    Ending remove(Step step) {
        Ending ending = endings.remove();
        if (ending.place > 0) {
            step.table(JobsTables.ENDINGS).drop(key(ending.place));
            ending.place = 0;
        }
        return ending;
    }

    /** Writes the endings that were added in a step and are left to a following one. */
    void write(Step step) {
        long place = 0;
        for (Ending ending : endings) {
            if (ending.place == 0) {
                ending.place = place + 1;
                step.table(JobsTables.ENDINGS).insert(key(ending.place), ending.row());
            }
            place = ending.place;
        }
    }

    private Key key(long place) {
        return Key.of().number(list).number(place).end();
    }
}
