package dev.rota.cli.jobs;

import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.DurationOption;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobStep;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until jobs have ended. */
@Command(
        name = "wait",
        mixinStandardHelpOptions = true,
        description = {
            "Waits until jobs have ended, and returns their exit code.",
            "With several jobs it is the first that is not 0, in the order given; 1 if a job was cancelled or aborted.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota job wait night-7 night-8")
final class WaitForJobs implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "JOB", description = "The jobs; - reads their ids from standard input.")
    private List<String> jobs = List.of();

    @Nullable
    @Option(
            names = "--timeout",
            paramLabel = "T",
            converter = DurationOption.class,
            description = "Give up after this long, with exit code 1.")
    private Duration timeout;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Unusable.ifNegative("--timeout", timeout == null ? null : timeout.toMillis());
        Settings settings = configured.clientSettings();
        Set<String> asked = asked();
        if (asked.isEmpty()) {
            return ExitCode.DONE;
        }
        Map<String, JobStep> ends = new HashMap<>();
        Set<String> known = new HashSet<>();
        long begun = System.nanoTime();
        try (JobHistories histories = JobHistories.of(settings, asked)) {
            while (ends.size() < asked.size() || !histories.decisions().isCaughtUp()) {
                for (JobStep step : histories.poll()) {
                    if (!asked.contains(step.job())) {
                        continue;
                    }
                    known.add(step.job());
                    if (step.isEnd()) {
                        ends.put(step.job(), step);
                        System.out.println(step.line());
                    } else {
                        // a job whose id was used again has not ended
                        ends.remove(step.job());
                    }
                }
                histories.printUnknown(known);
                if (timeout != null && System.nanoTime() - begun > timeout.toNanos()) {
                    throw new NotThere((asked.size() - ends.size()) + " of " + asked.size()
                            + " jobs have not ended after " + timeout.toSeconds() + " s");
                }
            }
        }
        return asked.stream()
                .map(job -> Objects.requireNonNull(ends.get(job)).exitCode())
                .filter(code -> code != 0)
                .findFirst()
                .orElse(ExitCode.DONE);
    }

    private Set<String> asked() throws IOException {
        Set<String> asked = new LinkedHashSet<>();
        for (String job : jobs) {
            if (job.equals("-")) {
                Lines.from(null).lines().filter(line -> !line.isBlank()).forEach(asked::add);
            } else {
                asked.add(job);
            }
        }
        return asked;
    }
}
