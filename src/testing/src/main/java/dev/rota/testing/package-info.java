/**
 * The kit for tests of a scheduler, which works with every test framework: a {@link dev.rota.testing.TestLog} takes
 * events and time and returns decisions; {@link dev.rota.testing.ShortestDifference} compares random histories with a
 * model; {@link dev.rota.testing.Determinism} checks that decisions are the same in every run;
 * {@link dev.rota.testing.RecordedLog} decides a recorded log again; and {@link dev.rota.testing.StartChecks} runs
 * checks of a start.
 */
package dev.rota.testing;
