package dev.rota.jobs.view;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.jobs.QuotaRow;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Instance;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.KindQueue;
import dev.rota.jobs.farm.OldestJobs;
import dev.rota.jobs.farm.Order;
import dev.rota.jobs.farm.Trait;
import dev.rota.jobs.farm.UsedTime;
import dev.rota.jobs.view.CohortState.InstanceLine;
import dev.rota.jobs.view.CohortState.QueuedJob;
import dev.rota.jobs.view.CohortState.UnmatchedKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads a cohort's queue by kinds of jobs; the queue of each kind finds its oldest jobs. */
final class QueueReading {

    /** The number of jobs that are listed, those that have waited longest. */
    static final int OLDEST_MAX = 100;

    /** The number of jobs that are listed of each instance. */
    static final int OLDEST_OF_INSTANCE_MAX = 10;

    /** The number of instances that are listed, those with the most jobs. */
    static final int INSTANCES_MAX = 100;

    /** The number of listed kinds that no bot matches. */
    static final int UNMATCHED_MAX = 20;

    /** The maximum number of kinds that are read, since reading them delays records. */
    static final int KINDS_MAX = 2_000;

    private final Farm farm;
    private final @Nullable UsedTime used;
    private final List<Instance> listed;
    private final Map<String, OldestJobs> oldestOf = new TreeMap<>();
    private final OldestJobs oldest = new OldestJobs(OLDEST_MAX);
    private final TreeMap<Job, JobKind> unmatched = new TreeMap<>(Order.AGE);
    private final int instanceCount;
    private int kindsRead;

    private QueueReading(Farm farm, long now) {
        this.farm = farm;
        this.used = UsedTime.of(farm, now);
        List<Instance> busy = farm.instances.all().stream()
                .filter(instance -> instance.jobs() > 0 || instance.quota() != null)
                .toList();
        this.instanceCount = busy.size();
        this.listed = busy.stream()
                .sorted(Comparator.comparingInt(Instance::jobs)
                        .reversed()
                        .thenComparing(instance -> instance.name, Ids.BY_BYTES))
                .limit(INSTANCES_MAX)
                .sorted(Comparator.comparing(instance -> instance.name, Ids.BY_BYTES))
                .toList();
        listed.forEach(instance -> oldestOf.put(instance.name, new OldestJobs(OLDEST_OF_INSTANCE_MAX)));
    }

    static QueueReading of(Farm farm, long now) {
        QueueReading reading = new QueueReading(farm, now);
        for (KindQueue queue : farm.kinds.queues()) {
            if (reading.kindsRead == KINDS_MAX) {
                break;
            }
            reading.kindsRead++;
            reading.add(queue);
        }
        return reading;
    }

    private void add(KindQueue queue) {
        JobKind kind = queue.kind;
        if (queue.queued() == 0) {
            return;
        }
        queue.offerOldest(oldest);
        OldestJobs ofInstance = oldestOf.get(kind.instance.name);
        if (ofInstance != null) {
            queue.offerOldest(ofInstance);
        }
        if (!kind.hasBot()) {
            OldestJobs first = new OldestJobs(1);
            queue.offerOldest(first);
            unmatched.put(first.inOrder().get(0), kind);
        }
    }

    private UnmatchedKind unmatched(Job first, JobKind kind) {
        return new UnmatchedKind(
                kind.instance.name,
                texts(kind.traits),
                texts(kind.traits.stream()
                        .filter(trait -> !farm.platforms.isAnywhere(trait))
                        .toList()),
                farm.queueOf(kind).queued(),
                QueuedJob.of(first));
    }

    private static List<String> texts(List<Trait> traits) {
        return traits.stream().map(trait -> trait.name() + "=" + trait.value()).toList();
    }

    List<QueuedJob> oldest() {
        return jobs(oldest);
    }

    private static List<QueuedJob> jobs(OldestJobs oldest) {
        return oldest.inOrder().stream().map(QueuedJob::of).toList();
    }

    List<InstanceLine> instances() {
        return listed.stream().map(this::line).toList();
    }

    int instanceCount() {
        return instanceCount;
    }

    private InstanceLine line(Instance instance) {
        QuotaRow quota = instance.quota();
        OldestJobs waiting = oldestOf.get(instance.name);
        return new InstanceLine(
                instance.name,
                instance.min(),
                quota == null ? null : quota.getMax(),
                instance.usage,
                instance.queued(),
                farm.service.serves(instance),
                farm.service.isHeld(instance),
                instance.weight(),
                used == null ? null : Long.valueOf(used.of(instance)),
                waiting == null ? List.of() : jobs(waiting));
    }

    /** Returns the kinds that no bot matches, those that have waited longest first. */
    List<UnmatchedKind> unmatched() {
        return unmatched.entrySet().stream()
                .limit(UNMATCHED_MAX)
                .map(each -> unmatched(each.getKey(), each.getValue()))
                .toList();
    }

    int unmatchedCount() {
        return unmatched.size();
    }

    int kindsSkipped() {
        return farm.kinds.all().size() - kindsRead;
    }
}
