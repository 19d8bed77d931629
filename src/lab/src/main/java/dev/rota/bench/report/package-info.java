/** The figures of a benchmark, and the lines in which they are printed. */
package dev.rota.bench.report;
