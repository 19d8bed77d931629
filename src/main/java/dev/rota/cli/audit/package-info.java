/** The verb audit, and the forms of its report: text, JSON, and metrics. */
package dev.rota.cli.audit;
