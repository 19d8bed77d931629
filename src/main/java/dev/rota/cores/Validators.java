package dev.rota.cores;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import java.util.List;

/** A session's validators and their groups, read from their row: only who tells or explains duties needs them. */
public final class Validators {

    private final List<String> validators;
    private final List<List<Integer>> groups;

    private Validators(List<String> validators, List<List<Integer>> groups) {
        this.validators = validators;
        this.groups = groups;
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
        for (int group = 0; group < groups.size() && index >= 0; group++) {
            if (groups.get(group).contains(index)) {
                return group;
            }
        }
        return null;
    }

    int groups() {
        return groups.size();
    }

    List<String> members(int group) {
        return groups.get(group).stream().map(validators::get).toList();
    }
}
