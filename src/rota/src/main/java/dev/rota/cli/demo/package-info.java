/**
 * The demo of all domains, which runs alone or in {@code rota dev}. {@link dev.rota.cli.demo.TrafficRun} produces the
 * events of users, and {@link dev.rota.cli.demo.DemoWorkers} executes the pool's transactions.
 */
package dev.rota.cli.demo;
