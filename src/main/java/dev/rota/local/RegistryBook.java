package dev.rota.local;

import dev.rota.local.Subjects.Entry;
import dev.rota.local.Subjects.Level;
import dev.rota.local.Subjects.State;
import dev.rota.local.Subjects.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/** A registry's rules: queries of its subjects and validated changes. Synchronized. */
final class RegistryBook implements AutoCloseable {

    /** The limit of a schema's text: what intake accepts, which also fits a journal record. */
    static final int SCHEMA_CHARS_MAX = 100_000;

    private final Subjects subjects = new Subjects();
    private final Journal journal;

    private RegistryBook(Journal journal) {
        this.journal = journal;
    }

    /** Replays a journal, which is closed with the book, or at once if it is invalid. */
    static RegistryBook open(Journal journal) {
        RegistryBook book = new RegistryBook(journal);
        try {
            for (Entry entry : journal.read()) {
                book.subjects.apply(entry);
            }
            return book;
        } catch (RegistryError e) {
            journal.close();
            throw new NotStarted("expected a journal of this registry, but " + e.sentence(), e);
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    static Schema parse(String text) throws RegistryError {
        if (text.length() > SCHEMA_CHARS_MAX) {
            throw RegistryError.schemaInvalid(
                    "expected a schema of at most " + SCHEMA_CHARS_MAX + " characters, but it has " + text.length());
        }
        try {
            // As Confluent's registry does: defaults are not validated.
            return new Schema.Parser().setValidateDefaults(false).parse(text);
        } catch (AvroRuntimeException | IllegalArgumentException | NullPointerException e) {
            throw RegistryError.schemaInvalid(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw RegistryError.schemaInvalid("it is nested too deeply");
        }
    }

    synchronized Version register(String subject, Schema schema) throws RegistryError {
        Optional<Version> known = subjects.version(subject, schema, false);
        if (known.isPresent()) {
            return known.get();
        }
        List<String> objections =
                subjects.objections(subjects.level(subject), schema, subjects.versions(subject, false));
        if (!objections.isEmpty()) {
            throw RegistryError.incompatible(String.join("; ", objections));
        }
        Version next = subjects.next(subject, schema);
        write(next);
        return next;
    }

    synchronized Version lookUp(String subject, Schema schema, boolean deletedToo) throws RegistryError {
        existing(subject, deletedToo);
        return subjects.version(subject, schema, deletedToo)
                .orElseThrow(() -> RegistryError.schemaUnknown("of this text"));
    }

    synchronized List<String> subjects(String prefix, boolean deletedToo) {
        return subjects.subjects(prefix, deletedToo);
    }

    synchronized List<Version> versions(String subject, boolean deletedToo) throws RegistryError {
        return existing(subject, deletedToo);
    }

    /** The version with a number, or the latest. */
    synchronized Version version(String subject, String which, boolean deletedToo) throws RegistryError {
        List<Version> versions = existing(subject, deletedToo);
        if (which.equals("latest") || which.equals("-1")) {
            return versions.get(versions.size() - 1);
        }
        int number = number(which);
        return versions.stream()
                .filter(version -> version.version() == number)
                .findFirst()
                .orElseThrow(() -> RegistryError.versionUnknown(which));
    }

    synchronized String schema(String id) throws RegistryError {
        int number = id(id);
        return subjects.schema(number).orElseThrow(() -> RegistryError.schemaUnknown(id));
    }

    synchronized List<Version> versionsOf(String id) throws RegistryError {
        schema(id);
        return subjects.versionsOf(id(id));
    }

    /** Soft-deletes a subject's versions, or permanently deletes soft-deleted ones. */
    synchronized List<Version> delete(String subject, boolean forGood) throws RegistryError {
        List<Version> versions = existing(subject, forGood);
        if (forGood && !subjects.versions(subject, false).isEmpty()) {
            throw RegistryError.notDeletedYet(subject);
        }
        for (Version version : versions) {
            delete(version, forGood);
        }
        return versions;
    }

    synchronized Version delete(String subject, String which, boolean forGood) throws RegistryError {
        Version version = version(subject, which, forGood);
        if (forGood && version.state() == State.SHOWN) {
            throw RegistryError.notDeletedYet(subject);
        }
        delete(version, forGood);
        return version;
    }

    private void delete(Version version, boolean forGood) throws RegistryError {
        write(version.as(forGood ? State.GONE : State.HIDDEN));
    }

    /**
     * The incompatibilities of a schema as a subject's next version, compared with one version or with all that the
     * level requires.
     */
    synchronized List<String> objections(String subject, Schema schema, Optional<String> which) throws RegistryError {
        Compatibility level = subjects.level(subject);
        if (which.isPresent()) {
            return subjects.objections(level, schema, List.of(version(subject, which.get(), false)));
        }
        return subjects.objections(level, schema, subjects.versions(subject, false));
    }

    /** The compatibility level of a subject, with or without the global default. */
    synchronized Compatibility level(String subject, boolean orGlobal) throws RegistryError {
        Optional<Compatibility> own = subjects.levelOf(subject);
        if (own.isEmpty() && !orGlobal) {
            throw RegistryError.noLevelOfItsOwn(subject);
        }
        return subjects.level(subject);
    }

    synchronized Compatibility setLevel(String subject, String level) throws RegistryError {
        Compatibility wanted = Compatibility.named(level);
        write(new Level(subject, wanted.name()));
        return wanted;
    }

    synchronized void dropLevel(String subject) throws RegistryError {
        write(new Level(subject, ""));
    }

    @Override
    public synchronized void close() {
        journal.close();
    }

    private void write(Entry entry) throws RegistryError {
        journal.append(entry);
        subjects.apply(entry);
    }

    private List<Version> existing(String subject, boolean deletedToo) throws RegistryError {
        List<Version> versions = new ArrayList<>(subjects.versions(subject, deletedToo));
        if (versions.isEmpty()) {
            throw RegistryError.subjectUnknown(subject);
        }
        return versions;
    }

    private static int number(String version) throws RegistryError {
        try {
            int number = Integer.parseInt(version);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw RegistryError.versionInvalid(version);
    }

    private static int id(String id) throws RegistryError {
        try {
            return Integer.parseInt(id);
        } catch (NumberFormatException e) {
            throw RegistryError.badRequest("expected the number of a schema, but it is " + id);
        }
    }
}
