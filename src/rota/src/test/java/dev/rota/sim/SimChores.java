package dev.rota.sim;

import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoreSwapped;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.FormerProducer;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.workload.Traffic.Fact;
import org.apache.avro.specific.SpecificRecord;

/** Produces events of five households. */
final class SimChores implements SimTraffic {

    private final ChoresDomain domain = new ChoresDomain();
    private final boolean decided;
    private final boolean rulesChange;
    private int events;

    /**
     * @param decided whether schedulers run; only then some chores are done, or have reminders
     * @param rulesChange whether there are events that only newer rules support
     */
    SimChores(boolean decided, boolean rulesChange) {
        this.decided = decided;
        this.rulesChange = rulesChange;
    }

    @Override
    public Domain domain() {
        return domain;
    }

    @Override
    public Domain former() {
        return ChoresDomain.formerBuild();
    }

    @Override
    public Domain mapped(String mapping) {
        return new ChoresDomain(mapping);
    }

    @Override
    public Domain formerMapped(String mapping) {
        return ChoresDomain.formerBuild(mapping);
    }

    @Override
    public @Nullable byte[] formerly(SpecificRecord event) {
        return event instanceof ChoreEvent chore && !(chore.getEvent() instanceof ChoreSwapped)
                ? FormerProducer.encode(chore)
                : null;
    }

    private static String household(int number) {
        return "household-" + number % 5;
    }

    private static Fact fact(ChoreEvent event) {
        return new Fact(Chores.EVENTS, event.getHousehold(), event);
    }

    /** Returns a chore, possibly with a reminder that is due soon, or the end of an earlier one. */
    @Override
    public Fact next(int number) {
        if (!decided) {
            return fact(Chores.added(household(number), "chore-" + events++));
        }
        if (rulesChange && number % 10 == 5) {
            return fact(Chores.addedAlone(household(number), "chore-" + events++));
        } else if (rulesChange && number % 10 == 6 && events > 0) {
            return fact(Chores.swapped(household(number), "chore-" + number % events));
        } else if (number % 4 == 3 && events > 0) {
            return fact(Chores.done(household(number), "chore-" + number % events));
        }
        return fact(Chores.added(household(number), "chore-" + events++, number % 3 == 0 ? 1 + number * 20L : 0));
    }

    @Override
    public Fact undecidable(int number) {
        return fact(Chores.quarrel(household(number)));
    }

    @Override
    public boolean timersEnd() {
        return true;
    }

    @Override
    public boolean answersEach() {
        return true;
    }
}
