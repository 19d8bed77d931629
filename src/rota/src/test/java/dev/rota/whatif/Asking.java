package dev.rota.whatif;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.DecisionLine;
import dev.rota.simulate.Simulation;
import dev.rota.whatif.report.Column;
import dev.rota.whatif.report.Comparison;
import dev.rota.workload.WorkloadRegistry;
import dev.rota.workload.whatif.Figures;
import dev.rota.workload.whatif.Group;
import dev.rota.workload.whatif.PartyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Asks what would have happened, of records in the lines of {@code simulate}. */
final class Asking {

    private Asking() {}

    static Comparison answer(Domain domain, List<String> record, Question question) {
        try (WhatIf whatIf = new WhatIf(domain, model(domain), question, Parallel.SEQUENTIAL, WhatIf.Watch.NONE)) {
            Simulation simulation = new Simulation(
                    domain, whatIf.machine(), log -> whatIf.record().take(log, null));
            feed(simulation, record);
            return whatIf.answer();
        }
    }

    static PartyModel model(Domain domain) {
        return Objects.requireNonNull(WorkloadRegistry.of(domain).parties());
    }

    /** Returns what a column says of a group. */
    static Figures figures(Column column, Group group) {
        return Objects.requireNonNull(column.figures().get(group));
    }

    /** Returns the columns of an answer of which something was modelled. */
    static Comparison.Worlds worlds(Domain domain, List<String> record, Question question) {
        return Objects.requireNonNull(answer(domain, record, question).worlds());
    }

    /** Returns the decisions on lines, without checkpoints. */
    static List<String> decisions(Domain domain, List<String> lines, long until) {
        List<String> decisions = new ArrayList<>();
        Simulation simulation = new Simulation(domain, Parallel.SEQUENTIAL, (decision, chain) -> {
            if (decision.seq() > 0) {
                decisions.add(DecisionLine.of(decision).replaceAll("\"source\":\"[^\"]*\"", "\"source\":\"\""));
            }
        });
        feed(simulation, lines);
        if (until > 0) {
            simulation.until(until);
        }
        return decisions;
    }

    /** Returns the first lines in which two lists differ; empty if they are equal. */
    static String firstDifference(List<String> these, List<String> those) {
        for (int i = 0; i < Math.max(these.size(), those.size()); i++) {
            String one = i < these.size() ? these.get(i) : "end";
            String other = i < those.size() ? those.get(i) : "end";
            if (!one.equals(other)) {
                return i + ":\n" + one + "\n" + other;
            }
        }
        return "";
    }

    private static void feed(Simulation simulation, List<String> lines) {
        try {
            for (String line : lines) {
                simulation.line(line);
            }
        } catch (BadLine e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the lines of the changed world. */
    static List<String> changedWorld(
            Domain domain,
            List<String> record,
            String unit,
            @Nullable Long from,
            long to,
            List<String> change,
            Path folder)
            throws IOException {
        Path world = folder.resolve("world.jsonl");
        answer(
                domain,
                record,
                new Question(
                        unit, from, false, to, false, List.of(change), 1, world, null, false, WorldLimits.COMMAND));
        return Files.readAllLines(world);
    }
}
