/**
 * Text for people: {@link dev.rota.engine.text.Printable} makes it safe to print, {@link dev.rota.engine.text.Phrases}
 * words facts the same way in every domain, and {@link dev.rota.engine.text.Causes} finds the cause that a message
 * reports.
 */
package dev.rota.engine.text;
