package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Mention;
import dev.rota.pages.index.Recent;
import dev.rota.pages.view.DecisionView.About;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** The ids in a record, each with the previous and the next record of the same unit that contain it. */
final class Neighbours {

    /** The number of ids of a record that are shown. A batch of transactions contains more. */
    private static final int IDS_MAX = 12;

    static final Link NOWHERE = new Link("", "");

    private final Domain domain;
    private final Entry self;
    private final List<Mention> ids;

    /** The nearest records found so far, by index of the id. */
    private final List<Link> previous = new ArrayList<>();

    private final List<Link> next = new ArrayList<>();

    private Neighbours(Domain domain, Entry self) {
        this.domain = domain;
        this.self = self;
        this.ids = self.mentions().stream().limit(IDS_MAX).toList();
        ids.forEach(id -> {
            previous.add(NOWHERE);
            next.add(NOWHERE);
        });
    }

    /**
     * Returns the ids of a record with their neighbours.
     *
     * @param self the record, or null if it is not cached: then no neighbours are found
     */
    static List<About> of(Domain domain, Recent recent, @Nullable Entry self) {
        if (self == null) {
            return List.of();
        }
        Neighbours neighbours = new Neighbours(domain, self);
        for (int i = 0; i < neighbours.ids.size(); i++) {
            neighbours.look(recent, i);
        }
        return neighbours.abouts();
    }

    private void look(Recent recent, int i) {
        Mention id = ids.get(i);
        EntryFilter about = EntryFilter.all().about(id.field(), id.id());
        for (Entry entry : recent.each(about)) {
            int order = Entry.NEWEST_FIRST.compare(entry, self);
            if (order != 0 && entry.unit().equals(self.unit())) {
                (order < 0 ? next : previous).set(i, new Link(entry.kind(), Url.record(entry.at())));
                if (order > 0) {
                    return;
                }
            }
        }
    }

    private List<About> abouts() {
        List<About> abouts = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            Mention id = ids.get(i);
            abouts.add(new About(
                    new Link(
                            id.field() + " " + Show.text(id.id()),
                            SubjectsPage.kinds(domain).contains(id.field())
                                    ? Url.subject(domain.name(), self.unit(), id.field(), id.id())
                                    : Url.of("/search", "q", id.id())),
                    previous.get(i),
                    next.get(i)));
        }
        return abouts;
    }
}
