package dev.rota.cores.explain;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.explain.CoreUse.End;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** The path of one claim, from QUEUED to CONCLUDED or DROPPED, as far as its events are kept. */
public final class ClaimPath<T> {
    /** A state of a claim. */
    public enum What {
        WAITS,
        SCHEDULED,
        BACKED
    }

    /**
     * A part of the path.
     *
     * @param to the block after its last one, or -1 if it has not ended
     * @param end how it ended, if that is drawn
     */
    public record Leg(
            What what, long from, long to, @Nullable End end) {}

    private final Function<T, ClaimEvent> value;
    private final List<T> carriers = new ArrayList<>();

    private ClaimPath(Function<T, ClaimEvent> value) {
        this.value = value;
    }

    /**
     * Returns the paths that events contain, in the order in which they began.
     *
     * @param carriers the objects that carry the events, in order
     */
    public static <T> List<ClaimPath<T>> of(List<T> carriers, Function<T, ClaimEvent> value) {
        List<ClaimPath<T>> paths = new ArrayList<>();
        TreeMap<Integer, ClaimPath<T>> current = new TreeMap<>();
        for (T carrier : carriers) {
            ClaimEvent event = value.apply(carrier);
            ClaimPath<T> path = current.get(event.getPara());
            if (path == null || path.isEnded() || event.getKind() == ClaimEventKind.QUEUED) {
                path = new ClaimPath<>(value);
                paths.add(path);
                current.put(event.getPara(), path);
            }
            path.carriers.add(carrier);
        }
        return paths;
    }

    /** Returns the carrier of its last event. */
    public T last() {
        return carriers.get(carriers.size() - 1);
    }

    /** Returns its last event. */
    public ClaimEvent event() {
        return value.apply(last());
    }

    public int para() {
        return event().getPara();
    }

    private ClaimEventKind kind() {
        return event().getKind();
    }

    public boolean isEnded() {
        return kind() == ClaimEventKind.CONCLUDED || kind() == ClaimEventKind.DROPPED;
    }

    public boolean isOnCore() {
        return kind() == ClaimEventKind.SCHEDULED || kind() == ClaimEventKind.BACKED;
    }

    public boolean waits() {
        return !isEnded() && !isOnCore();
    }

    public List<Leg> legs() {
        List<ClaimEvent> events = carriers.stream().map(value).toList();
        List<Leg> legs = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            What what = what(events.get(i).getKind());
            if (what == null) {
                continue;
            }
            boolean isLast = i + 1 == events.size();
            legs.add(new Leg(
                    what,
                    events.get(i).getBlock(),
                    isLast ? -1 : until(what, events.get(i + 1)),
                    isLast ? null : end(events.get(i + 1).getKind())));
        }
        return legs;
    }

    private static @Nullable What what(ClaimEventKind kind) {
        return switch (kind) {
            case SCHEDULED -> What.SCHEDULED;
            case BACKED -> What.BACKED;
            case CONCLUDED, DROPPED -> null;
            case QUEUED, RETURNED, TIMED_OUT, REPINNED -> What.WAITS;
        };
    }

    /**
     * Returns the block after the last one of a leg. A session ends a leg at the end of a block, so the leg includes
     * that block; the start of a block does not.
     */
    private static long until(What what, ClaimEvent next) {
        boolean bySession = (what == What.BACKED && next.getKind() == ClaimEventKind.RETURNED)
                || (what != What.SCHEDULED && next.getKind() == ClaimEventKind.DROPPED);
        return next.getBlock() + (bySession ? 1 : 0);
    }

    private static @Nullable End end(ClaimEventKind kind) {
        return switch (kind) {
            case CONCLUDED -> End.CONCLUDED;
            case TIMED_OUT, DROPPED -> End.TIMED_OUT;
            default -> null;
        };
    }
}
