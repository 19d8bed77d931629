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

/** Prints the events of a job. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the past and future events of a job until it ends.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
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
            // a job whose id was used again has ended before
            while (!ended || !histories.decisions().isCaughtUp()) {
                for (JobStep step : histories.poll()) {
                    if (step.job().equals(job)) {
                        System.out.println(step.line());
                        ended = step.isEnd();
                        known.add(job);
                    }
                }
                histories.printUnknown(known);
            }
        }
        return ExitCode.DONE;
    }
}
