/**
 * Avro on the wire and its plain JSON form.
 *
 *
 * <p>A {@link dev.rota.serde.Wire} converts records to framed bytes and back; a {@link dev.rota.serde.SchemaRegistry}
 * maps their schemas to ids; {@link dev.rota.serde.PlainJson} is the form in which people write and read the same
 * records.
 */
package dev.rota.serde;
