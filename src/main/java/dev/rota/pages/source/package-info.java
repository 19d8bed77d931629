/** Where pages get records from: direct reads of topics, and replays of the log. */
package dev.rota.pages.source;
