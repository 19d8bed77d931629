package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Action;
import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;
import dev.rota.jobs.Header;
import dev.rota.jobs.JobCancelled;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobReprioritised;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Operation;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Property;
import dev.rota.testing.Dice;
import dev.rota.testing.Moment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** Generates random events of a cohort, chosen by the model's state so that most of them are valid. */
public final class RandomHistory {

    public static final String COHORT = "default";

    private static final List<String> INSTANCES = List.of("a", "b", "c", "d");

    /** Two ids whose order by UTF-16 differs from that by UTF-8. */
    private static final List<String> FAR = List.of("\uFF5E", "\uD83D\uDE80");

    private static final List<List<Property>> REQUIREMENTS = List.of(
            List.of(),
            List.of(new Property("os", "linux")),
            List.of(new Property("isa", "avx2"), new Property("isa", "x86")),
            List.of(new Property("gpu", "yes"), new Property("os", "linux")),
            List.of(new Property("gpu", "no")));

    private final Dice dice;
    private final Profile profile;
    private final NaiveCohort model = new NaiveCohort(COHORT);
    private final RandomRules rules;
    private final RandomSyncs syncs;
    private final RandomTimes times;
    private final List<String> bots;
    private final List<String> jobs;
    private final List<Moment> moments = new ArrayList<>();

    private RandomHistory(long seed, Profile profile) {
        this.dice = new Dice(seed * 31 + profile.length);
        this.profile = profile;
        this.bots = ids("b", profile.bots);
        this.jobs = ids("j", profile.jobs);
        this.rules = new RandomRules(dice, profile);
        this.syncs = new RandomSyncs(dice, profile, model.farm(), bots);
        this.times = new RandomTimes(dice, profile, model.farm());
    }

    public static List<Moment> of(long seed, Profile profile) {
        RandomHistory history = new RandomHistory(seed, profile);
        history.open();
        while (history.moments.size() < profile.length) {
            if (profile == Profile.CHAOS && history.dice.oneIn(80)) {
                history.lateReturn(history.dice.of(history.bots));
            }
            if (profile == Profile.STALLED && history.dice.oneIn(20)) {
                history.pileUp();
            }
            history.add(history.event());
        }
        return history.moments;
    }

    private static List<String> ids(String prefix, int count) {
        return Stream.concat(IntStream.range(0, count - FAR.size()).mapToObj(Integer::toString), FAR.stream())
                .map(end -> prefix + end)
                .toList();
    }

    /** Sets up a farm as its operator would. */
    private void open() {
        if (!dice.oneIn(6)) {
            add(policy());
        }
        if (profile != Profile.CHAOS) {
            for (String instance : INSTANCES) {
                add(quota(instance));
            }
            for (String bot : bots) {
                add(syncs.sync(bot));
            }
        }
    }

    private void add(@Nullable SpecificRecord event) {
        boolean afterTick =
                !moments.isEmpty() && moments.get(moments.size() - 1).event() == null;
        add(times.next(afterTick), event);
    }

    private void add(long time, @Nullable SpecificRecord event) {
        // A client may repeat what an adopted job contained.
        boolean adopted = event instanceof JobEvent job
                && job.getEvent() instanceof JobSubmitted submitted
                && !submitted.getSource().isEmpty()
                && dice.oneIn(2);
        Moment moment = new Moment(time, null, event, adopted);
        moments.add(moment);
        model.take(moment);
    }

    /** Adds jobs of one instance while it is held, so that they are looked at together for the first time. */
    private void pileUp() {
        add(new PolicyEvent(COHORT, new Operation(Action.HOLD, null, "a")));
        for (int i = 2 + dice.below(6); i > 0; i--) {
            add(submission());
        }
        add(new PolicyEvent(COHORT, new Operation(Action.RESUME, null, "a")));
    }

