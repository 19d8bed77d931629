package dev.rota.chunks.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.chunks.placement.AssignmentDigest;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.Bytes;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.PagesIn;
import dev.rota.engine.text.Printable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The chunks that a worker has to store, with everything it needs to fetch them: for workers without Kafka.
 *
 * @param assignmentStatus the worker's status, or null if it has left the set
 * @param chunks the chunks in the order of numbers, without removed ones
 * @param removed the numbers of the chunks that have been removed since the epoch
 */
public record WorkerPage(
        String network,
        long epoch,
        String worker,
        String status,
        @Nullable String assignmentStatus,
        long effectiveFrom,
        String digest,
        long chunkCount,
        long bytes,
        List<Chunk> chunks,
        List<Integer> removed) {

    static final PagesIn FOLDER = new PagesIn("workers");

    /** The name of the page, with a placeholder for the worker. */
    public static final String NAME = FOLDER.named("worker");

    public static final String PACKED = NAME + ".gz";

    public static final String PACKED_TYPE = "application/gzip";

    /** A chunk to store. */
    public record Chunk(int number, String dataset, String id, long size) {}

    /**
     * Renders a page.
     *
     * @throws NotThere if the worker has no share of the assignment in force
     */
    static WorkerPage of(NetworkSnapshot network, String worker) {
        NetworkSnapshot.ShareTotal share = share(network, worker);
        int[] numbers = PackedNumbers.of(share.rows());
        return of(network, share, numbers, chunks(network, numbers));
    }

    private static NetworkSnapshot.ShareTotal share(NetworkSnapshot network, String worker) {
        return network.shares().stream()
                .filter(share -> share.worker().equals(worker))
                .findFirst()
                .orElseThrow(() -> new NotThere("expected a worker that the assignment in force of '"
                        + Printable.of(network.network()) + "' has, but '" + Printable.of(worker) + "' has none"));
    }

    /**
     * Returns an identifier of the page's content. The number of a chunk identifies everything that the page contains
     * about the chunk.
     */
    static String tag(NetworkSnapshot network, String worker) {
        NetworkSnapshot.ShareTotal share = share(network, worker);
        // the digest identifies the numbers
        WorkerPage head = of(network, share, PackedNumbers.of(share.rows()), List.of());
        return HexFormat.of()
                .formatHex(AssignmentDigest.sha256().digest(head.toString().getBytes(UTF_8)));
    }

    private static WorkerPage of(
            NetworkSnapshot network, NetworkSnapshot.ShareTotal share, int[] numbers, List<Chunk> chunks) {
        NetworkSnapshot.WorkerView known = network.workers().stream()
                .filter(worker -> worker.id().equals(share.worker()))
                .findFirst()
                .orElse(null);
        return new WorkerPage(
                network.network(),
                network.row().getPublished(),
                share.worker(),
                known == null ? "GONE" : known.status().name(),
                known == null ? null : known.inAssignment().name(),
                network.row().getEffectiveFrom(),
                HexFormat.of().formatHex(Bytes.of(share.rows().get(0).getDigest())),
                share.chunks(),
                share.bytes(),
                chunks,
                Arrays.stream(network.chunks().removed(numbers)).boxed().toList());
    }

    private static List<Chunk> chunks(NetworkSnapshot network, int[] numbers) {
        BitSet wanted = new BitSet();
        for (int number : numbers) {
            wanted.set(number);
        }
        @Nullable Chunk[] chunks = new Chunk[numbers.length];
        for (DatasetSnapshot view : network.chunks().views) {
            view.find(
                    wanted::get,
                    row -> chunks[Arrays.binarySearch(numbers, view.number(row))] = new Chunk(
                            view.number(row), view.dataset(), new String(view.id(row), UTF_8), view.size(row)));
        }
        return Stream.of(chunks).filter(Objects::nonNull).toList();
    }
}
