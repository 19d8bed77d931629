package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Lanes;
import java.util.List;

/**
 * A bot: its current slots, and its former leases.
 *
 * @param strips its strip; empty if the bot is not present, or if no instance answers
 * @param leases its current leases
 */
public record BotView(List<BotStrip> strips, List<LeaseLine> leases, Lanes lanes, List<PastLease> past) {

    public BotView {
        strips = List.copyOf(strips);
        leases = List.copyOf(leases);
        past = List.copyOf(past);
    }

    /** A current lease. */
    public record LeaseLine(
            String job,
            String jobUrl,
            String instance,
            String instanceUrl,
            String lease,
            String since,
            String lasted,
            String strategy,
            String preempted,
            String preemptedUrl) {}

    /** A lease that was assigned, and how it ended. */
    public record PastLease(String job, String jobUrl, String from, String lasted, String end, String endUrl) {}
}
