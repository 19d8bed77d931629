/**
 * What a domain adds to a what-if: how its parties act on decisions that differ from the recorded ones ({@link
 * dev.rota.workload.whatif.PartyModel}), in which words its record is changed ({@link
 * dev.rota.workload.whatif.Vocabulary}), and what is counted ({@link dev.rota.workload.whatif.Tally}). Nothing that
 * decides imports it.
 */
package dev.rota.workload.whatif;
