package dev.rota.pages.domain.cores;

import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.view.Link;

/** Links to what a chain has. */
final class ChainLinks {
    static final String DOMAIN = "cores";
    /** No link. */
    static final Link NONE = new Link("", "");

    private ChainLinks() {}

    static String para(String chain, int para) {
        return Url.subject(DOMAIN, chain, "para", String.valueOf(para));
    }

    static String block(String chain, long block) {
        return Url.subject(DOMAIN, chain, "block", String.valueOf(block));
    }

    static Link paraLink(String chain, int para) {
        return new Link(String.valueOf(para), para(chain, para));
    }

    static Link core(String chain, int core) {
        return new Link(String.valueOf(core), Url.subject(DOMAIN, chain, "core", String.valueOf(core)));
    }

    static Link blockLink(String chain, long block) {
        return new Link(String.valueOf(block), block(chain, block));
    }

    static Link collator(String chain, String collator) {
        return collator.isEmpty()
                ? NONE
                : new Link(Show.text(collator), Url.subject(DOMAIN, chain, "collator", collator));
    }

    static Link validator(String chain, String validator) {
        return new Link(Show.text(validator), Url.subject(DOMAIN, chain, "validator", validator));
    }

    /** The record that says it. */
    static Link record(String text, Decided decided) {
        return new Link(text, Url.record(decided.entry().at()));
    }
}
