package dev.rota.audit;

import dev.rota.audit.findings.ExpectedHead;
import dev.rota.engine.Nullable;
import java.util.List;

/**
 * The scope of an audit.
 * @param unit the only unit to audit; null for all
 * @param to the log offset before which to stop; null to stop where the decisions end
 * @param heads the heads that the units' chains must include
 */
public record AuditScope(@Nullable String unit, @Nullable Long to, List<ExpectedHead> heads) {

    /** The scope that includes everything. */
    public static final AuditScope ALL = new AuditScope(null, null, List.of());
}
