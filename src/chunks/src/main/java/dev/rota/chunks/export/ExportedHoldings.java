package dev.rota.chunks.export;

import dev.rota.chunks.catalog.Dataset;
import dev.rota.chunks.catalog.IdStore;
import dev.rota.chunks.placement.ReferenceDigest;
import dev.rota.chunks.placement.WorkerId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** An export's content as the input of its digest. */
final class ExportedHoldings implements ReferenceDigest.Holdings {

    private final ExportedChunks chunks;
    private final List<ExportedWorker> workers;

    ExportedHoldings(ExportedChunks chunks, Collection<ExportedWorker> workers) {
        this.chunks = chunks;
        this.workers = List.copyOf(workers);
    }

    @Override
    public int workers() {
        return workers.size();
    }

    @Override
    public WorkerId worker(int index) {
        return workers.get(index).id;
    }

    @Override
    public int count(int worker) {
        return workers.get(worker).chunks().length;
    }

    @Override
    public int[] chunks(int worker, int from, int to) {
        return Arrays.copyOfRange(workers.get(worker).chunks(), from, to);
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
