/** The verbs. Each takes its options, sets the rooms to work, and answers with an exit code. */
package dev.rota.cli;
