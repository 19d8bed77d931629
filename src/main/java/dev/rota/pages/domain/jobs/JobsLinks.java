package dev.rota.pages.domain.jobs;

import dev.rota.pages.Url;

/** The addresses of a cohort's subjects. */
final class JobsLinks {

    private final String cohort;

    JobsLinks(String cohort) {
        this.cohort = cohort;
    }

    String job(String id) {
        return Url.subject("jobs", cohort, "job", id);
    }

    String bot(String id) {
        return Url.subject("jobs", cohort, "bot", id);
    }

    String instance(String name) {
        return Url.subject("jobs", cohort, "instance", name);
    }

    /** Why a job does not run on a bot. */
    String match(String job, String bot) {
        return Url.subject("jobs", cohort, "match", MatchId.of(job, bot));
    }

    /** The cohort's page with only the bots that have these characters in their ids. */
    String bots(String filter, int page) {
        return Url.of(
                "/state",
                "domain",
                "jobs",
                "unit",
                cohort,
                "bots",
                filter,
                "page",
                page == 1 ? "" : String.valueOf(page));
    }
}
