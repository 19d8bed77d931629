package dev.rota.engine;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.apache.avro.specific.SpecificRecord;

/** The part of a domain that shows and explains its units and decisions. It decides nothing. */
public interface DomainView {

    /** Returns the domain's name. */
    String name();

    /**
     * Returns the pages that show a unit's state: name to content type. The name is the last part of the URL, such as
     * {@code status.json}; a part in braces, as in <code>workers/{worker}.json</code>, stands for any text. A page
     * whose name ends in {@code .gz} is the compressed form of the page without that suffix.
     */
    default SortedMap<String, String> pages() {
        return Collections.emptySortedMap();
    }

    /** Returns the kinds of the domain's clients. */
    default List<ClientRole> clientRoles() {
        return List.of();
    }

    /** Returns the decisions that an explanation reads, besides the log and the rejections. */
    default List<Output<?>> explainedFrom() {
        return List.of();
    }

    /** Returns the gauges of a unit, which its schedulers read and operators watch. */
    default List<UnitGauge> gauges() {
        return List.of();
    }

    /** Returns a sentence that describes one of the domain's decisions to people, without full stop. */
    default String sentence(SpecificRecord decision) {
        return decision.getSchema().getName();
    }

    /** Returns the kinds of subjects that the domain explains, such as {@code job}; empty if it explains nothing. */
    default List<String> subjects() {
        return List.of();
    }

    /**
     * Prepares the answer to a question about one unit; each unit needs its own. Each of {@link #subjects()} is the
     * name of a question.
     * @throws IllegalArgumentException with a sentence if the question is unknown or malformed
     */
    default Inquiry inquiry(Inquiry.Asked asked) {
        throw asked.subject().unknownTo(this);
    }
}
