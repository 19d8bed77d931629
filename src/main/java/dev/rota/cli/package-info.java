/** The verbs of the command line. Each parses its options, calls the other packages, and returns an exit code. */
package dev.rota.cli;
