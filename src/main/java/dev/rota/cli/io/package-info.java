/**
 * Files, standard streams and terminals: text is UTF-8, and what cannot be read or written is an error. {@link
 * dev.rota.cli.io.Lines} opens them, {@link dev.rota.cli.io.StandardOutput} notices that its reader has gone, {@link
 * dev.rota.cli.io.WholeFile} replaces a file, {@link dev.rota.cli.io.ProgressLine} is for a terminal alone.
 */
package dev.rota.cli.io;
