/** The answer of a what-if: {@link dev.rota.whatif.report.Comparison}, as text, as JSON, and as a test of a policy. */
package dev.rota.whatif.report;
