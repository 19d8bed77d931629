/** The latest decisions of each domain, read from the outputs and kept within a bound. */
package dev.rota.pages.index;
