package dev.rota.cli;

import dev.rota.audit.Audit;
import dev.rota.audit.Divergence;
import dev.rota.audit.Findings;
import dev.rota.audit.UnitFindings;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.ParallelThreads;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes every decision again, and holds the outputs against it. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage: rota audit DOMAIN [...]%n       rota audit export DOMAIN --out DIR [...]%n       ",
        description = {
            "Takes every decision again from the log and compares outputs and checkpoints,",
            "unit by unit, up to what the scheduler had committed; exit code 1 on a divergence.",
            "'audit export' writes the evidence to files; --files verifies them without a cluster.",
            "The cluster is that of 'dev' unless --config or --set says otherwise."
        })
final class AuditVerb implements Callable<Integer> {

    @Parameters(arity = "1..2", paramLabel = "[export] DOMAIN", description = "The scheduler.")
    private List<String> words = List.of();

    @Nullable
    @Option(names = "--unit", paramLabel = "U", description = "Only this unit.")
    private String unit;

    @Nullable
    @Option(names = "--to", paramLabel = "OFFSET", description = "Only log records before this offset.")
    private Long to;

    @Nullable
    @Option(names = "--files", paramLabel = "DIR", description = "Verify exported evidence.")
    private Path files;

    @Nullable
    @Option(names = "--out", paramLabel = "DIR", description = "Where 'audit export' writes.")
    private Path folder;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException {
        boolean export = words.size() == 2 && words.get(0).equals("export");
        if (words.size() == 2 && !export) {
            throw new Unusable("expected 'audit DOMAIN' or 'audit export DOMAIN', but it is 'audit "
                    + String.join(" ", words) + "'");
        }
        Unusable.ifNegative("--to", to);
        Settings settings = configured.clientSettings();
        Domain domain = Domains.named(words.get(words.size() - 1), settings);
        try (Audit audit = open(domain, settings);
                PrintWriter out = Lines.out()) {
            return export ? export(audit, out) : verify(audit, out);
        }
    }

    private Audit open(Domain domain, Settings settings) {
        if (files != null) {
            return Audit.ofFiles(domain, files);
        }
        Cluster.of(settings).close();
        return Audit.ofCluster(domain, settings);
    }

    private int export(Audit audit, PrintWriter out) throws IOException {
        if (folder == null) {
            throw new Unusable("expected --out DIR with 'audit export', but it is not there");
        }
        out.println(audit.export(folder) + " records in " + folder);
        return Main.DONE;
    }

    private int verify(Audit audit, PrintWriter out) {
        try (ParallelThreads parallel = ParallelThreads.onAllProcessors()) {
            AtomicBoolean whole = new AtomicBoolean(true);
            boolean holds = audit.verify(parallel, unit, to, findings -> {
                whole.compareAndSet(true, findings.notCompared().isEmpty());
                print(findings, out);
                out.flush();
            });
            if (unit == null) {
                holds &= audit.strangers(stranger -> print("", stranger, out)) == 0;
            }
            out.println(
                    !holds
                            ? "The evidence does not hold."
                            : whole.get()
                                    ? "Every decision is right."
                                    : "Every decision that is left to compare is right.");
            return holds ? Main.DONE : Main.DOES_NOT_HOLD;
        }
    }

    private static void print(Findings findings, PrintWriter out) {
        out.printf(
                "partition %d: %s%s%s%n",
                findings.partition(),
                findings.to() == findings.from()
                        ? "nothing to take again"
                        : "log offsets " + findings.from() + " to " + (findings.to() - 1) + " taken again",
                findings.pending() == 0 ? "" : ", " + findings.pending() + " pending",
                findings.duplicates() == 0 ? "" : ", " + findings.duplicates() + " repetitions of intake dropped");
        if (findings.sourcesCompared() + findings.sourcesGone() > 0) {
            out.printf(
                    "  %d records compared with their inputs, %d inputs are no longer there%n",
                    findings.sourcesCompared(), findings.sourcesGone());
        }
        findings.notCompared().forEach(gone -> out.println("  not compared: " + gone));
        for (UnitFindings unit : findings.units()) {
            Divergence divergence = unit.divergence();
            out.printf(
                    "  %s: %d log records, %d decisions, %d checkpoints%s; chain %s: %s%n",
                    unit.unit().isEmpty() ? "(no unit)" : unit.unit(),
                    unit.records(),
                    unit.decisions(),
                    unit.checkpoints(),
                    unit.notComparedDecisions() == 0 ? "" : ", " + unit.notComparedDecisions() + " not compared",
                    unit.chain(),
                    divergence == null ? "verified" : "DIVERGES");
            if (divergence != null) {
                print("    ", divergence, out);
            }
        }
        findings.divergences().forEach(divergence -> print("  ", divergence, out));
        if (findings.moreDivergences() > 0) {
            out.println("  and " + findings.moreDivergences() + " more");
        }
    }

    private static void print(String indent, Divergence divergence, PrintWriter out) {
        out.println(indent + divergence.at() + ": " + divergence.what());
        if (divergence.there() != null) {
            out.println(indent + "  there:    " + divergence.there());
        }
        if (divergence.expected() != null) {
            out.println(indent + "  expected: " + divergence.expected());
        }
    }
}
