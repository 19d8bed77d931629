/**
 * The client side of the job scheduler, submitting jobs and following them, and of stateless shard pools: {@link
 * dev.rota.client.KeyedConsumer} passes records to a handler, in order by key. {@link dev.rota.client.bot} is a bot that
 * runs a command for each lease, {@link dev.rota.client.command} runs one for each record, and {@link
 * dev.rota.client.process} starts and ends them.
 */
package dev.rota.client;
