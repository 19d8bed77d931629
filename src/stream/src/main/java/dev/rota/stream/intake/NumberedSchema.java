package dev.rota.stream.intake;

import org.apache.avro.Schema;

/** A schema with its id in the registry. */
public record NumberedSchema(int id, Schema schema) {}
