package dev.rota.cli.audit;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.findings.ExpectedHead;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.io.ProgressLine;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.machine.ParallelThreads;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recomputes every decision from the log and compares it with the outputs. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage: rota audit DOMAIN [...]%n       rota audit export DOMAIN --out DIR [...]%n       ",
        description = {
            "Recomputes every decision from the log and compares it with the outputs.",
            "Outputs and checkpoints show how far decisions were made; log records beyond are pending.",
            "Exit code 0: verified; 1: diverges, or nothing to compare; 2: wrong use.",
            "'audit export' writes the evidence to files; --files verifies them without a cluster.",
            "Records read ahead take at most audit.memory.bytes of memory; the rest is spilled to disk.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota audit cores",
            "  rota audit export cores --out evidence",
            "  rota audit cores --files evidence"
        })
public final class AuditVerb implements Callable<Integer> {

    @Parameters(arity = "1..2", paramLabel = "[export] DOMAIN", description = "The scheduler.")
    private List<String> words = List.of();

    @Nullable
    @Option(names = "--unit", paramLabel = "U", description = "Only this unit.")
    private String unit;

    @Nullable
    @Option(names = "--to", paramLabel = "OFFSET", description = "Only log records before this offset.")
    private Long to;

    @Option(
            names = "--expect-head",
            paramLabel = "UNIT=HEX[@SEQ]",
            description = {
                "A head of the unit's chain that was noted earlier; the chain must have passed through it.",
                "With @SEQ, it must be the head after the record that emitted SEQ.",
                "HEX is a whole head or its first half. May be repeated."
            })
    private List<String> expectedHeads = List.of();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Nullable
    @Option(names = "--files", paramLabel = "DIR", description = "Verify exported evidence.")
    private Path files;

    @Nullable
    @Option(names = "--out", paramLabel = "DIR", description = "Where 'audit export' writes.")
    private Path folder;

    @Nullable
    @Option(
            names = "--prometheus",
            paramLabel = "FILE",
            description = "Also write the result for the textfile collector of Prometheus' node exporter.")
    private Path metrics;

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
        requireAsked(export);
        if (metrics != null && Files.isDirectory(metrics)) {
            throw new Unusable("expected --prometheus FILE, but " + metrics + " is a folder");
        }
        if (metrics != null && !Files.isDirectory(metrics.toAbsolutePath().resolveSibling(""))) {
            throw new Unusable("expected --prometheus FILE in a folder that exists, but it is " + metrics);
        }
        @Nullable Path exportTo = export ? target() : null;
        List<ExpectedHead> heads = heads();
        Settings settings = configured.clientSettings();
        Domain domain = Domains.named(words.get(words.size() - 1), settings);
        try (Audit audit = open(domain, settings);
                PrintWriter out = Lines.out()) {
            return exportTo != null ? export(audit, exportTo, out) : verify(domain, audit, heads, out);
        }
    }

    private Audit open(Domain domain, Settings settings) {
        if (files != null) {
            return Audit.ofFiles(domain, files, settings);
        }
        Cluster.require(settings, Role.AUDIT, domain);
        return Audit.ofCluster(domain, settings);
    }

    /** Refuses an option without effect, which users would take for applied. */
    private void requireAsked(boolean export) {
        if (!export && folder != null) {
            throw new Unusable("expected --out with 'audit export', not with an audit");
        }
        requireAnAudit(export, "--unit", unit != null);
        requireAnAudit(export, "--to", to != null);
        requireAnAudit(export, "--expect-head", !expectedHeads.isEmpty());
        requireAnAudit(export, "--json", json);
        requireAnAudit(export, "--prometheus", metrics != null);
    }

    private static void requireAnAudit(boolean export, String option, boolean given) {
        if (export && given) {
            throw new Unusable(
                    "expected " + option + " with an audit, not with 'audit export', which exports everything");
        }
    }

    private Path target() {
        if (folder == null) {
            throw new Unusable("expected --out DIR with 'audit export', but it is missing");
        }
        return folder;
    }

    private static int export(Audit audit, Path to, PrintWriter out) {
        out.println(audit.export(to) + " records in " + to);
        return ExitCode.DONE;
    }

    private int verify(Domain domain, Audit audit, List<ExpectedHead> heads, PrintWriter out) throws IOException {
        AuditReport report;
        try (ParallelThreads parallel = ParallelThreads.onAllProcessors();
                ProgressLine progress = ProgressLine.onTerminal()) {
            report = audit.verify(parallel, new AuditScope(unit, to, heads), progress);
        }
        if (metrics != null) {
            AuditMetrics.write(metrics, domain, report, System.currentTimeMillis());
        }
        if (json) {
            AuditJson.print(report, out);
        } else {
            new AuditText(out).print(report, unit);
        }
        return report.outcome() == AuditReport.Outcome.VERIFIED ? ExitCode.DONE : ExitCode.DOES_NOT_HOLD;
    }

    private List<ExpectedHead> heads() {
        List<ExpectedHead> heads = new ArrayList<>();
        for (String text : expectedHeads) {
            ExpectedHead head = ExpectedHead.parse(text);
            if (head == null) {
                throw new Unusable(
                        "expected --expect-head UNIT=HEX[@SEQ] with 64 or 32 hex digits, but it is '" + text + "'");
            }
            if (unit != null && !unit.equals(head.unit())) {
                throw new Unusable("expected --expect-head of the unit '" + unit + "' that --unit names, but it is of '"
                        + head.unit() + "'");
            }
            heads.add(head);
        }
        return heads;
    }
}
