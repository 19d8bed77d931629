package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.engine.Output;
import dev.rota.engine.Version;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.OutputTail;
import dev.rota.pages.index.Recent;
import dev.rota.pages.index.Values;
import dev.rota.pages.source.DecodedValues;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.view.Row;
import dev.rota.pages.view.StepView;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The state that all pages share: the domains, the records read of their outputs, and the form of a decision in a list.
 */
final class House {

    /** The size of the values that are kept decoded, enough for sixty blocks of a chain of a thousand cores. */
    private static final long DECODED_BYTES_MAX = 2L << 20;

    private final List<Domain> domains;
    private final Settings settings;
    private final OutputTail tail;
    private final DecodedValues decoded = new DecodedValues(DECODED_BYTES_MAX);
    private final Instances instances;
    private final LongSupplier clock;

    House(List<Domain> domains, Settings settings, OutputTail tail, Instances instances, LongSupplier clock) {
        // pages of a plug-in that cannot be used end the process at its start
        AllDomainPages.load();
        this.domains = List.copyOf(domains);
        this.settings = settings;
        this.tail = tail;
        this.instances = instances;
        this.clock = clock;
    }

    List<Domain> domains() {
        return domains;
    }

    /** Returns the domain that a request names. */
    Domain domain(String name) throws NoPage {
        return domains.stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst()
                .orElseThrow(() -> NoPage.notFound(
                        "expected a scheduler that is shown here, but there is no '" + Show.text(name) + "'"));
    }

    Recent recent(Domain domain) {
        Recent recent = tail.recent(domain.name());
        if (recent == null) {
            throw new IllegalStateException("expected the outputs of " + domain.name() + " to be followed");
        }
        return recent;
    }

    Values values() {
        return tail.values();
    }

    DecodedValues decoded() {
        return decoded;
    }

    Names names(Domain domain) {
        return Names.of(domain, settings);
    }

    Settings settings() {
        return settings;
    }

    Instances instances() {
        return instances;
    }

    long now() {
        return clock.getAsLong();
    }

    Output<?> output(Domain domain, String topic) {
        return domain.outputs().stream()
                .filter(output -> names(domain).topic(output.topic()).equals(topic))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns the links to the pages of a unit. The nameless unit, which stands for a partition as a whole, has no
     * state, and cannot be asked what if.
     */
    List<Link> tabs(Domain domain, String unit, UnitTab here) {
        return Stream.of(UnitTab.values())
                .filter(tab -> switch (tab) {
                    case STATE -> hasState(domain, unit);
                    case WHAT_IF -> !unit.isEmpty() && WhatIfPage.fields(domain) != null;
                    default -> true;
                })
                .map(tab -> new Link(tab.text(), tab.url(domain.name(), unit), tab == here))
                .toList();
    }

    /** Returns the address of the first page of a unit. */
    String unitUrl(Domain domain, String unit) {
        UnitTab first = hasState(domain, unit) ? UnitTab.STATE : UnitTab.DECISIONS;
        return first.url(domain.name(), unit);
    }

    private static boolean hasState(Domain domain, String unit) {
        return !unit.isEmpty() && AllDomainPages.of(domain.name()) != null;
    }

    /** Returns the frame of a page that does not change. */
    Frame frame(String title, String here, String source) {
        return frame(title, here, source, false, "");
    }

    /**
     * Returns the frame of a page.
     *
     * @param live whether the page is asked for again while it is shown
     */
    Frame frame(String title, String here, String source, boolean live, String query) {
        List<Link> links = domains.stream()
                .map(domain -> new Link(
                        domain.name(),
                        Url.of("/units", "domain", domain.name()),
                        domain.name().equals(here)))
                .toList();
        String trouble = tail.trouble().isEmpty()
                ? ""
                : "the outputs cannot be read: " + tail.trouble() + ". What is shown may be old.";
        return new Frame(title, source, live, trouble, links, query, Version.OF_JAR);
    }

    /** Returns the sentence that states the source of lists. */
    String fromTopics() {
        return "From the output topics, committed records only, as of " + Show.time(now()) + ".";
    }

    /** Returns the sentence that states how far back lists reach. */
    String kept(Recent recent) {
        return Show.number(recent.size()) + " output records of " + recent.domain() + " are kept here, since "
                + Show.time(recent.since(now())) + ". Older ones are in the topics.";
    }

    Row row(Entry entry) {
        return new Row(
                Url.record(entry.at()),
                entry.name().substring(entry.domain().length() + 1),
                Show.text(entry.kind()),
                Show.text(entry.sentence()),
                entry.seq() == 0 ? "" : String.valueOf(entry.seq()),
                Show.head(entry.chain()),
                Show.time(entry.time()),
                Show.ago(entry.time(), now()),
                Show.unit(entry.unit()));
    }

    /** Returns entries of one unit, newest first, grouped by the log record that caused them. */
    List<StepView> steps(Domain domain, List<Entry> entries) {
        Map<String, List<Entry>> byCause = new LinkedHashMap<>();
        String log = names(domain).log();
        entries.forEach(entry -> byCause.computeIfAbsent(
                        log + "/" + entry.cause().partition() + "/"
                                + entry.cause().offset(),
                        at -> new ArrayList<>())
                .add(entry));
        List<StepView> steps = new ArrayList<>();
        byCause.forEach((at, caused) -> steps.add(new StepView(
                at,
                Url.record(at),
                Show.time(caused.get(0).time()),
                Show.ago(caused.get(0).time(), now()),
                caused.stream().map(this::row).toList())));
        return steps;
    }
}
