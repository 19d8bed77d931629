/**
 * Files, standard streams and terminals. Text is UTF-8, and every failure to read or write is an error. {@link
 * dev.rota.cli.io.Lines} opens files and streams, {@link dev.rota.cli.io.StandardOutput} detects that its reader is
 * gone, {@link dev.rota.cli.io.WholeFile} replaces a file, and {@link dev.rota.cli.io.ProgressLine} prints to a
 * terminal only.
 */
package dev.rota.cli.io;
