package dev.rota.audit;

import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.findings.ExpectedHeads;
import dev.rota.audit.inputs.SharedInputs;
import dev.rota.audit.outputs.OutputReader;
import dev.rota.settings.Names;
import java.util.List;

/** The parameters shared by the audits of all log partitions. */
record AuditParts(
        Names names,
        Evidence evidence,
        AuditScope scope,
        List<OutputReader> outputs,
        SharedInputs inputs,
        ExpectedHeads heads) {}
