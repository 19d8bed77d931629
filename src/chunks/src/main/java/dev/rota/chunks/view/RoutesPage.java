package dev.rota.chunks.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.NetworkRoutes;
import dev.rota.chunks.catalog.DatasetSnapshot;
import dev.rota.chunks.placement.AssignmentDigest;
import dev.rota.chunks.routes.RoutesDocument;
import dev.rota.chunks.routes.ServedCopies;
import dev.rota.engine.NotThere;
import dev.rota.engine.text.Printable;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.BitSet;
import java.util.HexFormat;

/**
 * All that readers of a network may use, with which a reader begins before it follows the records. Rendering reads the
 * numbers of all replicas on the thread that renders: the scheduler does not wait for it.
 */
public final class RoutesPage {

    public static final String NAME = "routes.json";

    public static final String PACKED = NAME + ".gz";

    private RoutesPage() {}

    /**
     * Renders the page.
     *
     * @throws NotThere if the policy has no routes
     */
    static NetworkRoutes of(NetworkSnapshot network) {
        RoutesSnapshot served = served(network);
        long[] sizes = sizes(network, served.shown());
        RoutesDocument document = new RoutesDocument(served.shown(), number -> sizes[number]);
        served.workers().forEach(worker -> document.add(worker.worker(), worker.numbers()));
        return document.of(network.network(), served.view());
    }

    private static RoutesSnapshot served(NetworkSnapshot network) {
        RoutesSnapshot served = network.routes();
        if (served == null) {
            throw new NotThere("expected routes of '" + Printable.of(network.network())
                    + "', but its policy has none: set routes to CONFIRMED");
        }
        return served;
    }

    private static long[] sizes(NetworkSnapshot network, BitSet shown) {
        long[] sizes = new long[shown.length()];
        for (DatasetSnapshot view : network.chunks().views) {
            view.find(shown::get, row -> sizes[view.number(row)] = view.size(row));
        }
        return sizes;
    }

    /** Returns an identifier of the page's content, which changes with each view and with the workers in the set. */
    static String tag(NetworkSnapshot network) {
        RoutesSnapshot served = served(network);
        MessageDigest sha256 = AssignmentDigest.sha256();
        sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(served.view()).flip());
        for (ServedCopies worker : served.workers()) {
            byte[] id = worker.worker().text().getBytes(UTF_8);
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(id.length).flip());
            sha256.update(id);
        }
        return HexFormat.of().formatHex(sha256.digest());
    }
}
