package dev.rota.pages;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.schema.Framing;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.source.StoredValues;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * The facts about a unit that its pages are drawn from: the answers of its instance, and its latest decisions. An
 * instance serves one request, on that request's thread.
 */
final class Facts implements UnitFacts {

    private static final String UNKNOWN = "the instance that decides it has no state of it";

    private final House house;
    private final TopicReader reader;
    private final Tasks tasks;
    private final Domain domain;
    private final String unit;
    private final UnaryOperator<String> parameters;
    private final long now;
    private final Map<String, Live<?>> answers = new TreeMap<>();

    /** @param parameters returns a parameter of the request, or an empty text if the request does not have it */
    Facts(House house, TopicReader reader, Tasks tasks, Domain domain, String unit, UnaryOperator<String> parameters) {
        this.house = house;
        this.reader = reader;
        this.tasks = tasks;
        this.domain = domain;
        this.unit = unit;
        this.parameters = parameters;
        this.now = house.now();
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
        return now;
    }

    @Override
    public String parameter(String name) {
        return parameters.apply(name);
    }

    @Override
    public <T> Live<T> live(String page, Class<T> type) {
        Live<?> live = answers.computeIfAbsent(page, asked -> ask(asked, type));
        return new Live<>(type.cast(live.page()), live.problem());
    }

    private <T> Live<T> ask(String page, Class<T> type) {
        try {
            return house.instances()
                    .page(domain.name(), unit, page, type)
                    .map(shown -> new Live<>(shown, ""))
                    .orElseGet(() -> new Live<>(PlainJson.nothing(type), UNKNOWN));
        } catch (Instances.Unanswered e) {
            return new Live<>(PlainJson.nothing(type), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public String pageUrl(String page) {
        return house.instances().areServedHere() ? Url.page(domain.name(), unit, page) : "";
    }

    @Override
    public @Nullable Answer explain(Subject subject) {
        try {
            return house.instances()
                    .explain(domain.name(), unit, subject)
                    .map(Answered::answer)
                    .orElse(null);
        } catch (Instances.Unanswered e) {
            return null;
        }
    }

    @Override
    public @Nullable Answered replied(Inquiry.Asked asked) {
        Tasks.Task task = tasks.get(InquiryTask.id(domain.name(), unit, asked));
        return task != null && task.answer() instanceof InquiryTask.Done done ? done.answered() : null;
    }

    @Override
    public List<Decided> newest(EntryFilter wanted, int most) {
        List<Decided> decided = new ArrayList<>();
        List<Entry> found = house.recent(domain).newest(wanted.in(unit), most);
        new StoredValues(reader, house.values()).fetch(found);
        for (Entry entry : found) {
            SpecificRecord value = value(entry);
            if (value != null) {
                decided.add(new Decided(entry, value));
            }
        }
        return decided;
    }

    /** Returns the decision of an entry, or null if it can no longer be read. */
    private @Nullable SpecificRecord value(Entry entry) {
        try {
            byte[] value = house.values().of(entry);
            if (value == null) {
                value = reader.read(new Coordinates(entry.topic(), entry.partition(), entry.offset()))
                        .value();
            }
            return value == null
                    ? null
                    : house.decoded()
                            .of(
                                    entry,
                                    value,
                                    bytes -> house.output(domain, entry.topic())
                                            .decode(bytes, Framing.BYTES, OutputFormat.rules(entry.rules())));
        } catch (NotReadable | IOException e) {
            return null;
        }
    }

    /** Returns the reason why an instance did not answer, or an empty text if all questions were answered. */
    String problem() {
        return answers.values().stream()
                .map(Live::problem)
                .filter(problem -> !problem.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Refuses a unit that neither its instance nor the output topics contain. */
    void requireUnit() throws NoPage {
        boolean asked = !answers.isEmpty();
        boolean unknown =
                answers.values().stream().allMatch(live -> live.problem().equals(UNKNOWN));
        if (asked && unknown && house.recent(domain).unit(unit) == null) {
            throw NoPage.notFound(
                    "expected a unit of " + domain.name() + ", but there is no '" + Show.text(unit) + "'");
        }
    }

    /** Returns the sentence that states the sources of the page's content. */
    String source() {
        return answers.isEmpty() || !problem().isEmpty()
                ? house.fromTopics()
                : "From the tables of the instance that decides, and from the output topics, committed records only, as of "
                        + Show.time(now) + ".";
    }
}
