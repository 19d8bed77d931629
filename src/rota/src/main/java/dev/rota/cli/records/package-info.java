/** The verbs that turn JSON lines into records and back: produce, consume, and simulate, which needs no cluster. */
package dev.rota.cli.records;
