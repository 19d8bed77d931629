package dev.rota.chunks.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.UnplaceableDataset;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds datasets with a chunk that too few workers can store, and the chunks of them that workers keep. */
final class NaiveUnplaceable {

    /** The version, or the chunk that is too large, that the reason names, by dataset. */
    final SortedMap<String, String> named = new TreeMap<>();

    /** The chunks that each worker keeps, by id bytes in hexadecimal. */
    final SortedMap<String, SortedMap<Integer, NaiveWanted>> kept = new TreeMap<>();

    /** Takes the chunks in global order. */
    NaiveUnplaceable(List<NaiveWanted> wanted, List<NaiveWorker> counting, PlacementPolicy policy) {
        if (counting.size() < policy.getMinReplication()) {
            return;
        }
        List<NaiveWanted> order = new ArrayList<>();
        wanted.stream().filter(chunk -> chunk.minVersion() != null).forEach(order::add);
        wanted.stream().filter(chunk -> chunk.minVersion() == null).forEach(order::add);
        for (NaiveWanted chunk : order) {
            List<NaiveWorker> able = counting.stream()
                    .filter(worker -> NaivePass.qualifies(worker, chunk.minVersion()))
                    .toList();
            long roomy = able.stream()
                    .filter(worker -> capacity(worker, policy).compareTo(size(chunk)) >= 0)
                    .count();
            if (roomy < policy.getMinReplication()) {
                boolean version = able.size() < policy.getMinReplication();
                named.putIfAbsent(
                        chunk.chunk().dataset(),
                        version
                                ? String.valueOf(chunk.minVersion())
                                : chunk.chunk().name());
            }
        }
    }

    boolean has(NaiveWanted chunk) {
        return named.containsKey(chunk.chunk().dataset());
    }

    /** Keeps the chunks that workers hold, in global order, while they have room. */
    void keep(
            List<NaiveWanted> wanted,
            List<NaiveWorker> workers,
            PlacementPolicy policy,
            SortedMap<String, SortedMap<Integer, NaiveChunk>> inForce) {
        for (NaiveWorker worker : workers) {
            SortedMap<Integer, NaiveWanted> own = new TreeMap<>();
            for (NaiveWanted chunk : wanted) {
                boolean held = inForce.getOrDefault(worker.hex, new TreeMap<>())
                        .containsKey(chunk.chunk().number());
                BigInteger then = bytes(own).add(size(chunk));
                if (has(chunk) && held && then.compareTo(capacity(worker, policy)) <= 0) {
                    own.put(chunk.chunk().number(), chunk);
                }
            }
            kept.put(worker.hex, own);
        }
    }

    BigInteger bytesOn(NaiveWorker worker) {
        return bytes(kept.getOrDefault(worker.hex, new TreeMap<>()));
    }

    List<UnplaceableDataset> records(List<NaiveWanted> wanted) {
        List<UnplaceableDataset> records = new ArrayList<>();
        for (String dataset : named.keySet().stream()
                .sorted((one, other) -> Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8)))
                .toList()) {
            List<Integer> numbers = wanted.stream()
                    .filter(chunk -> chunk.chunk().dataset().equals(dataset))
                    .map(chunk -> chunk.chunk().number())
                    .toList();
            long held = numbers.stream()
                    .filter(number -> kept.values().stream().anyMatch(own -> own.containsKey(number)))
                    .count();
            records.add(new UnplaceableDataset(dataset, named.getOrDefault(dataset, ""), (long) numbers.size(), held));
        }
        return records;
    }

    private static BigInteger bytes(SortedMap<Integer, NaiveWanted> own) {
        return own.values().stream().map(NaiveUnplaceable::size).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static BigInteger size(NaiveWanted chunk) {
        return BigInteger.valueOf(chunk.chunk().size());
    }

    private static BigInteger capacity(NaiveWorker worker, PlacementPolicy policy) {
        Long capacity = worker.capacity(policy);
        return capacity == null ? BigInteger.ZERO : BigInteger.valueOf(capacity);
    }
}
