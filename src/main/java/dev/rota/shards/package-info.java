/**
 * The scheduler of transactions to shard workers: which shard runs where and in what order, and the results. A unit
 * is one pool.
 *
 * <p>{@link dev.rota.shards.ShardsDomain} declares topics and tables. {@link dev.rota.shards.ShardsScheduler}
 * dispatches events to {@link dev.rota.shards.Arrivals}, {@link dev.rota.shards.Presence}, {@link
 * dev.rota.shards.Reports} and {@link dev.rota.shards.Controls}, and timers to {@link dev.rota.shards.Deadlines};
 * then {@link dev.rota.shards.Dispatch} gives waiting shards to free workers, in {@link dev.rota.shards.Batches}.
 * Only {@link dev.rota.shards.Schedule} decides when a shard is in the queue, and only {@link
 * dev.rota.shards.LostTurns} ends a lost turn. {@link dev.rota.shards.Pool} is their shared state.
 *
 * <h2>Performance</h2>
 *
 * <ul>
 *   <li>A shard is two rows: one has its counters and the end of its list of pending transactions, the other the end of
 *       its list of executed ids, which transactions that arrive only read. A full end becomes a page, a row that is
 *       written once and deleted once. So a transaction's life costs its share of these rows, and a small share of two
 *       pages.
 *   <li>Shards are read from their rows on demand and evicted when memory is needed: no event costs more because of
 *       shards that it does not concern.
 *   <li>Whether an id is pending or remembered, a shard that is not cached knows from its two rows and one row of an
 *       index for each of its two lists that has pages, two if the list has more than 12,800 ids: {@link
 *       dev.rota.shards.PageIndex}. A page is read if it has an id with the same fingerprint: the same id, or one of
 *       2<sup>32</sup> others.
 *   <li>The queue and the turns are entirely in memory, and in rows of sixty-four.
 *   <li>A pool has one timer for all deadlines, set to the earliest.
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
 * queue        page         sixty-four tickets: which shards wait, since when
 * turns        page         sixty-four tokens: shard, worker, current batch
 * shards       shard        the shard, its latest pending transactions
 * latest-executed  shard    its latest executed ids
 * pending      shard, page  16 transactions, or 16 KiB of them
 * executed     shard, page  64 ids; as many pages as the remembered ones need
 * index        shard, list, part  which pages may hold an id: sqrt(N / 32) buckets for N ids, and a tail if they are many
 * lost         token, worker  a departed worker whose turns end in a following step
 *
 * event                   writes (a row is written once per step, and once per transaction)
 * transaction arrives     1 shard, the pool; 1 pending page for each 16, and a row of the index if 96 and more wait
 *   and wakes the shard   1 queue page
 * dispatch                1 shard, 1 queue page, 1 turn page, the pool, maybe the timer
 * batch executed          1 shard, its latest executed ids, 1 worker, 1 turn page, the pool, maybe the timer; 1 executed
 *                         page and some 4 rows of the index for each 64
 * heartbeat               1 worker, maybe the pool and the timer
 * worker gone             1 worker; for each turn 1 shard, 1 queue page, 1 turn page
 * pause, resume           1 shard, maybe 1 queue page
 * rejected                none; from a known worker, its row, maybe the pool and the timer
 * </pre>
 *
 * Rows read: at most 8 of a shard that is not cached: itself, its latest executed ids, a bucket and the tail of each index,
 * and up to two more of an index whose latest entries move on, or a page that holds the id. Besides, the pages of pending transactions of the batch
 * that ends and of the one that is sent, one for each 16; more than 64 that are executed at once also read more of the
 * index's buckets, at most each once.
 */
package dev.rota.shards;
