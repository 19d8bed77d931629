package dev.rota.engine.rows;

import dev.rota.engine.Bytes;
import dev.rota.engine.Nullable;
import dev.rota.engine.PartitionRow;
import dev.rota.engine.RebuildRow;
import dev.rota.engine.RowFormat;
import dev.rota.engine.RowSchema;
import dev.rota.engine.schema.Avro;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.BadSchema;
import dev.rota.engine.schema.SchemaText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.specific.SpecificRecord;

/**
 * The formats of the rows in one store. The first byte of a row is the index of its format; the store contains the
 * schemas of each format under that index.
 *
 *
 * <p>A build writes in its own format, which it adds to the store with the first row that it writes. It reads rows of
 * older formats by Avro's schema resolution. The numbers of two formats determine which is newer, never their schemas:
 * an older build must recognize rows whose schemas it does not have.
 */
public final class RowFormats {

    /** The first byte of the rows that describe the store itself. */
    private static final int UNFORMATTED = 0;

    private static final int INDEX_MAX = 255;

    private static final AvroCodec<RowFormat> FORMATS = AvroCodec.of(RowFormat.class);

    private final RowLayout layout;

    /** The formats in the store, by index. */
    private final SortedMap<Integer, RowFormat> stored;

    private final @Nullable String unreadable;
    private final boolean ambiguous;

    /** The index of the format that this build writes. */
    private final int current;

    /** Codecs that read older formats, by index and table. */
    private final Map<Integer, AvroCodec<SpecificRecord>> older = new HashMap<>();

    private RowFormats(RowLayout layout, SortedMap<Integer, RowFormat> stored, @Nullable RebuildRow rebuild) {
        this.layout = layout;
        this.stored = stored;
        int newest = stored.isEmpty() ? 0 : stored.lastKey();
        RowFormat last = stored.get(newest);
        boolean same = last != null && isCurrent(last);
        this.ambiguous = last != null
                && !same
                && last.getEngine() == layout.engineFormat()
                && last.getDomain() == layout.domainFormat();
        this.current = same ? newest : newest + 1;
        this.unreadable = rebuild != null && !rebuild.getWiped() ? rebuild.getWhy() : objection();
    }

    /** Reads a store's formats; throws {@link NewerRows} if a newer build has written it. */
    public static RowFormats open(RowStore store, RowLayout layout) {
        RebuildRow rebuild = RebuildMarker.read(store);
        if (rebuild != null) {
            check(layout.newer(rebuild.getEngine(), rebuild.getDomain()));
        }
        SortedMap<Integer, RowFormat> stored = new TreeMap<>();
        byte[] all = {EngineTables.FORMATS_NUMBER};
        try (RowStore.Range range = store.range(all, Bytes.after(all))) {
            while (range.next()) {
                byte[] row = range.value();
                RowFormat format = Arrays.equals(row, layout.row()) ? layout.format() : readOwn(FORMATS, row);
                check(layout.newer(format.getEngine(), format.getDomain()));
                stored.put(range.key()[1] & 0xFF, format);
            }
        }
        return new RowFormats(layout, stored, rebuild);
    }

    private static void check(@Nullable String newer) {
        if (newer != null) {
            throw new NewerRows(newer);
        }
    }

    /** Returns the reason why the rows cannot be read and must be rebuilt, or null if they can be read. */
    public @Nullable String unreadable() {
        return unreadable;
    }

    /**
     * Returns whether the rows have this build's format numbers but other schemas. A row was changed without a new
     * format number, so it is unknown which build is newer.
     */
    public boolean ambiguous() {
        return ambiguous;
    }

    private @Nullable String objection() {
        if (current > INDEX_MAX) {
            return "the store has had " + INDEX_MAX + " row formats";
        }
        if (ambiguous) {
            return "its rows are of row format " + layout.domainFormat() + " of " + layout.domain() + " and "
                    + layout.engineFormat() + " of the engine, as this build's are, but have other schemas";
        }
        for (RowFormat format : stored.headMap(current).values()) {
            if (format.getEngine() < layout.engineOldest()) {
                return older("the engine", format.getEngine(), layout.engineOldest());
            }
            if (format.getDomain() < layout.domainOldest()) {
                return older(layout.domain(), format.getDomain(), layout.domainOldest());
            }
            for (RowSchema table : format.getTables()) {
                String why = unresolved(table);
                if (why != null) {
                    return why;
                }
            }
        }
        return null;
    }

