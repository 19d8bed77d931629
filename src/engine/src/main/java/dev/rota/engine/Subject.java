package dev.rota.engine;

import dev.rota.engine.text.Printable;

/**
 * The subject of an explanation.
 * @param kind one of the domain's {@link DomainView#subjects()}, such as {@code job}
 * @param id its id within the unit
 */
public record Subject(String kind, String id) {

    /** Returns the exception of a domain that does not explain this kind. */
    public IllegalArgumentException unknownTo(DomainView domain) {
        return new IllegalArgumentException(
                domain.subjects().isEmpty()
                        ? "expected a domain that explains something, but " + domain.name() + " explains nothing"
                        : "expected one of " + String.join(", ", domain.subjects()) + ", but it is '"
                                + Printable.of(kind) + "'");
    }

    /** Returns the id as a number of at least 0; throws with a sentence if it is not one. */
    public int number() {
        try {
            int number = Integer.parseInt(id);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The sentence below covers this case.
        }
        throw new IllegalArgumentException(
                "expected " + kind + " to be a number of at least 0, but it is '" + Printable.of(id) + "'");
    }
}
