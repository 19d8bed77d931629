package dev.rota.pages.domain.chunks;

/**
 * The form of a plan.
 *
 * @param unit the network's name as it is, for the form
 * @param policy the one in force; empty if it is not known, or too long
 * @param shown identifies that policy, so that it is not taken for another one
 * @param note why there is no policy
 */
public record PlanView(String unit, String policy, String shown, String note) {}
