package dev.rota.engine.schema;

import dev.rota.engine.Nullable;
import java.util.Arrays;
import org.apache.avro.Schema;

/**
 * The schemas that a topic has under older rules, each up to the last rules number for which it holds. They are looked
 * up several times for each record and most topics have none, so they are arrays: a map took a tenth of a step.
 */
public final class OlderSchemas {

    private static final OlderSchemas NONE = new OlderSchemas(new int[0], new OlderSchema[0]);

    /** The last rules number of each schema, in ascending order. */
    private final int[] lastRules;

    private final OlderSchema[] schemas;

    private OlderSchemas(int[] lastRules, OlderSchema[] schemas) {
        this.lastRules = lastRules;
        this.schemas = schemas;
    }

    public static OlderSchemas none() {
        return NONE;
    }

    /** Returns these schemas and one more, which holds for all rules up to {@code last} that have none yet. */
    public OlderSchemas with(int last, Schema newest, String text) {
        int count = schemas.length;
        if (count > 0 && last <= lastRules[count - 1]) {
            throw new IllegalArgumentException("expected older schemas of " + newest.getFullName()
                    + " in the order of the rules, but rules " + last + " follow " + lastRules[count - 1]);
        }
        int[] moreRules = Arrays.copyOf(lastRules, count + 1);
        OlderSchema[] more = Arrays.copyOf(schemas, count + 1);
        moreRules[count] = last;
        more[count] = OlderSchema.of(newest, text);
        return new OlderSchemas(moreRules, more);
    }

    /** Returns the schema that holds under the given rules, or null if that is the newest. */
    public @Nullable OlderSchema under(int rules) {
        for (int i = 0; i < lastRules.length; i++) {
            if (rules <= lastRules[i]) {
                return schemas[i];
            }
        }
        return null;
    }
}
