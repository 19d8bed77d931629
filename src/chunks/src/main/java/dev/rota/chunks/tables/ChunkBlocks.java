package dev.rota.chunks.tables;

import dev.rota.chunks.ChunkBlock;
import dev.rota.chunks.catalog.Catalog;
import dev.rota.chunks.catalog.ChunkId;
import dev.rota.chunks.catalog.Packing;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of chunks. Neighbouring numbers share a row, which costs little more than their ids; a row per chunk would
 * be the largest cost of a listing.
 */
public final class ChunkBlocks {

    /** The number of chunk numbers that share a row. */
    static final int LENGTH = 64;

    /** A chunk as stored in a row. */
    record NumberedChunk(int number, String dataset, byte[] id, long size) {}

    private final Table<ChunkBlock> table;

    ChunkBlocks(Tables tables) {
        table = tables.table(ChunksTables.CHUNKS);
    }

    /** Adds chunks with consecutive new numbers. */
    void add(List<NumberedChunk> chunks) {
        for (int from = 0; from < chunks.size(); ) {
            int block = chunks.get(from).number / LENGTH;
            int to = from;
            while (to < chunks.size() && chunks.get(to).number / LENGTH == block) {
                to++;
            }
            ChunkBlock row = table.get(Key.of(block));
            List<NumberedChunk> together = new ArrayList<>(row == null ? List.of() : unpack(block, row));
            together.addAll(chunks.subList(from, to));
            table.put(Key.of(block), pack(together), row != null);
            from = to;
        }
    }

    /** Removes existing chunks. */
    void remove(int[] ascendingNumbers) {
        for (int from = 0; from < ascendingNumbers.length; ) {
            int block = ascendingNumbers[from] / LENGTH;
            int to = from;
            while (to < ascendingNumbers.length && ascendingNumbers[to] / LENGTH == block) {
                to++;
            }
            int[] removed = Arrays.copyOfRange(ascendingNumbers, from, to);
            List<NumberedChunk> left = unpack(block, table.expect(Key.of(block))).stream()
                    .filter(chunk -> Arrays.binarySearch(removed, chunk.number) < 0)
                    .toList();
            if (left.isEmpty()) {
                table.drop(Key.of(block));
            } else {
                table.put(Key.of(block), pack(left), true);
            }
            from = to;
        }
    }

    /** Reads all chunks by number, in parts. No row may change until all are read. */
    public static final class PartialRead {
        private final Table<ChunkBlock> table;
        private final Catalog catalog = new Catalog();
        private Key next = Key.EMPTY;

        public PartialRead(Tables tables) {
            table = tables.table(ChunksTables.CHUNKS);
        }

        /** Reads rows of about {@code bytesMax}; returns whether all have been read. */
        public boolean read(long bytesMax) {
            long bytes = 0;
            try (Table.Cursor<ChunkBlock> cursor = table.scan(Key.EMPTY, next)) {
                while (bytes < bytesMax) {
                    Table.Entry<ChunkBlock> entry = cursor.next();
                    if (entry == null) {
                        return true;
                    }
                    int block = entry.key().read().number32();
                    for (NumberedChunk chunk : unpack(block, entry.row())) {
                        catalog.add(chunk.dataset, ChunkId.known(chunk.id), chunk.number, chunk.size);
                    }
                    bytes +=
                            ChunksTables.ROW_BYTES_MIN + entry.row().getChunks().remaining();
                    next = Key.of(block + 1);
                }
            }
            return false;
        }

        public Catalog catalog() {
            return catalog;
        }
    }

    private static ChunkBlock pack(List<NumberedChunk> chunks) {
        List<String> datasets = new ArrayList<>();
        Packing packing = new Packing();
        for (NumberedChunk chunk : chunks) {
            int dataset = datasets.indexOf(chunk.dataset);
            if (dataset < 0) {
                dataset = datasets.size();
                datasets.add(chunk.dataset);
            }
            packing.number(chunk.number % LENGTH);
            packing.number(dataset);
            packing.number(chunk.size);
            packing.number(chunk.id.length);
            packing.bytes(chunk.id);
        }
        return new ChunkBlock(datasets, packing.end());
    }

    private static List<NumberedChunk> unpack(int block, ChunkBlock row) {
        List<NumberedChunk> chunks = new ArrayList<>(LENGTH);
        Packing.Reader reader = new Packing.Reader(row.getChunks());
        while (reader.hasMore()) {
            int number = block * LENGTH + reader.number32();
            String dataset = row.getDatasets().get(reader.number32());
            long size = reader.number();
            chunks.add(new NumberedChunk(number, dataset, reader.bytes(reader.number32()), size));
        }
        return chunks;
    }
}
