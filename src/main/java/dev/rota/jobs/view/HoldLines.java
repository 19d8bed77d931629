package dev.rota.jobs.view;

import dev.rota.jobs.HoldRow;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.view.CohortState.HoldLine;
import java.util.List;

/** What operators hold in a cohort, the first of it. */
final class HoldLines {

    /** A page shows no more; their number is beside it. */
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
