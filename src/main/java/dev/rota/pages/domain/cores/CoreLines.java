package dev.rota.pages.domain.cores;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.domain.cores.Run.End;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts cores into lines. */
final class CoreLines {
    private final ChainFacts chain;
    private final StripDrawing drawing;
    private final SortedMap<Integer, List<Run>> runs;
    private final TreeMap<Integer, JsonNode> outlooks = new TreeMap<>();

    CoreLines(ChainFacts chain, StripDrawing drawing, SortedMap<Integer, List<Run>> runs) {
        this.chain = chain;
        this.drawing = drawing;
        this.runs = runs;
        chain.forecast()
                .path("cores")
                .forEach(core -> outlooks.put(core.path("core").asInt(), core));
    }

    static long count(List<Run> runs, End end) {
        return runs.stream().filter(run -> run.end() == end).count();
    }

    List<CoreLine> of(List<Integer> cores) {
        List<CoreLine> lines = new ArrayList<>();
        cores.forEach(core -> lines.add(line(core)));
        return lines;
    }

    CoreLine line(int core) {
        List<Run> its = runs.getOrDefault(core, List.of());
        JsonNode outlook = outlooks.getOrDefault(core, chain.forecast().path("none"));
        long concluded = count(its, End.CONCLUDED);
        long timedOut = count(its, End.TIMED_OUT);
        long notBacked = count(its, End.NOT_BACKED);
        String label = "core " + core + ": " + concluded + " concluded, " + timedOut + " timed out, " + notBacked
                + " not backed in " + chain.blocks().size() + " blocks";
        return new CoreLine(
                ChainLinks.core(chain.unit(), core),
                drawing.strip(label, its),
                state(outlook),
                para(outlook),
                outlook.path("timeOutAt").isNumber() ? outlook.path("timeOutAt").asText() : "",
                groups(outlook),
                para(outlook.path("nextUpOnAvailable")),
                para(outlook.path("nextUpOnTimeOut")),
                String.valueOf(concluded),
                String.valueOf(timedOut),
                String.valueOf(notBacked),
                timedOut > 0);
    }

    private String state(JsonNode outlook) {
        return switch (outlook.path("state").asText()) {
            case "OCCUPIED" ->
                "occupied, "
                        + Phrases.count(
                                chain.forecast().path("block").asLong()
                                        - outlook.path("occupiedSince").asLong(),
                                "block");
            case "SCHEDULED" -> "scheduled";
            case "FREE" -> "free";
            default -> "";
        };
    }

    private Link para(JsonNode of) {
        return of.path("para").isNumber()
                ? ChainLinks.paraLink(chain.unit(), of.path("para").asInt())
                : ChainLinks.NONE;
    }

    private static String groups(JsonNode outlook) {
        return outlook.path("group").isNumber()
                ? outlook.path("group").asInt() + ", then "
                        + outlook.path("nextGroup").asInt()
                : "";
    }
}
