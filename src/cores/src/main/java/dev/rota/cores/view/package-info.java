/** The page of a chain as a record, made from a snapshot of the chain. */
package dev.rota.cores.view;
