package dev.rota.cli.jobs;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.DurationOption;
import dev.rota.client.JobRequests;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels jobs. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = {
            "Cancels jobs, queued or running.",
            "Prints the id of each job that is cancelled, and on standard error why one was not (exit code 1).",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota job cancel night-7 night-8")
final class CancelJobs implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "JOB", description = "The jobs.")
    private List<String> jobs = List.of();

    @Option(names = "--label", paramLabel = "L", description = "Names the cohort (default ${DEFAULT-VALUE}).")
    private String label = "unknown";

    @Option(
            names = "--timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "How long to wait while nothing is decided (default 30s).")
    private Duration timeout = Duration.ofSeconds(30);

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = configured.clientSettings();
        Cluster.require(settings, Role.of(JobsDomain.JOB), new JobsDomain(), JobsTopics.SUBMISSIONS);
        try (Wire wire = Wires.impatient(settings);
                JobRequests requests = JobRequests.cancellations(settings, wire)) {
            JobAnswers answers = new JobAnswers(requests, timeout, System.out, System.err);
            for (String job : new LinkedHashSet<>(jobs)) {
                requests.cancel(job, label);
                answers.sent();
            }
            return answers.rest();
        }
    }
}
