package dev.rota.engine.plugin;

import dev.rota.engine.ClientRole;
import dev.rota.engine.Domain;
import dev.rota.engine.EngineReason;
import dev.rota.engine.Handlers;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.TableType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/** Checks that a domain is as the engine expects it. */
public final class DomainCheck {

    /** A domain's name. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*");

    private static final Pattern TOPIC = Pattern.compile("[a-z0-9-]+");

    private static final Pattern SETTING = Pattern.compile("[a-z][a-z0-9.-]*");
    private static final Pattern SUBJECT = Pattern.compile("[a-z][a-z0-9-]+");
    private static final Pattern ROLE = Pattern.compile("[a-z][a-z-]*");

    /** The options that an explanation of each domain has, besides its subjects. */
    private static final List<String> OPTIONS = List.of("unit", "json", "config", "set", "files", "help", "version");

    /** Topics that each domain has. */
    private static final List<String> OF_ALL = List.of("log", "rejections", "checkpoints", "heads");

    private final Domain domain;
    private final String name;

    /** Returns whether a domain may have this name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    public DomainCheck(Domain domain) {
        this.domain = domain;
        this.name = domain.name();
    }

    /**
     * Checks the domain by itself and beside others.
     *
     * @param others the domains that were found before
     * @throws InvalidDomain with the first mistake
     */
    public void against(List<Domain> others) {
        checkName(others);
        checkTopics();
        checkTables();
        checkReasons();
        checkSchemas(others);
        checkSettings();
        checkRoles(others);
        checkSubjects();
    }

    private void checkName(List<Domain> others) {
        if (!isName(name)) {
            throw invalid("a name of small letters and digits, but it is '" + name + "'");
        }
        for (Domain other : others) {
            if (other.name().equals(name)) {
                throw invalid("a name that no other scheduler has, but "
                        + other.getClass().getName() + " has it too");
            }
        }
        if (domain.rules() < 1) {
            throw invalid("a rules number of at least 1, but it is " + domain.rules());
        }
        if (domain.oldestRowFormat() < 1 || domain.oldestRowFormat() > domain.rowFormat()) {
            throw invalid(
                    "an oldest row format in 1.." + domain.rowFormat() + ", but it is " + domain.oldestRowFormat());
        }
    }

    private void checkTopics() {
        if (domain.inputs().isEmpty()) {
            throw invalid("at least one input, but there is none");
        }
        Set<String> seen = new HashSet<>();
        Stream.concat(
                        domain.inputs().stream().map(Input::topic),
                        domain.decisions().stream().map(Output::topic))
                .forEach(topic -> {
                    String own = topic.startsWith(name + ".") ? topic.substring(name.length() + 1) : "";
                    if (!TOPIC.matcher(own).matches()) {
                        throw invalid("topics named " + name + ". and small letters, digits or hyphens, but one is '"
                                + topic + "'");
                    }
                    if (OF_ALL.contains(own)) {
                        throw invalid("topics other than those that each scheduler has, but it declares " + topic);
                    }
                    if (!seen.add(topic)) {
                        throw invalid("each topic to be declared once, but " + topic + " is declared twice");
                    }
                });
    }

    private void checkTables() {
        Map<Integer, String> numbers = new HashMap<>();
        for (TableType<?> table : domain.tables()) {
            if (table.number() < TableType.DOMAIN_NUMBER_MIN) {
                throw invalid("table numbers from " + TableType.DOMAIN_NUMBER_MIN + " on, but table " + table.name()
                        + " has " + table.number());
            }
            String before = numbers.put(table.number(), table.name());
            if (before != null) {
                throw invalid("each table to have its own number, but " + before + " and " + table.name()
                        + " both have " + table.number());
            }
        }
    }

    private void checkReasons() {
        List<String> taken = new ArrayList<>();
        Arrays.stream(EngineReason.values()).map(Reason::name).forEach(taken::add);
        Arrays.stream(IntakeReason.values()).map(Reason::name).forEach(taken::add);
        for (Reason reason : domain.reasons()) {
            if (taken.contains(reason.name())) {
                throw invalid("reasons that Rota does not have itself, but it declares " + reason.name());
            }
        }
    }

