/** Finds out in which time silence counts: looks at the cluster, and the intervals that they extend. */
package dev.rota.stream.attendance;
