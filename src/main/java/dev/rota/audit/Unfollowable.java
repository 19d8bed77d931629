package dev.rota.audit;

/** Thrown if the log continues with rules that this build does not know, or with none. */
final class Unfollowable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String at;

    Unfollowable(String at, String why) {
        super(why, null, false, false);
        this.at = at;
    }

    String at() {
        return at;
    }
}
