/**
 * A shard and its transactions. {@link dev.rota.shards.shard.Shards} finds the shard of an event in its cache, or reads it
 * from its rows. A transaction that arrives is compared with the ids that the {@link dev.rota.shards.shard.Shard} knows:
 * those of {@link dev.rota.shards.shard.PendingTransactions} and of {@link dev.rota.shards.shard.ExecutedIds}. Then it is
 * appended to the pending ones. A batch is the first of these. When a block contains them, they are removed, and their ids
 * are remembered.
 *
 * <p>Both lists keep their latest elements in a row of the shard, and the others on pages of packed bytes. {@link
 * dev.rota.shards.shard.PageIndex} finds the pages that may hold an id.
 */
package dev.rota.shards.shard;
