package dev.rota.whatif;

import dev.rota.audit.Audit;
import dev.rota.audit.AuditReport;
import dev.rota.audit.AuditScope;
import dev.rota.audit.Replay;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Where the record of a unit is read from. */
public interface Recording {

    /** Returns why the record does not verify, or null if it does. */
    @Nullable
    String objection(String unit, Parallel parallel, WhatIf.Watch watch);

    /** Passes the record of the unit on. */
    void read(String unit, WhatIf whatIf, WhatIf.Watch watch) throws IOException;

    /** Returns a log with its outputs, which an audit holds against it. */
    static Recording ofEvidence(Supplier<Audit> audits, Supplier<Replay> replays) {
        return new Recording() {
            @Override
            public @Nullable String objection(String unit, Parallel parallel, WhatIf.Watch watch) {
                try (Audit audit = audits.get()) {
                    AuditReport report = audit.verify(
                            parallel,
                            new AuditScope(unit, null, List.of()),
                            (done, all) -> progress(watch, "records verified", done, all));
                    return switch (report.outcome()) {
                        case VERIFIED -> null;
                        case NOTHING_COMPARED -> "no output of " + unit + " is there to hold against the log";
                        case NEEDS_NEWER_BUILD -> "the log continues with rules that this build does not know";
                        case DIVERGES -> first(report);
                    };
                }
            }

            @Override
            public void read(String unit, WhatIf whatIf, WhatIf.Watch watch) {
                try (Replay replay = replays.get()) {
                    replay.records(unit, Long.MAX_VALUE, whatIf.record(), new Replay.Watch() {
                        @Override
                        public void progress(long done, long all) {
                            Recording.progress(watch, "records read", done, all);
                        }
                    });
                }
            }
        };
    }

    private static void progress(WhatIf.Watch watch, String stage, long done, long all) {
        if (watch.isCancelled()) {
            throw new CancellationException("the what-if was cancelled");
        }
        watch.progress(stage, done, all);
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
}
