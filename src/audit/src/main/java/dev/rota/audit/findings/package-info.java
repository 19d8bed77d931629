/**
 * The findings of an audit: {@link dev.rota.audit.findings.Findings} about a log partition, {@link
 * dev.rota.audit.findings.UnitFindings} about a unit in it, {@link dev.rota.audit.findings.HeadFindings} about chain
 * heads that an auditor noted earlier. Each {@link dev.rota.audit.findings.Divergence} names a record and describes the
 * difference.
 */
package dev.rota.audit.findings;
