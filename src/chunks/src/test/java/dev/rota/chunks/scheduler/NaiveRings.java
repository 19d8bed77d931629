package dev.rota.chunks.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Creates the rings of one pass, each on its first use. */
final class NaiveRings {

    /** A worker's position on a ring. {@code index} is the worker's place in the pass's list. */
    record Place(long position, int index) {

        private static final Comparator<Place> ORDER = ((Comparator<Place>)
                        (one, other) -> Long.compareUnsigned(one.position, other.position))
                .thenComparingInt(Place::index);
    }

    private final List<byte[]> workers;
    private final int rings;
    private final Map<Integer, List<Place>> made = new TreeMap<>();

    /** Takes the workers' id bytes in the order of the pass's list. */
    NaiveRings(List<byte[]> workers, int rings) {
        this.workers = workers;
        this.rings = rings;
    }

    static long position(byte[] worker, int ring) {
        return NaiveSeaHash.hash(numbered(worker, ring));
    }

    static long replica(String dataset, String chunk, int replica) {
        return NaiveSeaHash.hash(numbered((dataset + "/" + chunk).getBytes(UTF_8), replica));
    }

    /** Returns the indexes of the workers in the order in which a replica meets them. */
    List<Integer> walk(long hash) {
        List<Place> ring = made.computeIfAbsent((int) Long.remainderUnsigned(hash, rings), this::ring);
        List<Integer> walk = new ArrayList<>();
        ring.stream()
                .filter(place -> Long.compareUnsigned(place.position, hash) >= 0)
                .forEach(place -> walk.add(place.index));
        ring.stream()
                .filter(place -> Long.compareUnsigned(place.position, hash) < 0)
                .forEach(place -> walk.add(place.index));
        return walk;
    }

    private List<Place> ring(int ring) {
        List<Place> places = new ArrayList<>();
        for (int index = 0; index < workers.size(); index++) {
            places.add(new Place(position(workers.get(index), ring), index));
        }
        places.sort(Place.ORDER);
        return places;
    }

    /** Returns the text with a colon and a number as two bytes, little-endian. */
    private static byte[] numbered(byte[] text, int number) {
        byte[] all = Arrays.copyOf(text, text.length + 3);
        all[text.length] = ':';
        all[text.length + 1] = (byte) number;
        all[text.length + 2] = (byte) (number >> 8);
        return all;
    }
}
