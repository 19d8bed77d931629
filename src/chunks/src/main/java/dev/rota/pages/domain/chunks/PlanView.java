package dev.rota.pages.domain.chunks;

/**
 * The form of a plan.
 *
 * @param unit the unescaped name of the network, for the form
 * @param policy the policy in force; empty if it is unknown or too long
 * @param shown the digest of that policy, to detect whether it was edited
 * @param note the reason why the policy is not shown
 */
public record PlanView(String unit, String policy, String shown, String note) {}
