/**
 * The verbs for jobs: bot runs them; job submits, lists, follows and cancels them. {@link dev.rota.cli.jobs.JobAnswers}
 * prints what becomes of requests, {@link dev.rota.cli.jobs.JobHistories} reads what has become of jobs.
 */
package dev.rota.cli.jobs;
