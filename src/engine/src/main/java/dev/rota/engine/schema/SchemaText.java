package dev.rota.engine.schema;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Limits;
import dev.rota.engine.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * Parses schemas, everywhere with the same options. Registry client, intake, scheduler and audit all use it: a text
 * that one of them accepted and another rejected would halt a partition.
 *
 *
 * <p>Names are validated as in Avro. Defaults are not: Confluent's registry accepts invalid ones, and a writer's
 * defaults are never used for reading.
 */
public final class SchemaText {

    private SchemaText() {}

    public static Schema parse(String text) throws BadSchema {
        return parse(text, List.of());
    }

    /** Parses a schema that references others, which are given in an order in which each can be parsed. */
    public static Schema parse(String text, List<String> referenced) throws BadSchema {
        long length = text.length();
        for (String each : referenced) {
            length += each.length();
        }
        if (length > Limits.SCHEMA_BYTES_MAX || referenced.size() > Limits.SCHEMA_REFERENCES_MAX) {
            throw new BadSchema("it has " + length + " characters and refers to " + referenced.size()
                    + " others; at most " + Limits.SCHEMA_BYTES_MAX + " and " + Limits.SCHEMA_REFERENCES_MAX
                    + " are accepted");
        }
        Schema.Parser parser = new Schema.Parser().setValidateDefaults(false);
        try {
            for (String each : referenced) {
                parser.parse(each);
            }
            return parser.parse(text);
        } catch (AvroRuntimeException | IllegalArgumentException | NullPointerException | IllegalStateException e) {
            // Avro's parser throws many kinds of exceptions, some of them accidental. In each case the text is at
            // fault.
            throw new BadSchema(e.getMessage() == null ? "it cannot be parsed" : e.getMessage());
        } catch (StackOverflowError e) {
            throw new BadSchema("it is nested too deeply");
        }
    }

    /**
     * Returns the schema as the scheduler will read it: printed for the log and parsed again. Refuses a schema that
     * does not survive this or whose text is too long.
     */
    public static Schema logged(Schema schema) throws RefusedException {
        SchemaBounds.check(schema);
        try {
            String text = schema.toString();
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > Limits.SCHEMA_BYTES_MAX) {
                throw new RefusedException(
                        IntakeReason.RECORD_TOO_LARGE,
                        "expected a schema of at most " + Limits.SCHEMA_BYTES_MAX + " bytes, but it has " + bytes);
            }
            Schema parsed = parse(text);
            if (!Arrays.equals(Avro.fingerprint(schema), Avro.fingerprint(parsed))) {
                throw unprintable("its fingerprint changes");
            }
            return parsed;
        } catch (BadSchema e) {
            throw unprintable(e.sentence());
        } catch (AvroRuntimeException | IllegalArgumentException | NullPointerException | IllegalStateException e) {
            throw unprintable(e.getMessage() == null ? "it cannot be printed" : e.getMessage());
        } catch (StackOverflowError e) {
            throw unprintable("it is nested too deeply");
        }
    }

    private static RefusedException unprintable(String why) {
        return new RefusedException(
                IntakeReason.UNDECODABLE, "expected a schema that can be printed and parsed again, but " + why);
    }
}
