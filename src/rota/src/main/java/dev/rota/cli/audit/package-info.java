/** The verb audit, and its report as text, JSON and metrics. */
package dev.rota.cli.audit;
