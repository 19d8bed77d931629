package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.Recent;
import dev.rota.pages.source.Coordinates;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.source.TopicReader.NotReadable;
import dev.rota.pages.source.TopicReader.Stored;
import dev.rota.pages.view.DecisionView;
import dev.rota.pages.view.DecisionView.Field;
import dev.rota.pages.view.DecisionView.Pair;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.view.Row;
import dev.rota.serde.Wire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The page of a record: a decision with its cause and evidence, a log record, or a producer's record. Its address is
 * permanent.
 */
final class RecordPage {

    private static final int SIBLINGS_MAX = 50;

    private final House house;
    private final TopicReader reader;
    private final RecordReading reading;

    RecordPage(House house, TopicReader reader, Wire wire) {
        this.house = house;
        this.reader = reader;
        this.reading = new RecordReading(house, reader, wire);
    }

    Frame frame(String sentence, String domain) {
        return house.frame(
                sentence,
                domain,
                "Read from the topics, committed records only, as of " + Show.time(house.now()) + ".");
    }

    /** Reads a record of one of the domains' topics. Other topics are refused. */
    Stored read(String at) throws NoPage {
        Coordinates where = Coordinates.parse(at);
        if (where == null) {
            throw NoPage.wrong("expected topic/partition/offset, but it is '" + Show.text(at) + "'");
        }
        if (of(where.topic()).isEmpty()) {
            throw NoPage.notFound(
                    "expected a topic of a scheduler that is shown here, but it is " + Show.text(where.topic()));
        }
        try {
            return reader.read(where);
        } catch (NotReadable e) {
            throw NoPage.notFound(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the domain that a topic belongs to. */
    private Optional<Domain> of(String topic) {
        return house.domains().stream()
                .filter(domain -> house.names(domain).audited().contains(topic) || isAdopted(domain, topic))
                .findFirst();
    }

    private boolean isAdopted(Domain domain, String topic) {
        return house.names(domain).adopted().contains(topic);
    }

    String domain(Stored record) {
        return of(record.at().topic()).map(Domain::name).orElse("");
    }

    DecisionView view(Stored record) {
        Domain domain = of(record.at().topic()).orElseThrow();
        if (house.names(domain).outputs().contains(record.at().topic())) {
            return output(domain, record);
        }
        if (isAdopted(domain, record.at().topic())) {
            return adopted(domain, record);
        }
        return record.at().topic().equals(house.names(domain).log()) ? log(domain, record) : input(record);
    }

    private DecisionView output(Domain domain, Stored record) {
        Recent recent = house.recent(domain);
        String unit = record.header(OutputFormat.UNIT);
        RecordReading.Value value = reading.decoded(domain, record);
        String key = record.key() == null ? "" : new String(record.key(), UTF_8);
        Entry self = null;
        Entry next = null;
        Entry previous = null;
        EntryFilter same = EntryFilter.mentioning(key)
                .and(entry -> entry.topic().equals(record.at().topic())
                        && entry.unit().equals(unit)
                        && entry.key().equals(key));
        for (Entry entry : recent.each(same)) {
            if (entry.offset() > record.at().offset()) {
                next = entry;
            } else if (entry.offset() == record.at().offset()) {
                self = entry;
            } else {
                previous = entry;
                break;
            }
        }
        Map<String, String> before = previous == null ? Map.of() : reading.fieldsOf(domain, previous);
        Coordinates cause = Coordinates.parse(record.header(OutputFormat.CAUSE));
        String sentence = value.sentence().isEmpty() ? record.at().toString() : Show.text(value.sentence());
        String compared = previous == null
                ? "No earlier record with the key '" + Show.text(key) + "' is kept here."
                : "Compared with the record before it with the key '" + Show.text(key) + "'.";
        return new DecisionView(
                heading(record, sentence, "Decision of " + domain.name() + " in unit " + Show.unit(unit)),
                true,
                contents(record, compared(value.fields(), before), compared, value.unreadable()),
                cause == null ? DecisionView.Cause.NONE : cause(cause),
                cause == null ? List.of() : siblings(recent, cause, record),
                new DecisionView.Neighbourhood(
                        previous == null ? Neighbours.NOWHERE : new Link("the one before", Url.record(previous.at())),
                        next == null ? Neighbours.NOWHERE : new Link("the next", Url.record(next.at())),
                        Neighbours.of(domain, recent, self)),
                new DecisionView.Proof(
                        evidence(recent, record, unit),
                        commands(domain, unit, cause),
                        cause == null || unit.isEmpty()
                                ? DecisionView.Ask.NOTHING
                                : new DecisionView.Ask(
                                        "/tasks/state",
                                        List.of(
                                                new Pair("domain", domain.name()),
                                                new Pair("unit", unit),
                                                new Pair("offset", String.valueOf(cause.offset()))))));
    }

    private DecisionView.Heading heading(Stored record, String sentence, String what) {
        return new DecisionView.Heading(
                record.at().toString(), sentence, what, Show.time(record.time()), Show.ago(record.time(), house.now()));
    }

    private static DecisionView.Contents contents(
            Stored record, List<DecisionView.Field> fields, String compared, String unreadable) {
        return new DecisionView.Contents(
                fields,
                compared,
                RecordReading.headers(record),
                RecordReading.raw(record),
                RecordReading.rawUrl(record),
                unreadable);
    }

    private DecisionView log(Domain domain, Stored record) {
        String problem = "";
        Map<String, String> fields = new LinkedHashMap<>();
        String kind = record.header(LogFormat.KIND);
        try {
            LogRecord parsed = RecordReading.parse(record);
            if (parsed instanceof LogRecord.Event event) {
                RecordReading.Value value = reading.fromWire(event.source().topic(), event.value());
                if (event.mapping() != 0) {
                    fields.put("mapping", String.valueOf(event.mapping()));
                }
                fields.putAll(value.fields());
                problem = value.unreadable();
            } else if (parsed instanceof LogRecord.Refused refused) {
                fields.put("reason", refused.reason());
                fields.put("message", refused.message());
            } else if (parsed instanceof LogRecord.Tick tick) {
                fields.put("timer", "a timer of the unit " + tick.unit() + " was due");
            } else if (parsed instanceof LogRecord.Rules rules) {
                fields.put("rules", String.valueOf(rules.number()));
                fields.put("partitions", String.valueOf(rules.partitions()));
                if (!rules.build().isEmpty()) {
                    fields.put("build", rules.build());
                }
            } else if (parsed instanceof LogRecord.Mapped mapping) {
                fields.put("mapping", String.valueOf(mapping.version()));
                fields.put("text", mapping.text());
            } else if (parsed instanceof LogRecord.Voiding voiding) {
                fields.put("voids", String.valueOf(voiding.offset()));
                fields.put("reason", voiding.reason());
            } else if (parsed instanceof LogRecord.Schema schema) {
                fields.put("schema", String.valueOf(schema.id()));
                fields.put("text", schema.text());
            }
        } catch (LogFormat.ForeignRecord e) {
            problem = "Rota did not write this record: " + e.getMessage();
        }
        String source = record.header(LogFormat.SOURCE);
        return plain(
                record,
                "Log record " + record.at() + ", " + (kind.isEmpty() ? "of no kind" : kind),
                "The log of " + domain.name() + ", the order in which everything is decided",
                fields,
                problem,
                new DecisionView.Cause(
                        source.isEmpty() ? "" : source,
                        source.isEmpty() ? "" : Url.record(source),
                        "",
                        "",
                        "",
                        List.of()),
                siblings(house.recent(domain), record.at(), record));
    }

    private DecisionView adopted(Domain domain, Stored record) {
        return plain(
                record,
                "Record " + record.at() + " of an adopted topic",
                "A record of a topic that " + domain.name() + " adopts, as its producer has written it",
                Map.of(),
                "",
                DecisionView.Cause.NONE,
                List.of());
    }

    private DecisionView input(Stored record) {
        byte[] bytes = record.value();
        RecordReading.Value value = bytes == null
                ? new RecordReading.Value(Map.of(), "", "its value is null")
                : reading.fromWire(record.at().topic(), bytes);
        return plain(
                record,
                "Input record " + record.at(),
                "A producer's record in an input topic; " + reading.verdict(record),
                value.fields(),
                value.unreadable(),
                DecisionView.Cause.NONE,
                List.of());
    }

    private DecisionView plain(
            Stored record,
            String sentence,
            String what,
            Map<String, String> fields,
            String problem,
            DecisionView.Cause cause,
            List<Row> rows) {
        return new DecisionView(
                heading(record, sentence, what),
                false,
                contents(
                        record,
                        compared(fields, Map.of()),
                        "The record's fields",
                        problem.isEmpty() ? "" : Show.text(problem)),
                cause,
                rows,
                new DecisionView.Neighbourhood(Neighbours.NOWHERE, Neighbours.NOWHERE, List.of()),
                DecisionView.Proof.NONE);
    }

    /** Returns the other outputs of the same log record. They have the same time. */
    private List<Row> siblings(Recent recent, Coordinates cause, Stored except) {
        return recent.of(new Entry.Cause(cause.partition(), cause.offset()), except.time()).stream()
                .filter(entry -> !entry.at().equals(except.at().toString()))
                .limit(SIBLINGS_MAX)
                .map(house::row)
                .toList();
    }

    private DecisionView.Cause cause(Coordinates at) {
        String url = Url.record(at.toString());
        try {
            Stored record = reader.read(at);
            LogRecord parsed = RecordReading.parse(record);
            String source = record.header(LogFormat.SOURCE);
            List<Pair> fields = new ArrayList<>();
            if (parsed instanceof LogRecord.Event event) {
                reading.fromWire(event.source().topic(), event.value())
                        .fields()
                        .forEach((name, text) -> fields.add(new Pair(name, Show.text(text))));
            }
            return new DecisionView.Cause(
                    at.toString(),
                    url,
                    "(" + Show.text(record.header(LogFormat.KIND)) + ")",
                    Show.text(source),
                    source.isEmpty() ? "" : Url.record(source),
                    fields);
        } catch (NotReadable | LogFormat.ForeignRecord e) {
            return new DecisionView.Cause(at.toString(), url, Show.text("(" + e.getMessage() + ")"), "", "", List.of());
        }
    }

    private static List<Field> compared(Map<String, String> fields, Map<String, String> before) {
        List<Field> compared = new ArrayList<>();
        fields.forEach((name, value) -> {
            @Nullable String was = before.get(name);
            boolean changed = !before.isEmpty() && !value.equals(was);
            compared.add(new Field(Show.text(name), Show.text(value), was == null ? "" : Show.text(was), changed));
        });
        return compared;
    }

    private static List<Pair> evidence(Recent recent, Stored record, String unit) {
        List<Pair> evidence = new ArrayList<>();
        evidence.add(new Pair("Rules", Show.text(record.header(OutputFormat.RULES))));
        String seq = record.header(OutputFormat.SEQ);
        if (!seq.isEmpty()) {
            evidence.add(new Pair("Sequence", Show.text(seq)));
        }
        Coordinates cause = Coordinates.parse(record.header(OutputFormat.CAUSE));
        if (cause != null) {
            for (Entry entry : recent.before(new Entry.Cause(cause.partition(), cause.offset()), record.time())) {
                if (entry.unit().equals(unit) && entry.cause().partition() == cause.partition()) {
                    evidence.add(new Pair("Head before", entry.chain() + "…"));
                    break;
                }
            }
        }
        evidence.add(new Pair("Head after", Show.text(record.header(OutputFormat.CHAIN)) + "…"));
        return evidence;
    }

    private static List<String> commands(Domain domain, String unit, @Nullable Coordinates cause) {
        return cause == null || unit.isEmpty()
                ? List.of()
                : List.of("rota audit " + domain.name() + " --unit " + Show.quoted(unit) + " --to "
                        + (cause.offset() + 1));
    }
}
