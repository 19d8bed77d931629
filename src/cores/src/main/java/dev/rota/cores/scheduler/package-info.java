/**
 * The scheduler of availability cores: it decides which para may use which core of a relay chain in each block, and which
 * validators back it. A unit is one relay chain.
 *
 * <p>{@link CoresDomain} declares topics and tables, and {@link CoresAdmission} checks events
 * as far as that needs no state. {@link CoresScheduler} passes each event to the rule for it:
 *
 * <ul>
 *   <li>{@link ClaimArrival}: a claim arrives and is queued, or is rejected.
 *   <li>{@link BlockStart}: a block starts. {@link CoresToFree} finds the cores to free, {@link ClaimClearing} clears claims that were not backed, {@link CoreRelease} frees the
 *       cores, and {@link CoreAssigner} schedules each free core.
 *   <li>{@link BlockEnd}: a block ends. {@link Backing} makes backed cores occupied, {@link SessionStart} begins a session, {@link Duties} are published, and {@link Forecast} forecasts the next block.
 * </ul>
 *
 * {@link RelayChain} is their shared state.
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
package dev.rota.cores.scheduler;
