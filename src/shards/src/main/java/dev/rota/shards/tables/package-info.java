/**
 * The tables of a pool and the limits of its domain. {@link dev.rota.shards.tables.ShardsTables} declares each table with
 * its number, {@link dev.rota.shards.tables.ShardsLimits} names each limit, and {@link dev.rota.shards.tables.PagedMap} is
 * a map whose entries share rows: queue and turns are such maps.
 */
package dev.rota.shards.tables;
