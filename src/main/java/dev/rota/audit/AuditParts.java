package dev.rota.audit;

import dev.rota.settings.Names;
import java.util.List;

/** What the audits of all log partitions share. */
record AuditParts(
        Names names,
        Evidence evidence,
        AuditScope scope,
        List<OutputReader> outputs,
        SharedInputs inputs,
        ExpectedHeads heads) {}
