/**
 * Text for people: {@link dev.rota.engine.text.Printable} makes it safe to print, {@link dev.rota.engine.text.Phrases}
 * words facts alike in every domain, and {@link dev.rota.engine.text.Causes} finds what a message should say of a failure.
 */
package dev.rota.engine.text;
