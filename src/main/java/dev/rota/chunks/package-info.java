/**
 * Data chunks to workers: who stores what, and since which epoch. A unit is one network.
 *
 * <p>{@link dev.rota.chunks.ChunksDomain} is the registry. {@link dev.rota.chunks.ChunksScheduler} takes an event or a
 * timer to whom it concerns: {@link dev.rota.chunks.Listings}, {@link dev.rota.chunks.WorkerNews}, {@link
 * dev.rota.chunks.Policies}, and, when an epoch is due, {@link dev.rota.chunks.EpochDecision}. {@link
 * dev.rota.chunks.Network} is the state that they share: {@link dev.rota.chunks.catalog.Catalog}, {@link
 * dev.rota.chunks.NetworkWorkers}, the policy, and the assignment in force.
 *
 * <p>Inner rooms: {@link dev.rota.chunks.catalog} has the chunks, {@link dev.rota.chunks.policy} reads the policy,
 * {@link dev.rota.chunks.placement} places; they know no rows and no outputs. {@link dev.rota.chunks.view}, {@link
 * dev.rota.chunks.export} and {@link dev.rota.chunks.explain} only show what was decided; what decides never imports
 * them.
 *
 * <h2>The way of an epoch</h2>
 *
 * {@link dev.rota.chunks.Epochs} places, publishes nothing, and has no history: {@link
 * dev.rota.chunks.placement.EpochChunks} is the chunks in the order in which they are placed, by {@link
 * dev.rota.chunks.policy.Weights}; then one {@link dev.rota.chunks.placement.Pass} or two: {@link
 * dev.rota.chunks.placement.Replication} says how many replicas, {@link dev.rota.chunks.placement.Rings} who stands
 * where, {@link dev.rota.chunks.placement.FirstStops} where each replica's walk begins, and {@link
 * dev.rota.chunks.placement.ReplicaPlacement} walks. {@link dev.rota.chunks.placement.EpochHoldings} is what it comes
 * to; {@link dev.rota.chunks.EpochShares} compares it with what is in force, and {@link
 * dev.rota.chunks.placement.Digest} seals it.
 *
 * <h2>What makes it fast</h2>
 *
 * <ul>
 *   <li>A walk begins at a random place among millions: looked up one by one, that is a dozen cache misses a replica.
 *       So all replicas are hashed into flat arrays, sorted by ring, and found ring by ring. All of that is parallel;
 *       what is one after the other, the placement, asks a ring only where the first worker refuses.
 *   <li>Rings and first stops are kept from epoch to epoch. Who leaves is taken out; who joins changes only what begins
 *       just before it; new chunks are found anew.
 *   <li>Chunks are columns, their ids bytes in pages: a million takes about 90 MB.
 *   <li>What costs most is the digest: its input is 70 bytes a replica, scattered over all ids, and SHA-256 takes it
 *       one after the other. It is gathered in parallel, while what was gathered before is hashed.
 * </ul>
 *
 * <h2>Rows</h2>
 *
 * <pre>
 * table        key                       row
 * network      (none)                    what the network counts
 * policy       (none)                    the policy in force
 * workers      id's bytes in hex         the worker, as its last ping says
 * chunks       number / 64               the chunks with these numbers, packed
 * assignments  id's bytes in hex, part   the numbers of a worker's chunks, packed; 150,000 a part
 * untold       number                    a catalog entry that a step had no room for
 *
 * event                     writes (a row is written once a transaction)
 * chunks listed             1 chunks row for each 64 numbers that it gives, and the network
 * chunks removed            1 chunks row for each 64 numbers that it touches
 * ping                      1 worker, and its timer moves (2)
 * flag                      1 worker
 * worker gone               1 worker, 1 timer
 * policy                    1 policy, the network, each worker
 * epoch published           1 assignment for each worker whose share has changed, and the network
 * epoch refused             the network
 * rejected                  none
 * status untold             1 worker, when it is told
 * catalog entry untold      1 entry, and 1 when it is told
 * </pre>
 *
 * Nothing is read from rows but a chunks row that is changed; a network that is not at hand reads its chunks and the
 * assignment in force once, when they are first asked for. A page does not read them at once: {@link
 * dev.rota.chunks.Network#readSome} reads a bounded part between two records, until all are there.
 */
package dev.rota.chunks;
