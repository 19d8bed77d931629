package dev.rota.cli.records;

import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.DecisionLine;
import dev.rota.simulate.Simulation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decides a file of events, without a broker. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Decides lines of events, without a broker.",
            "Reads lines {\"topic\": ..., \"time\": ms, \"value\": {...}} as the log in order,",
            "prints each decision as {\"topic\", \"key\", \"unit\", \"seq\", \"time\", \"value\"}."
        },
        footerHeading = "%nExample:%n",
        footer = {"  rota simulate cores history.jsonl", "  rota simulate jobs build.jsonl --until 60000"})
public final class SimulateVerb implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DOMAIN", description = "The scheduler.")
    private String domain = "";

    @Nullable
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The events; by default, standard input.")
    private Path file;

    @Nullable
    @Option(
            names = "--until",
            paramLabel = "MS",
            description = "After the last line, let time run to MS for every unit.")
    private Long until;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException {
        if (until != null && !Simulation.isTime(until)) {
            throw new Unusable("--until: " + Simulation.timeExpected() + until);
        }
        Domain scheduler = Domains.named(domain, configured.settings());
        try (BufferedReader lines = Lines.from(file);
                PrintWriter out = Lines.out();
                ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            Simulation simulation = new Simulation(scheduler, parallel, (decision, chain) -> print(decision, out));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                try {
                    simulation.line(line);
                } catch (BadLine e) {
                    throw new Unusable(String.valueOf(e.getMessage()));
                }
            }
            if (until != null) {
                if (until < simulation.latest()) {
                    throw new Unusable("expected --until of at least " + simulation.latest()
                            + ", the latest time of a line, but it is " + until);
                }
                simulation.until(until);
            }
        }
        return ExitCode.DONE;
    }

    /** Prints a decision; checkpoints are evidence, not decisions. */
    private static void print(Decision decision, PrintWriter out) {
        if (decision.seq() > 0) {
            out.println(DecisionLine.of(decision));
        }
    }
}
