/**
 * The physical rows of a log partition: all tables of all units, including the engine's own, under byte-ordered keys.
 *
 *
 * <p>The state machine reads and writes {@link dev.rota.engine.rows.Rows}: {@link dev.rota.engine.rows.MemoryRows} in a
 * replay, {@link dev.rota.engine.rows.BufferedRows} over a {@link dev.rota.engine.rows.RowStore} where rows are kept.
 * {@link dev.rota.engine.rows.UnitTables} restricts a domain's tables to one unit, {@link
 * dev.rota.engine.rows.EngineTables} lists the engine's. {@link dev.rota.engine.rows.Applied} is the log position that
 * the rows belong to.
 *
 *
 * <p>Rows outlive builds: {@link dev.rota.engine.rows.RowLayout} is the format that a build writes, {@link
 * dev.rota.engine.rows.RowFormats} reads older ones. Rows that cannot be resolved are deleted by {@link
 * dev.rota.engine.rows.RowWipe} and rebuilt from the log under a {@link dev.rota.engine.rows.RebuildMarker}.
 */
package dev.rota.engine.rows;
