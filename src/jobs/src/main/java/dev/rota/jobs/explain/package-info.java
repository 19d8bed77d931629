/** Explains jobs, bots and instances in sentences, from a cohort's rows and decisions. */
package dev.rota.jobs.explain;
