package dev.rota.engine.rows;

import dev.rota.engine.Bytes;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import dev.rota.engine.schema.AvroCodec;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/**
 * Iterates over the rows of {@link BufferedRows} in key order, merging buffer and store. The store does not change
 * during an iteration, since only a flush writes it; the buffer is looked up again at each step.
 */
final class MergingCursor implements Rows.Cursor {

    private final BufferedRows buffer;
    private final RowFormats formats;
    private final AvroCodec<SpecificRecord> codec;
    private final byte[] prefix;
    private final byte[] from;
    private final RowStore.Range range;
    private boolean rangeHasRow;
    private @Nullable Key key;
    private @Nullable SpecificRecord row;

    MergingCursor(
            BufferedRows buffer,
            RowFormats formats,
            AvroCodec<SpecificRecord> codec,
            byte[] prefix,
            byte[] from,
            RowStore.Range range) {
        this.buffer = buffer;
        this.formats = formats;
        this.codec = codec;
        this.prefix = prefix;
        this.from = from;
        this.range = range;
        this.rangeHasRow = range.next();
    }

    @Override
    public boolean next() {
        while (true) {
            Map.Entry<Key, RowSlot> buffered = key == null
                    ? buffer.ordered().ceilingEntry(new Key(from))
                    : buffer.ordered().higherEntry(key);
            if (buffered != null && !Bytes.startsWith(buffered.getKey().bytes(), prefix)) {
                buffered = null;
            }
            if (buffered == null && !rangeHasRow) {
                return false;
            }
            int order = buffered == null
                    ? 1
                    : rangeHasRow ? Arrays.compareUnsigned(buffered.getKey().bytes(), range.key()) : -1;
            if (order > 0) {
                key = new Key(range.key());
                row = formats.decode(codec, key.bytes(), range.value());
                rangeHasRow = range.next();
                return true;
            }
            if (order == 0) {
                rangeHasRow = range.next();
            }
            key = Objects.requireNonNull(buffered).getKey();
            row = buffered.getValue().row;
            if (row != null) {
                return true;
            }
        }
    }

    @Override
    public byte[] key() {
        return Objects.requireNonNull(key).bytes();
    }

    @Override
    public SpecificRecord row() {
        return Objects.requireNonNull(row);
    }

    @Override
    public void close() {
        range.close();
    }
}
