package dev.rota.jobs.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.jobs.BotClosed;
import dev.rota.jobs.BotEvent;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.BotSync;
import dev.rota.jobs.LeaseReport;
import dev.rota.jobs.LeaseState;
import dev.rota.jobs.Property;
import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Generates random syncs and closes of bots, with mostly true reports. */
final class RandomSyncs {

    private static final List<Property> ALL = List.of(
            new Property("os", "linux"),
            new Property("isa", "x86"),
            new Property("isa", "avx2"),
            new Property("gpu", "yes"));

    private final Dice dice;
    private final Profile profile;
    private final NaiveFarm farm;
    private final List<String> bots;

    /** True in histories in which bots do little but come and go. */
    private final boolean restless;

    /** All sessions of each bot. */
    private final Map<String, List<String>> sessions = new TreeMap<>();

    RandomSyncs(Dice dice, Profile profile, NaiveFarm farm, List<String> bots) {
        this.dice = dice;
        this.profile = profile;
        this.farm = farm;
        this.bots = bots;
        this.restless = profile == Profile.CHAOS && dice.oneIn(5);
    }

    BotEvent sync() {
        return sync(dice.of(bots));
    }

    BotEvent sync(String bot) {
        return sync(bot, session(bot));
    }

    BotEvent sync(String bot, String session) {
        BotSync sync = BotSync.newBuilder()
                .setStatus(status())
                .setCapacity(capacity())
                .setPriority(dice.of(0, 0, 1, 2))
                .setProperties(properties())
                .setLeases(reports(farm.bot(bot)))
                .build();
        String instance = dice.percent(75) ? "*" : dice.of("a", "b");
        return BotEvent.newBuilder()
                .setBot(bot)
                .setSession(session)
                .setInstance(instance)
                .setEvent(sync)
                .build();
    }

    BotEvent close() {
        String bot = dice.of(bots);
        return BotEvent.newBuilder()
                .setBot(bot)
                .setSession(session(bot))
                .setEvent(new BotClosed())
                .build();
    }

    private String session(String bot) {
        List<String> known = sessions.computeIfAbsent(bot, id -> new ArrayList<>());
        NaiveBot stored = farm.bot(bot);
        int changes = profile == Profile.CHAOS ? restless ? 60 : 18 : 4;
        if (stored != null && !dice.percent(changes)) {
            return stored.session;
        }
        if (known.isEmpty() || dice.percent(70)) {
            known.add("s" + known.size());
            return known.get(known.size() - 1);
        }
        return dice.of(known);
    }

    private BotStatus status() {
        int ok = profile == Profile.CHAOS ? 82 : profile == Profile.STALLED ? 50 : 94;
        return dice.percent(ok) ? BotStatus.OK : dice.of(BotStatus.values());
    }

    private int capacity() {
        return profile == Profile.CHAOS ? dice.of(0, 1, 1, 2, 3) : dice.of(0, 1, 2, 2, 3, 3, 3);
    }

    private List<Property> properties() {
        return switch (dice.below(profile == Profile.CHAOS ? 5 : 12)) {
            case 0 -> List.of();
            case 1 -> ALL.subList(0, 2);
            case 2 -> ALL.subList(1, 4);
            default -> ALL;
        };
    }

    private List<LeaseReport> reports(@Nullable NaiveBot bot) {
        List<LeaseReport> reports = new ArrayList<>();
        if (bot != null) {
            for (NaiveJob job : farm.held(bot)) {
                report(job, reports);
            }
        }
        if (dice.oneIn(6)) {
            reports.add(dice.below(reports.size() + 1), untrue());
        }
        if (!reports.isEmpty() && dice.oneIn(12)) {
            reports.add(dice.of(reports));
        }
        return reports;
    }

    private void report(NaiveJob job, List<LeaseReport> reports) {
        int completes = busy() ? 45 : 25;
        int lot = dice.below(100);
        if (lot < completes) {
            int at = dice.below(reports.size() + 1);
            reports.add(
                    at,
                    LeaseReport.newBuilder()
                            .setJob(job.id)
                            .setLease(job.lease)
                            .setState(LeaseState.COMPLETED)
                            .setStatus(outcome())
                            .setExitCode(dice.of(0, 0, 0, 1))
                            .build());
        } else if (lot < completes + 5) {
            reports.add(LeaseReport.newBuilder()
                    .setJob(job.id)
                    .setLease(job.lease)
                    .setState(LeaseState.CANCELLED)
                    .build());
        } else if (lot < 90) {
            reports.add(LeaseReport.newBuilder()
                    .setJob(job.id)
                    .setLease(job.lease)
                    .setState(LeaseState.ACTIVE)
                    .build());
        }
    }

    /** Returns whether most jobs of this profile complete soon, and successfully. */
    private boolean busy() {
        return profile != Profile.PREEMPTION && profile != Profile.CHAOS;
    }

    private String outcome() {
        return busy() && dice.percent(85)
                ? "OK"
                : dice.of("OK", "OK", "INTERNAL", "UNAVAILABLE", "FAILED_PRECONDITION", "");
    }

    /** Returns a report of another bot's lease, an old lease, or a job that never existed. */
    private LeaseReport untrue() {
        String job = farm.jobs.isEmpty() || dice.oneIn(4) ? "nope" : dice.of(farm.jobs).id;
        long lease = dice.below((int) farm.leases + 3);
        NaiveJob real = farm.job(job);
        if (real != null && real.lease > 0 && dice.oneIn(2)) {
            lease = real.lease;
        }
        return LeaseReport.newBuilder()
                .setJob(job)
                .setLease(lease)
                .setState(dice.of(LeaseState.values()))
                .setStatus(dice.of("OK", "INTERNAL"))
                .build();
    }
}