    private void checkSchemas(List<Domain> others) {
        Map<String, String> namespaces = new HashMap<>();
        for (Domain other : others) {
            SchemaRules.types(other).forEach(type -> namespaces.put(type.getNamespace(), other.name()));
        }
        namespaces.put(Domain.class.getPackageName(), "the engine");
        for (Schema type : SchemaRules.types(domain)) {
            String namespace = type.getNamespace();
            String owner = namespace == null ? null : namespaces.get(namespace);
            if (namespace == null || owner != null) {
                throw invalid("schemas in a namespace of its own, but " + type.getFullName()
                        + (owner == null ? " has none" : " is in that of " + owner));
            }
        }
        for (Input<?> input : domain.inputs()) {
            readAlike(input, SchemaRules.ofInput(input.schema()));
            IntStream.range(1, domain.rules())
                    .forEach(rules -> readAlike(input, SchemaRules.ofOlderInput(input.schema(rules))));
        }
        for (Output<?> output : domain.decisions()) {
            writtenAlike(output, SchemaRules.ofOutput(output.schema()));
            IntStream.range(1, domain.rules())
                    .forEach(rules -> writtenAlike(output, SchemaRules.ofOlderOutput(output.schema(rules))));
        }
        for (TableType<?> table : domain.tables()) {
            SchemaRules.ofRow(table.codec().schema()).ifPresent(fault -> {
                throw invalid("rows that all machines write alike, but in table " + table.name() + " " + fault);
            });
        }
    }

    private void readAlike(Input<?> input, Optional<String> fault) {
        if (fault.isPresent()) {
            throw invalid("schemas that all machines read alike, but on " + input.topic() + " " + fault.get());
        }
    }

    private void writtenAlike(Output<?> output, Optional<String> fault) {
        if (fault.isPresent()) {
            throw invalid("schemas that all machines write alike, but on " + output.topic() + " " + fault.get());
        }
    }

    private void checkSettings() {
        for (String setting : domain.settings()) {
            if (!SETTING.matcher(setting).matches() || setting.equals("partitions")) {
                throw invalid("settings of small letters, digits, hyphens and dots other than partitions, but one is '"
                        + setting + "'");
            }
        }
    }

    private void checkSubjects() {
        List<String> taken = new ArrayList<>(OPTIONS);
        for (String subject : domain.subjects()) {
            if (!SUBJECT.matcher(subject).matches()) {
                throw invalid(
                        "subjects of two or more small letters, digits and hyphens, but one is '" + subject + "'");
            }
            if (taken.contains(subject)) {
                throw invalid("subjects that are not yet options of 'rota explain', but one is '" + subject + "'");
            }
            taken.add(subject);
        }
    }

    private void checkRoles(List<Domain> others) {
        List<String> topics = new ArrayList<>(List.of(domain.log()));
        domain.inputs().forEach(input -> topics.add(input.topic()));
        domain.outputs().forEach(output -> topics.add(output.topic()));
        List<String> taken = new ArrayList<>();
        others.forEach(other -> other.clientRoles().forEach(role -> taken.add(role.name())));
        for (ClientRole role : domain.clientRoles()) {
            if (!ROLE.matcher(role.name()).matches() || taken.contains(role.name())) {
                throw invalid("roles with names of small letters and hyphens that no other scheduler has, but one is '"
                        + role.name() + "'");
            }
            taken.add(role.name());
            Stream.of(role.reads(), role.measures(), role.writes(), role.shows())
                    .flatMap(List::stream)
                    .filter(topic -> !topics.contains(topic))
                    .findFirst()
                    .ifPresent(topic -> {
                        throw invalid("roles that use its own topics, but " + role.name() + " uses " + topic);
                    });
        }
    }

    /**
     * Checks that each record that an input can carry has a handler, under all rules.
     *
     * @throws InvalidDomain with the first mistake
     */
    public void handlers() {
        Set<String> carried = carried();
        for (int rules = 1; rules <= domain.rules(); rules++) {
            Handlers handlers = ofRules(rules);
            for (Class<?> type : handlers.types()) {
                // settings may take away an input
                if (domain.settings().isEmpty() && !carried.contains(type.getName())) {
                    throw invalid("handlers of what its inputs carry, but none carries " + type.getName()
                            + ", which has one under rules " + rules);
                }
            }
            for (Input<?> input : domain.inputs()) {
                if (input.since() > rules) {
                    continue;
                }
                List<String> missing = handlers.missing(input.type(), input.schema(rules));
                if (!missing.isEmpty()) {
                    throw invalid("a handler for all that " + input.topic() + " carries, but under rules " + rules
                            + " there is none for " + String.join(", ", missing));
                }
            }
        }
    }

    /** Returns the types of the records of all inputs, under all rules, and of what their field {@code event} can contain. */
    private Set<String> carried() {
        Set<String> carried = new TreeSet<>();
        for (Input<?> input : domain.inputs()) {
            for (int rules = 1; rules <= domain.rules(); rules++) {
                Schema schema = input.schema(rules);
                carried.add(schema.getFullName());
                Handlers.kinds(schema).forEach(kind -> carried.add(kind.getFullName()));
            }
        }
        return carried;
    }

    private Handlers ofRules(int rules) {
        try {
            return domain.scheduler(rules).handlers();
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw invalid("a scheduler of rules " + rules + ", but: " + e.getMessage());
        }
    }

    private InvalidDomain invalid(String expectedButFound) {
        return new InvalidDomain(
                "expected of scheduler " + name + " (" + domain.getClass().getName() + ") " + expectedButFound);
    }
}
