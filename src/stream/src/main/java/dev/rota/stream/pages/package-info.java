/** The pages of units: snapshots are taken between two records on the stream thread, rendered and cached on another. */
package dev.rota.stream.pages;
