package dev.rota.pages.domain;

import dev.rota.pages.index.Entry;
import java.util.List;
import java.util.function.Predicate;

/** What is known of a unit, for one request. */
public interface UnitFacts {

    /** The name of the domain. */
    String domain();

    /** The name of the unit. */
    String unit();

    /** The time of the request. */
    long now();

    /** A parameter of the request; empty if it has none of this name. */
    String parameter(String name);

    /** Asks the instance that decides the unit for one of its pages, {@link DomainPages#STATE} for instance. */
    Live live(String page);

    /** The unit's latest outputs that are wanted, newest first, at most so many, of those that are kept here. */
    List<Decided> newest(Predicate<Entry> wanted, int most);
}
