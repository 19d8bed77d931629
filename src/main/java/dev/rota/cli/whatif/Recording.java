package dev.rota.cli.whatif;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.Replay;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.io.ProgressLine;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.settings.Settings;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import dev.rota.whatif.WhatIf;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the record of a unit is read from. */
interface Recording {

    /** Returns why the record does not verify, or null if it does. */
    @Nullable
    String objection(String unit, Parallel parallel, ProgressLine progress);

    /** Passes the record of the unit on. */
    void read(String unit, WhatIf whatIf, ProgressLine progress) throws IOException;

    static Recording ofCluster(Domain domain, Settings settings) {
        Cluster.require(settings, Role.AUDIT, domain);
        return new Evidence() {
            @Override
            public Audit audit() {
                return Audit.ofCluster(domain, settings);
            }

            @Override
            public Replay replay() {
                return Replay.ofCluster(domain, settings);
            }
        };
    }

    static Recording ofFiles(Domain domain, Settings settings, Path folder) {
        return new Evidence() {
            @Override
            public Audit audit() {
                return Audit.ofFiles(domain, folder, settings);
            }

            @Override
            public Replay replay() {
                return Replay.ofFiles(domain, folder);
            }
        };
    }

    /** Returns a record of lines, whose decisions nobody has published: there is nothing to verify. */
    static Recording ofLines(Domain domain, Path file) {
        return new Recording() {
            @Override
            public @Nullable String objection(String unit, Parallel parallel, ProgressLine progress) {
                return null;
            }

            @Override
            public void read(String unit, WhatIf whatIf, ProgressLine progress) throws IOException {
                WhatIf.Unanswerable[] why = new WhatIf.Unanswerable[1];
                Simulation simulation = new Simulation(domain, whatIf.machine(), record -> {
                    try {
                        whatIf.record().take(record, null);
                    } catch (WhatIf.Unanswerable e) {
                        why[0] = e;
                        throw e;
                    }
                });
                try (BufferedReader lines = Lines.from(file)) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        simulation.line(line);
                    }
                } catch (BadLine e) {
                    throw why[0] != null ? why[0] : new Unusable(file + ": " + e.getMessage());
                }
            }
        };
    }

    /** A log with its outputs. */
    interface Evidence extends Recording {

        Audit audit();

        Replay replay();

        @Override
        default @Nullable String objection(String unit, Parallel parallel, ProgressLine progress) {
            try (Audit audit = audit()) {
                AuditReport report = audit.verify(parallel, new AuditScope(unit, null, List.of()), progress);
                return switch (report.outcome()) {
                    case VERIFIED -> null;
                    case NOTHING_COMPARED -> "no output of " + unit + " is there to hold against the log";
                    case NEEDS_NEWER_BUILD -> "the log continues with rules that this build does not know";
                    case DIVERGES -> first(report);
                };
            }
        }

        private static String first(AuditReport report) {
            return Stream.concat(
                            report.partitions().stream()
                                    .flatMap(findings -> Stream.concat(
                                            findings.divergences().stream(),
                                            findings.units().stream()
                                                    .flatMap(unit -> Stream.ofNullable(unit.divergence())))),
                            report.unattributed().stream())
                    .map(divergence -> divergence.at() + ": " + divergence.what())
                    .findFirst()
                    .orElse("'rota audit' says why");
        }

        @Override
        default void read(String unit, WhatIf whatIf, ProgressLine progress) {
            try (Replay replay = replay()) {
                replay.records(unit, Long.MAX_VALUE, whatIf.record(), new Replay.Watch() {
                    @Override
                    public void progress(long done, long all) {
                        progress.records(done, all);
                    }
                });
            }
        }
    }
}
