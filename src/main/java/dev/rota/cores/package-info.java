/**
 * Availability cores of a relay chain: which para may use which core in each block, and which validators back it. A
 * unit is one relay chain.
 *
 * <p>{@link dev.rota.cores.CoresDomain} is the registry. {@link dev.rota.cores.CoresScheduler} takes three kinds of
 * event, each decided in a class of its own that reads like the rule book: a claim arrives ({@link
 * dev.rota.cores.ClaimArrival}); a block starts ({@link dev.rota.cores.BlockStart}: {@link dev.rota.cores.CoresToFree},
 * {@link dev.rota.cores.Clear}, {@link dev.rota.cores.Free}, {@link dev.rota.cores.Schedule}); a block ends ({@link
 * dev.rota.cores.BlockEnd}: {@link dev.rota.cores.Backing}, {@link dev.rota.cores.SessionStart}, {@link
 * dev.rota.cores.Forecast}). {@link dev.rota.cores.RelayChain} is the state that they share.
 *
 * <p>Row operations per event, however many cores a chain has; reads are of cached rows but for a chain that is cold:
 *
 * <pre>
 * event            reads      writes
 * claim            2          1 block, 1 queued claim
 * block starts     2          1 block; 1 queued claim for each one returned (in) or scheduled (out)
 * block ends       2          1 block
 *   with session   2          1 block, 1 session; 2 for each queued claim (out and in again)
 * rejected event   2          none
 * </pre>
 *
 * The claim index has no table: it is what is queued, scheduled or occupied, and is found again when a chain is read
 * from its rows, which takes the queue's rows besides.
 */
package dev.rota.cores;
