/**
 * The chunks of a network by dataset, as columns: millions of them cost little more than their bytes.
 */
package dev.rota.chunks.catalog;
