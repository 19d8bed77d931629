package dev.rota.cli.jobs;

import dev.rota.cli.options.Configured;
import dev.rota.cli.options.ExitCode;
import dev.rota.client.JobStep;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints what happens to a job. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what has happened to a job, and what happens, until it ends.",
            "The cluster is that of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = "  rota job watch night-7")
final class WatchJob implements Callable<Integer> {

    @Parameters(paramLabel = "JOB", description = "The job.")
    private String job = "";

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws InterruptedException {
        try (JobHistories histories = JobHistories.of(configured.clientSettings(), List.of(job))) {
            boolean ended = false;
            Set<String> known = new HashSet<>();
            // an id that was used again has ended before
            while (!ended || !histories.decisions().isCaughtUp()) {
                for (JobStep step : histories.poll()) {
                    if (step.job().equals(job)) {
                        System.out.println(step.line());
                        ended = step.isEnd();
                        known.add(job);
                    }
                }
                histories.sayWhatIsUnknown(known);
            }
        }
        return ExitCode.DONE;
    }
}
