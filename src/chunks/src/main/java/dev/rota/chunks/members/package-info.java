/**
 * The workers in the set of a network: their statuses, the timers that judge their silence, and whether they have confirmed
 * the epoch in force.
 */
package dev.rota.chunks.members;
