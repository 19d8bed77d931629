package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Lanes;
import java.util.List;

/**
 * A bot: its slots now, and the leases that it had.
 *
 * @param strips its strip; none if it is not there, or nobody tells
 * @param leases what it runs now
 */
public record BotView(List<BotStrip> strips, List<LeaseLine> leases, Lanes lanes, List<PastLease> past) {

    public BotView {
        strips = List.copyOf(strips);
        leases = List.copyOf(leases);
        past = List.copyOf(past);
    }

    /** A lease that it has now. */
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
