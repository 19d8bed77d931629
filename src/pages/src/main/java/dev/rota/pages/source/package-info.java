/** The sources of the pages' records: direct reads of topics, and replays of the log. */
package dev.rota.pages.source;
