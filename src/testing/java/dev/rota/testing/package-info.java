/**
 * <<<<<<< HEAD
 * The kit for tests of a scheduler, which works with every test framework: a {@link dev.rota.testing.TestLog} takes events
 * and time and returns decisions; {@link dev.rota.testing.ShortestDifference} compares random histories with a model;
 * {@link dev.rota.testing.Determinism} checks that decisions are the same in every run;
 * {@link dev.rota.testing.RecordedLog} decides again what was recorded; and {@link dev.rota.testing.StartChecks} runs the
 * checks of a start.
 * =======
 * The kit for tests of a scheduler, which works with every test framework: a {@link dev.rota.testing.TestLog} takes
 * events and time and returns decisions; {@link dev.rota.testing.ShortestDifference} compares random histories with a
 * model; {@link dev.rota.testing.Determinism} checks that decisions are the same in every run; and
 * {@link dev.rota.testing.RecordedLog} decides a recorded log again.
 * >>>>>>> a326e36b (Say in plain English what the test kit does)
 */
package dev.rota.testing;
