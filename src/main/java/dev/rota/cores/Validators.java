package dev.rota.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import java.util.List;

/** A session's validators and their groups, read from their row: only who tells or explains duties needs them. */
public final class Validators {

    private final List<String> validators;
    private final GroupPartition partition;

    private Validators(List<String> validators, GroupPartition partition) {
        this.validators = validators;
        this.partition = partition;
    }

    /** Reads the validators of the session that a chain is in. */
    public static Validators of(Tables tables, Session session) {
        List<String> validators =
                tables.table(CoresTables.VALIDATORS).expect(CoresTables.ONLY).getValidators();
        return new Validators(validators, GroupPartition.of(validators.size(), session.cores()));
    }

    /** Whether the session has a validator. */
    public boolean has(String validator) {
        return validators.contains(validator);
    }

    /** The group of a validator; null if the session does not have it, or has no groups. */
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
