package dev.rota.cli.topics;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.cluster.Role;
import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Configured;
import dev.rota.cli.options.Domains;
import dev.rota.cli.options.ExitCode;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.adopt.Mapping;
import dev.rota.kafka.Oversized;
import dev.rota.kafka.SourceRecords;
import dev.rota.kafka.Topics;
import dev.rota.serde.PlainJson;
import dev.rota.settings.AdoptedTopics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.adopted.MappingAnnouncement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what the records of a topic would become, and adopts it. */
@Command(
        name = "adopt",
        mixinStandardHelpOptions = true,
        description = {
            "Shows what the records of a topic become, and adopts it with --announce.",
            "The settings adopt.TOPIC=SCHEDULER and adopt.TOPIC.FIELD=... say what they become.",
            "The mapping is written to the log; the instances with these settings then read the topic.",
            "Uses the cluster of 'dev' unless --config, --set or ROTA_... variables name another."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  rota adopt orders --set adopt.orders=shards --set adopt.orders.pool=orders",
            "  rota adopt orders --config rota.properties --announce --from end"
        })
public final class AdoptVerb implements Callable<Integer> {

    private static final Duration POLL = Duration.ofMillis(100);

    /** How long a preview waits for records that a topic must have, by its offsets; aborted ones are not there. */
    private static final long SILENT_NS_MAX = 3_000_000_000L;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic, with its whole name.")
    private String topic = "";

    @Option(names = "--announce", description = "Adopt the topic, or put its changed mapping in force.")
    private boolean announce;

    @Option(
            names = "--from",
            paramLabel = "WHERE",
            defaultValue = "beginning",
            description = "Where to begin: beginning, end, or a time such as 2026-01-31T00:00:00Z. A topic that was"
                    + " adopted before continues where it was. Default: beginning")
    private String from = "beginning";

    @Option(names = "--max", paramLabel = "N", defaultValue = "5", description = "Show N records. Default: 5")
    private int max = 5;

    @Mixin
    private Configured configured = new Configured();

    @Override
    public Integer call() throws IOException {
        Unusable.ifNegative("--max", (long) max);
        OffsetSpec begin = begin();
        Settings settings = configured.clientSettings();
        Domain domain = domain(settings);
        SortedMap<String, String> fields =
                Objects.requireNonNull(AdoptedTopics.of(domain, settings).get(topic));
        try (Cluster cluster = Cluster.of(settings);
                PrintWriter out = Lines.out()) {
            Names names = cluster.names(domain);
            // Other topics that are adopted do not concern it.
            cluster.require(Role.ADOPT, new Names(domain, names.prefix(), List.of(topic)));
            cluster.requireTopic(topic);
            Mapping mapping = AdoptedTopics.mapping(domain, topic, isCompacted(cluster.admin()), fields);
            if (!announce) {
                preview(out, cluster, mapping, begin);
            }
            cluster.requireTopic(names.log());
            cluster.requireTopic(names.positions());
            announcement(out, new MappingAnnouncement(names, settings, cluster.admin()), mapping, begin);
        }
        return ExitCode.DONE;
    }

    private Domain domain(Settings settings) {
        for (Domain domain : Domains.named(List.of(), settings)) {
            if (AdoptedTopics.of(domain, settings).containsKey(topic)) {
                return domain;
            }
        }
        throw new Unusable("expected the setting adopt." + topic + " with the scheduler that adopts it, such as --set"
                + " adopt." + topic + "=shards, but it is not set");
    }

    private OffsetSpec begin() {
        if (from.equals("beginning")) {
            return OffsetSpec.earliest();
        } else if (from.equals("end")) {
            return OffsetSpec.latest();
        }
        try {
            return OffsetSpec.forTimestamp(Instant.parse(from).toEpochMilli());
        } catch (DateTimeParseException e) {
            throw new Unusable(
                    "expected --from beginning, end, or a time such as 2026-01-31T00:00:00Z, but it is '" + from + "'");
        }
    }

    private boolean isCompacted(Admin admin) {
        try {
            return Topics.isCompacted(admin, topic);
        } catch (AuthorizationException e) {
            throw new Unusable("expected to see the settings of the topic " + topic
                    + ", but this principal may not: grant it DescribeConfigs on the topic");
        }
    }

