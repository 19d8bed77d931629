package dev.rota.serde;

/** A registry's no to something that only its operator, or ours, can mend: its message is one sentence for them. */
public final class RegistryRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RegistryRefused(String sentence) {
        super(sentence);
    }
}
