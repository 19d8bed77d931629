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
 *   <li>Whether an id is pending or remembered, a cached shard answers from a hash table of fingerprints, and one that is
 *       not cached from its two rows, its last page of pending transactions if that is not full, and the rows of an index,
 *       one for each 1,024 ids of either list: {@link dev.rota.shards.PageIndex}. A page is read if the table has an entry
 *       like the id's: for the id itself, and for fewer than one in a hundred others.
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
 * index        shard, list, number  fingerprints of the ids on 64 pages of pending transactions, or 16 of executed ids
 * lost         token, worker  a departed worker whose turns end in a following step
 *
 * event                   writes (a row is written once per step, and once per transaction)
 * transaction arrives     1 shard, the pool; 1 pending page for each 4, and 1 row of the index for each 16
 *   and wakes the shard   1 queue page
 * dispatch                1 shard, 1 queue page, 1 turn page, the pool, maybe the timer
 * batch executed          1 shard, its latest executed ids, 1 worker, 1 turn page, the pool, maybe the timer; 1 executed
 *                         page and 1 row of the index for each 64
 * heartbeat               1 worker, maybe the pool and the timer
 * worker gone             1 worker; for each turn 1 shard, 1 queue page, 1 turn page
 * pause, resume           1 shard, maybe 1 queue page
 * rejected                none; from a known worker, its row, maybe the pool and the timer
 * </pre>
 *
 * Rows read of a shard that is not cached: itself and its latest executed ids; for a transaction that arrives also a row
 * of the index for each 1,024 ids that are pending or remembered, 10 or 11 for the default of 10,000, and up to two pages;
 * for a batch that ends, the pages of its transactions and of the next one's, one for each 16, and the last row of the
 * index. No other event reads more than 8.
 */
package dev.rota.shards;
