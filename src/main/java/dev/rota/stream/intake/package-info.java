/**
 * Makes the one order. {@link dev.rota.stream.intake.Intake} polls the public inputs, {@link
 * dev.rota.stream.intake.InputReader} accepts or refuses them, {@link dev.rota.stream.intake.LogWriter} appends them to
 * the log. {@link dev.rota.stream.intake.InputPositions} knows where to resume, {@link
 * dev.rota.stream.intake.InputCommits} commits what the log has passed. Nothing is decided here.
 */
package dev.rota.stream.intake;
