/**
 * Takes every decision again from the log, and holds the outputs against it, record by record and byte by byte. The
 * evidence is a cluster's topics or the files of an export; the engine that decides is the one that the schedulers run.
 */
package dev.rota.audit;
