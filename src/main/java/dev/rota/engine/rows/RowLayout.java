package dev.rota.engine.rows;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.TableType;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;

/**
 * The format in which a build writes rows: format numbers, and the schema of each table.
 * @param domain the domain's name
 * @param engineFormat the format number of the engine's own rows
 * @param engineOldest the oldest format of the engine's rows that this build can read
 * @param domainFormat the format number of the domain's rows
 * @param domainOldest the oldest format of the domain's rows that this build can read
 * @param schemas the row schema of each table, by table number
 * @param texts the schemas as text, as stored; printed once, since each start and each handover compares them
 * @param held the numbers of the tables whose rows the domain holds itself
 */
public record RowLayout(
        String domain,
        int engineFormat,
        int engineOldest,
        int domainFormat,
        int domainOldest,
        SortedMap<Integer, Schema> schemas,
        SortedMap<Integer, String> texts,
        SortedSet<Integer> held) {

    public RowLayout {
        if (domainOldest < 1 || domainOldest > domainFormat) {
            throw new IllegalArgumentException("expected " + domain + " to read row formats from 1 to " + domainFormat
                    + " on, but the oldest is " + domainOldest);
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
        this(domain, engineFormat, engineOldest, domainFormat, domainOldest, schemas, printed(schemas), held);
    }

    private static SortedMap<Integer, String> printed(SortedMap<Integer, Schema> schemas) {
        SortedMap<Integer, String> texts = new TreeMap<>();
        schemas.forEach((table, schema) -> texts.put(table, schema.toString()));
        return texts;
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
        return engine > engineFormat
                ? newer("the engine", engine, engineFormat)
                : domainNumber > domainFormat ? newer(domain, domainNumber, domainFormat) : null;
    }

    private static String newer(String whose, int format, int known) {
        return "the rows of " + whose + " were written by a newer build (format " + format
                + "), this build supports up to " + known + ": run the newer build";
    }
}
