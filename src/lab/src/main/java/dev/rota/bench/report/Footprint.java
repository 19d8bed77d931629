package dev.rota.bench.report;

import java.util.Locale;

/**
 * The bytes of a run on a broker's disk, as the topics compress them. The changelog of a run that takes minutes is not
 * compacted yet.
 */
public record Footprint(long inputs, long log, long outputs, long changelog) {

    public Footprint since(Footprint before) {
        return new Footprint(
                inputs - before.inputs, log - before.log, outputs - before.outputs, changelog - before.changelog);
    }

    /**
     * Prints the size per million events or decisions.
     *
     * @param what the counted things, in the plural
     */
    public void printPerMillion(ReportPrinter report, String what, long count) {
        report.print("  on disk, MiB a million %s: %s", what, mebibytes(1e6 / count));
    }

    /** Prints the total size. */
    public void print(ReportPrinter report) {
        report.print("  on disk, MiB: %s", mebibytes(1));
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
