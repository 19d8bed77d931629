package dev.rota.engine;

/**
 * Explains one subject of one unit. While a log is replayed it is told the unit's decisions, which say how things
 * ended of which no row is left; of a live unit it is told none, and explains what the rows hold.
 */
public interface Explainer {

    /** Takes one decision of the unit; all of them come in order. */
    void decided(Decision decision);

    /**
     * Explains the subject.
     *
     * @param tables the unit's, which are only read
     * @param now the unit's time
     * @return null if the unit does not know the subject, and no decision named it
     */
    @Nullable
    Explained explain(Tables tables, long now);
}
