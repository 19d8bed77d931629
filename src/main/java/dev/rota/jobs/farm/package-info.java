/**
 * A cohort's state in memory, and the indexes that make it fast to search: {@link dev.rota.jobs.farm.Farm} has its
 * jobs, bots and instances, {@link dev.rota.jobs.farm.Platforms} who can run what, {@link dev.rota.jobs.farm.JobKind}
 * the jobs that fail together, {@link dev.rota.jobs.farm.Service} up to when they have been looked at. All of it is
 * what the rows of {@link dev.rota.jobs.farm.JobsTables} say. What happens to a farm is decided in {@link
 * dev.rota.jobs}.
 */
package dev.rota.jobs.farm;