    /** Adds the return of a bot that is gone, in an old session that is about to be forgotten. */
    private void lateReturn(String bot) {
        NaiveFarm farm = model.farm();
        List<String> ended = farm.sessions.of(bot);
        long time = farm.sessions.goneAt(bot) + NaiveSessions.DAY_MS - dice.below(2);
        if (farm.bot(bot) == null && !ended.isEmpty() && times.jump(time)) {
            add(time, syncs.sync(bot, dice.of(ended)));
        }
    }

    private @Nullable SpecificRecord event() {
        return switch (dice.weighted(profile.weights())) {
            case 0 -> submission();
            case 1 -> syncs.sync();
            case 2 -> new JobEvent(dice.of(jobs), "unknown", new JobCancelled());
            case 3 -> syncs.close();
            case 4 -> quota(dice.of(INSTANCES));
            case 5 -> policy();
            case 6 -> operation();
            case 7 -> new JobEvent(dice.of(jobs), "unknown", new JobReprioritised(dice.of(0, 0, 1, 2, 3, -1)));
            default -> null;
        };
    }

    private PolicyEvent policy() {
        return new PolicyEvent(COHORT, rules.policy());
    }

    private PolicyEvent operation() {
        return new PolicyEvent(
                COHORT, rules.operation(bots, INSTANCES, model.farm().holds.held()));
    }

    private PolicyEvent quota(String instance) {
        return new PolicyEvent(COHORT, rules.quota(instance));
    }

    private JobEvent submission() {
        boolean adopted = dice.oneIn(4);
        JobSubmitted submitted = JobSubmitted.newBuilder()
                .setInstance(instance())
                .setPriority(dice.of(0, 0, 0, 1, 2, -1))
                .setRequirements(requirements())
                .setLocalityHint(dice.oneIn(3) ? null : dice.of("", "x", "y", "z"))
                .setPayload(dice.oneIn(2) ? null : ByteBuffer.allocate(dice.below(40)))
                .setExecutionTimeoutMs(rules.timeout())
                .setQueueTimeoutMs(rules.timeout())
                .setKey(adopted && dice.oneIn(2) ? ByteBuffer.allocate(dice.below(9)) : null)
                .setHeaders(
                        adopted && dice.oneIn(2)
                                ? List.of(new Header("h", null), new Header("", ByteBuffer.allocate(1)))
                                : List.of())
                .setSource(adopted ? "mails/0/" + dice.below(1_000) : "")
                .setAfter(adopted ? List.of() : after())
                .build();
        return new JobEvent(dice.of(jobs), "unknown", submitted);
    }

    /** Returns dependencies on a few jobs, most of which exist. */
    private List<Dependency> after() {
        if (!dice.oneIn(profile == Profile.STALLED || profile == Profile.LOCALITY ? 12 : 4)) {
            return List.of();
        }
        List<String> alive = model.farm().jobs.stream().map(job -> job.id).toList();
        Set<String> named = new LinkedHashSet<>();
        for (int i = 1 + dice.below(3); i > 0; i--) {
            named.add(alive.isEmpty() || dice.oneIn(15) ? dice.of(jobs) : dice.of(alive));
        }
        return named.stream()
                .map(job -> new Dependency(job, dice.of(DependencyOn.SUCCESS, DependencyOn.SUCCESS, DependencyOn.END)))
                .toList();
    }

    private String instance() {
        return switch (profile) {
            case CHAOS -> dice.of(INSTANCES);
            case STALLED -> dice.of("a", "a", "a", "b");
            default -> dice.of(INSTANCES.subList(0, 3));
        };
    }

    private List<Property> requirements() {
        return switch (profile) {
            case LOCALITY -> REQUIREMENTS.get(0);
            case SATURATED, SHARES ->
                dice.of(REQUIREMENTS.get(0), REQUIREMENTS.get(0), REQUIREMENTS.get(1), REQUIREMENTS.get(3));
            case STALLED -> dice.of(REQUIREMENTS.get(0), REQUIREMENTS.get(0), REQUIREMENTS.get(0), REQUIREMENTS.get(1));
            case PREEMPTION -> dice.of(REQUIREMENTS.subList(0, 4));
            case CHAOS -> dice.of(REQUIREMENTS);
        };
    }
}
