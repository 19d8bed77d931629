/**
 * The verbs for jobs: bot runs them; job submits, lists, follows and cancels them. {@link dev.rota.cli.jobs.JobAnswers}
 * prints the results of requests, and {@link dev.rota.cli.jobs.JobHistories} reads the events of jobs.
 */
package dev.rota.cli.jobs;
