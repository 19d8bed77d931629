package dev.rota.sim;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.engine.Domain;
import dev.rota.workload.Traffic.Fact;

/** Chores of five households. */
final class SimChores implements SimTraffic {

    private final ChoresDomain domain = new ChoresDomain();
    private final boolean decided;
    private int events;

    /** @param decided whether a scheduler decides; only then some chores are done, or have reminders */
    SimChores(boolean decided) {
        this.decided = decided;
    }

    @Override
    public Domain domain() {
        return domain;
    }

    private static String household(int number) {
        return "household-" + number % 5;
    }

    private static Fact fact(ChoreEvent event) {
        return new Fact(Chores.EVENTS, event.getHousehold(), event);
    }

    /** A chore, perhaps with a reminder that is due soon, or the end of an earlier one. */
    @Override
    public Fact next(int number) {
        if (!decided) {
            return fact(Chores.added(household(number), "chore-" + events++));
        }
        if (number % 4 == 3 && events > 0) {
            return fact(Chores.done(household(number), "chore-" + number % events));
        }
        return fact(Chores.added(household(number), "chore-" + events++, number % 3 == 0 ? 1 + number * 20L : 0));
    }

    @Override
    public Fact undecidable(int number) {
        return fact(Chores.quarrel(household(number)));
    }

    @Override
    public boolean answersEach() {
        return true;
    }
}
