package dev.rota.audit.findings;

/**
 * The part of a build in what one log partition decided: the rules that it put in force and the checkpoints that it
 * wrote. Other builds may have decided between its checkpoints.
 */
public final class BuildFindings {

    private final String build;
    private int rules;
    private long rulesAt = -1;
    private long checkpoints;
    private long from = -1;
    private long to = -1;

    BuildFindings(String build) {
        this.build = build;
    }

    void rules(int number, long offset) {
        rules = number;
        rulesAt = offset;
    }

    void checkpoint(long cause) {
        checkpoints++;
        from = from < 0 ? cause : Math.min(from, cause);
        to = Math.max(to, cause);
    }

    /** Returns its version and commit. */
    public String build() {
        return build;
    }

    /** Returns the latest rules that it announced; 0 if it announced none. */
    public int rules() {
        return rules;
    }

    /** Returns the offset of that announcement; -1 if there is none. */
    public long rulesAt() {
        return rulesAt;
    }

    public long checkpoints() {
        return checkpoints;
    }

    /** Returns the least log offset whose decisions end with a checkpoint of this build; -1 if there is none. */
    public long from() {
        return from;
    }

    /** Returns the greatest log offset whose decisions end with a checkpoint of this build; -1 if there is none. */
    public long to() {
        return to;
    }
}
