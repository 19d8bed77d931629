package dev.rota.local;

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

/**
 * A registry's content: schemas by id, and versions by subject. Each version can read the data of the previous one.
 * Versions are only added, so a journal of versions is complete. Synchronized.
 */
final class RegistryBook implements AutoCloseable {

    /**
     * The limit of a schema's text. Intake accepts schemas up to this length, and a journal record has room for one.
     */
    static final int SCHEMA_CHARS_MAX = 100_000;

    /** A version of a subject. A schema has one id under all subjects. */
    record Version(String subject, int version, int id, String schema) {}

    private final SortedMap<String, List<Version>> subjects = new TreeMap<>();
    private final SortedMap<Integer, String> schemas = new TreeMap<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private final Journal journal;

    private RegistryBook(Journal journal) {
        this.journal = journal;
    }

    /** Opens a book by replaying a journal. The journal is closed with the book, or at once if it is invalid. */
    static RegistryBook open(Journal journal) {
        RegistryBook book = new RegistryBook(journal);
        try {
            journal.read().forEach(book::add);
            return book;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private void add(Version version) {
        subjects.computeIfAbsent(version.subject(), subject -> new ArrayList<>())
                .add(version);
        schemas.put(version.id(), version.schema());
        ids.put(version.schema(), version.id());
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

    synchronized Version register(String subject, Schema schema) throws RegistryError {
        Optional<Version> known = find(subject, schema);
        if (known.isPresent()) {
            return known.get();
        }
        List<Version> before = subjects.getOrDefault(subject, List.of());
        if (!before.isEmpty()) {
            requireReadable(before.get(before.size() - 1), schema);
        }
        String text = schema.toString();
        Integer id = ids.get(text);
        int next = schemas.isEmpty() ? 1 : schemas.lastKey() + 1;
        Version version = new Version(subject, before.size() + 1, id == null ? next : id, text);
        journal.append(version);
        add(version);
        return version;
    }

    private Optional<Version> find(String subject, Schema schema) {
        String text = schema.toString();
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

    synchronized Version lookUp(String subject, Schema schema) throws RegistryError {
        versions(subject);
        return find(subject, schema).orElseThrow(() -> RegistryError.schemaUnknown("of this text"));
    }

    synchronized List<String> subjects() {
        return List.copyOf(subjects.keySet());
    }

    /** Returns the versions of a subject, in order. */
    synchronized List<Version> versions(String subject) throws RegistryError {
        List<Version> versions = subjects.get(subject);
        if (versions == null) {
            throw RegistryError.subjectUnknown(subject);
        }
        return List.copyOf(versions);
    }

    /** Returns the version with a number, or the latest one. */
    synchronized Version version(String subject, String which) throws RegistryError {
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

    synchronized String schema(String id) throws RegistryError {
        String schema = schemas.get(number(id));
        if (schema == null) {
            throw RegistryError.schemaUnknown(id);
        }
        return schema;
    }

    synchronized List<Version> versionsOf(String id) throws RegistryError {
        schema(id);
        int number = number(id);
        return subjects.values().stream()
                .flatMap(List::stream)
                .filter(version -> version.id() == number)
                .toList();
    }

    private static int number(String id) throws RegistryError {
        return RegistryError.number(id, RegistryError.badRequest("expected the number of a schema, but it is " + id));
    }

    @Override
    public synchronized void close() {
        journal.close();
    }
}
