package dev.rota.whatif.report;

/** A time of the record in which silence did not count: Rota was interrupted, or did not hear all parties. */
public record Gap(long from, long to) {}
