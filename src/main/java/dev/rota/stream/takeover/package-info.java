/** What lets the instances of a scheduler take over from each other: named transactions, and the end of abandoned ones. */
package dev.rota.stream.takeover;
