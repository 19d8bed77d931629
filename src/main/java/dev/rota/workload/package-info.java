/**
 * Made-up traffic for demos and benchmarks. {@link dev.rota.workload.WorkloadRegistry} gives each domain its {@link
 * dev.rota.workload.Workloads}; an inner room per domain has the traffic itself.
 *
 * <p>{@link dev.rota.workload.Traffic} produces events and answers decisions, {@link dev.rota.workload.Loop} keeps an
 * amount of work waiting, {@link dev.rota.workload.Trial} runs a piece of a domain in memory, {@link
 * dev.rota.workload.LongDecision} is measured decision by decision. Workloads import the domains, domains never import
 * workloads. They have no clock of their own: the same times and decisions in, the same events out.
 */
package dev.rota.workload;
