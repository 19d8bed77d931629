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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Recomputes every decision from the log and compares it with the outputs. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage: rota audit DOMAIN... [...]%n       rota audit export DOMAIN --out DIR [...]%n       ",
        description = {
            "Recomputes every decision from the log and compares it with the outputs.",
            "Outputs and checkpoints show how far decisions were made; log records beyond that",
            "need a decision are pending.",
            "Exit code 0: verified; 1: diverges, or nothing to compare; 2: wrong use.",
            "Several schedulers are audited one after the other; the exit code is 0 if all are verified.",
            "'audit export' writes the evidence to files; --files verifies them without a cluster.",
            "Records read ahead take at most audit.memory.bytes of memory; the rest is spilled to disk.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  rota audit cores",
            "  rota audit cores jobs chunks shards",
            "  rota audit export cores --out evidence",
            "  rota audit cores --files evidence"
        })
public final class AuditVerb implements Callable<Integer> {

    @Parameters(arity = "1..*", paramLabel = "[export] DOMAIN", description = "The schedulers.")
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

    @Option(names = "--json", description = "Print one JSON object for each scheduler, on a line.")
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
        boolean export = words.get(0).equals("export");
        List<String> names = export ? words.subList(1, words.size()) : words;
        Unusable.ifNegative("--to", to);
        requireAsked(export);
        requireOneDomain(export, names);
        if (metrics != null && Files.isDirectory(metrics)) {
            throw new Unusable("expected --prometheus FILE, but " + metrics + " is a folder");
        }
        if (metrics != null && !Files.isDirectory(metrics.toAbsolutePath().resolveSibling(""))) {
            throw new Unusable("expected --prometheus FILE in a folder that exists, but it is " + metrics);
        }
        @Nullable Path exportTo = export ? target() : null;
        List<ExpectedHead> heads = heads();
        Settings settings = configured.clientSettings();
        List<Domain> domains = Domains.named(names, settings);
        try (PrintWriter out = Lines.out()) {
            if (exportTo != null) {
                try (Audit audit = open(domains.get(0), settings)) {
                    return export(audit, exportTo, out);
                }
            }
            return verify(domains, settings, heads, out);
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

    /** Refuses several domains with an option, or a verb, that concerns one. */
    private void requireOneDomain(boolean export, List<String> names) {
        if (export && names.size() != 1) {
            throw new Unusable("expected 'audit export DOMAIN', but it is 'audit " + String.join(" ", words) + "'");
        }
        requireOneDomain(names, "--unit", unit != null);
        requireOneDomain(names, "--to", to != null);
        requireOneDomain(names, "--expect-head", !expectedHeads.isEmpty());
        requireOneDomain(names, "--files", files != null);
    }

    private static void requireOneDomain(List<String> names, String option, boolean given) {
        if (given && names.size() > 1) {
            throw new Unusable("expected one scheduler with " + option + ", but there are " + String.join(", ", names));
        }
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

    /** Audits the domains one after the other; all must hold. */
    private int verify(List<Domain> domains, Settings settings, List<ExpectedHead> heads, PrintWriter out)
            throws IOException {
        Map<Domain, AuditReport> reports = new LinkedHashMap<>();
        for (Domain domain : domains) {
            AuditReport report;
            try (Audit audit = open(domain, settings);
                    ParallelThreads parallel = ParallelThreads.onAllProcessors();
                    ProgressLine progress = ProgressLine.onTerminal()) {
                report = audit.verify(parallel, new AuditScope(unit, to, heads), progress);
            }
            reports.put(domain, report);
            if (json) {
                AuditJson.print(domain, report, out);
            } else {
                if (domains.size() > 1) {
                    out.println(domain.name() + ":");
                }
                new AuditText(out).print(report, unit);
            }
            out.flush();
        }
        if (metrics != null) {
            AuditMetrics.write(metrics, reports, System.currentTimeMillis());
        }
        return reports.values().stream().allMatch(report -> report.outcome() == AuditReport.Outcome.VERIFIED)
                ? ExitCode.DONE
                : ExitCode.DOES_NOT_HOLD;
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
