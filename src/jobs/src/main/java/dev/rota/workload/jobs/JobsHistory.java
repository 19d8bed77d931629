package dev.rota.workload.jobs;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.workload.history.HistoryWriter;
import dev.rota.workload.history.Machines;
import dev.rota.workload.history.Work;
import dev.rota.workload.whatif.Happening;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Makes the jobs of another scheduler jobs of the cohort {@code default}, and its machines bots. Jobs go by priority, then
 * in the order in which they came, since their ids begin with their place.
 */
final class JobsHistory implements HistoryWriter {

    private static final String COHORT = "default";

    /** Longer than any history, so that nothing is missed. */
    private static final long FOR_EVER_MS = 1_000_000_000_000L;

    @Override
    public String machines() {
        return "bots";
    }

    @Override
    public List<Happening> begin(long time, List<Machines> machines) {
        List<Happening> events = new ArrayList<>();
        CohortPolicy policy = CohortPolicy.newBuilder()
                .setBotTimeoutMs(FOR_EVER_MS)
                .setLeaseAckMs(FOR_EVER_MS)
                .setQueuedJobsMax(Integer.MAX_VALUE)
                .build();
        events.add(new Happening(time, JobsTopics.POLICIES, new PolicyEvent(COHORT, policy), false));
        int number = 0;
        for (Machines each : machines) {
            for (int i = 0; i < each.count(); i++) {
                BotSync sync = BotSync.newBuilder()
                        .setCapacity(each.slots())
                        .setProperties(properties(each.pool()))
                        .build();
                BotEvent event = BotEvent.newBuilder()
                        .setBot(String.format(Locale.ROOT, "%s-%05d", name(each.pool()), ++number))
                        .setSession("history")
                        .setEvent(sync)
                        .build();
                events.add(new Happening(time, JobsTopics.BOTS, event, false));
            }
        }
        return events;
    }

    private static String name(String pool) {
        return pool.isEmpty() ? "bot" : pool.replaceAll("[^A-Za-z0-9.]+", "-");
    }

    private static List<Property> properties(String pool) {
        return pool.isEmpty()
                ? List.of()
                : Arrays.stream(pool.split(";"))
                        .map(each -> each.split("=", 2))
                        .map(each -> new Property(each[0], each[1]))
                        .toList();
    }

    private static String id(Work work, long place) {
        return String.format(Locale.ROOT, "%08d:%s", place, work.id());
    }

    @Override
    public Happening comes(Work work, long place) {
        JobSubmitted job = JobSubmitted.newBuilder()
                .setInstance(work.group())
                .setPriority(work.priority())
                .setRequirements(properties(work.pool()))
                .setOwner(work.owner().isEmpty() ? null : work.owner())
                .build();
        JobEvent event =
                JobEvent.newBuilder().setJob(id(work, place)).setEvent(job).build();
        return new Happening(work.submitted(), JobsTopics.SUBMISSIONS, event, false);
    }

    @Override
    public @Nullable Happening leaves(Work work, long place) {
        JobEvent event = JobEvent.newBuilder()
                .setJob(id(work, place))
                .setEvent(new JobCancelled())
                .build();
        return new Happening(work.served(), JobsTopics.SUBMISSIONS, event, false);
    }
}
