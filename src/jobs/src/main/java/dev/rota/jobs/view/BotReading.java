package dev.rota.jobs.view;

import dev.rota.engine.Times;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.Job;
import dev.rota.jobs.view.CohortState.BotLine;
import dev.rota.jobs.view.CohortState.LeaseLine;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;

/** Counts a cohort's bots, and collects the first of them, and the first of those in trouble. */
final class BotReading {

    /** The maximum number of listed bots; their total is always shown. */
    static final int LISTED_MAX = 1_000;

    /** The maximum number of listed bots in trouble. */
    static final int TROUBLED_MAX = 100;

    /** The maximum number of listed leases of a bot; their total is always shown. */
    static final int LEASES_MAX = 50;

    private final long now;
    private final Map<BotStatus, Integer> byStatus = new EnumMap<>(BotStatus.class);
    private final NavigableSet<Bot> first = new TreeSet<>();
    private final NavigableSet<Bot> troubledFirst = new TreeSet<>();
    private int total;
    private int held;
    private int silent;
    private int idle;
    private int partly;
    private int full;
    private long used;
    private long free;
    private long freeHeld;
    private int troubled;

    private BotReading(long now) {
        this.now = now;
    }

    static BotReading of(Farm farm, long now) {
        BotReading reading = new BotReading(now);
        farm.bots().forEach(reading::add);
        return reading;
    }

    private void add(Bot bot) {
        total++;
        byStatus.merge(bot.status, 1, Integer::sum);
        held += bot.isHeld() ? 1 : 0;
        silent += isSilent(bot) ? 1 : 0;
        if (bot.status == BotStatus.OK) {
            fill(bot);
        }
        keep(bot, first, LISTED_MAX);
        if (bot.status != BotStatus.OK || bot.isHeld() || bot.spare() < 0 || isSilent(bot)) {
            troubled++;
            keep(bot, troubledFirst, TROUBLED_MAX);
        }
    }

    private void fill(Bot bot) {
        int spare = Math.max(0, bot.spare());
        used += bot.leases.size();
        free += bot.isHeld() ? 0 : spare;
        freeHeld += bot.isHeld() ? spare : 0;
        if (spare == 0) {
            full++;
        } else if (bot.leases.isEmpty()) {
            idle++;
        } else {
            partly++;
        }
    }

    private boolean isSilent(Bot bot) {
        return Times.after(bot.heardAt, bot.timeoutMs) <= now;
    }

    /** Keeps the first by id; most bots of a large cohort are compared with the last of them only. */
    private static void keep(Bot bot, NavigableSet<Bot> kept, int limit) {
        if (kept.size() < limit || bot.compareTo(kept.last()) < 0) {
            kept.add(bot);
            if (kept.size() > limit) {
                kept.pollLast();
            }
        }
    }

    /** Returns the counts in a fixed order. Free slots are counted of bots whose status is OK and that are not held. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("total", (long) total);
        for (BotStatus status : BotStatus.values()) {
            counts.put(status.name(), (long) byStatus.getOrDefault(status, 0));
        }
        counts.put("held", (long) held);
        counts.put("silent", (long) silent);
        counts.put("idle", (long) idle);
        counts.put("partly", (long) partly);
        counts.put("full", (long) full);
        counts.put("slotsUsed", used);
        counts.put("slotsFree", free);
        counts.put("slotsHeld", freeHeld);
        return counts;
    }

    List<BotLine> bots() {
        return first.stream().map(this::line).toList();
    }

    List<BotLine> troubled() {
        return troubledFirst.stream().map(this::line).toList();
    }

    int troubledCount() {
        return troubled;
    }

    private BotLine line(Bot bot) {
        return new BotLine(
                bot.id,
                bot.instance,
                bot.status.name(),
                bot.isHeld(),
                bot.capacity,
                bot.leases.size(),
                bot.heardAt,
                bot.deadline,
                isSilent(bot),
                bot.leases.values().stream()
                        .limit(LEASES_MAX)
                        .map(BotReading::lease)
                        .toList());
    }

    private static LeaseLine lease(Job job) {
        return new LeaseLine(
                job.id,
                job.lease,
                job.kind.instance.name,
                job.assignedAt,
                job.attempt,
                Objects.requireNonNull(job.strategy, "an assigned job has a strategy")
                        .name(),
                job.preempted);
    }
}
