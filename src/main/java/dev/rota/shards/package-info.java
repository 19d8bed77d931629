/**
 * Transactions to shard workers: which shard runs where, in what order, and what came of it. A unit is one pool.
 *
 * <p>{@link dev.rota.shards.ShardsDomain} is the registry. {@link dev.rota.shards.ShardsScheduler} takes an event to the
 * class that is named for it ({@link dev.rota.shards.Arrivals}, {@link dev.rota.shards.Presence}, {@link
 * dev.rota.shards.Reports}, {@link dev.rota.shards.Controls}) and a timer to {@link dev.rota.shards.Deadlines}; then
 * {@link dev.rota.shards.Dispatch} gives what waits to whoever is free, in {@link dev.rota.shards.Batches}. When a shard
 * stands in the queue is {@link dev.rota.shards.Schedule}'s business alone, a turn that is lost {@link
 * dev.rota.shards.LostTurns}'. {@link dev.rota.shards.Pool} is the state that they share.
 *
 * <h2>What makes it fast</h2>
 *
 * <ul>
 *   <li>A shard is one row: its counters and the ends of its two lists, what is pending and what its blocks hold. A full
 *       end becomes a page, a row that is written once and dropped once. So a transaction's life costs its share of its
 *       shard's row, and a small one of two pages.
 *   <li>Shards are read from their rows when somebody asks for them, and let go when others need the memory: no event
 *       costs more because of shards that it does not concern.
 *   <li>The queue and the turns are all at hand, and in rows of sixty-four.
 *   <li>One timer for all deadlines of a pool, on the earliest.
 * </ul>
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table        key          row
 * pool         (none)       the latest token and ticket, how much is pending, when the timer fires
 * policy       (none)       the policy in force
 * environment  (none)       the environment in force
 * workers      worker       its slots, incarnation and deadline, its stuck tokens
 * queue        page         sixty-four tickets: who waits, since when
 * turns        page         sixty-four tokens: shard, worker, the batch that is out
 * shards       shard        the shard, its latest pending transactions, its latest executed ids
 * pending      shard, page  16 transactions, or 16 KiB of them
 * executed     shard, page  64 ids; as many pages as 10,000 need
 * lost         token, worker  a worker that is gone while turns of it are to be lost in a following step
 *
 * event                   writes (a row is written once a step, and once a transaction)
 * transaction arrives     1 shard, the pool; 1 pending page for each 16
 *   and wakes the shard   1 queue page
 * dispatch                1 shard, 1 queue page, 1 turn page, the pool, maybe the timer
 * batch executed          1 shard, 1 worker, 1 turn page, the pool, maybe the timer; 1 executed page for each 64
 * heartbeat               1 worker, maybe the pool and the timer
 * worker gone             1 worker; for each turn 1 shard, 1 queue page, 1 turn page
 * pause, resume           1 shard, maybe 1 queue page
 * rejected                none; of a worker that is known, its row, maybe the pool and the timer
 * </pre>
 *
 * Read are: a shard that is not at hand, with the ids of its pages; the pages from which a batch is cut.
 */
package dev.rota.shards;
