/**
 * The scheduler of queued jobs to bots: it decides which job runs on which bot, and which jobs are preempted. A unit is
 * one cohort.
 *
 * <p>{@link JobsDomain} declares topics and tables, and {@link JobsAdmission} checks events as
 * far as that needs no state. {@link JobsScheduler} passes each event to the rule for it:
 *
 * <ul>
 *   <li>{@link Submissions}: a client submits or cancels a job.
 *   <li>{@link Sync}: a bot reports its state and its leases, and {@link Fetch} assigns it the
 *       next jobs at once. {@link Leases} has the transitions of a lease.
 *   <li>{@link Releases} queues or aborts the jobs that waited for one that has ended.
 *   <li>{@link OperatorEvents}: an operator sends a policy or a quota, or holds something, which {@link Operations} handles.
 *   <li>{@link BotTimeouts} and {@link QueueTimeouts}: a timer fires for a silent bot, a lease
 *       that lasts too long, or a job that has been queued too long.
 * </ul>
 *
 * {@link Round} is what follows: {@link Iterations} assigns waiting jobs, or {@link ShareIterations} if they share slot
 * time, and {@link LookTimer} sets the timer of the next look.
 *
 * <p>Inner packages: {@link dev.rota.jobs.farm} is the state, and explains what a look is; {@link dev.rota.jobs.view} and
 * {@link dev.rota.jobs.explain} show it, and no rule imports them.
 *
 * <h2>Performance</h2>
 *
 * <ul>
 *   <li>Jobs of one {@link dev.rota.jobs.farm.JobKind} fail together, and looks that are bound to fail are only counted. A
 *       queue of a million jobs that no bot can run is a few kinds, and costs nothing.
 *   <li>Jobs that fail in the same step share a row ({@link dev.rota.jobs.farm.JobGroup}). That matters to an instance that
 *       has a long queue and no bot, and reaches its maximum now and then.
 *   <li>Bots are distinguished only by traits that jobs require ({@link dev.rota.jobs.farm.Platforms}), so the bots for a job
 *       and the jobs for a bot are found among few platforms and kinds.
 *   <li>The age order is maintained only while the policy uses it, and the index of victims ({@link dev.rota.jobs.farm.Evictable}) only while an instance has a minimum.
 * </ul>
 *
 * <p>These indexes have no rows: they are derived from the rows of jobs and bots, which are read once, for a cohort that is
 * not cached. So a job's life costs three writes, whatever its queue looks like.
 *
 * <p>A million queued jobs of which 100,000 wait for another one take 30 to 60 MB more with their rows than without
 * dependencies, and as long to submit, to assign and to read at a start, within what measurements vary (in process, CPU
 * time of two runs; over a broker, one run of each).
 *
 * <p>In the pure engine an assignment under SHARES takes 1.4 times as long as under COHORT (1.3 to 1.8, five rounds of
 * 200,000), and with 1,000 owners 1.8 times (1.6 to 2.7). Dependencies of a tenth of the jobs, ends that are remembered, demand
 * of each second and moderate preemption take 1.0 to 1.2 times as long as without, which is less than what rounds vary.
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table      key        row
 * farm       (none)     the number of the latest lease; when the timers of the next look and of queue time-outs fire
 * policy     (none)     the policy in force
 * instances  instance   its quota; since when it is not served; whether it is announced that it waits for a quota
 * jobs       job        the job, and its lease while it has one
 * bots       bot        the bot, its hints and its deadline; its leases are in the rows of its jobs
 * sessions   bot        its ended sessions
 * holds      target     the hold of the cohort, a bot or an instance
 * look-groups number    the time of a look of the group's jobs
 * dependants number,job an open dependency of the job
 * endings    list,place a job that has ended, whose dependants a following step handles
 * demand     (none)     the demand that was emitted last
 * ended      number     64 jobs that have ended, if the policy remembers ends
 * owners     instance,owner   the slot time that it has used, if the assigner is SHARES
 *
 * event                              writes (a row is written once per step, and once per transaction)
 * job submitted                      1 job
 *   assigned at once                 the same, and the farm
 *   waits for others                 1 for each; 1 job and the farm for each of these that none had waited for
 * job ends                           1 for each job that waits for it, and 1 job if that has waited for the last; 1 of
 *                                    the ended, if the policy remembers ends
 * bot syncs                          1 bot; 1 job for each lease that ends and for each job that it gets; the farm
 *   bot is new                       1 timer; its sessions, if it had any
 * job cancelled                      1 job
 * look at a job fails                none if its next look follows from its row, or 1 job
 *   together with others of its kind 1 group; of groups that become one, 1 job for each but those of the largest
 * lease lasts too long               1 bot, 1 timer, 1 job
 * job queued too long                1 job, the farm, 1 timer; where time-outs are in use, the timer of the queue moves
 *                                    at most once in the shortest of them
 * bot departs                        1 bot, its sessions, 2 timers; 1 job for each lease
 * preemption                         2 jobs, the farm; 1 instance, if the policy limits preemptions in a minute
 * quota                              1 instance; 1 job or group for each that was not served before and finds no bot now
 * policy                             1 policy; with another backoff, or another assigner, 1 job for each that waits
 *                                    or backs off
 * instance reaches or leaves its maximum, by cohort: 1 instance
 * under SHARES, a lease ends         1 instance, and 1 owner if its job names one; looks that fail write none
 *   one begins to wait               1 instance or owner, if it is raised
 *   one is forgotten                 1 instance or owner
 * hold, resume                       1 hold; of an instance, 1 instance; of the cohort, 1 for each instance with jobs
 *   the last lease there ends        1 hold
 * rejected                           none
 * any, if the policy demands it      1 timer and the farm, at most once in demandEveryMs; 1 demand when it has changed
 *
 * a job's life: inserted, assigned, removed: 3 writes, and its share of its bot's row
 * </pre>
 *
 * The only rows that events read are ended sessions, when a bot arrives in a session that is not its last, and payloads of
 * jobs that are assigned.
 */
package dev.rota.jobs.scheduler;
