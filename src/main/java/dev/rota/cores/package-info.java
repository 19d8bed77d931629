/**
 * The scheduler of availability cores: it decides which para may use which core of a relay chain in each block, and which
 * validators back it. A unit is one relay chain.
 *
 * <p>{@link dev.rota.cores.CoresDomain} declares topics and tables, and {@link dev.rota.cores.CoresAdmission} checks events
 * as far as that needs no state. {@link dev.rota.cores.CoresScheduler} passes each event to the rule for it:
 *
 * <ul>
 *   <li>{@link dev.rota.cores.ClaimArrival}: a claim arrives and is queued, or is rejected.
 *   <li>{@link dev.rota.cores.BlockStart}: a block starts. {@link dev.rota.cores.CoresToFree} finds the cores to free, {@link
 *       dev.rota.cores.ClaimClearing} clears claims that were not backed, {@link dev.rota.cores.CoreRelease} frees the
 *       cores, and {@link dev.rota.cores.CoreAssigner} schedules each free core.
 *   <li>{@link dev.rota.cores.BlockEnd}: a block ends. {@link dev.rota.cores.Backing} makes backed cores occupied, {@link
 *       dev.rota.cores.SessionStart} begins a session, {@link dev.rota.cores.Duties} are published, and {@link
 *       dev.rota.cores.Forecast} forecasts the next block.
 * </ul>
 *
 * {@link dev.rota.cores.RelayChain} is their shared state.
 *
 * <p>Row operations per event, however many cores a chain has; reads are of cached rows unless the chain is cold:
 *
 * <pre>
 * event            reads      writes
 * claim            2          1 block, 1 queued claim
 * block starts     2          1 block; 1 queued claim for each one returned (in) or scheduled (out)
 * block ends       2          1 block
 *   with duties    3          1 block; once per forecastBlocks blocks
 *   with session   3          1 block, 1 session, 1 validators; 2 for each queued claim (out and in again)
 * rejected event   2          none
 * </pre>
 *
 * The claim index has no table: it is derived from the queued, scheduled and occupying claims when a chain is read
 * from its rows, which also reads the queue's rows.
 */
package dev.rota.cores;
