package dev.rota.chunks.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.catalog.ChunkView;
import dev.rota.engine.PagesIn;
import dev.rota.engine.text.JsonText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Some chunks of a dataset in the order of their ids, from one on, in JSON. It costs as much as it shows. */
public final class ListingPage {

    static final PagesIn FOLDER = new PagesIn("listing");

    /** The name of the page, with a placeholder for a dataset, and maybe a slash and the beginning of an id. */
    public static final String NAME = FOLDER.named("from");

    /** Chunks of the page. */
    static final int CHUNKS_MAX = 50;

    /** A chunk that is listed. */
    private record Listed(int number, long size) {}

    private ListingPage() {}

    static String of(NetworkSnapshot network, String from) {
        String dataset = dataset(network, from);
        byte[] id =
                from.substring(Math.min(from.length(), dataset.length() + 1)).getBytes(UTF_8);
        TreeMap<byte[], Listed> found = new TreeMap<>(Arrays::compareUnsigned);
        for (ChunkView view : network.chunks().views) {
            if (view.dataset().equals(dataset)) {
                add(view, id, found);
            }
        }
        List<Map.Entry<byte[], Listed>> shown =
                found.entrySet().stream().limit(CHUNKS_MAX).toList();
        return JsonText.object(json -> json.field("asOf", network.asOf())
                .field("dataset", dataset)
                .field("more", found.size() > CHUNKS_MAX)
                .list(
                        "chunks",
                        shown,
                        (chunk, each) -> each.field("id", new String(chunk.getKey(), UTF_8))
                                .field("number", chunk.getValue().number())
                                .field("size", chunk.getValue().size())));
    }

    /** One more than are shown, of each view; a dataset has two of them. */
    private static void add(ChunkView view, byte[] from, SortedMap<byte[], Listed> found) {
        int listed = 0;
        for (int row = view.from(from); row < view.rows() && listed <= CHUNKS_MAX; row++) {
            if (view.isListed(row)) {
                listed++;
                found.put(view.id(row), new Listed(view.number(row), view.size(row)));
            }
        }
    }

    /** The dataset with the longest name that an address begins with; empty if there is none. */
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
