package dev.rota.cores.explain;

import dev.rota.cores.scheduler.GroupRotation;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.cores.scheduler.Session;
import dev.rota.cores.scheduler.Validators;
import dev.rota.engine.Answer;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.List;

/** Explains which cores a validator backs in the coming blocks, as far as duties are published. */
public final class ValidatorExplainer implements Inquiry {

    private final String validator;

    public ValidatorExplainer(String validator) {
        this.validator = validator;
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        RelayChain chain = RelayChain.read(tables);
        if (chain == null) {
            return null;
        }
        Session session = chain.session();
        Validators validators = Validators.of(tables, session);
        if (!validators.has(validator)) {
            return null;
        }
        String subject = BlockPhrases.asOf(chain) + " validator " + validator;
        Integer group = validators.group(validator);
        if (group == null) {
            return new Answer("IDLE", subject + " backs nothing: session " + session.index() + " has no cores");
        }
        long block = chain.isOpen() ? chain.number() : chain.number() + 1;
        return new Answer(
                "ON_DUTY",
                subject + " is in group " + group + " of session " + session.index() + ": it backs "
                        + String.join(", then ", duties(session, group, block)) + ", if no session begins");
    }

    private static List<String> duties(Session session, int group, long block) {
        GroupRotation rotation = session.rotation();
        List<String> duties = new ArrayList<>();
        long last = block + session.forecastBlocks() - 1;
        long from = block;
        while (from <= last) {
            long to = rotation.unchangedTo(from);
            duties.add("core " + rotation.coreAt(group, from) + " from block " + from
                    + (to == Long.MAX_VALUE ? " on" : " to block " + to));
            if (to == Long.MAX_VALUE) {
                break;
            }
            from = to + 1;
        }
        return duties;
    }
}
