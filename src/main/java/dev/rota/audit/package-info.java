/**
 * Recomputes every decision from the log and compares it with the outputs, record by record and byte by byte. The
 * evidence is a cluster's topics or exported files; the engine is the one that the schedulers run.
 */
package dev.rota.audit;
