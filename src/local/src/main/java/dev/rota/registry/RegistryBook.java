package dev.rota.registry;

import dev.rota.registry.Journal.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A registry's content: schemas by id, and versions by subject. Each version can read the data of the previous one.
 *
 * <p>Several registries may have the same journal. Each entry is applied by all of them in the same order, and whether it
 * counts depends only on the entries before it, so all have the same versions and ids. An id is the rank of its schema
 * among those that count. Before a question is answered, all entries that the journal has are applied, so a version is
 * known everywhere once it is registered.
 */
final class RegistryBook implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryBook.class);

    /**
     * The limit of a schema's text. Intake accepts schemas up to this length, and a journal record has room for one.
     */
    static final int SCHEMA_CHARS_MAX = 100_000;

    /** The limit of all schemas together, which are in memory. */
    private static final long CHARS_MAX = 100_000_000;

    /** A version of a subject. A schema has one id under all subjects. */
    record Version(String subject, int version, int id, String schema) {}

    private final SortedMap<String, List<Version>> subjects = new TreeMap<>();
    private final List<String> schemas = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private final Journal journal;
    private final boolean readOnly;
    private long chars;

    /** Why the latest use of the journal failed, or an empty text. */
    private volatile String problem = "";

    private RegistryBook(Journal journal, boolean readOnly) {
        this.journal = journal;
        this.readOnly = readOnly;
    }

    /** Opens a book by reading a journal. The journal is closed with the book, or at once if it cannot be read. */
    static RegistryBook open(Journal journal, boolean readOnly) {
        RegistryBook book = new RegistryBook(journal, readOnly);
        try {
            book.readNew();
            return book;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private void readNew() {
        journal(() -> journal.readNew(this::apply));
    }

    private void journal(Runnable use) {
        try {
            use.run();
            problem = "";
        } catch (JournalUnavailable e) {
            if (problem.isEmpty()) {
                LOG.warn("The registry cannot answer: {}", e.sentence());
            }
            problem = e.sentence();
            throw e;
        }
    }

    private synchronized void apply(Entry entry) {
        List<Version> versions = subjects.getOrDefault(entry.subject(), List.of());
        if (entry.version() != versions.size() + 1
                || find(entry.subject(), entry.schema()).isPresent()) {
            // Another registry was first: it has added this version, or another one.
            return;
        }
        Integer id = ids.get(entry.schema());
        if (id == null) {
            schemas.add(entry.schema());
            id = schemas.size();
            ids.put(entry.schema(), id);
            chars += entry.schema().length();
        }
        subjects.computeIfAbsent(entry.subject(), subject -> new ArrayList<>())
                .add(new Version(entry.subject(), entry.version(), id, entry.schema()));
    }

    static Schema parse(String text) throws RegistryError {
        if (text.length() > SCHEMA_CHARS_MAX) {
            throw RegistryError.schemaInvalid(
                    "expected a schema of at most " + SCHEMA_CHARS_MAX + " characters, but it has " + text.length());
        }
        try {
            // Defaults are not validated, as in Confluent's registry.
            return new Schema.Parser().setValidateDefaults(false).parse(text);
        } catch (AvroRuntimeException | IllegalArgumentException | NullPointerException e) {
            throw RegistryError.schemaInvalid(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw RegistryError.schemaInvalid("it is nested too deeply");
        }
    }

    Version register(String subject, Schema schema) throws RegistryError {
        String text = schema.toString();
        while (true) {
            readNew();
            Optional<Version> known = find(subject, text);
            if (known.isPresent()) {
                return known.get();
            }
            Entry next = next(subject, schema, text);
            journal(() -> journal.append(next));
            // Another registry may have been first. Then the next version may not be able to read that one.
        }
    }

    /** Returns the entry that adds a version. Throws if it may not be added. */
    private synchronized Entry next(String subject, Schema schema, String text) throws RegistryError {
        if (readOnly) {
            throw RegistryError.readOnly(subject);
        }
        List<Version> before = subjects.getOrDefault(subject, List.of());
        if (!before.isEmpty()) {
            requireReadable(before.get(before.size() - 1), schema);
        }
        if (!ids.containsKey(text) && chars + text.length() > CHARS_MAX) {
            throw RegistryError.schemaInvalid("expected schemas of at most " + CHARS_MAX
                    + " characters altogether, but with this one there are more");
        }
        return new Entry(subject, before.size() + 1, text);
    }

    private synchronized Optional<Version> find(String subject, String text) {
        return subjects.getOrDefault(subject, List.of()).stream()
                .filter(version -> version.schema().equals(text))
                .findFirst();
    }

    private static void requireReadable(Version before, Schema schema) throws RegistryError {
        Schema writer = new Schema.Parser().setValidateDefaults(false).parse(before.schema());
        List<Incompatibility> found = SchemaCompatibility.checkReaderWriterCompatibility(schema, writer)
                .getResult()
                .getIncompatibilities();
        if (!found.isEmpty()) {
            Incompatibility first = found.get(0);
            throw RegistryError.incompatible("it cannot read what version " + before.version() + " has written: "
                    + first.getType() + " at " + first.getLocation() + ": " + first.getMessage());
        }
    }

    Version lookUp(String subject, Schema schema) throws RegistryError {
        versions(subject);
        return find(subject, schema.toString()).orElseThrow(() -> RegistryError.schemaUnknown("of this text"));
    }

    List<String> subjects() {
        readNew();
        synchronized (this) {
            return List.copyOf(subjects.keySet());
        }
    }

    /** Returns the versions of a subject, in order. */
    List<Version> versions(String subject) throws RegistryError {
        readNew();
        synchronized (this) {
            List<Version> versions = subjects.get(subject);
            if (versions == null) {
                throw RegistryError.subjectUnknown(subject);
            }
            return List.copyOf(versions);
        }
    }

    /** Returns the version with a number, or the latest one. */
    Version version(String subject, String which) throws RegistryError {
        List<Version> versions = versions(subject);
        if (which.equals("latest") || which.equals("-1")) {
            return versions.get(versions.size() - 1);
        }
        int number = RegistryError.number(which, RegistryError.versionInvalid(which));
        if (number < 1) {
            throw RegistryError.versionInvalid(which);
        }
        if (number > versions.size()) {
            throw RegistryError.versionUnknown(which);
        }
        return versions.get(number - 1);
    }

    /** Returns the schema with an id. Known ones are found without the journal, since they never change. */
    String schema(String id) throws RegistryError {
        int number =
                RegistryError.number(id, RegistryError.badRequest("expected the number of a schema, but it is " + id));
        if (number > size()) {
            readNew();
        }
        synchronized (this) {
            if (number < 1 || number > schemas.size()) {
                throw RegistryError.schemaUnknown(id);
            }
            return schemas.get(number - 1);
        }
    }

    /** Returns the versions with the schema of an id. */
    List<Version> versionsOf(String id) throws RegistryError {
        readNew();
        String schema = schema(id);
        synchronized (this) {
            return subjects.values().stream()
                    .flatMap(List::stream)
                    .filter(version -> version.schema().equals(schema))
                    .toList();
        }
    }

    String problem() {
        return problem;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** Returns the number of schemas. */
    synchronized int size() {
        return schemas.size();
    }

    @Override
    public void close() {
        journal.close();
    }
}
