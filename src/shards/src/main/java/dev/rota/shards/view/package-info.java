/** The state of a pool for its pages: a record with bounded lists. */
package dev.rota.shards.view;
