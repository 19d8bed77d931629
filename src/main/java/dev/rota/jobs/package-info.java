/**
 * Queued jobs to bots: which job runs where, who waits, and who gives way. A unit is one cohort.
 *
 * <p>{@link dev.rota.jobs.JobsDomain} is the registry. {@link dev.rota.jobs.JobsScheduler} takes an event or a timer to
 * the class that is named for it ({@link dev.rota.jobs.Submissions}, {@link dev.rota.jobs.Sync}, {@link
 * dev.rota.jobs.Bots}, {@link dev.rota.jobs.Policies}); then {@link dev.rota.jobs.Iterations} places what can be
 * placed, and {@link dev.rota.jobs.NextLook} says when to look again. What can happen to a lease is in {@link
 * dev.rota.jobs.Leases}. {@link dev.rota.jobs.farm.Farm} is the state that they share.
 *
 * <p>Inner rooms: {@link dev.rota.jobs.farm} is the state, {@link dev.rota.jobs.explain} says for people why a job
 * stands as it stands; what decides never imports that.
 *
 * <h2>What makes it fast</h2>
 *
 * <ul>
 *   <li>Jobs of one {@link dev.rota.jobs.farm.JobKind} (instance, requirements) fail together: a queue of a million
 *       jobs that nobody can run is a few kinds, and costs nothing.
 *   <li>A job that found no bot is looked at each backoff. {@link dev.rota.jobs.farm.Looks} computes the next look
 *       instead of taking those between that must fail, so neither a timer nor a row is written for them. Where an
 *       instance is not served its looks stand still; {@link dev.rota.jobs.farm.Service} keeps since when.
 *   <li>Bots are told apart by what jobs ask for only ({@link dev.rota.jobs.farm.Platforms}), so the bots that can run
 *       a job, and the jobs that a bot can run, are found among few platforms and kinds.
 *   <li>The order of age is kept only while the policy asks for it, and who could be evicted ({@link
 *       dev.rota.jobs.farm.Evictable}) only while somebody has a minimum.
 * </ul>
 *
 * <p>These indexes have no rows: they are what the rows of jobs and bots say, and a cohort that is not at hand reads
 * each of its rows once. So a job's life costs three writes, whatever its queue looks like.
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table      key        row
 * farm       (none)     the number of the latest lease; when to look next
 * policy     (none)     the policy in force
 * instances  instance   its quota; since when its jobs are not looked at
 * jobs       job        the job, and its lease while it has one
 * bots       bot        the bot, its hints and its deadline; its leases are in the rows of its jobs
 * sessions   bot        its sessions that are over
 *
 * event                              writes (a row is written once a step, and once a transaction)
 * job submitted                      1 job
 *   placed at once                   the same, and the farm
 * bot syncs                          1 bot; 1 job for each lease that ends and for each job that it gets; the farm
 *   bot is new                       1 timer; its sessions, if it had any
 * job cancelled                      1 job
 * look at a job fails                none where its next look follows from its row; else 1 job
 * bot gone                           1 bot, its sessions, 2 timers; 1 job for each lease
 * preemption                         2 jobs, the farm
 * quota                              1 instance; 1 job for each that was not served before and finds no bot now
 * policy                             1 policy; with another backoff, or another assigner, 1 job for each that rests or
 *                                    waits
 * instance reaches or leaves its maximum, by cohort: 1 instance
 * rejected                           none
 *
 * a job's life: inserted, assigned, removed: 3 writes, and its share of its bot's row
 * </pre>
 *
 * Nothing is read from rows but ended sessions, when a bot comes in a session that is not its last.
 */
package dev.rota.jobs;
