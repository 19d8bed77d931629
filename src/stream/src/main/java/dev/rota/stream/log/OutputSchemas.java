package dev.rota.stream.log;

import dev.rota.engine.Output;
import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.Wire;
import dev.rota.settings.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * The schemas of a domain's outputs with their registry ids, as the log must contain them before a decision is made.
 */
public final class OutputSchemas {

    private final Names names;
    private final SchemaRegistry registry;
    private final boolean register;

    /** @param register whether a schema that the registry does not have may be registered */
    public OutputSchemas(Names names, SchemaRegistry registry, boolean register) {
        this.names = names;
        this.registry = registry;
        this.register = register;
    }

    /** Returns the schemas by registry id that the rules from one number to another write, the oldest first. */
    public Map<Integer, Schema> under(int from, int to) throws InterruptedException {
        Map<Integer, Schema> schemas = new LinkedHashMap<>();
        for (Output<?> output : names.domain().outputs()) {
            String subject = Wire.subject(names.topic(output.topic()));
            for (int rules = from; rules <= to; rules++) {
                Schema schema = output.schema(rules);
                schemas.put(register ? registry.register(subject, schema) : registry.lookUp(subject, schema), schema);
            }
        }
        return schemas;
    }
}
