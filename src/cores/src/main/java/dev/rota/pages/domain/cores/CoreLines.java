package dev.rota.pages.domain.cores;

import dev.rota.cores.CoreOutlook;
import dev.rota.cores.NextUp;
import dev.rota.cores.explain.CoreUse;
import dev.rota.cores.explain.CoreUse.End;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Formats cores as lines of a table. */
final class CoreLines {
    private final ChainFacts chain;
    private final StripDrawing drawing;
    private final SortedMap<Integer, List<CoreUse<Decided>>> runs;
    private final TreeMap<Integer, CoreOutlook> outlooks = new TreeMap<>();

    CoreLines(ChainFacts chain, StripDrawing drawing, SortedMap<Integer, List<CoreUse<Decided>>> runs) {
        this.chain = chain;
        this.drawing = drawing;
        this.runs = runs;
        chain.forecast().getCores().forEach(core -> outlooks.put(core.getCore(), core));
    }

    static long count(List<CoreUse<Decided>> runs, End end) {
        return runs.stream().filter(run -> run.end() == end).count();
    }

    List<CoreLine> of(List<Integer> cores) {
        List<CoreLine> lines = new ArrayList<>();
        cores.forEach(core -> lines.add(line(core)));
        return lines;
    }

    CoreLine line(int core) {
        List<CoreUse<Decided>> uses = runs.getOrDefault(core, List.of());
        CoreOutlook outlook = outlooks.get(core);
        long concluded = count(uses, End.CONCLUDED);
        long timedOut = count(uses, End.TIMED_OUT);
        long notBacked = count(uses, End.NOT_BACKED);
        String label = "core " + core + ": " + concluded + " concluded, " + timedOut + " timed out, " + notBacked
                + " not backed in " + chain.blocks().size() + " blocks";
        return new CoreLine(
                chain.links().to("core", core),
                drawing.strip(label, uses),
                outlook == null ? "" : state(outlook),
                outlook == null ? Link.NONE : para(outlook.getPara()),
                outlook == null || outlook.getTimeOutAt() == null
                        ? ""
                        : outlook.getTimeOutAt().toString(),
                outlook == null ? "" : groups(outlook),
                outlook == null ? Link.NONE : next(outlook.getNextUpOnAvailable()),
                outlook == null ? Link.NONE : next(outlook.getNextUpOnTimeOut()),
                String.valueOf(concluded),
                String.valueOf(timedOut),
                String.valueOf(notBacked),
                timedOut > 0);
    }

    private String state(CoreOutlook outlook) {
        return switch (outlook.getState()) {
            case OCCUPIED ->
                "occupied, "
                        + Phrases.count(
                                chain.forecast().getBlock() - Objects.requireNonNull(outlook.getOccupiedSince()),
                                "block");
            case SCHEDULED -> "scheduled";
            case FREE -> "free";
        };
    }

    private Link para(@Nullable Integer para) {
        return para == null ? Link.NONE : chain.links().to("para", para);
    }

    private Link next(@Nullable NextUp next) {
        return para(next == null ? null : next.getPara());
    }

    private static String groups(CoreOutlook outlook) {
        return outlook.getGroup() == null ? "" : outlook.getGroup() + ", then " + outlook.getNextGroup();
    }
}
