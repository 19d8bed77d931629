/**
 * The client side of the job scheduler: submitting jobs and following them. {@link dev.rota.client.bot} is a bot that
 * runs a command for each lease.
 */
package dev.rota.client;
