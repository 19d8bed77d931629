package dev.rota.local;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;

/** The compatibility levels of schemas: who must be able to read whom, and how far back. */
enum Compatibility {
    NONE(false, false, false),
    BACKWARD(true, false, false),
    BACKWARD_TRANSITIVE(true, false, true),
    FORWARD(false, true, false),
    FORWARD_TRANSITIVE(false, true, true),
    FULL(true, true, false),
    FULL_TRANSITIVE(true, true, true);

    private final boolean newReadsOld;
    private final boolean oldReadsNew;
    private final boolean transitive;

    Compatibility(boolean newReadsOld, boolean oldReadsNew, boolean transitive) {
        this.newReadsOld = newReadsOld;
        this.oldReadsNew = oldReadsNew;
        this.transitive = transitive;
    }

    static Compatibility named(String name) throws RegistryError {
        for (Compatibility level : values()) {
            if (level.name().equalsIgnoreCase(name)) {
                return level;
            }
        }
        throw RegistryError.levelInvalid(name);
    }

    /** The incompatibilities of a schema with its predecessors, which are given in order; empty if there are none. */
    List<String> objections(Schema added, List<Schema> before) {
        List<Schema> held = transitive || before.isEmpty() ? before : before.subList(before.size() - 1, before.size());
        List<String> objections = new ArrayList<>();
        for (Schema old : held) {
            if (newReadsOld) {
                objections.addAll(objections(added, old, "the new schema cannot read what an old one wrote"));
            }
            if (oldReadsNew) {
                objections.addAll(objections(old, added, "an old schema cannot read what the new one writes"));
            }
        }
        return objections;
    }

    private static List<String> objections(Schema reader, Schema writer, String what) {
        List<String> objections = new ArrayList<>();
        for (Incompatibility each : SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities()) {
            objections.add(what + ": " + each.getType() + " at " + each.getLocation() + ": " + each.getMessage());
        }
        return objections;
    }
}
