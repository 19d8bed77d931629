package dev.rota.cli.explain;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what a cohort would decide on an event. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = {
            "Shows which bot a job would get, or what would keep it queued.",
            "Of a queued job: the number of jobs before it that share a bot with it, and the job that it would preempt.",
            "An event without a topic is one of jobs.submissions.",
            "Replays the log of the event's cohort. The answer holds if no other record comes before the event.",
            "Exit code 1 if the event would be rejected, or if the log has no record of the cohort.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota would jobs job.json", "  rota would jobs job.json --files evidence --json"})
final class WouldJobs implements Callable<Integer> {

    @Mixin
    private AssumedEvent assumed = new AssumedEvent();

    @Override
    public Integer call() throws IOException {
        return assumed.ask("jobs", "cohort", "jobs.submissions");
    }
}
