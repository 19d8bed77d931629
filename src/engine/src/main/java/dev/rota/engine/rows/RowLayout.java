package dev.rota.engine.rows;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.RowFormat;
import dev.rota.engine.RowSchema;
import dev.rota.engine.TableType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;

/**
 * The format in which a build writes rows: format numbers, and the schema of each table.
 * @param domain the domain's name
 * @param engineOldest the oldest format of the engine's rows that this build can read
 * @param domainOldest the oldest format of the domain's rows that this build can read
 * @param schemas the row schema of each table, by table number
 * @param held the numbers of the tables whose rows the domain holds itself
 * @param format the format numbers of the engine's rows and the domain's, with the schemas as text
 * @param row the format as it is stored; encoded once, since each start and each handover compares it
 */
public record RowLayout(
        String domain,
        int engineOldest,
        int domainOldest,
        SortedMap<Integer, Schema> schemas,
        SortedSet<Integer> held,
        RowFormat format,
        byte[] row) {

    public RowLayout {
        if (domainOldest < 1 || domainOldest > format.getDomain()) {
            throw new IllegalArgumentException("expected " + domain + " to read row formats from 1 to "
                    + format.getDomain() + " on, but the oldest is " + domainOldest);
        }
    }

    public RowLayout(
            String domain,
            int engineFormat,
            int engineOldest,
            int domainFormat,
            int domainOldest,
            SortedMap<Integer, Schema> schemas,
            SortedSet<Integer> held) {
        this(
                domain,
                engineOldest,
                domainOldest,
                schemas,
                held,
                new RowFormat(engineFormat, domainFormat, printed(schemas)));
    }

    private RowLayout(
            String domain,
            int engineOldest,
            int domainOldest,
            SortedMap<Integer, Schema> schemas,
            SortedSet<Integer> held,
            RowFormat format) {
        this(domain, engineOldest, domainOldest, schemas, held, format, RowFormats.row(format));
    }

    private static List<RowSchema> printed(SortedMap<Integer, Schema> schemas) {
        List<RowSchema> texts = new ArrayList<>();
        schemas.forEach((table, schema) -> texts.add(new RowSchema(table, schema.toString())));
        return texts;
    }

    public int engineFormat() {
        return format.getEngine();
    }

    public int domainFormat() {
        return format.getDomain();
    }

    /** Returns the layout of the engine's tables and a domain's. */
    public static RowLayout of(Domain domain) {
        SortedMap<Integer, Schema> schemas = new TreeMap<>(EngineTables.schemas());
        SortedSet<Integer> held = new TreeSet<>();
        for (TableType<?> table : domain.tables()) {
            if (schemas.put(table.number(), table.codec().schema()) != null) {
                throw new IllegalArgumentException(
                        "expected each table to have a number of its own, but " + table.number() + " is taken");
            }
            if (table.held()) {
                held.add(table.number());
            }
        }
        return new RowLayout(
                domain.name(),
                EngineTables.ROW_FORMAT,
                EngineTables.ROW_FORMAT_OLDEST,
                domain.rowFormat(),
                domain.oldestRowFormat(),
                schemas,
                held);
    }

    /** Returns the reason why rows of these format numbers are too new for this build, or null if they are not. */
    @Nullable
    String newer(int engine, int domainNumber) {
        return engine > engineFormat()
                ? newer("the engine", engine, engineFormat())
                : domainNumber > domainFormat() ? newer(domain, domainNumber, domainFormat()) : null;
    }

    private static String newer(String whose, int format, int known) {
        return "the rows of " + whose + " were written by a newer build (format " + format
                + "), this build supports up to " + known + ": run the newer build";
    }
}
