package dev.rota.cli.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.io.ProgressLine;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobAfter;
import dev.rota.client.JobRequests;
import dev.rota.client.JobSpec;
import dev.rota.client.JobStep;
import dev.rota.client.PropertyPairs;
import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.jobs.JobsTopics;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.Wire;
import dev.rota.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Submits jobs that depend on each other, and follows them to their ends. */
@Command(
        name = "graph",
        mixinStandardHelpOptions = true,
        description = {
            "Submits jobs that depend on each other, and waits until all have ended.",
            "Prints the jobs that did not succeed; exit code 1 if there are any.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota job graph --instance demo --id build-7 build.jsonl")
final class SubmitGraph implements Callable<Integer> {

    /** A property that no bot has. */
    private static final String GATE = "rota.gate";

    @Parameters(
            paramLabel = "FILE",
            description = {
                "JSON lines {\"job\", \"after\": [], \"afterEnd\": [], \"priority\", \"payload\"};",
                "- reads standard input."
            })
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--instance",
            paramLabel = "I",
            required = true,
            description = "The owner; quotas are per instance.")
    private String instance = "";

    @Nullable
    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description =
                    "Whose jobs they are: owners share the time of an instance, if the policy's assigner is SHARES.")
    private String owner;

    @Nullable
    @Option(names = "--id", paramLabel = "ID", description = "The prefix of the ids; by default, a random one.")
    private String id;

    @Option(names = "--label", paramLabel = "L", description = "Names the cohort (default ${DEFAULT-VALUE}).")
    private String label = "unknown";

    @Option(
            names = "--require",
            paramLabel = "NAME=VALUE",
            description = "A property that their bots must have; may be repeated.")
    private List<String> requirements = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "How long to wait while nothing is decided about a submission (default 30s).")
    private Duration timeout = Duration.ofSeconds(30);

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings settings = configured.clientSettings();
        String prefix = id == null ? UUID.randomUUID().toString().substring(0, 8) : id;
        List<JobGraph.Node> nodes = read().inOrder();
        JobSpec spec = spec(prefix, requirements);
        Cluster.require(settings, Role.of(JobsDomain.JOB), new JobsDomain(), JobsTopics.SUBMISSIONS);
        try (Wire wire = Wires.impatient(settings)) {
            boolean accepted = submit(settings, wire, prefix, spec, nodes);
            if (!accepted) {
                withdraw(settings, wire, prefix, nodes);
                System.err.println("rota: none of the jobs was started");
                return ExitCode.DOES_NOT_HOLD;
            }
            cancel(settings, wire, List.of(prefix));
        }
        return follow(settings, prefix, nodes);
    }

    private JobGraph read() throws IOException {
        try (BufferedReader lines = Lines.from(file)) {
            return GraphLines.read(lines);
        }
    }

    private JobSpec spec(String prefix, List<String> required) {
        try {
            Ids.id("--id", prefix);
            return new JobSpec(
                    Ids.id("--label", label),
                    Ids.id("--instance", instance),
                    0,
                    PropertyPairs.of(required),
                    null,
                    null,
                    null,
                    List.of(),
                    owner == null ? null : Ids.id("--owner", owner));
        } catch (RefusedException e) {
            throw new Unusable(e.sentence());
        }
    }

    /**
     * Submits the jobs; returns whether all were accepted. The first of them wait for a job that no bot can run, which
     * is cancelled when all are there: otherwise a job could end before another names it.
     */
    private boolean submit(Settings settings, Wire wire, String prefix, JobSpec spec, List<JobGraph.Node> nodes)
            throws InterruptedException {
        try (JobRequests requests = JobRequests.submissions(settings, wire);
                ProgressLine progress = ProgressLine.onTerminal()) {
            JobAnswers answers = new JobAnswers(requests, timeout, nothing(), System.err);
            JobSpec gate = spec(prefix, List.of(GATE + "=" + prefix));
            requests.submit(prefix, gate, null, prefix);
            long sent = 0;
            for (JobGraph.Node node : nodes) {
                @Nullable
                ByteBuffer payload = node.payload() == null
                        ? null
                        : ByteBuffer.wrap(node.payload().getBytes(UTF_8));
                requests.submit(job(prefix, node), spec.with(node.priority(), after(prefix, node)), payload, prefix);
                answers.sent();
                progress.of("jobs are submitted", ++sent, nodes.size());
            }
            return answers.rest() == ExitCode.DONE;
        }
    }

    private static List<JobAfter> after(String prefix, JobGraph.Node node) {
        if (node.after().isEmpty()) {
            return List.of(new JobAfter(prefix, true));
        }
        return node.after().stream()
                .map(each -> new JobAfter(prefix + "-" + each.job(), each.anyEnd()))
                .toList();
    }

    private static String job(String prefix, JobGraph.Node node) {
        return prefix + "-" + node.job();
    }

    /** Cancels the jobs that were accepted, those that depend on others first. */
    private void withdraw(Settings settings, Wire wire, String prefix, List<JobGraph.Node> nodes)
            throws InterruptedException {
        List<String> jobs = new ArrayList<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            jobs.add(job(prefix, nodes.get(i)));
        }
        jobs.add(prefix);
        cancel(settings, wire, jobs);
    }

    private void cancel(Settings settings, Wire wire, List<String> jobs) throws InterruptedException {
        try (JobRequests requests = JobRequests.cancellations(settings, wire)) {
            JobAnswers answers = new JobAnswers(requests, timeout, nothing(), nothing());
            for (String job : jobs) {
                requests.cancel(job, label, jobs.get(jobs.size() - 1));
                answers.sent();
            }
            answers.rest();
        }
    }

    private static PrintStream nothing() {
        return new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    }

    private static int follow(Settings settings, String prefix, List<JobGraph.Node> nodes) throws InterruptedException {
        Set<String> jobs = new TreeSet<>();
        nodes.forEach(node -> jobs.add(job(prefix, node)));
        Map<String, JobStep> ends = new TreeMap<>();
        try (JobHistories histories = JobHistories.of(settings, jobs);
                ProgressLine progress = ProgressLine.onTerminal()) {
            while (ends.size() < jobs.size() || !histories.decisions().isCaughtUp()) {
                for (JobStep step : histories.poll()) {
                    // ids may have been used before
                    if (step.isEnd() && jobs.contains(step.job())) {
                        ends.put(step.job(), step);
                    } else {
                        ends.remove(step.job());
                    }
                }
                progress.of("jobs have ended", ends.size(), jobs.size());
            }
        }
        List<JobStep> failed =
                ends.values().stream().filter(end -> !end.isSuccess()).toList();
        failed.forEach(end -> System.out.println(end.line()));
        System.err.println((jobs.size() - failed.size()) + " of " + jobs.size() + " jobs succeeded");
        return failed.isEmpty() ? ExitCode.DONE : ExitCode.DOES_NOT_HOLD;
    }
}
