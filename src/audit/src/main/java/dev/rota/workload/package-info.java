/**
 * Synthetic traffic for demos and benchmarks. {@link dev.rota.workload.WorkloadRegistry} gives each domain its {@link
 * dev.rota.workload.Workloads}; an inner package per domain has the traffic itself.
 *
 * <p>{@link dev.rota.workload.Traffic} produces events and reacts to decisions, and {@link dev.rota.workload.Loop} keeps
 * an amount of work queued. Workloads import the domains; domains never import workloads. They have no clock: the same times and decisions give the same events.
 */
package dev.rota.workload;
