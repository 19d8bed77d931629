package dev.rota.serde;

/**
 * Thrown if the registry refuses a request for a reason that only an operator can resolve. The message is one sentence.
 */
public final class RegistryRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RegistryRefused(String sentence) {
        super(sentence);
    }
}
