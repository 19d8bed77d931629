/** The metrics of a running scheduler, for Prometheus. They decide nothing, and no decision depends on them. */
package dev.rota.stream.meters;
