package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.explain.ClaimPath;
import dev.rota.cores.view.ChainState;
import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Formats claims as lines of a table: waiting ones by position, then claims on cores, then ended ones, newest first.
 */
final class ClaimLines {

    /** The number of events of claims that a table is made of. */
    static final int EVENTS = 400;

    private static final int CLAIMS = 40;

    private final ChainFacts chain;
    private final StripDrawing drawing;
    private final TreeMap<Integer, ChainState.Place> queued = new TreeMap<>();
    private final TreeMap<Integer, ClaimOutlook> expected = new TreeMap<>();

    ClaimLines(ChainFacts chain, StripDrawing drawing) {
        this.chain = chain;
        this.drawing = drawing;
        chain.state().queue().forEach(claim -> queued.put(claim.para(), claim));
        chain.forecast().getClaims().forEach(claim -> expected.put(claim.getPara(), claim));
    }

    /** @param most the number of claims of each sort */
    List<ClaimLine> of(List<Decided> events, int most, boolean withQueue) {
        List<ClaimPath<Decided>> lanes = ClaimPath.of(events, event -> event.as(ClaimEvent.class));
        List<ClaimLine> lines = new ArrayList<>(waiting(lanes, most, withQueue));
        lanes.stream()
                .filter(ClaimPath::isOnCore)
                .sorted(Comparator.comparingInt(
                        lane -> Objects.requireNonNullElse(lane.event().getCore(), -1)))
                .limit(most)
                .forEach(lane -> lines.add(line(lane)));
        List<ClaimPath<Decided>> ended = new ArrayList<>(lanes);
        ended.removeIf(lane -> !lane.isEnded());
        ended.sort(Comparator.comparing(lane -> lane.last().entry(), Entry.NEWEST_FIRST));
        ended.stream().limit(most).forEach(lane -> lines.add(line(lane)));
        return lines;
    }

    private List<ClaimLine> waiting(List<ClaimPath<Decided>> lanes, int most, boolean withQueue) {
        List<ClaimLine> lines = new ArrayList<>();
        TreeSet<Integer> told = new TreeSet<>();
        TreeMap<Long, ClaimPath<Decided>> inOrder = new TreeMap<>();
        long behind = Integer.MAX_VALUE;
        for (ClaimPath<Decided> lane : lanes) {
            if (lane.waits()) {
                long position = position(lane.para());
                inOrder.put(position < 0 ? behind++ : position, lane);
            }
        }
        if (withQueue) {
            TreeMap<Integer, ClaimPath<Decided>> byPara = new TreeMap<>();
            inOrder.values().forEach(lane -> byPara.put(lane.para(), lane));
            for (ChainState.Place claim : chain.state().queue()) {
                int para = claim.para();
                if (lines.size() < most && told.add(para)) {
                    ClaimPath<Decided> lane = byPara.get(para);
                    lines.add(lane == null ? unseen(claim) : line(lane));
                }
            }
        }
        for (ClaimPath<Decided> lane : inOrder.values()) {
            if (lines.size() < most && told.add(lane.para())) {
                lines.add(line(lane));
            }
        }
        return lines;
    }

    private long position(int para) {
        ChainState.Place place = queued.get(para);
        if (place != null) {
            return place.position();
        }
        ClaimOutlook outlook = expected.get(para);
        return outlook == null ? -1 : outlook.getPosition();
    }

    /** Returns the line of a queued claim whose events are not cached. */
    private ClaimLine unseen(ChainState.Place claim) {
        return line(
                claim.para(),
                claim.collator(),
                claim.id(),
                claim.core(),
                claim.retries(),
                "waits",
                Link.NONE,
                drawing.lane("it waits", List.of(new ClaimPath.Leg(ClaimPath.What.WAITS, -1, -1, null))));
    }

    private ClaimLine line(ClaimPath<Decided> lane) {
        String state = state(lane);
        ClaimEvent claim = lane.event();
        return line(
                claim.getPara(),
                claim.getCollator(),
                claim.getId(),
                claim.getCore(),
                claim.getRetries(),
                state,
                Links.record("block " + claim.getBlock(), lane.last()),
                drawing.lane("para " + lane.para() + " " + state, lane.legs()));
    }

    private ClaimLine line(
            int para,
            String collator,
            @Nullable String id,
            @Nullable Integer core,
            int retries,
            String state,
            Link event,
            Strip strip) {
        boolean waits = state.startsWith("waits");
        long position = waits ? position(para) : -1;
        @Nullable ClaimOutlook outlook = waits ? expected.get(para) : null;
        return new ClaimLine(
                chain.links().to("para", para),
                chain.links().to("collator", collator),
                id == null ? "" : Show.text(id),
                state,
                event,
                position < 0 ? "" : String.valueOf(position),
                core == null ? Link.NONE : chain.links().to("core", core),
                String.valueOf(retries + 1),
                outlook == null || outlook.getExpectedBlock() == null ? "" : "block " + outlook.getExpectedBlock(),
                strip);
    }

    private static String state(ClaimPath<Decided> lane) {
        return switch (lane.event().getKind()) {
            case QUEUED, REPINNED -> "waits";
            case RETURNED -> "waits, was not backed";
            case TIMED_OUT -> "waits, timed out";
            case SCHEDULED -> "scheduled";
            case BACKED -> "on its core";
            case CONCLUDED -> "concluded";
            case DROPPED -> "dropped: " + Show.text(lane.event().getReason());
        };
    }

    /** Returns the claims that some events are about. */
    ClaimTable table(EntryFilter about) {
        List<ClaimLine> lines = of(chain.claimEvents(about, EVENTS), CLAIMS, false);
        return new ClaimTable(
                lines.isEmpty() ? "No claim is among the decisions that are kept here." : "Claims by block",
                drawing.axis(),
                lines);
    }
}