    private void announcement(PrintWriter out, MappingAnnouncement announcement, Mapping mapping, OffsetSpec begin) {
        if (announce) {
            MappingAnnouncement.Announced done = announcement.announce(mapping, begin);
            out.println(
                    switch (done.outcome()) {
                        case ADOPTED ->
                            topic + " is adopted from its " + beginning() + ", by mapping " + done.version();
                        case BEGUN_ELSEWHERE ->
                            topic + " is adopted by mapping " + done.version() + ", but not from its " + beginning()
                                    + ": another announcement, at the same time or interrupted before, has"
                                    + " begun elsewhere";
                        case REPLACED ->
                            "mapping " + done.version() + " of " + topic
                                    + " is in force; reading continues where it was";
                        case UNCHANGED -> "mapping " + done.version() + " of " + topic + " was in force already";
                    });
            return;
        }
        SortedMap<Integer, String> before = announcement.announced(topic);
        String last = before.isEmpty() ? null : before.get(before.lastKey());
        if (last == null) {
            out.println("not adopted yet; --announce adopts it");
        } else if (mapping.isDescribedBy(last)) {
            out.println("this is mapping " + before.lastKey() + ", which is in force");
        } else {
            out.println("mapping " + before.lastKey() + ", which is in force, is another:");
            out.print(last.indent(2));
            out.println("--announce puts the one above in force");
        }
    }

    private String beginning() {
        return from.equals("beginning") || from.equals("end") ? from : "records since " + from;
    }

    private void preview(PrintWriter out, Cluster cluster, Mapping mapping, OffsetSpec begin) throws IOException {
        out.print(mapping.text().indent(2));
        Admin admin = cluster.admin();
        String topicId = Topics.id(admin, topic);
        List<TopicPartition> partitions = Topics.partitions(admin, List.of(topic));
        Map<TopicPartition, Long> ends =
                Topics.offsets(admin, partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, Long> unread = new HashMap<>();
        Topics.offsets(admin, partitions, begin, IsolationLevel.READ_COMMITTED).forEach((partition, offset) -> {
            if (offset >= 0 && offset < ends.getOrDefault(partition, 0L)) {
                unread.put(partition, offset);
            }
        });
        int shown = 0;
        try (Consumer<byte[], byte[]> consumer = cluster.reader()) {
            consumer.assign(unread.keySet());
            unread.forEach(consumer::seek);
            long last = System.nanoTime();
            while (shown < max && !unread.isEmpty() && System.nanoTime() - last < SILENT_NS_MAX) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    last = System.nanoTime();
                    if (shown < max) {
                        out.println(line(record, topicId, mapping));
                        shown++;
                    }
                }
                unread.keySet().removeIf(each -> consumer.position(each) >= ends.getOrDefault(each, 0L));
            }
        }
        if (shown == 0) {
            out.println("no records there");
        }
    }

    private static String line(ConsumerRecord<byte[], byte[]> record, String topicId, Mapping mapping)
            throws IOException {
        SourceRecord source = SourceRecords.of(record, topicId);
        StringWriter text = new StringWriter();
        try (JsonGenerator json = PlainJson.generator(text)) {
            json.writeStartObject();
            json.writeStringField("from", source.coordinates());
            @Nullable String oversized = Oversized.why(record);
            if (oversized != null) {
                json.writeStringField("refused", "RECORD_TOO_LARGE");
                json.writeStringField("message", oversized);
            } else if (mapping.skips(source)) {
                json.writeBooleanField("skipped", true);
            } else {
                event(source, mapping, json);
            }
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void event(SourceRecord source, Mapping mapping, JsonGenerator json) throws IOException {
        try {
            Mapping.Mapped mapped = mapping.map(source);
            json.writeStringField("unit", mapped.unit());
            json.writeFieldName("event");
            PlainJson.write(mapped.event(), json);
        } catch (RefusedException e) {
            json.writeStringField("refused", e.reason().name());
            json.writeStringField("message", e.sentence());
        }
    }
}
