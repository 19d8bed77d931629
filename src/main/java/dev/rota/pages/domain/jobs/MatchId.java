package dev.rota.pages.domain.jobs;

/** The id of a job together with a bot, as the explanation of the kind {@code match} knows it. */
final class MatchId {

    private MatchId() {}

    static String of(String job, String bot) {
        return job + "@" + bot;
    }
}
