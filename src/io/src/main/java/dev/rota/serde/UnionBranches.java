package dev.rota.serde;

import java.util.List;
import org.apache.avro.Schema;

/** The branches of a union other than null, and their names in the plain JSON form. */
final class UnionBranches {

    private UnionBranches() {}

    static List<Schema> of(Schema union) {
        return union.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .toList();
    }

    /** Returns a record's name without its namespace. */
    static String name(Schema branch) {
        return branch.getName();
    }
}
