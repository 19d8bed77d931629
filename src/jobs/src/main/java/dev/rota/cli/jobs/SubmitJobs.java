package dev.rota.cli.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.cluster.Wires;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobAfter;
import dev.rota.client.JobRequests;
import dev.rota.client.JobSpec;
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
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Submits one job, or one for each line of standard input. */
@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        description = {
            "Submits one job, or one for each line of standard input.",
            "Prints the id of each job that is queued, and on standard error why one was refused (exit code 1).",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota job submit --instance demo --require os=linux --payload-file test.sh")
final class SubmitJobs implements Callable<Integer> {

    @Option(
            names = "--instance",
            paramLabel = "I",
            required = true,
            description = "The owner; quotas are per instance.")
    private String instance = "";

    @Nullable
    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "The job's id, or with --payload - the prefix of the ids; by default, a random one.")
    private String id;

    @Option(names = "--label", paramLabel = "L", description = "Names the cohort (default ${DEFAULT-VALUE}).")
    private String label = "unknown";

    @Option(
            names = "--priority",
            paramLabel = "P",
            description = "Jobs with lower numbers start first (default ${DEFAULT-VALUE}).")
    private int priority;

    @Option(
            names = "--require",
            paramLabel = "NAME=VALUE",
            description = "A property that its bot must have; may be repeated.")
    private List<String> requirements = List.of();

    @Nullable
    @Option(
            names = "--locality-hint",
            paramLabel = "H",
            description = "Sampling prefers a bot that recently had this hint.")
    private String hint;

    @Nullable
    @Option(
            names = "--payload",
            paramLabel = "TEXT",
            description = "The input for its command; - submits a job for each line of standard input.")
    private String payload;

    @Nullable
    @Option(names = "--payload-file", paramLabel = "FILE", description = "The payload is this file's content.")
    private Path payloadFile;

    @Nullable
    @Option(
            names = "--execution-timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = {
                "How long a bot may execute it, such as 90m or 2h; then it is retried on another.",
                "By default, the limit of the cohort's policy."
            })
    private Duration executionTimeout;

    @Nullable
    @Option(
            names = "--queue-timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = {
                "How long it may wait for a bot, such as 30m or 12h; then it is aborted.",
                "By default, the limit of the cohort's policy."
            })
    private Duration queueTimeout;

    @Nullable
    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "Whose job it is: owners share the time of an instance, if the policy's assigner is SHARES.")
    private String owner;

    @Option(
            names = "--after",
            paramLabel = "JOB",
            description = "Waits until this job has succeeded, and is aborted if it does not; may be repeated.")
    private List<String> after = List.of();

    @Option(
            names = "--after-end",
            paramLabel = "JOB",
            description = "Waits until this job has ended, however it does; may be repeated.")
    private List<String> afterEnd = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "How long to wait while nothing is decided (default 30s).")
    private Duration timeout = Duration.ofSeconds(30);

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings settings = configured.clientSettings();
        if (payload != null && payloadFile != null) {
            throw new Unusable("expected --payload or --payload-file, but both are given");
        }
        JobSpec spec = spec();
        @Nullable ByteBuffer content = payload();
        Cluster.require(settings, Role.of(JobsDomain.JOB), new JobsDomain(), JobsTopics.SUBMISSIONS);
        try (Wire wire = Wires.impatient(settings);
                JobRequests requests = JobRequests.submissions(settings, wire)) {
            JobAnswers answers = new JobAnswers(requests, timeout, System.out, System.err);
            if ("-".equals(payload)) {
                each(requests, spec, answers);
            } else {
                requests.submit(id == null ? random() : id, spec, content);
            }
            return answers.rest();
        }
    }

    private void each(JobRequests requests, JobSpec spec, JobAnswers answers) throws IOException, InterruptedException {
        String prefix = id == null ? random() : id;
        long number = 1;
        try (BufferedReader lines = Lines.from(null)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                requests.submit(prefix + "-" + number, spec, ByteBuffer.wrap((line + "\n").getBytes(UTF_8)));
                answers.sent();
                number++;
            }
        }
    }

    private @Nullable ByteBuffer payload() throws IOException {
        if (payload != null) {
            return ByteBuffer.wrap(payload.getBytes(UTF_8));
        }
        if (payloadFile == null) {
            return null;
        }
        Unusable.ifFolder(payloadFile);
        if (!Files.isReadable(payloadFile)) {
            throw new Unusable("expected a readable file, but " + payloadFile + " is not");
        }
        return ByteBuffer.wrap(Files.readAllBytes(payloadFile));
    }

    private JobSpec spec() {
        try {
            if (id != null) {
                Ids.id("--id", id);
            }
            return new JobSpec(
                    Ids.id("--label", label),
                    Ids.id("--instance", instance),
                    priority,
                    PropertyPairs.of(requirements),
                    hint,
                    atLeastOneMs("--execution-timeout", executionTimeout),
                    atLeastOneMs("--queue-timeout", queueTimeout),
                    dependencies(),
                    owner == null ? null : Ids.id("--owner", owner));
        } catch (RefusedException e) {
            throw new Unusable(e.sentence());
        }
    }

    private List<JobAfter> dependencies() throws RefusedException {
        List<JobAfter> all = new ArrayList<>();
        for (String job : after) {
            all.add(new JobAfter(Ids.id("--after", job), false));
        }
        for (String job : afterEnd) {
            all.add(new JobAfter(Ids.id("--after-end", job), true));
        }
        return all;
    }

    private static @Nullable Duration atLeastOneMs(String option, @Nullable Duration given) {
        if (given != null && given.toMillis() < 1) {
            throw new Unusable("expected " + option + " to be at least 1 ms, but it is " + given.toMillis() + " ms");
        }
        return given;
    }

    private static String random() {
        return UUID.randomUUID().toString().substring(0, 8);
    }
}
