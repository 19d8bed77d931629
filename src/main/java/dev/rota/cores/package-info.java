/**
 * The scheduler of availability cores: which para may use which core of a relay chain in each block, and which
 * validators back it. A unit is one relay chain.
 *
 * <p>{@link dev.rota.cores.CoresDomain} declares topics and tables. {@link dev.rota.cores.CoresScheduler} dispatches
 * three kinds of events: a claim ({@link dev.rota.cores.ClaimArrival}); the start of a block ({@link
 * dev.rota.cores.BlockStart}: {@link dev.rota.cores.CoresToFree}, {@link dev.rota.cores.ClaimClearing}, {@link
 * dev.rota.cores.CoreRelease}, {@link dev.rota.cores.CoreAssigner}); the end of a block ({@link dev.rota.cores.BlockEnd}: {@link
 * dev.rota.cores.Backing}, {@link dev.rota.cores.SessionStart}, {@link dev.rota.cores.Duties}, {@link
 * dev.rota.cores.Forecast}). {@link dev.rota.cores.RelayChain} is their shared state.
 *
 * <p>Row operations per event, however many cores a chain has; reads are of cached rows unless the chain is cold:
 *
 * <pre>
 * event            reads      writes
 * claim            2          1 block, 1 queued claim
 * block starts     2          1 block; 1 queued claim for each one returned (in) or scheduled (out)
 * block ends       2          1 block
 *   with duties    3          1 block; once in forecastBlocks blocks
 *   with session   3          1 block, 1 session, 1 validators; 2 for each queued claim (out and in again)
 * rejected event   2          none
 * </pre>
 *
 * The claim index has no table: it is derived from the queued, scheduled and occupying claims when a chain is read
 * from its rows, which also reads the queue's rows.
 */
package dev.rota.cores;
