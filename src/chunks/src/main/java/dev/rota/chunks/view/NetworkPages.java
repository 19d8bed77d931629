package dev.rota.chunks.view;

import dev.rota.chunks.epoch.Network;
import dev.rota.engine.Nullable;
import dev.rota.engine.PageSnapshot;

/** Renders the pages of a network as of one log position. */
public final class NetworkPages implements PageSnapshot {

    /** The page of the policy in force, in the plain JSON in which producers write it. */
    public static final String POLICY = "policy.json";

    private final NetworkSnapshot network;

    private NetworkPages(NetworkSnapshot network) {
        this.network = network;
    }

    /** Takes the snapshot of a network. */
    public static NetworkPages of(Network network, String unit, long now) {
        return new NetworkPages(NetworkSnapshot.of(network, unit, now));
    }

    @Override
    public Object content(String page) {
        return switch (page) {
            case StatusPage.NAME -> StatusPage.of(network);
            case MetricsPage.NAME -> MetricsPage.of(network);
            case NetworkState.NAME -> NetworkReading.of(network);
            case POLICY -> network.policy();
            case RoutesPage.NAME -> RoutesPage.of(network);
            default -> of(page);
        };
    }

    /** Returns the page of a chunk, a dataset or a worker. */
    private Object of(String page) {
        String chunk = ChunkPage.FOLDER.subject(page);
        if (chunk != null) {
            return ChunkPage.of(network, chunk);
        }
        String from = ListingPage.FOLDER.subject(page);
        if (from != null) {
            return ListingPage.of(network, from);
        }
        String dataset = DatasetPage.FOLDER.subject(page);
        if (dataset != null) {
            return DatasetPage.of(network, dataset);
        }
        String worker = WorkerPage.FOLDER.subject(page);
        if (worker == null) {
            throw new IllegalArgumentException("expected a page of chunks, but there is none named " + page);
        }
        return WorkerPage.of(network, worker);
    }

    @Override
    public @Nullable String tag(String page) {
        if (page.equals(RoutesPage.NAME)) {
            return RoutesPage.tag(network);
        }
        String worker = WorkerPage.FOLDER.subject(page);
        return worker == null ? null : WorkerPage.tag(network, worker);
    }
}
