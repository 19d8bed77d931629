package dev.rota.bench.pool;

import dev.rota.engine.Domain;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.PoolControl;
import dev.rota.shards.ShardResumed;
import dev.rota.shards.Transaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.pool.Pool;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * The scheduler of shards for a benchmark that needs many of them with a history. An event in the pool's log inserts
 * copies of a shard's rows, since executing a hundred million transactions first would take an hour.
 */
public final class CopiedShards implements Domain {

    private static final String TEMPLATE = "template";
    private static final String COPIES = "copies-from-";

    private final Domain shards;

    public CopiedShards(Domain shards) {
        this.shards = shards;
    }

    /** Returns the name of the shard that is copied. */
    public static String template() {
        return TEMPLATE;
    }

    /** Returns the event that inserts {@link #COPIES_PER_EVENT} copies, from a number on. */
    public static ShardResumed copies(int from) {
        return new ShardResumed(COPIES + from);
    }

    /** Returns the name of a copy. */
    public static String copy(int number) {
        return "shard-" + number;
    }

    @Override
    public String name() {
        return shards.name();
    }

    @Override
    public List<Input<?>> inputs() {
        return shards.inputs();
    }

    @Override
    public List<Output<?>> decisions() {
        return shards.decisions();
    }

    @Override
    public List<? extends Reason> reasons() {
        return shards.reasons();
    }

    @Override
    public List<TableType<?>> tables() {
        return shards.tables();
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new Copying(shards.scheduler(rules).handlers());
    }

    /** The number of copies that one event inserts. */
    public static final int COPIES_PER_EVENT = 50;

    /** A row of the shard. Its key lacks the shard's name. */
    private record Row<R extends SpecificRecord>(TableType<R> table, Key rest, R row) {
        void copy(Step step, String shard) {
            step.table(table).put(Key.of().text(shard).key(rest).end(), row, false);
        }
    }

    private final class Copying implements Scheduler {
        private final Handlers pool;
        private final List<Row<?>> rows = new ArrayList<>();

        Copying(Handlers pool) {
            this.pool = pool;
        }

        @Override
        public Handlers handlers() {
            return Handlers.of()
                    .on(Transaction.class, pool::event)
                    .on(WorkerEvent.class, pool::event)
                    .on(BlockEnvironment.class, pool::event)
                    .on(PoolControl.class, this::control)
                    .timers((step, due) -> pool.timers(step, due.keys()), Pool.WAKE, Pool.DEADLINES, Pool.REST);
        }

        private void control(Step step, PoolControl control) {
            if (control.getEvent() instanceof ShardResumed resumed
                    && resumed.getShard().startsWith(COPIES)) {
                insert(step, Integer.parseInt(resumed.getShard().substring(COPIES.length())));
            } else {
                pool.event(step, control);
            }
        }

        private void insert(Step step, int from) {
            if (rows.isEmpty()) {
                tables().forEach(table -> read(step, table));
            }
            for (int i = from; i < from + COPIES_PER_EVENT; i++) {
                String copy = copy(i);
                rows.forEach(row -> row.copy(step, copy));
            }
        }

        private <R extends SpecificRecord> void read(Step step, TableType<R> type) {
            try (Table.Cursor<R> cursor = step.table(type).scan(Key.of(TEMPLATE))) {
                for (Table.Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                    Key.Reader key = entry.key().read();
                    key.text();
                    rows.add(new Row<>(type, key.rest(), entry.row()));
                }
            }
        }
    }
}
