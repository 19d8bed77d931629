package dev.rota.laws.broken.audit.evidence;

import dev.rota.laws.broken.audit.outputs.Comparison;

/** A reader of records that compares them. */
public final class Comparing {

    final Comparison comparison = new Comparison();
}
