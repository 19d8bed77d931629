/** The state of a cohort for its pages: a record with bounded lists. */
package dev.rota.jobs.view;
