/**
 * The scheduler of queued jobs to bots: which job runs where, which jobs wait, and which are preempted. A unit is one
 * cohort.
 *
 * <p>{@link dev.rota.jobs.JobsDomain} declares topics and tables. {@link dev.rota.jobs.JobsScheduler} dispatches
 * events and timers to {@link dev.rota.jobs.Submissions}, {@link dev.rota.jobs.Sync}, {@link dev.rota.jobs.Bots} and
 * {@link dev.rota.jobs.OperatorEvents}, which hands holds to {@link dev.rota.jobs.Operations}; then {@link dev.rota.jobs.Iterations} assigns jobs, and {@link
 * dev.rota.jobs.LookTimer} sets the timer for the next look. {@link dev.rota.jobs.Leases} has the transitions of a
 * lease. {@link dev.rota.jobs.BotTimeouts} and {@link dev.rota.jobs.QueueTimeouts} judge silence, leases that hang and jobs
 * that wait for too long. {@link dev.rota.jobs.farm.Farm} is their shared state.
 *
 * <p>Inner packages: {@link dev.rota.jobs.farm} is the state, {@link dev.rota.jobs.explain} explains a job's state
 * and is never imported by what decides.
 *
 * <h2>Performance</h2>
 *
 * <ul>
 *   <li>Jobs of one {@link dev.rota.jobs.farm.JobKind} (instance, requirements) fail together: a queue of a million
 *       jobs that no bot can run is a few kinds, and costs nothing.
 *   <li>A job that found no bot is looked at once per backoff. {@link dev.rota.jobs.farm.BackoffWheel} computes the next
 *       look that can succeed instead of executing those bound to fail, so these cost neither a timer nor a row.
 *       While an instance is not served, its looks are suspended; {@link dev.rota.jobs.farm.Service} records since
 *       when.
 *   <li>Jobs of a kind that have failed in the same step are a {@link dev.rota.jobs.farm.JobGroup}. When they wait or
 *       back off again, the group does, in one row. That happens when an instance that reaches its maximum now and then
 *       has a long queue and no bot.
 *   <li>Bots are distinguished only by traits that jobs require ({@link dev.rota.jobs.farm.Platforms}), so the bots
 *       for a job, and the jobs for a bot, are found among few platforms and kinds.
 *   <li>The age order is maintained only while the policy uses it, and the index of victims ({@link
 *       dev.rota.jobs.farm.Evictable}) only while an instance has a minimum.
 * </ul>
 *
 * <p>These indexes have no rows: they are derived from the rows of jobs and bots, which a cohort that is not cached
 * reads once. So a job's life costs three writes, whatever its queue looks like.
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table      key        row
 * farm       (none)     the number of the latest lease; when to look next; when to judge how long jobs have been queued
 * policy     (none)     the policy in force
 * instances  instance   its quota; since when it is not served; whether it was said that it waits for a quota
 * jobs       job        the job, and its lease while it has one
 * bots       bot        the bot, its hints and its deadline; its leases are in the rows of its jobs
 * sessions   bot        its ended sessions
 * holds      whom       what an operator holds: the cohort, a bot, an instance
 * look-groups number    when the jobs of a group are looked at
 *
 * event                              writes (a row is written once per step, and once per transaction)
 * job submitted                      1 job
 *   assigned at once                 the same, and the farm
 * bot syncs                          1 bot; 1 job for each lease that ends and for each job that it gets; the farm
 *   bot is new                       1 timer; its sessions, if it had any
 * job cancelled                      1 job
 * look at a job fails                none if its next look follows from its row; else 1 job
 *   together with others of its kind 1 group; of groups that become one, 1 job for each but those of the largest
 * lease lasts too long               1 bot, 1 timer, 1 job
 * job queued too long                1 job, the farm, 1 timer; where time-outs are in use, the timer of the queue moves
 *                                    at most once in the shortest of them
 * bot gone                           1 bot, its sessions, 2 timers; 1 job for each lease
 * preemption                         2 jobs, the farm
 * quota                              1 instance; 1 job or group for each that was not served before and finds no bot now
 * policy                             1 policy; with another backoff, or another assigner, 1 job for each that waits
 *                                    or backs off
 * instance reaches or leaves its maximum, by cohort: 1 instance
 * hold, resume                       1 hold; of an instance, 1 instance; of the cohort, 1 for each instance with jobs
 *   nothing runs there any more      1 hold
 * rejected                           none
 *
 * a job's life: inserted, assigned, removed: 3 writes, and its share of its bot's row
 * </pre>
 *
 * The only rows read are ended sessions, when a bot arrives in a session that is not its last.
 */
package dev.rota.jobs;
