/**
 * Avro with one set of options and limits, which intake, scheduler, rows and audit share: what one of them accepts, all
 * can read.
 *
 * <p>{@link dev.rota.engine.schema.Avro} configures the library and computes fingerprints. {@link
 * dev.rota.engine.schema.SchemaText} parses schemas. {@link dev.rota.engine.schema.EventReader} decodes what producers
 * wrote by any schema: {@link dev.rota.engine.schema.SchemaBounds} refuses schemas that cost too much, {@link
 * dev.rota.engine.schema.ValueCheck} checks the bytes before Avro reads them. {@link
 * dev.rota.engine.schema.AvroCodec} encodes and decodes Rota's own records, {@link
 * dev.rota.engine.schema.OlderSchema} converts them for older rules, and {@link dev.rota.engine.schema.Framing} is the
 * prefix of a value in a topic.
 */
package dev.rota.engine.schema;
