package dev.rota.pages.view;

/**
 * The first record of a unit that differs from what its log implies.
 *
 * @param evidenceUrl the unit's evidence
 * @param at the record's coordinates, or where it is missing
 * @param url of that record; empty if it is missing
 * @param there what it says; may be empty
 * @param expected what it should say; may be empty
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
