package dev.rota.audit;

import dev.rota.engine.Nullable;
import java.util.List;

/**
 * What an audit looks at.
 *
 * @param unit the only unit to look at; null: all
 * @param to the log offset before which to stop; null: as far as decisions were made
 * @param heads that the units' chains must have passed through
 */
public record AuditScope(@Nullable String unit, @Nullable Long to, List<ExpectedHead> heads) {

    /** Everything. */
    public static final AuditScope ALL = new AuditScope(null, null, List.of());
}
