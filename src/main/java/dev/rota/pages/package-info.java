/**
 * The operator's pages: what each scheduler decides, why, and what proves it. Read from the topics alone, with no
 * consumer group; costly questions are answered by replaying the log, one at a time.
 */
package dev.rota.pages;
