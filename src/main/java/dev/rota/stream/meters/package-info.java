/** What a running scheduler counts and measures, for Prometheus. It decides nothing and nothing decides by it. */
package dev.rota.stream.meters;
