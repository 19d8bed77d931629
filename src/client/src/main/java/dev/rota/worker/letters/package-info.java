/**
 * Puts dead letters back at the end of their shards. {@link dev.rota.worker.letters.LetterChoice} selects them, {@link
 * dev.rota.worker.letters.LetterSearch} finds them, {@link dev.rota.worker.letters.EarlierRetries} finds those that are
 * back already, and {@link dev.rota.worker.letters.LetterRetry} sends their transactions again.
 */
package dev.rota.worker.letters;
