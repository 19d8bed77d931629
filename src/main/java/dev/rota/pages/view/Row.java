package dev.rota.pages.view;

/**
 * A line of a decision list.
 *
 * @param topic what kind of output, without the domain's name
 * @param kind what an enum in it says; may be empty
 * @param seq empty for a checkpoint
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
