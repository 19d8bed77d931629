/**
 * Work that another scheduler has done, as events of a domain. {@link dev.rota.workload.history.Work} is one piece of
 * it, whatever file it comes from, and {@link dev.rota.workload.history.HistoryWriter} makes it events of one domain,
 * which a what-if decides.
 */
package dev.rota.workload.history;
