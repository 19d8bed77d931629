package dev.rota.audit;

/** Thrown if the log continues with rules that this build does not know, or with none. */
final class Unfollowable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String at;
    private final boolean byThisBuild;

    /** @param byThisBuild whether a newer build can continue */
    Unfollowable(String at, String why, boolean byThisBuild) {
        super(why, null, false, false);
        this.at = at;
        this.byThisBuild = byThisBuild;
    }

    boolean byThisBuild() {
        return byThisBuild;
    }

    String at() {
        return at;
    }
}
