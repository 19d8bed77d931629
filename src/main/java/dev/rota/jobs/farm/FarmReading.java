package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.jobs.BotRow;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.FarmRow;
import dev.rota.jobs.HoldRow;
import dev.rota.jobs.InstanceRow;
import dev.rota.jobs.JobRow;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;

/** Reads a cohort's rows into a farm. */
public final class FarmReading {

    private static final CohortPolicy DEFAULT_POLICY = CohortPolicy.newBuilder().build();

    private final Tables tables;
    private final Farm farm;
    private final SortedMap<Long, LookGroup> groups = new TreeMap<>();

    private FarmReading(Tables tables) {
        this.tables = tables;
        CohortPolicy policy = tables.table(JobsTables.POLICY).get(JobsTables.ONLY);
        FarmRow row = tables.table(JobsTables.FARM).get(JobsTables.ONLY);
        this.farm = new Farm(
                policy == null ? DEFAULT_POLICY : policy,
                row == null ? new FarmRow(0L, Times.NEVER, 0L, null, Times.NEVER, 0L) : row);
    }

    public static Farm of(Tables tables) {
        FarmReading reading = new FarmReading(tables);
        reading.holds();
        reading.each(JobsTables.INSTANCES, reading::instance);
        reading.each(JobsTables.BOTS, reading::bot);
        reading.each(JobsTables.JOBS, reading::job);
        reading.groups.values().forEach(group -> group.kind.groups().restored(group, reading.farm.now()));
        if (!reading.farm.isUnfinished()) {
            // otherwise the step that finishes the iterations judges all instances, by the policy of that time
            reading.unannounced();
        }
        reading.farm.instances().settle();
        return reading.farm;
    }

    private void unannounced() {
        Instances instances = farm.instances();
        instances.all().forEach(instance -> instances.judge(instance, farm.isCohortAssigner()));
    }

    private <R extends SpecificRecord> void each(dev.rota.engine.TableType<R> type, BiConsumer<String, R> reader) {
        try (Table.Cursor<R> cursor = tables.table(type).scan(Key.EMPTY)) {
            for (Table.Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                reader.accept(entry.key().read().text(), entry.row());
            }
        }
    }

    private void holds() {
        try (Table.Cursor<HoldRow> cursor = tables.table(JobsTables.HOLDS).scan(Key.EMPTY)) {
            for (Table.Entry<HoldRow> entry = cursor.next(); entry != null; entry = cursor.next()) {
                farm.holds().restore(Held.of(entry.key()), entry.row());
            }
        }
    }

    private void instance(String name, InstanceRow row) {
        Instance instance = new Instance(name, row);
        farm.instances().restore(instance);
    }

    private void bot(String id, BotRow row) {
        farm.add(Bot.of(id, row));
    }

    private void job(String id, JobRow row) {
        Job job = Job.of(id, farm.kind(row.getInstance(), row.getRequirements()), row);
        farm.add(job);
        if (row.getBot() != null) {
            farm.occupy(job, Objects.requireNonNull(farm.bot(row.getBot()), "an assigned job's bot is there"));
        } else {
            if (row.getGroup() != null) {
                group(job, row.getGroup());
            } else {
                restore(job);
            }
            farm.restored(job);
        }
    }

    /** Queues a job in its group. That backs off as its row says: its looks up to now follow from it. */
    private void group(Job job, long number) {
        LookGroup group = groups.computeIfAbsent(number, key -> {
            long look = tables.table(JobsTables.LOOK_GROUPS).expect(Key.of(key)).getLook();
            return job.kind.groups().stored(key, look);
        });
        group.take(List.of(job));
    }

    /** Queues a job as its row says. One that backs off continues to: its looks up to now follow from its row. */
    private void restore(Job job) {
        boolean looked = farm.looksAlways() && job.scheduleAfter <= farm.row().getLookedAt();
        if (job.rowRests && !looked) {
            job.kind.rest(job, farm.now());
        } else if (job.tried) {
            job.kind.await(job);
        } else {
            job.kind.enqueue(job, farm.now());
        }
    }
}
