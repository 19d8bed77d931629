package dev.rota.cli.explain;

import dev.rota.cli.options.Domains;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a job's, a bot's or an instance's state by replaying the log. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a job is not running, or why it runs on its bot.",
            "Also explains what a bot runs, and how much of its quota an instance uses.",
            "Recomputes the decisions of each cohort up to the end of the log and prints one sentence.",
            "Only bots that are registered now are counted; departed bots are not remembered.",
            "Exit code 1 if no cohort ever had the job, the bot or the instance.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota explain jobs --job nightly-7",
            "  rota explain jobs --job nightly-7 --on b1",
            "  rota explain jobs --job nightly-7 --files evidence",
            "  rota explain jobs --bot b1 --json"
        })
final class ExplainJobs implements Callable<Integer> {

    @ArgGroup(multiplicity = "1")
    private Asked asked = new Asked();

    /** The options that name the subject. */
    static final class Asked {
        @Nullable
        @ArgGroup(exclusive = false)
        private AskedJob job;

        @Nullable
        @Option(names = "--bot", paramLabel = "ID", description = "The bot.")
        private String bot;

        @Nullable
        @Option(names = "--instance", paramLabel = "NAME", description = "The instance.")
        private String instance;
    }

    /** A job, or the question why it does not run on a bot. */
    static final class AskedJob {
        @Option(names = "--job", required = true, paramLabel = "ID", description = "The job.")
        private String job = "";

        @Nullable
        @Option(names = "--on", paramLabel = "BOT", description = "Why the job does not run on this bot.")
        private String on;
    }

    @Nullable
    @Option(names = "--cohort", paramLabel = "NAME", description = "Only this cohort.")
    private String cohort;

    @Mixin
    private Explanations explanations = new Explanations();

    @Override
    public Integer call() {
        Settings settings = explanations.recorded().settings();
        JobsDomain jobs = (JobsDomain) Domains.named("jobs", settings);
        if (cohort != null && !jobs.cohorts().contains(cohort)) {
            throw new Unusable("expected a configured cohort (" + String.join(", ", jobs.cohorts())
                    + "), but there is none named '" + cohort + "'");
        }
        Subject subject = subject();
        String because = asked.job != null ? "it was never accepted" : "it was never seen";
        return explanations.explain(jobs, settings, subject, cohort, "cohort", because);
    }

    private Subject subject() {
        if (asked.job != null) {
            return asked.job.on == null
                    ? new Subject("job", asked.job.job)
                    : new Subject("match", asked.job.job + "@" + asked.job.on);
        }
        return asked.bot != null
                ? new Subject("bot", asked.bot)
                : new Subject("instance", String.valueOf(asked.instance));
    }
}
