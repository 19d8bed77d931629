/** Why a job is queued, assigned or over: sentences for people, from a cohort's rows and decisions. */
package dev.rota.jobs.explain;