    private static String older(String whose, int format, int oldest) {
        return "its rows of " + whose + " are of format " + format + ", but this build reads formats from " + oldest
                + " on";
    }

    private @Nullable String unresolved(RowSchema table) {
        Schema reader = layout.schemas().get(table.getTable());
        if (reader == null) {
            return "this build has no table " + table.getTable();
        }
        return layout.format().getTables().contains(table) || isReadable(reader, parse(table.getText()))
                ? null
                : "rows of table " + table.getTable() + " cannot be read as " + reader.getName();
    }

    private static boolean isReadable(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, Schema.applyAliases(writer, reader))
                        .getType()
                == SchemaCompatibilityType.COMPATIBLE;
    }

    private boolean isCurrent(RowFormat format) {
        if (format.equals(layout.format())) {
            return true;
        }
        if (format.getEngine() != layout.engineFormat()
                || format.getDomain() != layout.domainFormat()
                || format.getTables().size() != layout.schemas().size()) {
            return false;
        }
        for (RowSchema table : format.getTables()) {
            Schema schema = layout.schemas().get(table.getTable());
            if (schema == null || !isSame(table, schema)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(RowSchema table, Schema schema) {
        return Avro.fingerprintHex(schema).equals(Avro.fingerprintHex(parse(table.getText())));
    }

    private static Schema parse(String text) {
        try {
            return SchemaText.parse(text);
        } catch (BadSchema e) {
            throw new IllegalStateException("expected the store to hold the schemas of its rows, but " + e.sentence());
        }
    }

    /** Adds this build's format to the store. Must be called before a row is written in it. */
    void store(RowStore store) {
        if (stored.containsKey(current)) {
            return;
        }
        store.put(new byte[] {EngineTables.FORMATS_NUMBER, (byte) current}, layout.row());
        stored.put(current, layout.format());
    }

    /**
     * Returns the last log record applied to a store's rows, or null if there was none or this build cannot read it.
     */
    public @Nullable Applied applied(RowStore store) {
        byte[] row = store.get(EngineTables.PARTITION_KEY.bytes());
        if (row == null) {
            return null;
        }
        Schema schema = EngineTables.PARTITION.schema();
        Schema writer = writer(EngineTables.PARTITION_NUMBER, row[0] & 0xFF);
        return isReadable(schema, writer)
                ? Applied.of((PartitionRow) decode(AvroCodec.resolving(writer, schema), row))
                : null;
    }

    /** Returns whether a row belongs to a table whose rows the domain holds itself. */
    boolean isHeld(byte[] key) {
        return layout.held().contains(key[0] & 0xFF);
    }

    byte[] encode(AvroCodec<SpecificRecord> codec, SpecificRecord row) {
        return codec.encode(current, row);
    }

    SpecificRecord decode(AvroCodec<SpecificRecord> codec, byte[] key, byte[] row) {
        int index = row[0] & 0xFF;
        return decode(index == current ? codec : resolving(codec, key[0] & 0xFF, index), row);
    }

    private AvroCodec<SpecificRecord> resolving(AvroCodec<SpecificRecord> codec, int table, int index) {
        return older.computeIfAbsent(
                index << 8 | table, key -> AvroCodec.resolving(writer(table, index), codec.schema()));
    }

    private Schema writer(int table, int index) {
        RowFormat format = stored.get(index);
        if (format != null) {
            for (RowSchema schema : format.getTables()) {
                if (schema.getTable() == table) {
                    return parse(schema.getText());
                }
            }
        }
        throw new IllegalStateException(
                "expected the store to hold row format " + index + " of table " + table + ", but it does not");
    }

    private static <R extends SpecificRecord> R decode(AvroCodec<R> codec, byte[] row) {
        try {
            return codec.decode(row, 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the row with which a store describes a format. */
    static byte[] row(RowFormat format) {
        return writeOwn(FORMATS, format);
    }

    /** Decodes a row that describes the store itself. */
    static <R extends SpecificRecord> R readOwn(AvroCodec<R> codec, byte[] row) {
        return decode(codec, row);
    }

    /** Encodes a row that describes the store itself. */
    static <R extends SpecificRecord> byte[] writeOwn(AvroCodec<R> codec, R row) {
        return codec.encode(UNFORMATTED, row);
    }
}
