package dev.rota.pages.index;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Domain;
import dev.rota.engine.Rejection;
import org.apache.avro.specific.SpecificRecord;

/** Describes an output record in one sentence. */
public final class Sentences {

    private static final int CHARS_MAX = 240;

    private Sentences() {}

    public static String of(Domain domain, SpecificRecord decision) {
        String sentence = sentence(domain, decision);
        return sentence.length() <= CHARS_MAX ? sentence : sentence.substring(0, CHARS_MAX) + "…";
    }

    private static String sentence(Domain domain, SpecificRecord decision) {
        if (decision instanceof Checkpoint checkpoint) {
            return "checkpoint after decision " + checkpoint.getSeq() + ", " + checkpoint.getAccepted()
                    + " log records";
        }
        if (decision instanceof Rejection rejection) {
            return rejection.getSource() + " was rejected: " + rejection.getMessage();
        }
        return domain.sentence(decision);
    }
}
