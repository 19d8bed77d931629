package dev.rota.cores.scheduler;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import java.util.List;

/** A session's validators and their groups. They are read from their row only to publish or explain duties. */
public final class Validators {

    private final List<String> validators;
    private final GroupPartition partition;

    private Validators(List<String> validators, GroupPartition partition) {
        this.validators = validators;
        this.partition = partition;
    }

    /** Reads the validators of a chain's current session. */
    public static Validators of(Tables tables, Session session) {
        List<String> validators =
                tables.table(CoresTables.VALIDATORS).expect(CoresTables.ONLY).getValidators();
        return new Validators(validators, GroupPartition.of(validators.size(), session.cores()));
    }

    /** Returns whether the session has a validator. */
    public boolean has(String validator) {
        return validators.contains(validator);
    }

    /** Returns the group of a validator, or null if the session does not have the validator, or has no groups. */
    public @Nullable Integer group(String validator) {
        int index = validators.indexOf(validator);
        for (int group = 0; group < groups() && index >= 0; group++) {
            if (index < partition.from(group + 1)) {
                return group;
            }
        }
        return null;
    }

    int groups() {
        return partition.groups();
    }

    List<String> members(int group) {
        return validators.subList(partition.from(group), partition.from(group + 1));
    }
}
