/** The latest decisions of each domain, read from the outputs and cached up to a limit. */
package dev.rota.pages.index;
