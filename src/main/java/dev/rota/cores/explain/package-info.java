/** Why a claim waits or was dropped, what a core does, and why it was freed. It reads what decides, and decides nothing. */
package dev.rota.cores.explain;
