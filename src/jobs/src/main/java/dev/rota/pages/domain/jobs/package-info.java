/** The pages of cohorts, jobs, bots and instances. */
package dev.rota.pages.domain.jobs;
