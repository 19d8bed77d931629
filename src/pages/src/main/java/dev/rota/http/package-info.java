/**
 * Health, metrics, topology, an overview page, and the pages of units ({@code /<domain>/{unit}/<page>}, see {@link
 * dev.rota.engine.Domain#pages()}).
 */
package dev.rota.http;
