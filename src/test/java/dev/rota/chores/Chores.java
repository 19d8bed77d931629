package dev.rota.chores;

/** Events of households, in short. */
public final class Chores {

    public static final String EVENTS = ChoresDomain.EVENTS.topic();
    public static final String TASKS = ChoresDomain.TASKS.topic();

    private Chores() {}

    public static ChoreEvent added(String household, String chore) {
        return added(household, chore, 0);
    }

    public static ChoreEvent added(String household, String chore, long remindAfterMs) {
        return new ChoreEvent(household, new ChoreAdded(chore, 1, remindAfterMs));
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
}
