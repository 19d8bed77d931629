package dev.rota.jobs.view;

import dev.rota.jobs.HoldRow;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.view.CohortState.HoldLine;
import java.util.List;

/** Collects the first holds of a cohort. */
final class HoldLines {

    /** The maximum number of listed holds; their total is always shown. */
    static final int MAX = 100;

    private HoldLines() {}

    static List<HoldLine> of(Farm farm) {
        return farm.holds().all().entrySet().stream()
                .limit(MAX)
                .map(hold -> new HoldLine(
                        hold.getKey().kind().name(),
                        hold.getKey().id(),
                        state(hold.getValue()),
                        hold.getValue().getSince()))
                .toList();
    }

    private static String state(HoldRow hold) {
        return hold.getDrained() ? "DRAINED" : hold.getDraining() ? "DRAINING" : "HELD";
    }
}
