package dev.rota.bench.report;

import java.util.Locale;

/**
 * What a run left on a broker's disk, in bytes, as the topics compress it. The changelog of a run that takes minutes is not
 * compacted yet.
 */
public record Footprint(long inputs, long log, long outputs, long changelog) {

    public Footprint since(Footprint before) {
        return new Footprint(
                inputs - before.inputs, log - before.log, outputs - before.outputs, changelog - before.changelog);
    }

    /** Says how much a million of what was done takes. */
    public void sayPerMillion(ReportPrinter report, String what, long count) {
        report.say("  on disk, MiB a million %s: %s", what, mebibytes(1e6 / count));
    }

    /** Says how much all of it is. */
    public void say(ReportPrinter report) {
        report.say("  on disk, MiB: %s", mebibytes(1));
    }

    private String mebibytes(double factor) {
        double unit = factor / (1 << 20);
        return String.format(
                Locale.ROOT,
                "inputs %,.0f, log %,.0f, outputs %,.0f, changelog %,.0f before compaction",
                inputs * unit,
                log * unit,
                outputs * unit,
                changelog * unit);
    }
}
