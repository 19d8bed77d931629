/** Health, metrics, topology, and a page for people. */
package dev.rota.http;
