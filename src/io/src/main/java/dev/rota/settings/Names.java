package dev.rota.settings;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import java.util.List;
import java.util.stream.Stream;

/**
 * The names of a domain's topics, groups and clients. All ids share a prefix, so one prefixed ACL covers them.
 *
 * @param adopted the full names of the topics that the domain adopts
 */
public record Names(Domain domain, String prefix, List<String> adopted) {

    private static final String OWN = "rota-";

    /** Creates names of a domain that adopts no topics. */
    public Names(Domain domain, String prefix) {
        this(domain, prefix, List.of());
    }

    public static Names of(Domain domain, Settings settings) {
        return new Names(
                domain,
                settings.text(Setting.TOPIC_PREFIX),
                List.copyOf(AdoptedTopics.of(domain, settings).keySet()));
    }

    /** Returns the application id of a domain's scheduler, for callers that know only the domain's name. */
    public static String scheduler(Settings settings, String domain) {
        return scheduler(settings.topic(OWN + domain));
    }

    private static String scheduler(String own) {
        return own + "-scheduler";
    }

    /** Returns a topic's full name. */
    public String topic(String name) {
        return prefix + name;
    }

    public String log() {
        return topic(domain.log());
    }

    /** Returns the full names of all inputs. */
    public List<String> inputs() {
        return domain.inputs().stream().map(input -> topic(input.topic())).toList();
    }

    /** Returns the full names of the inputs by which parties are judged. */
    public List<String> heard() {
        return domain.inputs().stream()
                .filter(Input::heard)
                .map(input -> topic(input.topic()))
                .toList();
    }

    /** Returns the full names of all outputs. */
    public List<String> outputs() {
        return domain.outputs().stream().map(output -> topic(output.topic())).toList();
    }

    /** Returns the topics of an audit: the log, then inputs and outputs. */
    public List<String> audited() {
        return Stream.of(List.of(log()), inputs(), outputs())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns whether a topic is one of this domain: an input, an output, the log, or one that only Rota reads. */
    public boolean isOwn(String topic) {
        return audited().contains(topic) || topic.startsWith(own());
    }

    /** Returns the prefix of all other names: groups, transactional ids, and the topics that only Rota reads. */
    public String own() {
        return prefix + OWN + domain.name();
    }

    /** Returns the topic of the registry that instances serve, which all domains share. */
    public String registry() {
        return registry(prefix);
    }

    /** Returns the topic of the registry that instances serve, for callers that know no domain. */
    public static String registry(Settings settings) {
        return registry(settings.text(Setting.TOPIC_PREFIX));
    }

    private static String registry(String prefix) {
        return prefix + OWN + "registry";
    }

    /** Returns the consumer group of intake, which is also the prefix of its client ids. */
    public String intake() {
        return own() + "-intake";
    }

    /** Returns the compacted topic in which intake keeps its positions. */
    public String positions() {
        return intake() + "-positions";
    }

    /**
     * Returns the scheduler's application id, which is also the prefix of its group, transactional ids and changelog.
     */
    public String scheduler() {
        return scheduler(own());
    }

    /** Returns the compacted topic that contains the scheduler's rows. */
    public String changelog() {
        return scheduler() + "-rows-changelog";
    }

    /** Returns the client id of the Ticks' producer. */
    public String ticks() {
        return own() + "-ticks";
    }
}
