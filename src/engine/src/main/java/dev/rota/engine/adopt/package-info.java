/**
 * Records of topics that exist already, as events of a domain. {@link dev.rota.engine.adopt.Mapping} applies the
 * settings of one topic, each of which is a {@code FieldRule}; {@code ByteNames} makes ids of bytes.
 */
package dev.rota.engine.adopt;
