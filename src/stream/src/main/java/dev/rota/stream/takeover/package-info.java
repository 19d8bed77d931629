/** Lets the instances of a scheduler take over from each other: names their transactions, and ends abandoned ones. */
package dev.rota.stream.takeover;
