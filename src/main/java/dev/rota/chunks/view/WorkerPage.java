package dev.rota.chunks.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.catalog.ChunkView;
import dev.rota.chunks.placement.PackedNumbers;
import dev.rota.engine.Bytes;
import dev.rota.engine.NotThere;
import dev.rota.engine.PagesIn;
import dev.rota.engine.text.JsonText;
import dev.rota.engine.text.Printable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;

/** What a worker shall store, in JSON, with all that it needs to fetch it: for workers without Kafka. */
public final class WorkerPage {

    static final PagesIn FOLDER = new PagesIn("workers");

    /** The name of the page, with a placeholder for the worker. */
    public static final String NAME = FOLDER.named("worker");

    public static final String PACKED = NAME + ".gz";

    public static final String PACKED_TYPE = "application/gzip";

    private final NetworkSnapshot network;
    private final NetworkSnapshot.ShareTotal share;
    private final int[] numbers;

    /** Those of the numbers whose chunks have been removed since the epoch. */
    private final int[] removed;

    private WorkerPage(NetworkSnapshot network, NetworkSnapshot.ShareTotal share) {
        this.network = network;
        this.share = share;
        this.numbers = PackedNumbers.of(share.rows());
        this.removed = network.chunks().removed(numbers);
    }

    /** @throws NotThere if the worker has no share of the assignment in force */
    static WorkerPage of(NetworkSnapshot network, String worker) {
        return network.shares().stream()
                .filter(share -> share.worker().equals(worker))
                .findFirst()
                .map(share -> new WorkerPage(network, share))
                .orElseThrow(() -> new NotThere("expected a worker that the assignment in force of '"
                        + Printable.of(network.network()) + "' has, but '" + Printable.of(worker) + "' has none"));
    }

    /** Identifies the page's content: a chunk's number stands for all that the page says of the chunk. */
    String tag() {
        MessageDigest sha256;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("expected SHA-256, which each Java has, but it is not there", e);
        }
        sha256.update(head().getBytes(UTF_8));
        sha256.update(Arrays.toString(removed).getBytes(UTF_8));
        return HexFormat.of().formatHex(sha256.digest());
    }

    private String head() {
        NetworkSnapshot.WorkerView known = network.workers().stream()
                .filter(worker -> worker.id().equals(share.worker()))
                .findFirst()
                .orElse(null);
        return "{\"network\": " + JsonText.quoted(network.network())
                + ", \"epoch\": " + network.row().getPublished()
                + ", \"worker\": " + JsonText.quoted(share.worker())
                + ", \"status\": "
                + JsonText.quoted(known == null ? "GONE" : known.status().name())
                + ", \"assignmentStatus\": "
                + (known == null ? "null" : JsonText.quoted(known.inAssignment().name()))
                + ", \"effectiveFrom\": " + network.row().getEffectiveFrom()
                + ", \"digest\": "
                + JsonText.quoted(
                        HexFormat.of().formatHex(Bytes.of(share.rows().get(0).getDigest())))
                + ", \"chunkCount\": " + share.chunks()
                + ", \"bytes\": " + share.bytes();
    }

    String json() {
        StringBuilder json = new StringBuilder(head()).append(",\n\"chunks\": [");
        String separator = "\n";
        for (String chunk : chunks()) {
            if (!chunk.isEmpty()) {
                json.append(separator).append(chunk);
                separator = ",\n";
            }
        }
        return json.append("],\n\"removed\": ")
                .append(Arrays.toString(removed))
                .append("}\n")
                .toString();
    }

    /** The chunks in JSON, in the order of numbers; empty for those that were removed. */
    private String[] chunks() {
        BitSet wanted = new BitSet();
        for (int number : numbers) {
            wanted.set(number);
        }
        String[] chunks = new String[numbers.length];
        Arrays.fill(chunks, "");
        for (ChunkView view : network.chunks().views) {
            String dataset = JsonText.quoted(view.dataset());
            view.find(
                    wanted::get,
                    row -> chunks[Arrays.binarySearch(numbers, view.number(row))] = chunk(view, row, dataset));
        }
        return chunks;
    }

    private static String chunk(ChunkView view, int row, String dataset) {
        return "{\"number\": " + view.number(row)
                + ", \"dataset\": " + dataset
                + ", \"id\": " + JsonText.quoted(new String(view.id(row), UTF_8))
                + ", \"size\": " + view.size(row) + "}";
    }
}
