package dev.rota.pages.domain.cores;

import dev.rota.cores.Rotation;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.NoPage;
import dev.rota.pages.Numbers;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.WhatIfFields;
import dev.rota.pages.domain.WhatIfFields.Field;
import java.util.List;

/** The pages of relay chains. */
public final class CoresPages implements DomainPages {

    static final String DOMAIN = "cores";

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public List<String> kinds() {
        return List.of("collator", "block");
    }

    @Override
    public Part unit(UnitFacts facts) {
        return new Part("cores/chain", new ChainPicture(new ChainFacts(facts)));
    }

    @Override
    public WhatIfFields whatIf() {
        return new WhatIfFields(
                List.of(
                        Field.number("parathreadCores"),
                        Field.number("parathreadRetries"),
                        Field.number("schedulingLookahead"),
                        Field.number("groupRotationFrequency"),
                        Field.number("chainAvailabilityPeriod"),
                        Field.number("threadAvailabilityPeriod"),
                        Field.oneOf("rotation", Rotation.values())),
                false,
                "");
    }

    /** Returns the para of a claim, which is named by its para's number and its id. */
    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) throws NoPage {
        ChainFacts chain = new ChainFacts(facts);
        return switch (subject.kind()) {
            case "para" -> new Part("cores/para", new ParaPicture(chain, number(subject, subject.id())));
            case "core" -> new Part("cores/core", new CorePicture(chain, core(subject)));
            case "validator" -> new Part("cores/validator", new ValidatorPicture(chain, subject.id()));
            case "collator" -> new Part("cores/collator", new CollatorPicture(chain, subject.id()));
            case "block" -> new Part("cores/block", new BlockPicture(chain, block(subject)));
            default -> null;
        };
    }

    /** Parses the id of a core: {@code 3}, or {@code 3@120} in a block. */
    private static int core(Subject subject) throws NoPage {
        int at = subject.id().indexOf('@');
        return number(subject, at < 0 ? subject.id() : subject.id().substring(0, at));
    }

    private static int number(Subject subject, String digits) throws NoPage {
        long number = Numbers.of(digits, -1);
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw NoPage.notFound("expected the number of a " + subject.kind());
        }
        return (int) number;
    }

    private static long block(Subject subject) throws NoPage {
        long number = Numbers.of(subject.id(), -1);
        if (number < 0) {
            throw NoPage.notFound("expected the number of a block");
        }
        return number;
    }
}
