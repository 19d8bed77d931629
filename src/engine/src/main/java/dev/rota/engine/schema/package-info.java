/**
 * Avro with one set of options and limits, shared by intake, scheduler, rows and audit: data that one of them accepts
 * can be read by all.
 *
 *
 * <p>{@link dev.rota.engine.schema.Avro} configures the library and computes fingerprints. {@link
 * dev.rota.engine.schema.SchemaText} parses schemas. {@link dev.rota.engine.schema.EventReader} decodes values that
 * producers wrote with any schema: {@link dev.rota.engine.schema.SchemaBounds} refuses schemas that cost too much,
 * {@link dev.rota.engine.schema.ValueCheck} checks the bytes before Avro reads them. {@link
 * dev.rota.engine.schema.AvroCodec} encodes and decodes Rota's own records, {@link dev.rota.engine.schema.OlderSchema}
 * converts them for older rules, and {@link dev.rota.engine.schema.Framing} is the prefix of a value in a topic.
 */
package dev.rota.engine.schema;
