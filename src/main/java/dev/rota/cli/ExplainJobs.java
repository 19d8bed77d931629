package dev.rota.cli;

import dev.rota.audit.Replay;
import dev.rota.engine.Nullable;
import dev.rota.jobs.JobsDomain;
import dev.rota.settings.Settings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains a job's state by replaying the log. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = {
            "Explains why a job is not running, or why it runs on its bot.",
            "Recomputes the decisions of each cohort up to the end of the log and prints one sentence.",
            "Only bots that are registered now are counted; departed bots are not remembered.",
            "Exit code 1 if no cohort ever had the job.",
            "The cluster is that of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota explain jobs --job nightly-7", "  rota explain jobs --job nightly-7 --files evidence"})
final class ExplainJobs implements Callable<Integer> {

    @Option(names = "--job", required = true, paramLabel = "ID", description = "The job.")
    private String job = "";

    @Nullable
    @Option(names = "--cohort", paramLabel = "NAME", description = "Only this cohort.")
    private String cohort;

    @Mixin
    private RecordSource recorded = new RecordSource();

    @Override
    public Integer call() {
        Settings settings = recorded.settings();
        JobsDomain jobs = (JobsDomain) Domains.named("jobs", settings);
        List<String> cohorts = cohorts(jobs);
        List<String> known = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        try (Replay replay = recorded.replay(jobs, settings, Role.EXPLAIN)) {
            for (String each : cohorts) {
                look(jobs, replay, each, known, ended);
            }
        }
        try (PrintWriter out = Lines.out()) {
            if (known.isEmpty() && ended.isEmpty()) {
                out.println(
                        cohort == null
                                ? "no cohort knows job " + job + ": it was never accepted"
                                : "cohort " + cohort + " does not know job " + job + ": it was never accepted there");
                return Main.DOES_NOT_HOLD;
            }
            (known.isEmpty() ? ended : known).forEach(out::println);
            return Main.DONE;
        }
    }

    private List<String> cohorts(JobsDomain jobs) {
        if (cohort == null) {
            return jobs.cohorts();
        }
        if (!jobs.cohorts().contains(cohort)) {
            throw new Unusable("expected a configured cohort (" + String.join(", ", jobs.cohorts())
                    + "), but there is none named '" + cohort + "'");
        }
        return List.of(cohort);
    }

    private void look(JobsDomain jobs, Replay replay, String name, List<String> known, List<String> ended) {
        AtomicReference<String> end = new AtomicReference<>();
        Replay.Replayed replayed = replay.unit(name, (decision, chain) -> {
            String ending = jobs.ending(decision, job);
            if (ending != null) {
                end.set(ending);
            }
        });
        if (replayed == null) {
            return;
        }
        String sentence = jobs.explain(replayed.tables(), job, replayed.now());
        if (sentence != null) {
            known.add("cohort " + name + ": " + sentence);
        } else if (end.get() != null) {
            ended.add("cohort " + name + ": " + end.get());
        }
    }
}
