package dev.rota.pages;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.TestEntries;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Provides the facts of pages about a unit from the decisions of a log under test. */
public final class TestFacts implements UnitFacts {
    private final Domain domain;
    private final String unit;
    private final Map<String, String> parameters;
    private final UnaryOperator<String> live;
    private final List<Decided> newest = new ArrayList<>();

    /**
     * Creates facts from decisions.
     *
     * @param live the unit's live page, or null if its instance does not answer
     * @param decisions decisions of the unit, in order
     */
    public TestFacts(
            Domain domain, String unit, @Nullable String live, List<Decision> decisions, Map<String, String> parameters)
            throws Exception {
        this(domain, unit, page -> live == null || !page.equals(DomainPages.STATE) ? "" : live, decisions, parameters);
    }

    /**
     * Creates facts from decisions.
     *
     * @param live returns a live page of the unit by its name; empty if there is none
     * @param decisions decisions of the unit, in order
     */
    public TestFacts(
            Domain domain,
            String unit,
            UnaryOperator<String> live,
            List<Decision> decisions,
            Map<String, String> parameters)
            throws Exception {
        this.domain = domain;
        this.unit = unit;
        this.parameters = parameters;
        this.live = live;
        for (Decision decision : decisions) {
            newest.add(new Decided(TestEntries.of(domain, decision, newest.size()), decision.value()));
        }
        newest.sort(Comparator.comparing(Decided::entry, Entry.NEWEST_FIRST));
    }

    @Override
    public String domain() {
        return domain.name();
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public long now() {
        return 0;
    }

    @Override
    public String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    @Override
    public <T> Live<T> live(String page, Class<T> type) {
        return FakeFacts.read(live.apply(page), type);
    }

    @Override
    public @Nullable Answer explain(Subject subject) {
        return null;
    }

    @Override
    public String pageUrl(String page) {
        return Url.page(domain(), unit(), page);
    }

    @Override
    public @Nullable Answered replied(Inquiry.Asked asked) {
        return null;
    }

    @Override
    public List<Decided> newest(EntryFilter wanted, int most) {
        return newest.stream()
                .filter(decided -> wanted.test(decided.entry()))
                .limit(most)
                .toList();
    }

    /** Renders a part of a page as HTML. */
    public static String html(Part part) {
        StringOutput output = new StringOutput();
        new Html().part(part).writeTo(output);
        return output.toString();
    }
}
