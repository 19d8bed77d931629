package dev.rota.chunks.export;

import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.ChunksTopics;
import dev.rota.chunks.Epoch;
import dev.rota.chunks.NetworkAssignment;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.WorkerChunks;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.catalog.IdStore;
import dev.rota.chunks.placement.AssignmentDigest;
import dev.rota.chunks.placement.ReferenceDigest;
import dev.rota.chunks.placement.WorkerId;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.OutputRecords;
import dev.rota.engine.OutputRecords.OutputRecord;
import dev.rota.engine.Parallel;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Assembles a published epoch from the network's outputs: the assignments contain who holds which numbers, and the
 * catalog contains the chunks of the numbers. Numbers are never reused, so later entries of the catalog do not matter.
 */
public final class EpochExport {

    private final String network;
    private final OutputRecord<Epoch> epoch;
    private final NumberSet placed = new NumberSet();
    private final TreeMap<WorkerId, ExportedWorker> workers = new TreeMap<>();
    private final Catalog catalog = new Catalog();

    private EpochExport(String network, OutputRecord<Epoch> epoch) {
        this.network = network;
        this.epoch = epoch;
    }

    /**
     * Returns the whole assignment. Its lists are views, so that millions of chunks are never all records at once.
     *
     * @param number the number of the epoch, or null for the last published one
     * @throws NotThere if there is no such assignment, or it is incomplete
     */
    public static NetworkAssignment of(OutputRecords outputs, String network, @Nullable Long number) {
        EpochHistory epochs = new EpochHistory(outputs, network);
        OutputRecord<Epoch> epoch = epochs.published(number);
        EpochExport export = new EpochExport(network, epoch);
        outputs.of(network, ChunksTopics.ASSIGNMENTS, epochs.assignedSince(), export::take);
        export.expectAllWorkers();
        int count = export.placed.close();
        outputs.of(network, ChunksTopics.CATALOG, 0L, export::list);
        return export.assembled(count);
    }

    /** Adds an assignment of the epoch. Assignments precede the epoch's record in the network's sequence. */
    private boolean take(OutputRecord<WorkerAssignment> record) {
        WorkerAssignment assignment = record.value();
        if (assignment.getEpoch() == epoch.value().getEpoch()) {
            WorkerId id = WorkerId.of(assignment.getWorker());
            workers.computeIfAbsent(id, worker -> new ExportedWorker(assignment))
                    .take(assignment, placed);
        }
        return record.seq() < epoch.seq();
    }

    private void expectAllWorkers() {
        long whole = workers.values().stream().filter(ExportedWorker::isWhole).count();
        if (whole != epoch.value().getWorkers()) {
            throw notWhole(
                    "assignments of " + epoch.value().getWorkers() + " workers",
                    "chunks.assignments has those of " + whole);
        }
    }

    /** Adds a catalog entry. A chunk's entry precedes any epoch that places it. */
    private boolean list(OutputRecord<CatalogEntry> record) {
        CatalogEntry entry = record.value();
        int number = entry.getFirstNumber();
        for (Chunk chunk : entry.getChunks()) {
            ChunkId id = ChunkId.of(chunk.getId());
            if (placed.has(number) && id != null) {
                catalog.add(entry.getDataset(), id, number, chunk.getSize());
            }
            number++;
        }
        return record.seq() < epoch.seq();
    }

    private NetworkAssignment assembled(int count) {
        if (catalog.count() != count) {
            throw notWhole("the " + count + " placed chunks", "chunks.catalog tells of " + catalog.count());
        }
        ExportedChunks chunks = new ExportedChunks(catalog, count);
        int[] places = chunks.places(placed);
        AssignmentDigest tree = new AssignmentDigest();
        workers.values().forEach(worker -> tree.add(worker.turn(placed, places, chunks)));
        String digest = epoch.value().getDigest();
        if (!digest.equals(tree.hex()) && !digest.equals(referenceDigest(chunks))) {
            throw notWhole("the digest " + digest, "what the topics hold has another");
        }
        return new NetworkAssignment(
                network,
                epoch.value().getEpoch(),
                epoch.value().getEffectiveFrom(),
                digest,
                chunks,
                Arrays.asList(workers.values().stream()
                        .map(worker -> worker.record(chunks))
                        .toArray(WorkerChunks[]::new)));
    }

    /**
     * Returns the digest of an epoch whose policy requests the reference digest; the outputs do not state which it is.
     */
    private String referenceDigest(ExportedChunks chunks) {
        return ReferenceDigest.of(new Holdings(chunks, List.copyOf(workers.values())), Parallel.SEQUENTIAL);
    }

    private NotThere notWhole(String expected, String found) {
        return new NotThere(
                "expected " + expected + " of epoch " + epoch.value().getEpoch() + " of network " + network + ", but "
                        + found + ": retention has deleted the rest, or the topics were tampered with");
    }

    /** An export's content as the input of its digest. */
    private record Holdings(ExportedChunks chunks, List<ExportedWorker> all) implements ReferenceDigest.Holdings {

        @Override
        public int workers() {
            return all.size();
        }

        @Override
        public WorkerId worker(int index) {
            return all.get(index).id;
        }

        @Override
        public int count(int worker) {
            return all.get(worker).chunks().length;
        }

        @Override
        public int[] chunks(int worker, int from, int to) {
            return Arrays.copyOfRange(all.get(worker).chunks(), from, to);
        }

        @Override
        public Dataset dataset(int chunk) {
            return chunks.dataset(chunk);
        }

        @Override
        public int id(int chunk) {
            return chunks.id(chunk);
        }

        @Override
        public IdStore ids() {
            return chunks.ids();
        }
    }
}
