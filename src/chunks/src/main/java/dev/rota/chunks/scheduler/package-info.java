/**
 * The scheduler of data chunks to workers: it decides which worker stores which chunks, from which epoch on. A unit is one
 * network.
 *
 * <p>{@link ChunksDomain} declares topics and tables, and {@link ChunksAdmission} checks
 * events as far as that needs no state. {@link ChunksScheduler} passes each event to the rule for it:
 *
 * <ul>
 *   <li>{@link Listings}: chunks are added to a dataset, removed or replaced.
 *   <li>{@link WorkerMembership}: a worker pings, confirms, is flagged, leaves, or falls silent.
 *   <li>{@link PolicyChanges}: an operator sends a policy.
 *   <li>{@link dev.rota.chunks.epoch.EpochDecision}: an epoch is due.
 * </ul>
 *
 * Routes for readers follow all of them, if the policy asks for routes.
 *
 * <p>Inner packages, the lowest first: {@link dev.rota.chunks.catalog}, {@link dev.rota.chunks.policy} and {@link
 * dev.rota.chunks.placement} use neither tables nor outputs; {@link dev.rota.chunks.tables}, {@link
 * dev.rota.chunks.members}, {@link dev.rota.chunks.assignment}, {@link dev.rota.chunks.routes} and {@link
 * dev.rota.chunks.epoch}, with the {@link dev.rota.chunks.epoch.Network}, are the state that all rules share.
 * {@link dev.rota.chunks.view}, {@link dev.rota.chunks.export} and {@link dev.rota.chunks.explain} show what was decided, and
 * no rule imports them.
 *
 * <h2>The path of an epoch</h2>
 *
 * {@link dev.rota.chunks.epoch.Epochs} places without publishing. {@link dev.rota.chunks.placement.EpochChunks} has the
 * chunks in placement order, with the weights of {@link dev.rota.chunks.policy.Weights}. Then there are one or two {@link
 * dev.rota.chunks.placement.Pass}es: {@link dev.rota.chunks.placement.Replication} computes the number of replicas, {@link
 * dev.rota.chunks.placement.Rings} the workers' positions, {@link dev.rota.chunks.placement.FirstStops} where each
 * replica's walk begins, and {@link dev.rota.chunks.placement.ReplicaPlacement} walks. The result is the target, {@link
 * dev.rota.chunks.placement.EpochHoldings}. While a worker is drained, moves are limited or readers have routes, {@link
 * dev.rota.chunks.placement.Transition} makes one step towards it from the assignment in force and its {@link
 * dev.rota.chunks.assignment.Confirmations}; a {@link dev.rota.chunks.placement.ReleasePolicy} decides when copies go.
 * Chunks of a dataset that no placement can serve stay where they are ({@link dev.rota.chunks.placement.Unplaceable},
 * {@link dev.rota.chunks.placement.KeptCopies}). {@link dev.rota.chunks.epoch.EpochShares} compares the shares with the
 * assignment in force, and {@link dev.rota.chunks.placement.AssignmentDigest} hashes those that have changed.
 *
 * <h2>Performance</h2>
 *
 * <ul>
 *   <li>A walk begins at a random position among millions: looked up one by one, that costs a dozen cache misses per
 *       replica. So all replicas are hashed into flat arrays, sorted by ring, and looked up ring by ring, all in
 *       parallel. The sequential part, the placement, accesses a ring only if the first worker refuses.
 *   <li>Rings and first stops are kept from epoch to epoch. Workers that left are removed, workers that joined affect only
 *       walks that begin just before them, and only new chunks are looked up.
 *   <li>Chunks are stored as columns, their ids as bytes in pages: a million takes about 90 MB.
 *   <li>The digest is a tree: workers are hashed in parallel, and only if their chunks have changed, since a worker's
 *       digest is in its row. {@link dev.rota.chunks.placement.ReferenceDigest} hashes 70 bytes per replica, scattered
 *       over all ids, one after the other: it took most of an epoch.
 *   <li>A worker's chunks lie far apart in the load. Their numbers and sizes are gathered in a loop that does nothing
 *       else, so that its cache misses overlap.
 *   <li>Rows hold a worker's numbers as its record writes them, so that they are packed in parallel and copied into the
 *       record ({@link dev.rota.chunks.placement.Deltas}). Records that wait in the backlog stay in memory until they
 *       are published.
 *   <li>Most of a worker's numbers are those of the epoch before: shares are compared as arrays, run by run, and rows
 *       are written of the difference.
 * </ul>
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table        key                       row
 * network      (none)                    counters
 * policy       (none)                    the policy in force
 * workers      id's bytes in hex         the worker's state, from its last ping and its flags
 * chunks       number / 64               the chunks with these numbers, packed
 * assignments  id's bytes in hex, part   the numbers of a worker's chunks, packed; 150,000 a part
 * assignment   id's bytes, place         what a later epoch changed of them
 *   changes
 * backlog      number                    a decision that a step had no room to publish
 * unconfirmed  id's bytes, epoch, part   the numbers of a worker's chunks that the epoch gave it, not confirmed yet, packed
 * moving       id's bytes, time          with routes: copies that readers left then, or that wait for that, packed
 * visible      number / 65,536           with routes: which chunks with these numbers readers may use, as bits
 * swaps        first new number          with routes: chunks that wait to be replaced
 *
 * event                     writes (a row is written once per transaction)
 * chunks listed             1 chunks row for each 64 numbers that it assigns, and the network
 * chunks removed            1 chunks row for each 64 numbers that it touches
 * ping                      1 worker, and its timer moves (2)
 * ping that confirms        the same, 1 unconfirmed row for each epoch that it confirms
 * flag, drain               1 worker
 * worker gone               1 worker, 1 timer
 * policy                    1 policy, the network, each worker
 * epoch published           the network; for each worker whose share has changed 1 assignment change, or, if much has
 *                           changed or there are 8 to 23 already, its assignments instead of them; 1 unconfirmed row
 *                           for each of them that confirms, and those of earlier epochs whose chunks it has lost
 * epoch refused             the network
 * rejected                  none
 * unpublished status        1 worker, when it is published
 * decision in the backlog   1 row, and 1 when it is published
 * </pre>
 *
 * With routes, a confirmation also writes the visible row of each 65,536 numbers of which it shows some, and two moving
 * rows for each worker whose copies readers leave by it. An epoch writes up to two moving rows for each worker that has
 * copies on their way out. Nothing is written for each copy: what a worker has confirmed follows from its assignment and
 * its unconfirmed rows. In memory, routes take two bytes and two bits for each chunk, and some 20 bytes for each copy on
 * its way out; 14 MB for 6.4 million chunks. Routes are read at the first event after a start, with all chunks and
 * assignments, since counts follow from them.
 *
 * <p>A view has about 2.3 bytes for each copy that it adds: the first one of 6.4 million chunks with five copies had 73 MB,
 * over the pings that confirmed them. Of a million chunks with five copies on a thousand workers, these took, of one core:
 *
 * <pre>
 *                                          with routes   without
 * the first epoch                              5.2 s       2.2 s
 * the first confirmations of all workers       3.4 s       0.3 s
 * an epoch at rest                             0.4 s       0.35 s
 * an epoch while copies are on their way out   1.5 s       0.35 s
 * </pre>
 *
 * The only rows read are chunks rows to be changed, a worker's unconfirmed ones, and its share when it confirms for the
 * first time or is drained. A network that is not in memory reads its chunks and the
 * assignment in force once, on first use. For a page they are not read at once: {@link dev.rota.chunks.epoch.Network#readSome} reads a bounded part between two records, until all are in memory.
 */
package dev.rota.chunks.scheduler;
