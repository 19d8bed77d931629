package dev.rota.engine;

import dev.rota.engine.text.Printable;

/**
 * What an explanation is about.
 *
 * @param kind one of the domain's {@link Domain#subjects()}, such as {@code job}
 * @param id its id within the unit
 */
public record Subject(String kind, String id) {

    /** The exception of a domain that does not explain this kind. */
    public IllegalArgumentException unknownTo(Domain domain) {
        return new IllegalArgumentException(
                domain.subjects().isEmpty()
                        ? "expected a domain that explains something, but " + domain.name() + " explains nothing"
                        : "expected one of " + String.join(", ", domain.subjects()) + ", but it is '"
                                + Printable.of(kind) + "'");
    }

    /** The id as a number of at least 0; throws with a sentence if it is none. */
    public int number() {
        try {
            int number = Integer.parseInt(id);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the sentence below says it all
        }
        throw new IllegalArgumentException(
                "expected " + kind + " to be a number of at least 0, but it is '" + Printable.of(id) + "'");
    }
}
