package dev.rota.pages.view;

/**
 * The first record of a unit that differs from the one implied by its log.
 *
 * @param evidenceUrl the address of the unit's evidence
 * @param at the record's coordinates, or the position where it is missing
 * @param url the address of that record; empty if it is missing
 * @param there the content of the record; may be empty
 * @param expected the expected content; may be empty
 */
public record Diverged(
        String unit,
        String evidenceUrl,
        String at,
        String url,
        String what,
        String there,
        String expected,
        String found) {}
