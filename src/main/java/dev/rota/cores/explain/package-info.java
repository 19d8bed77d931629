/** Says what was decided, and why; nothing is decided here. */
package dev.rota.cores.explain;
