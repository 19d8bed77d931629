/**
 * Pages that are asked for while a scheduler works: {@link dev.rota.bench.pages.PageAddresses} finds them, {@link
 * dev.rota.bench.pages.PageReaders} ask for them, and a {@link dev.rota.bench.pages.PagesLoad} keeps the scheduler busy.
 */
package dev.rota.bench.pages;
