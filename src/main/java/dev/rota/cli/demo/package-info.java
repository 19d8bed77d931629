/**
 * The demo of all domains, by itself or in {@code rota dev}: {@link dev.rota.cli.demo.TrafficRun} produces what users
 * would, {@link dev.rota.cli.demo.DemoWorkers} execute the pool's transactions.
 */
package dev.rota.cli.demo;
