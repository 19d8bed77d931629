package dev.rota.chunks.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.engine.PagesIn;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Consecutive chunks of a dataset in the order of their ids, in JSON. Its cost depends on the chunks that it lists
 * only.
 */
public record ListingPage(long asOf, String dataset, boolean more, List<Listed> chunks) {

    static final PagesIn FOLDER = new PagesIn("listing");

    /**
     * The name of the page, with a placeholder for a dataset, optionally followed by a slash and the beginning of an
     * id.
     */
    public static final String NAME = FOLDER.named("from");

    /** The number of chunks of the page. */
    static final int CHUNKS_MAX = 50;

    /** A chunk that is listed. */
    public record Listed(String id, int number, long size) {}

    static ListingPage of(NetworkSnapshot network, String from) {
        String dataset = dataset(network, from);
        byte[] id =
                from.substring(Math.min(from.length(), dataset.length() + 1)).getBytes(UTF_8);
        TreeMap<byte[], Listed> found = new TreeMap<>(Arrays::compareUnsigned);
        for (DatasetSnapshot view : network.chunks().views) {
            if (view.dataset().equals(dataset)) {
                add(view, id, found);
            }
        }
        return new ListingPage(
                network.asOf(),
                dataset,
                found.size() > CHUNKS_MAX,
                found.values().stream().limit(CHUNKS_MAX).toList());
    }

    /** Adds the chunks of a view, one more than are shown; a dataset has two views. */
    private static void add(DatasetSnapshot view, byte[] from, SortedMap<byte[], Listed> found) {
        int listed = 0;
        for (int row = view.from(from); row < view.rows() && listed <= CHUNKS_MAX; row++) {
            if (view.isListed(row)) {
                listed++;
                byte[] id = view.id(row);
                found.put(id, new Listed(new String(id, UTF_8), view.number(row), view.size(row)));
            }
        }
    }

    /** Returns the longest name of a dataset with which an address begins; empty if there is none. */
    private static String dataset(NetworkSnapshot network, String address) {
        String longest = "";
        for (NetworkSnapshot.DatasetTotal dataset : network.datasets()) {
            String name = dataset.name();
            boolean begins = address.equals(name) || address.startsWith(name + "/");
            if (begins && name.length() > longest.length()) {
                longest = name;
            }
        }
        return longest;
    }
}
