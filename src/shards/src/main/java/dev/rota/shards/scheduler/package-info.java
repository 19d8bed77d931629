/**
 * The scheduler of transactions to shard workers: it decides which shard runs on which worker, cuts batches, and commits
 * their results as blocks. A unit is one pool.
 *
 * <p>{@link ShardsDomain} declares topics and tables, and {@link ShardsAdmission} checks
 * events as far as that needs no state. {@link ShardsScheduler} passes each event to the rule for it:
 *
 * <ul>
 *   <li>{@link TransactionArrivals}: a transaction is appended to its shard, or rejected.
 *   <li>{@link Presence}: a worker registers, sends a heartbeat, or leaves.
 *   <li>{@link Reports}: a worker reports batches. {@link BlockCommit} makes a block or receipts of
 *       what was executed, {@link Retries} lets a transaction wait to be tried again, {@link DeadLetters} are what never will be executed, and {@link TurnFailure} ends a turn that has no valid report.
 *   <li>{@link Controls}: an operator sends a policy, an environment, or a command for one shard.
 *   <li>{@link SilenceTimeouts}: a deadline of a batch or a worker is due.
 * </ul>
 *
 * Then {@link Dispatch} gives waiting shards to free workers, and {@link BatchSender} sends
 * each its first batch. {@link ShardTransitions} has the changes of a shard's state, and {@link WorkerHealth} decides which workers are sick.
 *
 * <p>Inner packages, the lowest first: {@link dev.rota.shards.tables}, {@link dev.rota.shards.shard}, {@link dev.rota.shards.workers} and {@link dev.rota.shards.pool} are the state; {@link dev.rota.shards.view} and {@link dev.rota.shards.explain} show it, and no rule imports them.
 *
 * <h2>Performance</h2>
 *
 * <ul>
 *   <li>A shard is two rows: the first contains its counters and its latest pending transactions, the second its latest
 *       executed ids. An event writes the first; a transaction that arrives only reads the second. Full lists become pages,
 *       each a row that is written once and deleted once.
 *   <li>Shards are read from their rows on demand and evicted when memory is needed: the cost of an event does not depend
 *       on the number of shards.
 *   <li>A cached shard finds out whether it knows an id from a hash table of fingerprints. A shard that is not cached reads
 *       its two rows, its last page of pending transactions unless that is full, and the rows of an index, one for each
 *       1,024 ids of either list ({@link dev.rota.shards.shard.PageIndex}). It reads a page only if the index has an entry
 *       that matches the id, which for an unknown id happens less than once in a hundred times.
 *   <li>Records, not what they contain, are what a short turn costs: of a report with many batches, the receipts are one
 *       output, and the next batches for a worker another ({@link dev.rota.shards.pool.Outbox}).
 *   <li>Queue and turns are in memory as a whole; 64 neighbours share a row.
 *   <li>A pool has one timer for all deadlines, and one for all delays, rests and waits, each set to the earliest.
 * </ul>
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table        key          row
 * pool         (none)       the latest token and ticket, the pending transactions, when the timers fire
 * policy       (none)       the policy in force
 * environment  (none)       the environment in force
 * workers      worker       its slots, incarnation and deadline, its stuck tokens
 * queue        page         64 tickets, each with the shard that waits, and since when
 * delayed      shard        when a shard that waits for a retry is queued
 * turns        page         64 tokens, each with shard, worker and current batch
 * shards       shard        the shard, its latest pending transactions
 * latest-executed  shard    its latest executed ids
 * pending      shard, page  16 transactions, or 16 KiB of them
 * executed     shard, page  64 ids
 * index        shard, list, number  fingerprints of the ids on 64 pages of pending transactions, or 16 of executed ids
 * closed       shard        the height and the latest hash of a closed shard that is done
 * worker-records  worker    its failures and its rest, its replaced incarnations
 * lost         token, worker  a departed worker whose turns end in a following step
 *
 * event                   writes (a row is written once per step, and once per transaction)
 * transaction arrives     1 shard, the pool; 1 pending page for each 4, and 1 row of the index for each 16
 *   and wakes the shard   1 queue page
 * dispatch                1 shard, 1 queue page, 1 turn page, the pool, maybe the timer
 * batch executed          1 shard, its latest executed ids, 1 worker, 1 turn page, the pool, maybe the timer; 1 executed
 *                         page and 1 row of the index for each 64
 *   asks for a retry      the same, and 1 delayed row
 * delay is over           1 shard, 1 delayed row, 1 queue page, the pool, the timer
 *   without blocks        1 shard dropped if it is spent, 1 worker, 1 turn page, the pool, maybe the timer
 * heartbeat               1 worker, maybe the pool and the timer
 * worker departs          1 worker; for each turn 1 shard, 1 queue page, 1 turn page
 * pause, resume           1 shard, maybe 1 queue page
 * rejected                none; from a known worker, its row, maybe the pool and the timer
 * </pre>
 *
 * A shard that is not cached reads its row and its latest executed ids. A transaction that arrives there also reads one
 * row of the index for each 1,024 ids that are pending or remembered, which are 10 or 11 rows for the default of 10,000,
 * and up to two pages. A batch that ends reads the pages of its transactions and of the next batch, one for each 16
 * transactions, and the last row of the index. No other event reads more than 8 rows.
 */
package dev.rota.shards.scheduler;
