package dev.rota.tally;

import dev.rota.chores.ChoreAdded;
import dev.rota.chores.ChoreEvent;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.Task;
import dev.rota.chores.TaskKind;
import dev.rota.engine.Domain;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.schema.AvroCodec;
import java.util.List;
import org.apache.avro.Schema;

/** Counts how often each chore of a household was added, from the topics of the chores. */
public final class TallyDomain implements Domain {

    private static final String COUNT = "{\"name\": \"count\", \"type\": \"long\"}";
    private static final String WEIGHT = "{\"name\": \"weight\", \"type\": \"long\", \"default\": 7}";
    private static final String SCORE = "{\"name\": \"score\", \"type\": \"long\"}";

    private final int format;
    private final int oldest;
    private final Schema schema;
    private final int step;
    private final String uncountable;

    private TallyDomain(int format, int oldest, Schema schema, int step, String uncountable) {
        this.format = format;
        this.oldest = oldest;
        this.schema = schema;
        this.step = step;
        this.uncountable = uncountable;
    }

    /** Returns the first build. */
    public static TallyDomain first() {
        return new TallyDomain(1, 1, schema(COUNT), 1, "");
    }

    /** Returns a build whose row has one more field. */
    public static TallyDomain second() {
        return new TallyDomain(2, 1, schema(COUNT + ", " + WEIGHT), 1, "");
    }

    /** Returns a build that cannot read the rows of earlier builds. */
    public static TallyDomain third() {
        return new TallyDomain(3, 1, schema(SCORE), 1, "");
    }

    /** Returns this build with another format number. */
    public TallyDomain numbered(int number, int oldestNumber) {
        return new TallyDomain(number, oldestNumber, schema, step, uncountable);
    }

    /** Returns this build with a bug: it cannot count one chore. */
    public TallyDomain failingAt(String chore) {
        return new TallyDomain(format, oldest, schema, step, chore);
    }

    /** Returns this build with another bug: it counts in steps of two. */
    public TallyDomain miscounting() {
        return new TallyDomain(format, oldest, schema, 2, uncountable);
    }

    private static Schema schema(String fields) {
        return new Schema.Parser()
                .parse("{\"type\": \"record\", \"namespace\": \"dev.rota.tally\", \"name\": \"TallyRow\", \"fields\": ["
                        + fields + "]}");
    }

    /** {@code [chore] => its count} */
    public TableType<TallyRow> tallies() {
        return new TableType<>(16, "tallies", AvroCodec.of(schema), false);
    }

    public TallyRow row(long count) {
        return new TallyRow(schema).counted(count);
    }

    @Override
    public String name() {
        return "chores";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(ChoresDomain.EVENTS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(ChoresDomain.TASKS);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of(tallies());
    }

    /** Returns 2, since the inputs and outputs are those of the newest rules of chores. */
    @Override
    public int rules() {
        return 2;
    }

    @Override
    public int rowFormat() {
        return format;
    }

    @Override
    public int oldestRowFormat() {
        return oldest;
    }

    @Override
    public Scheduler scheduler(int rules) {
        TableType<TallyRow> tallies = tallies();
        return () -> Handlers.of().on(ChoreEvent.class, (at, event) -> {
            if (event.getEvent() instanceof ChoreAdded added) {
                count(at, tallies, added.getChore());
            }
        });
    }

    private void count(Step at, TableType<TallyRow> tallies, String chore) {
        if (chore.equals(uncountable)) {
            throw new IllegalStateException("it cannot count " + chore);
        }
        Table<TallyRow> table = at.table(tallies);
        TallyRow before = table.get(Key.of(chore));
        TallyRow row = before == null ? row(step) : before.counted(before.count() + step);
        table.upsert(Key.of(chore), row);
        at.emit(
                ChoresDomain.TASKS,
                at.unit(),
                new Task(at.unit(), chore, TaskKind.GIVEN, (int) row.count(), at.now(), -1));
    }
}
