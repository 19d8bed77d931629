package dev.rota.pages.view;

/**
 * A row in a list of decisions.
 *
 * @param topic the kind of output: its topic without the domain's name
 * @param kind the symbol of an enum field; may be empty
 * @param seq the sequence number; empty for a checkpoint
 */
public record Row(
        String url,
        String topic,
        String kind,
        String sentence,
        String seq,
        String head,
        String time,
        String ago,
        String unit) {}
