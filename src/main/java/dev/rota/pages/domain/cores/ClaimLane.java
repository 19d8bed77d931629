package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.Run.End;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The way of one claim, from QUEUED to CONCLUDED or DROPPED, as far as its events are kept. */
final class ClaimLane {
    /** What a claim does. */
    enum What {
        WAITS,
        SCHEDULED,
        BACKED
    }

    /**
     * A part of the way.
     *
     * @param to the block after its last one; -1 if it goes on
     * @param end how it ended, if that is drawn
     */
    record Leg(What what, long from, long to, @Nullable End end) {}

    private final List<Decided> events = new ArrayList<>();

    private ClaimLane() {}

    /** The ways that events tell of, which are in order; first the one that began first. */
    static List<ClaimLane> of(List<Decided> events) {
        List<ClaimLane> lanes = new ArrayList<>();
        TreeMap<Integer, ClaimLane> current = new TreeMap<>();
        for (Decided event : events) {
            int para = event.as(ClaimEvent.class).getPara();
            ClaimLane lane = current.get(para);
            if (lane == null || lane.isEnded() || kind(event).equals("QUEUED")) {
                lane = new ClaimLane();
                lanes.add(lane);
                current.put(para, lane);
            }
            lane.events.add(event);
        }
        return lanes;
    }

    private static String kind(Decided event) {
        return event.as(ClaimEvent.class).getKind().name();
    }

    private static long block(Decided event) {
        return event.as(ClaimEvent.class).getBlock();
    }

    Decided last() {
        return events.get(events.size() - 1);
    }

    String lastKind() {
        return kind(last());
    }

    int para() {
        return value().getPara();
    }

    ClaimEvent value() {
        return last().as(ClaimEvent.class);
    }

    boolean isEnded() {
        return lastKind().equals("CONCLUDED") || lastKind().equals("DROPPED");
    }

    boolean isOnCore() {
        return lastKind().equals("SCHEDULED") || lastKind().equals("BACKED");
    }

    boolean waits() {
        return !isEnded() && !isOnCore();
    }

    List<Leg> legs() {
        List<Leg> legs = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            What what = what(kind(events.get(i)));
            if (what == null) {
                continue;
            }
            boolean isLast = i + 1 == events.size();
            legs.add(new Leg(
                    what,
                    block(events.get(i)),
                    isLast ? -1 : until(what, events.get(i + 1)),
                    isLast ? null : end(kind(events.get(i + 1)))));
        }
        return legs;
    }

    private static @Nullable What what(String kind) {
        return switch (kind) {
            case "SCHEDULED" -> What.SCHEDULED;
            case "BACKED" -> What.BACKED;
            case "CONCLUDED", "DROPPED" -> null;
            default -> What.WAITS;
        };
    }

    /** What a session ends at the end of a block, lasts through that block; a block's start ends it before. */
    private static long until(What what, Decided next) {
        boolean bySession = (what == What.BACKED && kind(next).equals("RETURNED"))
                || (what != What.SCHEDULED && kind(next).equals("DROPPED"));
        return block(next) + (bySession ? 1 : 0);
    }

    private static @Nullable End end(String kind) {
        return switch (kind) {
            case "CONCLUDED" -> End.CONCLUDED;
            case "TIMED_OUT", "DROPPED" -> End.TIMED_OUT;
            default -> null;
        };
    }
}
