/**
 * Commands in processes of their own. {@link dev.rota.client.process.CommandProcess} is one, and {@link
 * dev.rota.client.process.Reaper} ends it together with all that it has started.
 */
package dev.rota.client.process;
