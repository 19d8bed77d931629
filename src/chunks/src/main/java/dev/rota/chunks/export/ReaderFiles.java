package dev.rota.chunks.export;

import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.CurrentFiles;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.NetworkAssignment;
import dev.rota.chunks.NetworkRoutes;
import dev.rota.chunks.PlacedChunk;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.WorkerStatus;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.chunks.routes.RoutesDocument;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.OutputRecords.OutputRecord;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The documents of a network for programs that read files: its assignment in force, its routes, and a pointer to both.
 * They are made from the outputs alone, by the rules for readers. A document under a name never changes.
 */
public final class ReaderFiles {

    /** The name of the pointer, which is written last. */
    private static final String POINTER = "current.json";

    private final String network;

    private final SortedMap<Integer, Long> epochsRead = new TreeMap<>();
    private final SortedMap<Integer, Long> statusesRead = new TreeMap<>();
    private final SortedMap<Integer, Long> routesRead = new TreeMap<>();

    /** The spelling of the id of each worker in the set. */
    private final TreeMap<WorkerId, String> workers = new TreeMap<>();

    private final FollowedRoutes routes = new FollowedRoutes();
    private long epoch;

    /** The assignment of {@link #exported}, until it has been handed out. */
    private @Nullable NetworkAssignment fresh;

    private long exported;
    private PlacedSizes sizes = new PlacedSizes();
    private long documented;
    private String digest = "";

    public ReaderFiles(String network) {
        this.network = network;
    }

    /**
     * Reads on in the outputs. Returns the documents that are new, by the names of their files and in the order in which
     * they are to be written, the pointer last; none if the outputs were read while an epoch was being published, so that
     * the next call will know more.
     *
     * @param asOf the time to be stated as that of the reading
     * @throws NotThere if there is no published epoch, or records are missing
     */
    public Map<String, SpecificRecord> read(OutputRecords outputs, long asOf) {
        // routes come last: they tell of copies of the epoch in force, or else of a newer one
        outputs.after(network, ChunksTopics.EPOCHS, epochsRead, this::takeEpoch);
        if (epoch == 0) {
            throw new NotThere("expected a published epoch of network " + network + ", but there is none");
        }
        if (exported != epoch) {
            fresh = EpochExport.of(outputs, network, epoch);
            exported = epoch;
            sizes = new PlacedSizes(fresh.getChunks());
        }
        outputs.after(network, ChunksTopics.WORKER_STATUS, statusesRead, this::takeStatus);
        outputs.after(network, ChunksTopics.ROUTES, routesRead, record -> routes.take(record.value()));
        return routes.areOn() && documented != routes.view() && !sizes.hasAll(routes, workers.keySet())
                ? Map.of()
                : documents(asOf);
    }

    private void takeEpoch(OutputRecord<Epoch> record) {
        if (record.value().getStatus() == EpochStatus.PUBLISHED) {
            epoch = record.value().getEpoch();
        }
    }

    private void takeStatus(OutputRecord<WorkerStatus> record) {
        WorkerId worker = WorkerId.of(record.value().getWorker());
        if (record.value().getStatus() == WorkerState.GONE) {
            workers.remove(worker);
        } else {
            workers.put(worker, worker.text());
        }
    }

    private Map<String, SpecificRecord> documents(long asOf) {
        Map<String, SpecificRecord> files = new LinkedHashMap<>();
        String assignment = "assignment-" + exported + ".json.gz";
        if (fresh != null) {
            files.put(assignment, fresh);
            fresh = null;
        }
        CurrentFiles pointer = new CurrentFiles(network, asOf, exported, assignment, null, null, null);
        if (routes.areOn()) {
            String name = "routes-" + routes.view() + ".json.gz";
            if (documented != routes.view()) {
                NetworkRoutes document = document();
                files.put(name, document);
                digest = document.getDigest();
                documented = routes.view();
            }
            pointer = new CurrentFiles(network, asOf, exported, assignment, documented, name, digest);
        }
        files.put(POINTER, pointer);
        return files;
    }

    private NetworkRoutes document() {
        RoutesDocument document = new RoutesDocument(routes.shown(), sizes::of);
        workers.forEach((worker, text) -> document.add(WorkerId.of(text), routes.servedBy(worker)));
        return document.of(network, routes.view());
    }

    /** The sizes of an assignment's chunks by number. */
    private static final class PlacedSizes {

        private final NumberSet numbers = new NumberSet();
        private final long[] sizes;

        PlacedSizes() {
            this(List.of());
        }

        PlacedSizes(List<PlacedChunk> chunks) {
            chunks.forEach(chunk -> numbers.add(chunk.getNumber()));
            sizes = new long[numbers.close()];
            chunks.forEach(chunk -> sizes[numbers.rank(chunk.getNumber())] = chunk.getSize());
        }

        long of(int number) {
            return sizes[numbers.rank(number)];
        }

        /** Returns whether the chunks of all routes of some workers are in the assignment. */
        boolean hasAll(FollowedRoutes routes, Collection<WorkerId> workers) {
            for (WorkerId worker : workers) {
                for (int number : routes.servedBy(worker)) {
                    if (routes.shown().get(number) && !numbers.has(number)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
