/** A pool's state for its pages: a snapshot with bounded lists, and its JSON. */
package dev.rota.shards.view;
