package dev.rota.cli.jobs;

import dev.rota.cli.io.ProgressLine;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobStep;
import dev.rota.engine.Nullable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the jobs that have not ended. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the jobs that have not ended, each with its latest event.",
            "It reads all of jobs.events that is retained.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota job list --instance demo")
final class ListJobs implements Callable<Integer> {

    @Nullable
    @Option(names = "--instance", paramLabel = "I", description = "Only this instance's jobs.")
    private String instance;

    @Option(names = "--max", paramLabel = "N", description = "At most N jobs (default ${DEFAULT-VALUE}).")
    private int max = 1_000;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        Unusable.ifNegative("--max", (long) max);
        // in the order of the jobs' latest events
        Map<String, JobStep> alive = new LinkedHashMap<>();
        try (JobHistories histories = JobHistories.of(configured.clientSettings(), List.of());
                ProgressLine progress = ProgressLine.onTerminal()) {
            while (!histories.decisions().isCaughtUp()) {
                for (JobStep step : histories.poll()) {
                    if (step.stays()) {
                        continue;
                    }
                    String key = step.cohort() + "\n" + step.job();
                    alive.remove(key);
                    if (!step.isEnd() && (instance == null || instance.equals(step.instance()))) {
                        alive.put(key, step);
                    }
                }
                progress.records(
                        histories.decisions().done(), histories.decisions().all());
            }
        }
        alive.values().stream().limit(max).forEach(step -> System.out.println(step.line()));
        long assigned = alive.values().stream().filter(JobStep::isAssigned).count();
        long waiting = alive.values().stream().filter(JobStep::isWaiting).count();
        System.err.println((alive.size() - assigned - waiting) + " jobs are queued, " + assigned + " assigned"
                + (waiting == 0 ? "" : ", " + waiting + " wait for others")
                + (alive.size() > max ? "; the first " + max + " are shown" : ""));
        return ExitCode.DONE;
    }
}
