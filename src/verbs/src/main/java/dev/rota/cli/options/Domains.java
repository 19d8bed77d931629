package dev.rota.cli.options;

import dev.rota.engine.ClientRole;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.plugin.InstalledDomains;
import dev.rota.engine.plugin.InvalidDomain;
import dev.rota.serde.RegistrySettings;
import dev.rota.settings.BadSetting;
import dev.rota.settings.ClosestName;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** The schedulers on the class path, as options name them and settings configure them. */
public final class Domains {

    /** The first parts of the keys that Rota passes on to Kafka, and of addresses that are not a unit's. */
    private static final List<String> TAKEN = List.of("kafka", "streams", "health", "tasks", "task", "raw");

    private Domains() {}

    private static List<Domain> all() {
        List<Domain> all;
        try {
            all = InstalledDomains.all();
        } catch (InvalidDomain e) {
            throw new BadSetting(String.valueOf(e.getMessage()));
        }
        for (Domain domain : all) {
            if (isReserved(domain.name())) {
                throw new BadSetting("expected of scheduler " + domain.name() + " ("
                        + domain.getClass().getName() + ") a name with which no setting and no address of Rota begins");
            }
        }
        return all;
    }

    /** Returns the kinds of the domains' clients. */
    public static List<ClientRole> clientRoles() {
        return all().stream().flatMap(domain -> domain.clientRoles().stream()).toList();
    }

    /** Returns whether settings or addresses that are not a domain's begin with this name. */
    private static boolean isReserved(String name) {
        return TAKEN.contains(name)
                || RegistrySettings.keys().stream().anyMatch(key -> key.startsWith(name + "."))
                || Arrays.stream(Setting.values()).anyMatch(setting -> (setting.key() + ".").startsWith(name + "."));
    }

    /** Returns the keys of settings other than Rota's own and Kafka's: the domains' and the registry's. */
    public static List<String> settingKeys() {
        List<String> keys = new ArrayList<>(RegistrySettings.keys());
        for (Domain domain : all()) {
            keys.add(domain.name() + "." + Setting.PARTITIONS.key());
            domain.settings().forEach(name -> keys.add(domain.name() + "." + name));
        }
        return keys;
    }

    public static Domain named(String name, Settings settings) {
        for (Domain domain : all()) {
            if (domain.name().equals(name)) {
                return configured(domain, settings);
            }
        }
        throw new BadSetting("expected a domain (" + names() + "), but there is none named '" + name + "'");
    }

    /** Returns the domains in a list such as {@code cores,jobs}, or all domains if it is empty. */
    public static List<Domain> named(List<String> names, Settings settings) {
        List<String> wanted = names.isEmpty() ? all().stream().map(Domain::name).toList() : names;
        return wanted.stream().distinct().map(name -> named(name, settings)).toList();
    }

    /** Returns the names of all schedulers on the class path. */
    public static List<String> installed() {
        return all().stream().map(Domain::name).toList();
    }

    /** Returns the kinds of subjects that each scheduler on the class path explains, by its name. */
    public static SortedMap<String, List<String>> subjects() {
        SortedMap<String, List<String>> subjects = new TreeMap<>();
        all().forEach(domain -> subjects.put(domain.name(), domain.subjects()));
        return subjects;
    }

    static String names() {
        return String.join(", ", installed());
    }

    /** Returns the schema of a topic's values. The topic may be of any domain, and is named without prefix. */
    public static Schema schema(String topic) {
        for (Domain domain : all()) {
            for (Input<?> input : domain.inputs()) {
                if (input.topic().equals(topic)) {
                    return input.schema();
                }
            }
            for (Output<?> output : domain.outputs()) {
                if (output.topic().equals(topic)) {
                    return output.schema();
                }
            }
        }
        String question = ClosestName.question(topic, topics());
        throw new BadSetting("expected a topic of Rota"
                + (question.isEmpty() ? " (" + String.join(", ", topics()) + ")" : "") + ", but it is '" + topic + "'"
                + question);
    }

    /**
     * Returns the schema of an input's values. Other topics are refused: after a foreign record in an output, its audit
     * would never verify again.
     */
    public static Schema inputSchema(String topic) {
        Schema schema = schema(topic);
        List<String> inputs = new ArrayList<>();
        for (Domain domain : all()) {
            domain.inputs().forEach(input -> inputs.add(input.topic()));
        }
        if (!inputs.contains(topic)) {
            throw new BadSetting("expected an input of a scheduler (" + String.join(", ", inputs) + "), but " + topic
                    + " is written by the scheduler alone: other records there would spoil its audit");
        }
        return schema;
    }

    private static List<String> topics() {
        List<String> topics = new ArrayList<>();
        for (Domain domain : all()) {
            domain.inputs().forEach(input -> topics.add(input.topic()));
            domain.outputs().forEach(output -> topics.add(output.topic()));
        }
        return topics;
    }

    private static Domain configured(Domain domain, Settings settings) {
        SortedMap<String, String> own = new TreeMap<>(settings.under(domain.name() + "."));
        own.keySet().retainAll(domain.settings());
        try {
            return InstalledDomains.checked(
                    domain, domain.withHeap(Runtime.getRuntime().maxMemory()).configured(own));
        } catch (InvalidDomain e) {
            throw new BadSetting(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new BadSetting(domain.name() + ": " + e.getMessage());
        }
    }
}
