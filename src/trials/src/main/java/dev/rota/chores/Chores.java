package dev.rota.chores;

/** Creates events of households. */
public final class Chores {

    public static final String EVENTS = ChoresDomain.EVENTS.topic();
    public static final String TASKS = ChoresDomain.TASKS.topic();

    private Chores() {}

    public static ChoreEvent added(String household, String chore) {
        return added(household, chore, 0);
    }

    public static ChoreEvent added(String household, String chore, long remindAfterMs) {
        return new ChoreEvent(household, new ChoreAdded(chore, 1, remindAfterMs, false));
    }

    /** Adds a chore for one helper under rules 2. */
    public static ChoreEvent addedAlone(String household, String chore) {
        return new ChoreEvent(household, new ChoreAdded(chore, 1, 0L, true));
    }

    /** Creates an event that rules 1 do not support. */
    public static ChoreEvent swapped(String household, String chore) {
        return new ChoreEvent(household, new ChoreSwapped(chore));
    }

    public static ChoreEvent done(String household, String chore) {
        return new ChoreEvent(household, new ChoreDone(chore));
    }

    public static ChoreEvent rotation(String household, long everyMs) {
        return new ChoreEvent(household, new RotationStarted(everyMs));
    }

    public static ChoreEvent cleaning(String household, int rooms) {
        return new ChoreEvent(household, new SpringCleaning(rooms));
    }

    public static ChoreEvent siesta(String household, long millis) {
        return new ChoreEvent(household, new Siesta(millis));
    }

    /** Fails after writing and emitting. */
    public static ChoreEvent quarrel(String household) {
        return new ChoreEvent(household, new Quarrel(false, 0L));
    }

    /** Overflows the stack. */
    public static ChoreEvent endlessQuarrel(String household) {
        return new ChoreEvent(household, new Quarrel(true, 0L));
    }

    /** Fails in a timer. */
    public static ChoreEvent quarrelLater(String household, long afterMs) {
        return new ChoreEvent(household, new Quarrel(false, afterMs));
    }
}
