package dev.rota.engine.schema;

import dev.rota.engine.Limits;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArraySet;
import javax.lang.model.SourceVersion;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;

/** Configures Avro for the process, and computes schema fingerprints. */
public final class Avro {

    /** The packages whose classes may be created from bytes, besides Rota's own: those of declared record types. */
    private static final Set<String> TRUSTED = new CopyOnWriteArraySet<>();

    /** The data model of every reader and writer: generated coders, no reflection. */
    public static final SpecificData DATA;

    static {
        // An array's claimed length is allocated before its items are read: a few bytes could request gigabytes.
        System.setProperty("org.apache.avro.limits.collectionItems.maxLength", "1000000");
        // Avro's default limit on items without bytes depends on the heap: two machines would decide differently.
        System.setProperty(
                "org.apache.avro.limits.collectionItems.maxAllocation", String.valueOf(Limits.RECORD_ITEMS_MAX));
        System.setProperty("org.apache.avro.limits.string.maxLength", String.valueOf(Limits.OUTPUT_BYTES_MAX));
        System.setProperty("org.apache.avro.limits.bytes.maxLength", String.valueOf(Limits.OUTPUT_BYTES_MAX));
        // Avro 1.12.2 refuses generated classes until they are trusted. Its system property would be read too late if a
        // generated class was loaded before this one.
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getName().startsWith("dev.rota.") || TRUSTED.contains(type.getPackageName())));
        DATA = new SpecificData(Avro.class.getClassLoader());
        DATA.setCustomCoders(true);
        // AvroCodec creates such readers itself, where schemas are the same.
        DATA.setFastReaderEnabled(false);
    }

    private Avro() {}

    /** {@link #DATA} without the code that Avro generates for reading. */
    private static final SpecificData DATA_BY_FIELDS = byFields();

    private static SpecificData byFields() {
        SpecificData data = new SpecificData(Avro.class.getClassLoader());
        data.setFastReaderEnabled(false);
        return data;
    }

    /**
     * Returns the data with which records are read into the classes of a schema. The code that Avro generates cannot read
     * a record with a field whose name is a word of Java, such as {@code new}.
     */
    static SpecificData reading(Schema schema) {
        return hasJavaWord(schema, new TreeSet<>()) ? DATA_BY_FIELDS : DATA;
    }

    private static boolean hasJavaWord(Schema schema, Set<String> seen) {
        return switch (schema.getType()) {
            case RECORD ->
                seen.add(schema.getFullName())
                        && schema.getFields().stream()
                                .anyMatch(field ->
                                        SourceVersion.isKeyword(field.name()) || hasJavaWord(field.schema(), seen));
            case ARRAY -> hasJavaWord(schema.getElementType(), seen);
            case UNION -> schema.getTypes().stream().anyMatch(type -> hasJavaWord(type, seen));
            default -> false;
        };
    }

    /** The schemas of generated classes. The packages of all their types are trusted. */
    private static final ClassValue<Schema> SCHEMAS = new ClassValue<>() {
        @Override
        protected Schema computeValue(Class<?> type) {
            // before the class is initialised, at which Avro may already refuse it
            TRUSTED.add(type.getPackageName());
            Schema schema = DATA.getSchema(type);
            trust(schema, new TreeSet<>());
            return schema;
        }
    };

    /** Returns the schema of a generated class. From now on, records of its types can be read. */
    public static Schema schema(Class<? extends SpecificRecord> type) {
        return SCHEMAS.get(type);
    }

    /** Trusts the packages of all types that a schema names. */
    private static void trust(Schema schema, Set<String> seen) {
        switch (schema.getType()) {
            case RECORD -> {
                if (seen.add(schema.getFullName())) {
                    TRUSTED.add(String.valueOf(schema.getNamespace()));
                    schema.getFields().forEach(field -> trust(field.schema(), seen));
                }
            }
            case ENUM, FIXED -> TRUSTED.add(String.valueOf(schema.getNamespace()));
            case ARRAY -> trust(schema.getElementType(), seen);
            case MAP -> trust(schema.getValueType(), seen);
            case UNION -> schema.getTypes().forEach(type -> trust(type, seen));
            default -> {}
        }
    }

    /**
     * Returns a schema's fingerprint: the SHA-256 of its parsing canonical form. Log, chain and audit identify schemas
     * by it.
     */
    public static byte[] fingerprint(Schema schema) {
        try {
            return SchemaNormalization.parsingFingerprint("SHA-256", schema);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the fingerprint in hex, the form in headers and rows. */
    public static String fingerprintHex(Schema schema) {
        return HexFormat.of().formatHex(fingerprint(schema));
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
