package dev.rota.chores;

import dev.rota.engine.Domain;
import dev.rota.engine.Ids;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * Distributes chores in a household · unit = household.
 *
 * <p>Under rules 1, a chore is given to one helper. Under rules 2, it is given to two unless its event says otherwise,
 * tasks contain the second one, and chores can be swapped.
 */
public final class ChoresDomain implements Domain {

    public static final Input<ChoreEvent> EVENTS = new Input<>(
                    "chores.events", ChoreEvent.class, event -> Ids.unit("household", event.getHousehold()))
            .until(1, RulesOneSchemas.CHORE_EVENT);

    public static final Output<Task> TASKS =
            Output.of("chores.tasks", Task.class).until(1, RulesOneSchemas.TASK);

    private static final int NEWEST_RULES = 2;

    private final String street;
    private final int rules;

    /** A page of the chores to be done, by name. */
    public static final String PAGE = "chores.txt";

    /** A page that cannot be rendered. */
    public static final String BROKEN_PAGE = "broken.html";

    /** A page with the content of {@link #PAGE}, whose rendering waits for {@link #finishSlowPage}. */
    public static final String SLOW_PAGE = "slow.txt";

    /** A household whose snapshot writes a row. */
    public static final String SCRIBBLER = "scribbler";

    /** Released when the rendering of {@link #SLOW_PAGE} begins. */
    public final CountDownLatch slowPageBegun = new CountDownLatch(1);

    public final CountDownLatch finishSlowPage = new CountDownLatch(1);

    /** {@code [chore] => its row} */
    static final TableType<ChoreRow> CHORES = TableType.of(16, "chores", ChoreRow.class);

    /** {@code [effort, chore] => chore}, least effort first */
    static final TableType<EffortRow> BY_EFFORT = TableType.of(17, "by-effort", EffortRow.class);

    enum Objection implements Reason {
        CHORE_EXISTS,
        CHORE_UNKNOWN
    }

    public ChoresDomain() {
        this("");
    }

    /** Creates a domain whose unit names begin with a street, unless it is empty. */
    public ChoresDomain(String street) {
        this(street, NEWEST_RULES);
    }

    private ChoresDomain(String street, int rules) {
        this.street = street;
        this.rules = rules;
    }

    /** Returns the domain as of a former build, which supports only rules 1. */
    public static ChoresDomain formerBuild() {
        return formerBuild("");
    }

    /** Returns the domain as of a former build, with a street. */
    public static ChoresDomain formerBuild(String street) {
        return new ChoresDomain(street, 1);
    }

    @Override
    public int rules() {
        return rules;
    }

    @Override
    public String name() {
        return "chores";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(new Input<>(
                EVENTS.topic(),
                EVENTS.type(),
                event -> street + EVENTS.unit(event),
                EVENTS.since(),
                EVENTS.older(),
                EVENTS.heard()));
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(TASKS);
    }

    @Override
    public List<Objection> reasons() {
        return List.of(Objection.values());
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of(CHORES, BY_EFFORT);
    }

    @Override
    public SortedMap<String, String> pages() {
        return new TreeMap<>(
                Map.of(PAGE, "text/plain; charset=utf-8", SLOW_PAGE, "text/plain", BROKEN_PAGE, "text/html"));
    }

    @Override
    public Scheduler scheduler(int number) {
        if (number < 1 || number > rules) {
            throw new IllegalArgumentException("expected rules 1 to " + rules + ", but it is " + number);
        }
        return new ChoresScheduler(this, number);
    }

    @Override
    public Set<String> settings() {
        return Set.of("street");
    }

    @Override
    public String mapping() {
        return street;
    }
}
