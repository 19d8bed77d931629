/**
 * Evidence in files: {@link dev.rota.audit.files.EvidenceExport} writes them, {@link dev.rota.audit.files.FileEvidence}
 * reads them without a cluster. {@link dev.rota.audit.files.EvidenceFiles} defines the format. The files are untrusted
 * input: {@link dev.rota.audit.files.Manifest}, {@link dev.rota.audit.files.LineReader} and {@link
 * dev.rota.audit.files.RecordJson} limit and check it.
 */
package dev.rota.audit.files;
