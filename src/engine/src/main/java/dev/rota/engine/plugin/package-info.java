/**
 * Finds the schedulers on the class path, which {@link dev.rota.engine.plugin.InstalledDomains} lists. A scheduler that
 * is not Rota's own first passes {@link dev.rota.engine.plugin.DomainCheck}, so that a mistake in it ends with one
 * sentence at start and not with a partition that halts.
 */
package dev.rota.engine.plugin;
