/**
 * Avro on the wire, and the plain JSON form of it.
 *
 * <p>A {@link dev.rota.serde.Wire} turns records into framed bytes and back; a {@link dev.rota.serde.SchemaRegistry}
 * numbers their schemas; {@link dev.rota.serde.PlainJson} is how people write and read the same records.
 */
package dev.rota.serde;
