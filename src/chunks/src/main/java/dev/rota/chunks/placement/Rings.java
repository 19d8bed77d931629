package dev.rota.chunks.placement;

import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All rings of one pass. They are kept from epoch to epoch: workers that left are removed, workers that joined are
 * merged in. A worker is identified by its slot, which does not change while it stays.
 *
 * <p>A moved ring equals a newly drawn one: a worker's position is a hash of its id and the ring's number alone, so
 * the others' positions do not change, and merging two sorted lists gives the sorted union. The one exception are
 * workers with equal positions, whose order on a new ring is the order of {@code workers}, so if any ring has such a
 * tie, before or after, all rings are drawn again. Slots may differ from those of newly drawn rings, but a slot only
 * identifies a worker; no decision depends on its value.
 */
public final class Rings {

    /** The part of the workers, one in this number, beyond which new workers make drawing all rings again cheaper. */
    private static final int PART_JOINED_MAX = 8;

    /**
     * The number of new workers beyond which looking up all first stops is cheaper than checking which ones are still
     * valid.
     */
    private static final int JOINED_CARRIED_MAX = 8;

    private final SortedMap<WorkerId, Character> slots;
    private final Ring[] rings;
    private final boolean tied;

    private Rings(SortedMap<WorkerId, Character> slots, Ring[] rings) {
        this.slots = slots;
        this.rings = rings;
        this.tied = Arrays.stream(rings).anyMatch(Ring::isTied);
    }

    /** Draws the rings of workers, given in the order that breaks ties. */
    static Rings of(List<WorkerId> workers, int count, Parallel parallel) {
        SortedMap<WorkerId, Character> slots = new TreeMap<>();
        workers.forEach(worker -> slots.put(worker, (char) slots.size()));
        return new Rings(slots, draw(workers, slots, count, parallel));
    }

    private static Ring[] draw(List<WorkerId> workers, Map<WorkerId, Character> slots, int count, Parallel parallel) {
        int length = workers.size();
        char[] workerSlots = new char[length];
        NumberedHash[] hashes = new NumberedHash[length];
        for (int i = 0; i < length; i++) {
            workerSlots[i] = Objects.requireNonNull(slots.get(workers.get(i)));
            hashes[i] = new NumberedHash();
            hashes[i].text(workers.get(i).bytes());
        }
        Ring[] rings = new Ring[count];
        parallel.run(count, ring -> {
            long[] positions = new long[length];
            for (int i = 0; i < length; i++) {
                positions[i] = hashes[i].of(ring);
            }
            rings[ring] = Ring.of(positions, workerSlots);
        });
        return rings;
    }

    /**
     * Returns the rings for the workers of the next epoch, and which first stops are still valid.
     *
     * @param workers the workers in the order that breaks ties
     */
    Move to(List<WorkerId> workers, int count, Parallel parallel) {
        List<WorkerId> joined = new ArrayList<>();
        SortedMap<WorkerId, Character> leaving = new TreeMap<>(slots);
        for (WorkerId worker : workers) {
            if (leaving.remove(worker) == null) {
                joined.add(worker);
            }
        }
        if (count != rings.length || tied || joined.size() * PART_JOINED_MAX > slots.size()) {
            return new Move(of(workers, count, parallel), null);
        }
        if (joined.isEmpty() && leaving.isEmpty()) {
            return new Move(this, RingChanges.NONE);
        }
        boolean[] left = new boolean[slots()];
        leaving.values().forEach(slot -> left[slot] = true);
        SortedMap<WorkerId, Character> staying = new TreeMap<>(slots);
        staying.keySet().removeAll(leaving.keySet());
        Ring[] joinedRings = draw(joined, give(joined, staying), count, parallel);
        Ring[] merged = new Ring[count];
        parallel.run(count, ring -> merged[ring] = rings[ring].with(joinedRings[ring], left));
        Rings moved = new Rings(staying, merged);
        if (moved.tied) {
            return new Move(of(workers, count, parallel), null);
        }
        return new Move(
                moved, joined.size() > JOINED_CARRIED_MAX ? null : RingChanges.of(left, joinedRings, merged, parallel));
    }

    /** Assigns the lowest free slots to workers. */
    private static SortedMap<WorkerId, Character> give(List<WorkerId> joined, SortedMap<WorkerId, Character> slots) {
        BitSet used = new BitSet();
        slots.values().forEach(used::set);
        for (WorkerId worker : joined) {
            int slot = used.nextClearBit(0);
            used.set(slot);
            slots.put(worker, (char) slot);
        }
        return slots;
    }

    /**
     * The next epoch's rings.
     *
     * @param carried determines which first stops are still valid, or null if none are
     */
    record Move(Rings rings, @Nullable RingChanges carried) {}

    public int count() {
        return rings.length;
    }

    Ring ring(int number) {
        return rings[number];
    }

    /** Returns one more than the greatest slot in use. */
    int slots() {
        return slots.values().stream().mapToInt(slot -> slot + 1).max().orElse(0);
    }

    public char slot(WorkerId worker) {
        return Objects.requireNonNull(slots.get(worker));
    }
}
