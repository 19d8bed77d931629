package dev.rota.pages.domain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.pages.index.Entry;

/**
 * An output record with what it says.
 *
 * @param value the record in its plain JSON form
 */
public record Decided(Entry entry, JsonNode value) {}
