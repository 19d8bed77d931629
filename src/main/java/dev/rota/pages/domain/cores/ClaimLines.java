package dev.rota.pages.domain.cores;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.index.Entry;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts claims into lines: those that wait by position, then those on cores, then those that ended, newest first. */
final class ClaimLines {
    private final ChainFacts chain;
    private final StripDrawing drawing;
    private final TreeMap<Integer, JsonNode> queued = new TreeMap<>();
    private final TreeMap<Integer, JsonNode> expected = new TreeMap<>();

    ClaimLines(ChainFacts chain, StripDrawing drawing) {
        this.chain = chain;
        this.drawing = drawing;
        chain.state()
                .path("queue")
                .forEach(claim -> queued.put(claim.path("para").asInt(), claim));
        chain.forecast()
                .path("claims")
                .forEach(claim -> expected.put(claim.path("para").asInt(), claim));
    }

    /** @param most of each sort */
    List<ClaimLine> of(List<Decided> events, int most, boolean withQueue) {
        List<ClaimLane> lanes = ClaimLane.of(events);
        List<ClaimLine> lines = new ArrayList<>(waiting(lanes, most, withQueue));
        lanes.stream()
                .filter(ClaimLane::isOnCore)
                .sorted(Comparator.comparingInt(
                        lane -> lane.value().path("core").asInt()))
                .limit(most)
                .forEach(lane -> lines.add(line(lane)));
        List<ClaimLane> ended = new ArrayList<>(lanes);
        ended.removeIf(lane -> !lane.isEnded());
        ended.sort(Comparator.comparing(lane -> lane.last().entry(), Entry.NEWEST_FIRST));
        ended.stream().limit(most).forEach(lane -> lines.add(line(lane)));
        return lines;
    }

    private List<ClaimLine> waiting(List<ClaimLane> lanes, int most, boolean withQueue) {
        List<ClaimLine> lines = new ArrayList<>();
        TreeSet<Integer> told = new TreeSet<>();
        TreeMap<Long, ClaimLane> inOrder = new TreeMap<>();
        long behind = Integer.MAX_VALUE;
        for (ClaimLane lane : lanes) {
            if (lane.waits()) {
                long position = position(lane.para());
                inOrder.put(position < 0 ? behind++ : position, lane);
            }
        }
        if (withQueue) {
            TreeMap<Integer, ClaimLane> byPara = new TreeMap<>();
            inOrder.values().forEach(lane -> byPara.put(lane.para(), lane));
            for (JsonNode claim : chain.state().path("queue")) {
                int para = claim.path("para").asInt();
                if (lines.size() < most && told.add(para)) {
                    ClaimLane lane = byPara.get(para);
                    lines.add(lane == null ? unseen(claim) : line(lane));
                }
            }
        }
        for (ClaimLane lane : inOrder.values()) {
            if (lines.size() < most && told.add(lane.para())) {
                lines.add(line(lane));
            }
        }
        return lines;
    }

    private long position(int para) {
        @Nullable JsonNode place = queued.get(para);
        if (place == null) {
            place = expected.get(para);
        }
        return place == null ? -1 : place.path("position").asLong();
    }

    /** A claim in the queue whose events are not kept here. */
    private ClaimLine unseen(JsonNode claim) {
        return line(
                claim,
                "waits",
                ChainLinks.NONE,
                drawing.lane("it waits", List.of(new ClaimLane.Leg(ClaimLane.What.WAITS, -1, -1, null))));
    }

    private ClaimLine line(ClaimLane lane) {
        String state = state(lane);
        return line(
                lane.value(),
                state,
                ChainLinks.record("block " + lane.value().path("block").asLong(), lane.last()),
                drawing.lane("para " + lane.para() + " " + state, lane.legs()));
    }

    private ClaimLine line(JsonNode claim, String state, Link event, Strip strip) {
        int para = claim.path("para").asInt();
        boolean waits = state.startsWith("waits");
        long position = waits ? position(para) : -1;
        @Nullable JsonNode outlook = waits ? expected.get(para) : null;
        return new ClaimLine(
                ChainLinks.paraLink(chain.unit(), para),
                ChainLinks.collator(chain.unit(), claim.path("collator").asText("")),
                claim.path("id").isTextual() ? Show.text(claim.path("id").asText()) : "",
                state,
                event,
                position < 0 ? "" : String.valueOf(position),
                claim.path("core").isNumber()
                        ? ChainLinks.core(chain.unit(), claim.path("core").asInt())
                        : ChainLinks.NONE,
                String.valueOf(claim.path("retries").asInt() + 1),
                outlook == null || !outlook.path("expectedBlock").isNumber()
                        ? ""
                        : "block " + outlook.path("expectedBlock").asLong(),
                strip);
    }

    private static String state(ClaimLane lane) {
        return switch (lane.lastKind()) {
            case "QUEUED", "REPINNED" -> "waits";
            case "RETURNED" -> "waits, was not backed";
            case "TIMED_OUT" -> "waits, timed out";
            case "SCHEDULED" -> "scheduled";
            case "BACKED" -> "on its core";
            case "CONCLUDED" -> "concluded";
            default -> "dropped: " + Show.text(lane.value().path("reason").asText());
        };
    }
}
