/**
 * The state of a cohort in memory, a cache of the rows of {@link dev.rota.jobs.farm.JobsTables}, and the indexes that make
 * it fast to search. The model is {@link dev.rota.jobs.farm.Job}, {@link dev.rota.jobs.farm.Bot}, {@link
 * dev.rota.jobs.farm.Instance}, {@link dev.rota.jobs.farm.JobKind} and {@link dev.rota.jobs.farm.Platform}; none of them
 * knows an index. {@link dev.rota.jobs.farm.Farm} has the jobs and bots. It is what the rules in {@link
 * dev.rota.jobs.scheduler} change, and tells each index ({@code JobIndex}), in one order: {@link
 * dev.rota.jobs.farm.CohortInstances}, {@link dev.rota.jobs.farm.JobKinds} with the queues, {@link
 * dev.rota.jobs.farm.Platforms}, {@link dev.rota.jobs.farm.QueueDeadlines}, {@link dev.rota.jobs.farm.Payloads}, {@link
 * dev.rota.jobs.farm.Shares}, {@link dev.rota.jobs.farm.Evictable} and {@link dev.rota.jobs.farm.Holds}. An index reads the
 * policy, the row and the time of its {@link dev.rota.jobs.farm.Cohort}, and never the farm.
 *
 * <h2>Looks and backoff</h2>
 *
 * A <em>look</em> is one attempt to place a queued job on a bot. A job that was submitted waits for its first look. If a
 * look finds no bot, the job fails and backs off: its next look is one backoff later. A cohort may have a million jobs for
 * which there is no bot, so a look that is bound to fail is not executed but counted as taken, without a timer and without
 * a row.
 *
 * <p>Example, with a backoff of 300: a job fails at 1,000, so its row contains the look 1,300, and its looks are at 1,300,
 * 1,600, 1,900, and so on. Until 2,000 no bot is free. The looks at 1,300, 1,600 and 1,900 count as taken, and the row does
 * not change: that the next look is at 2,200 follows from the row and from the time up to which looks have been taken. When
 * a bot becomes free at 2,050, the timer is set to 2,200, the first look that can succeed. At 2,200 the job waits again,
 * and is assigned.
 *
 * <ul>
 *   <li>{@link dev.rota.jobs.farm.JobKind} is the set of jobs that fail together: one instance, one set of requirements.
 *       Its {@link dev.rota.jobs.farm.KindQueue} has those that wait for their first look, those that wait for a later one,
 *       and those that back off.
 *   <li>{@link dev.rota.jobs.farm.BackoffWheel} finds the jobs of a kind whose looks are in an interval, and the next look.
 *       In the example the job is in the slot 1,300 mod 300 = 100, like every job that failed a multiple of 300 before or
 *       after it.
 *   <li>{@link dev.rota.jobs.farm.JobGroup} contains jobs of a kind that failed in the same step. They share their looks,
 *       and the group's row has the time, so 100,000 jobs that fail again write one row. {@link
 *       dev.rota.jobs.farm.JobGroups} has the groups of a kind.
 *   <li>{@link dev.rota.jobs.farm.PreemptingLooks} finds the first look at which a job has waited long enough to
 *       preempt another.
 *   <li>{@link dev.rota.jobs.farm.Service} decides which instances are served. {@link dev.rota.jobs.farm.Looks} keeps the
 *       time up to which looks have been taken, and makes jobs wait whose look has come.
 * </ul>
 *
 * In {@link dev.rota.jobs.scheduler}, {@code Iterations} executes looks, {@code Failures} makes jobs back off, {@code Grouping} forms
 * groups, and {@code LookTimer} sets the timer of the next look that can succeed.
 */
package dev.rota.jobs.farm;
