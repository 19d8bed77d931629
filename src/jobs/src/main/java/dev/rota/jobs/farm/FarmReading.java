package dev.rota.jobs.farm;

import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.jobs.BotRow;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.DependantRow;
import dev.rota.jobs.FarmRow;
import dev.rota.jobs.InstanceRow;
import dev.rota.jobs.JobRow;
import dev.rota.jobs.OwnerRow;
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
    private final SortedMap<Long, JobGroup> groups = new TreeMap<>();

    private final List<Part<?>> parts;
    private int part;

    public FarmReading(Tables tables) {
        this.tables = tables;
        CohortPolicy policy = tables.table(JobsTables.POLICY).get(JobsTables.ONLY);
        FarmRow row = tables.table(JobsTables.FARM).get(JobsTables.ONLY);
        this.farm = new Farm(
                policy == null ? DEFAULT_POLICY : policy,
                row == null ? new FarmRow(0L, Times.NEVER, 0L, null, Times.NEVER, 0L, 0L, Times.NEVER, 0L) : row);
        this.parts = List.of(
                new Part<>(JobsTables.HOLDS, (key, hold) -> farm.holds.restore(HoldTarget.of(key), hold)),
                new Part<>(JobsTables.INSTANCES, this::instance),
                new Part<>(JobsTables.OWNERS, this::owner),
                new Part<>(JobsTables.BOTS, this::bot),
                new Part<>(JobsTables.JOBS, this::job),
                new Part<>(JobsTables.ENDINGS, (key, ending) -> farm.dependencies.restore(key, ending)),
                new Part<>(JobsTables.DEPENDANTS, this::dependency),
                new Part<>(
                        JobsTables.ENDED,
                        (key, ended) -> farm.dependencies.restore(key.read().number64(), ended)));
    }

    public static Farm of(Tables tables) {
        Farm farm = new FarmReading(tables).readSome(Integer.MAX_VALUE);
        return Objects.requireNonNull(farm, "all rows were read");
    }

    /** Reads up to {@code limit} rows of bots, instances and jobs; returns the farm if those were the last, or null. */
    public @Nullable Farm readSome(int limit) {
        int left = limit;
        while (part < parts.size()) {
            left = parts.get(part).read(left);
            if (left == 0) {
                return null;
            }
            part++;
        }
        finish();
        return farm;
    }

    private void finish() {
        groups.values().forEach(group -> farm.kinds.restored(group));
        if (farm.isSharing()) {
            long latest = 0;
            for (Bot bot : farm.bots()) {
                for (Job job : bot.leases.values()) {
                    latest = Math.max(latest, job.assignedAt);
                }
            }
            farm.share(latest);
        }
        if (!farm.isUnfinished()) {
            // otherwise the step that finishes the iterations judges all instances, by the policy then in force
            farm.instances.all().forEach(instance -> farm.instances.judge(instance, farm.isCohortAssigner()));
        }
        farm.instances.settle();
        farm.takeMoved();
    }

    /** A table that is read in several parts. */
    private final class Part<R extends SpecificRecord> {
        private final TableType<R> type;
        private final BiConsumer<Key, R> reader;
        private @Nullable Key last;

        Part(TableType<R> type, BiConsumer<Key, R> reader) {
            this.type = type;
            this.reader = reader;
        }

        /**
         * Reads up to {@code limit} rows; returns how many of these the table did not have, or 0 if it may have more.
         */
        int read(int limit) {
            int left = limit;
            Key from = last == null ? Key.EMPTY : last;
            try (Table.Cursor<R> cursor = tables.table(type).scan(Key.EMPTY, from)) {
                for (Table.Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                    if (entry.key().equals(last)) {
                        continue;
                    }
                    reader.accept(entry.key(), entry.row());
                    last = entry.key();
                    if (--left == 0) {
                        return 0;
                    }
                }
            }
            return left;
        }
    }

    private void instance(Key name, InstanceRow row) {
        Instance instance = new Instance(name.read().text(), row);
        farm.instances.restore(instance);
        if (row.getUsedMs() != 0 || row.getOwnerlessMs() != 0) {
            farm.shares.restore(instance, row.getUsedMs(), row.getOwnerlessMs());
        }
    }

    private void owner(Key key, OwnerRow row) {
        Key.Reader parts = key.read();
        Instance instance = farm.instances.of(parts.text());
        farm.shares.restore(instance, parts.text(), row.getUsedMs());
    }

    private void bot(Key id, BotRow row) {
        farm.add(Bot.of(id.read().text(), row));
    }

    private void job(Key id, JobRow row) {
        Job job = Job.of(id.read().text(), farm.kinds.of(row.getInstance(), row.getRequirements()), row);
        farm.add(job);
        farm.dependencies.restore(job, row.getDependants());
        if (row.getWaiting()) {
            farm.dependencies.wait(job);
        } else if (row.getBot() != null) {
            farm.occupy(job, Objects.requireNonNull(farm.bot(row.getBot()), "an assigned job's bot is there"));
        } else {
            if (row.getGroup() != null) {
                group(job, row.getGroup());
            }
            farm.restore(job);
        }
    }

    private void dependency(Key key, DependantRow row) {
        Key.Reader parts = key.read();
        long number = parts.number64();
        Job waiting = Objects.requireNonNull(farm.job(parts.text()), "a dependency's job is there");
        farm.dependencies.restore(waiting, number, row.getAnyEnd());
    }

    /** Queues a job in its group, which backs off as its row says: its looks up to now follow from it. */
    private void group(Job job, long number) {
        JobGroup group = groups.computeIfAbsent(number, key -> {
            long look = tables.table(JobsTables.LOOK_GROUPS).expect(Key.of(key)).getLook();
            return farm.queueOf(job.kind).groups().stored(key, look);
        });
        group.add(List.of(job));
    }
}
