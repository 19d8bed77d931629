/**
 * The physical rows of a log partition: all tables of all units, the engine's own included, under byte-ordered keys.
 *
 * <p>The state machine reads and writes {@link dev.rota.engine.rows.Rows}: {@link dev.rota.engine.rows.MemoryRows} in a
 * replay, {@link dev.rota.engine.rows.BufferedRows} over a {@link dev.rota.engine.rows.RowStore} where rows are kept.
 * {@link dev.rota.engine.rows.UnitTables} are a domain's tables as one unit sees them, {@link
 * dev.rota.engine.rows.EngineTables} lists the engine's. {@link dev.rota.engine.rows.Applied} is the log position that
 * the rows belong to.
 *
 * <p>Rows outlive builds: {@link dev.rota.engine.rows.RowLayout} is what a build writes, {@link
 * dev.rota.engine.rows.RowFormats} reads what older ones wrote. What does not resolve is deleted by {@link
 * dev.rota.engine.rows.RowWipe} and rebuilt from the log under a {@link dev.rota.engine.rows.RebuildMarker}.
 */
package dev.rota.engine.rows;
