package dev.rota.settings;

import dev.rota.engine.Domain;
import java.util.List;
import java.util.stream.Stream;

/** The names of a domain's topics, groups and clients. All ids share a prefix, so one prefixed ACL covers them. */
public record Names(Domain domain, String prefix) {

    public static Names of(Domain domain, Settings settings) {
        return new Names(domain, settings.text(Setting.TOPIC_PREFIX));
    }

    /** A topic's full name. */
    public String topic(String name) {
        return prefix + name;
    }

    public String log() {
        return topic(domain.log());
    }

    /** The full names of all inputs. */
    public List<String> inputs() {
        return domain.inputs().stream().map(input -> topic(input.topic())).toList();
    }

    /** The full names of all outputs. */
    public List<String> outputs() {
        return domain.outputs().stream().map(output -> topic(output.topic())).toList();
    }

    /** The topics of an audit: the log, then inputs and outputs. */
    public List<String> audited() {
        return Stream.of(List.of(log()), inputs(), outputs())
                .flatMap(List::stream)
                .toList();
    }

    /** What the names of all else begin with: groups, transactional ids, the topics that nobody else reads. */
    public String own() {
        return prefix + "rota-" + domain.name();
    }

    /** The consumer group of intake, and the prefix of its client ids. */
    public String intake() {
        return own() + "-intake";
    }

    /** The compacted topic in which intake keeps its positions. */
    public String positions() {
        return intake() + "-positions";
    }

    /** The scheduler's application id, the prefix of its group, transactional ids and changelog. */
    public String scheduler() {
        return own() + "-scheduler";
    }

    /** The compacted topic that holds the scheduler's rows. */
    public String changelog() {
        return scheduler() + "-rows-changelog";
    }

    /** The client id of the Ticks' producer. */
    public String ticks() {
        return own() + "-ticks";
    }
}
