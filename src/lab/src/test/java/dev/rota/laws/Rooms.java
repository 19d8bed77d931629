package dev.rota.laws;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.rota.engine.Domain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Defines what Maven cannot see: which packages ("rooms") of a module may import which, and what the deterministic ones must
 * not use.
 */
final class Rooms {

    static final List<String> DOMAINS = List.of("cores", "chunks", "shards", "jobs");

    /** The rooms that have a module of their own: Maven knows what they may import. */
    private static final List<String> MODULES = List.of("engine", "stream", "testing", "local", "bench", "cli");

    /** The rooms that share a module, or have one with more on its class path than they may see, and what they may import. */
    private static final Map<String, List<String>> MAY_IMPORT = new LinkedHashMap<>();

    static {
        DOMAINS.forEach(domain -> MAY_IMPORT.put(domain, List.of("engine")));
        MAY_IMPORT.put("workload", with(DOMAINS, "engine"));
        MAY_IMPORT.put("settings", List.of("engine"));
        MAY_IMPORT.put("kafka", List.of("engine", "settings"));
        MAY_IMPORT.put("serde", List.of("engine", "settings"));
        MAY_IMPORT.put("registry", List.of("engine", "kafka", "settings", "local"));
        MAY_IMPORT.put("audit", List.of("engine", "kafka", "serde", "settings"));
        MAY_IMPORT.put("simulate", List.of("engine", "serde"));
        MAY_IMPORT.put("whatif", List.of("engine", "serde", "audit", "simulate", "workload"));
        MAY_IMPORT.put("worker", List.of("engine", "kafka", "serde", "settings", "shards"));
        // a consumer of a stateless pool is a worker
        MAY_IMPORT.put("client", List.of("engine", "kafka", "serde", "settings", "jobs", "shards", "worker"));
        // of workloads, the model of a domain's parties and its unit of waits
        MAY_IMPORT.put(
                "pages", with(DOMAINS, "engine", "kafka", "serde", "settings", "audit", "whatif", "workload.whatif"));
        MAY_IMPORT.put("http", List.of("engine", "serde", "stream", "settings", "pages"));
    }

    /**
     * Inner rooms that only show or explain decisions of a domain. In the rest of the domain, only its registration may
     * import them.
     */
    private static final Map<String, List<String>> SHOWING = new LinkedHashMap<>();

    /**
     * Inner rooms on which the rest of a domain is built, the lowest first: each imports the vocabulary of its domain and the
     * rooms before it.
     */
    private static final Map<String, List<String>> FOUNDATIONS = new LinkedHashMap<>();

    static {
        SHOWING.put("chunks", List.of("view", "export", "explain"));
        SHOWING.put("cores", List.of("view", "explain"));
        SHOWING.put("jobs", List.of("view", "explain"));
        SHOWING.put("shards", List.of("view", "explain"));
        FOUNDATIONS.put("jobs", List.of("farm"));
        FOUNDATIONS.put(
                "chunks",
                List.of("catalog", "policy", "placement", "tables", "members", "assignment", "routes", "epoch"));
        FOUNDATIONS.put("shards", List.of("tables", "shard", "workers", "pool"));
    }

    /** Inner rooms, and the rooms of the same package that they must not import. */
    private static final Map<String, List<String>> MUST_NOT_IMPORT = new LinkedHashMap<>();

    static {
        MUST_NOT_IMPORT.put("worker.state", List.of("worker.execute", "worker.verify", "worker.letters"));
        MUST_NOT_IMPORT.put("worker.execute", List.of("worker.verify"));
        MUST_NOT_IMPORT.put(
                "worker.holders", List.of("worker.state", "worker.execute", "worker.verify", "worker.letters"));
        MUST_NOT_IMPORT.put("worker.verify", List.of("worker.execute"));
        MUST_NOT_IMPORT.put("worker.letters", List.of("worker.state", "worker.execute", "worker.verify"));
    }

    /**
     * Packages whose inner rooms form layers: each room with the rooms of its package that it may import. The package's
     * own classes combine the rooms, so no room may import them.
     */
    private static final Map<String, Map<String, List<String>>> LAYERS = new LinkedHashMap<>();

    static {
        Map<String, List<String>> audit = layersOf("audit");
        audit.put("evidence", List.of());
        audit.put("files", List.of("evidence"));
        audit.put("findings", List.of("evidence"));
        audit.put("log", List.of("evidence"));
        audit.put("inputs", List.of("evidence", "findings"));
        audit.put("outputs", List.of("evidence", "findings"));

        Map<String, List<String>> stream = layersOf("stream");
        stream.put("common", List.of());
        stream.put("meters", List.of());
        stream.put("pages", List.of());
        stream.put("log", List.of("common"));
        stream.put("outputs", List.of("common", "log"));
        stream.put("peers", List.of("common"));
        stream.put("takeover", List.of("common"));
        stream.put("intake", List.of("common", "log", "meters"));
        stream.put("adopted", List.of("common", "log", "intake"));
        stream.put("attendance", List.of("common", "intake"));
        stream.put("partition", List.of("common", "log", "outputs", "meters", "attendance"));
        stream.put("kstreams", List.of("common", "log", "meters", "pages", "takeover", "attendance", "partition"));

        Map<String, List<String>> bench = layersOf("bench");
        bench.put("report", List.of());
        bench.put("lanes", List.of("report"));
        bench.put("loop", List.of("report", "lanes"));
        bench.put("pool", List.of("lanes"));
        bench.put("network", List.of("report"));

        Map<String, List<String>> cli = layersOf("cli");
        cli.put("options", List.of());
        cli.put("io", List.of("options"));
        cli.put("process", List.of());
        cli.put("cluster", List.of("options"));
        for (String verbs : List.of(
                "records", "topics", "demo", "audit", "whatif", "explain", "chunks", "shards", "jobs", "bench")) {
            cli.put(verbs, List.of("options", "io", "process", "cluster"));
        }
    }

    /** The inner rooms of the engine, and the inner rooms that each may import, besides the vocabulary. */
    private static final Map<String, List<String>> ENGINE_ROOMS = new LinkedHashMap<>();

    static {
        ENGINE_ROOMS.put("text", List.of());
        ENGINE_ROOMS.put("schema", List.of());
        ENGINE_ROOMS.put("log", List.of("schema"));
        ENGINE_ROOMS.put("rows", List.of("schema"));
        ENGINE_ROOMS.put("machine", List.of("schema", "log", "rows"));
        ENGINE_ROOMS.put("adopt", List.of("schema", "text"));
        ENGINE_ROOMS.put("plugin", List.of("schema"));
    }

    /**
     * The classes of the engine's vocabulary that the inner rooms below it may import. The dependency is mutual:
     * inputs, outputs and tables have the codec of their records, and ids are printed. There is no cycle between
     * classes, since none of these classes needs an inner room that needs it.
     */
    private static final Map<String, List<String>> BELOW_VOCABULARY = new LinkedHashMap<>();

    static {
        BELOW_VOCABULARY.put("text", List.of("Nullable", "Times"));
        BELOW_VOCABULARY.put(
                "schema",
                List.of("Input", "IntList", "IntakeReason", "Limits", "Nullable", "Reason", "RefusedException"));
    }

    /**
     * The inner rooms of the engine that other rooms may import, besides the vocabulary. Rooms that are not listed run
     * the engine and may import all.
     */
    private static final Map<String, List<String>> OF_ENGINE = new LinkedHashMap<>();

    static {
        // pages and explanations
        DOMAINS.forEach(domain -> OF_ENGINE.put(domain, List.of("text")));
        // a report's size is the size of its bytes, which the codec computes
        OF_ENGINE.put("shards", List.of("text", "schema"));
        OF_ENGINE.put("workload", List.of("plugin"));
        OF_ENGINE.put("settings", List.of("adopt", "text"));
        // headers in the log's form
        OF_ENGINE.put("kafka", List.of("log"));
        OF_ENGINE.put("serde", List.of("text", "schema"));
        // headers of outputs, and sentences about files
        OF_ENGINE.put("worker", List.of("log", "text"));
        OF_ENGINE.put("client", List.of("text"));
        OF_ENGINE.put("pages", List.of("text", "schema", "log", "machine", "plugin"));
        OF_ENGINE.put("http", List.of());
        // the threads that a domain's parallel work gets, and the schedulers on the class path
        OF_ENGINE.put("cli", List.of("text", "machine", "plugin", "adopt"));
    }

    /** Kafka, its store, the web, files, clocks and threads, none of which a decision may use. */
    private static final String[] OUTSIDE = {
        "org.apache.kafka..",
        "org.rocksdb..",
        "io..",
        "com.fasterxml..",
        "org.slf4j..",
        "java.net..",
        "java.nio.file..",
        "java.nio.channels..",
        "java.sql..",
        "java.lang.management.."
    };

    /** Packages that Kafka does not document, and may change in any version. */
    private static final String[] KAFKA_INTERNALS = {
        "org.apache.kafka..internals..",
        "org.apache.kafka.image..",
        "org.apache.kafka.metadata..",
        "org.apache.kafka.raft..",
        "org.apache.kafka.server..",
        "kafka.."
    };

    /** The packages of the JDK that domains need, and Avro, on which their generated records depend. */
    private static final String[] DOMAIN_MAY_USE = {
        "java.lang",
        "java.lang.annotation",
        "java.lang.invoke", // for lambdas
        "java.lang.runtime", // for records
        "java.io", // generated records are Externalizable; files are forbidden below
        "java.math",
        "java.nio",
        "java.nio.charset",
        "java.security",
        "java.time..",
        "java.util",
        "java.util.function",
        "java.util.regex",
        "java.util.stream",
        "java.util.zip",
        "org.apache.avro.."
    };

    private static final DescribedPredicate<JavaClass> CLOCKS_THREADS_AND_FILES = DescribedPredicate.describe(
            "are clocks, threads or files",
            type -> Set.of(
                                    "java.time.Clock",
                                    "java.time.InstantSource",
                                    "java.lang.Thread",
                                    "java.lang.ThreadLocal",
                                    "java.lang.Process",
                                    "java.lang.ProcessBuilder",
                                    "java.lang.Runtime",
                                    "java.util.Timer",
                                    "java.util.Random",
                                    "java.security.SecureRandom")
                            .contains(type.getName())
                    || type.getName().startsWith("java.io.File")
                    || type.getName().startsWith("java.io.RandomAccessFile"));

    /** Calls whose result depends on the time or the machine. */
    private static final DescribedPredicate<AccessTarget> AMBIENT = DescribedPredicate.describe(
            "ask the machine instead of the log",
            target -> target instanceof AccessTarget.CodeUnitCallTarget
                    && switch (target.getOwner().getName()) {
                        case "java.lang.System" ->
                            Set.of("currentTimeMillis", "nanoTime", "getenv", "identityHashCode")
                                    .contains(target.getName());
                        case "java.lang.Math", "java.lang.StrictMath" ->
                            target.getName().equals("random");
                        case "java.util.UUID" -> target.getName().equals("randomUUID");
                        case "java.util.Locale", "java.util.TimeZone", "java.nio.charset.Charset" ->
                            Set.of("getDefault", "defaultCharset").contains(target.getName());
                        case "java.util.concurrent.ThreadLocalRandom" -> true;
                        default ->
                            target.getOwner().getPackageName().startsWith("java.time")
                                    && Set.of("now", "systemDefault").contains(target.getName());
                    });

    private Rooms() {}

    /** Returns all laws, for the code in the package {@code house}. */
    static List<ArchRule> laws(String house) {
        List<ArchRule> laws = new ArrayList<>();
        MAY_IMPORT.forEach((room, mayImport) -> laws.add(imports(house, room, mayImport)));
        SHOWING.forEach((room, inner) -> laws.add(decidesWithoutShowing(house + "." + room, room, inner)));
        FOUNDATIONS.forEach((room, inner) -> {
            for (int i = 0; i < inner.size(); i++) {
                laws.add(foundation(house + "." + room, room, inner.get(i), inner.subList(0, i)));
            }
        });
        MUST_NOT_IMPORT.forEach((room, others) -> laws.add(noClasses()
                .that(inside(house, List.of(room)))
                .should()
                .dependOnClassesThat(inside(house, others))
                .allowEmptyShould(true)
                .as(room + " knows nothing of " + others)));
        LAYERS.forEach((room, layers) ->
                layers.forEach((inner, mayImport) -> laws.add(layer(house + "." + room, room, inner, mayImport))));
        ENGINE_ROOMS.forEach((room, others) -> laws.add(engineRoom(house + ".engine", room, others)));
        laws.add(noClasses()
                .that(resideInAPackage(house + ".engine"))
                .should()
                .dependOnClassesThat(inside(house + ".engine", without(BELOW_VOCABULARY.keySet())))
                .allowEmptyShould(true)
                .as("the engine's vocabulary knows of its rooms " + BELOW_VOCABULARY.keySet() + " alone"));
        laws.add(classes()
                .that(resideInAPackage(house + ".engine.."))
                .should()
                .resideInAnyPackage(Stream.concat(
                                Stream.of(house + ".engine"),
                                ENGINE_ROOMS.keySet().stream().map(room -> house + ".engine." + room + ".."))
                        .toArray(String[]::new))
                .as("every package of the engine is a room that the law knows"));
        OF_ENGINE.forEach((room, inner) -> laws.add(noClasses()
                .that(inside(house, List.of(room)))
                .should()
                .dependOnClassesThat(inside(house + ".engine", without(inner)))
                .allowEmptyShould(true)
                .as(room + " uses of the engine the vocabulary and " + inner)));
        laws.add(classes()
                .should()
                .resideInAnyPackage(Stream.concat(MODULES.stream(), MAY_IMPORT.keySet().stream())
                        .flatMap(room -> packages(house, room))
                        .toArray(String[]::new))
                .as("every package is a room that the law knows"));
        laws.add(noClasses()
                .that(deterministic(house))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(OUTSIDE)
                .as("engine, domains and workloads see no Kafka, no store, no network and no file"));
        laws.add(noClasses()
                .that(deterministic(house))
                .should()
                .accessTargetWhere(targets(AMBIENT))
                .as("engine, domains and workloads ask the log, not the machine"));
        laws.add(classes()
                .that(domains(house))
                .should()
                .onlyDependOnClassesThat(resideInAPackage(house + "..")
                        .or(resideInAnyPackage(DOMAIN_MAY_USE))
                        .or(DescribedPredicate.describe("arrays", JavaClass::isPrimitive))
                        .or(DescribedPredicate.describe("arrays", JavaClass::isArray)))
                .allowEmptyShould(true)
                .as("domains use the engine, Avro and plain Java"));
        laws.add(noClasses()
                .that(domains(house))
                .should()
                .dependOnClassesThat(CLOCKS_THREADS_AND_FILES)
                .allowEmptyShould(true)
                .as("domains have no clock, no thread, no file and no chance of their own"));
        laws.add(noClasses()
                .that(resideInAPackage(house + ".cli.."))
                .should()
                .dependOnClassesThat(domains(house)
                        .and(DescribedPredicate.not(assignableTo(Domain.class)))
                        .and(DescribedPredicate.not(resideInAnyPackage(DOMAINS.stream()
                                .map(domain -> house + "." + domain)
                                .toArray(String[]::new)))))
                .allowEmptyShould(true)
                .as("of a domain the verbs see its vocabulary and its registration alone"));
        DOMAINS.forEach(domain -> laws.add(pictures(house, domain)));
        laws.add(noClasses()
                .that(resideInAPackage(house + "..")
                        .and(DescribedPredicate.not(inside(house, List.of("kafka", "local", "stream.kstreams")))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(KAFKA_INTERNALS))
                .as("Kafka's internals are used from kafka, local and stream.kstreams alone"));
        laws.add(noClasses()
                .that(inside(
                        house + ".stream",
                        layersOf("stream").keySet().stream()
                                .filter(room -> !room.equals("kstreams"))
                                .toList()))
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.kafka.streams.."))
                .as("of the rooms of stream, kstreams alone sees Kafka Streams"));
        return laws;
    }

    /**
     * Allows the pages of a domain to import its vocabulary and its rooms that show it. All other pages must not import a
     * domain.
     */
    private static ArchRule pictures(String house, String domain) {
        DescribedPredicate<JavaClass> shown = inside(house + "." + domain, SHOWING.getOrDefault(domain, List.of()));
        return classes()
                .that(resideInAPackage(house + ".pages.."))
                .should(new ArchCondition<>("see of " + domain + " what is shown") {
                    @Override
                    public void check(JavaClass page, ConditionEvents events) {
                        boolean own = page.getPackageName().startsWith(house + ".pages.domain." + domain);
                        for (Dependency dependency : page.getDirectDependenciesFromSelf()) {
                            JavaClass target = dependency.getTargetClass().getBaseComponentType();
                            if (resideInAPackage(house + "." + domain + "..").test(target)) {
                                events.add(new SimpleConditionEvent(
                                        page,
                                        own
                                                && shown.or(vocabulary(house + "." + domain))
                                                        .test(target),
                                        dependency.getDescription()));
                            }
                        }
                    }
                })
                .allowEmptyShould(true)
                .as("pages see of " + domain + " its vocabulary and what it shows, and only its own pages do");
    }

    /** Selects a domain's messages, rows and names of topics, which have its root package for themselves. */
    private static DescribedPredicate<JavaClass> vocabulary(String room) {
        return resideInAPackage(room);
    }

    private static ArchRule decidesWithoutShowing(String room, String name, List<String> inner) {
        DescribedPredicate<JavaClass> showing = inside(room, inner);
        return noClasses()
                .that(resideInAPackage(room + "..")
                        .and(DescribedPredicate.not(showing))
                        .and(DescribedPredicate.not(assignableTo(Domain.class))))
                .should()
                .dependOnClassesThat(showing)
                .allowEmptyShould(true)
                .as("what decides in " + name + " knows nothing of what shows: " + inner);
    }

    private static ArchRule foundation(String room, String name, String inner, List<String> lower) {
        return noClasses()
                .that(inside(room, List.of(inner)))
                .should()
                .dependOnClassesThat(resideInAPackage(room + "..")
                        .and(DescribedPredicate.not(inside(room, with(lower, inner))))
                        .and(DescribedPredicate.not(vocabulary(room))))
                .allowEmptyShould(true)
                .as(name + "." + inner + " imports of " + name + " the vocabulary"
                        + (lower.isEmpty() ? "" : " and " + lower) + " only");
    }

    private static ArchRule layer(String room, String name, String inner, List<String> mayImport) {
        return classes()
                .that()
                .resideInAPackage(room + "." + inner + "..")
                .should()
                .onlyDependOnClassesThat(
                        DescribedPredicate.not(resideInAPackage(room + "..")).or(inside(room, with(mayImport, inner))))
                .allowEmptyShould(true)
                .as(name + "." + inner + " imports of " + name + " " + (mayImport.isEmpty() ? "nothing" : mayImport)
                        + " only");
    }

    /** Returns the packages of a room. A room with layers has no other packages. */
    private static Stream<String> packages(String house, String room) {
        String all = house + "." + room;
        Map<String, List<String>> layers = LAYERS.get(room);
        return layers == null
                ? Stream.of(all + "..")
                : Stream.concat(Stream.of(all), layers.keySet().stream().map(inner -> all + "." + inner + ".."));
    }

    private static Map<String, List<String>> layersOf(String room) {
        return LAYERS.computeIfAbsent(room, name -> new LinkedHashMap<>());
    }

    /** Restricts which parts of the engine an inner room of it may import. */
    private static ArchRule engineRoom(String engine, String room, List<String> others) {
        List<String> words = BELOW_VOCABULARY.get(room);
        DescribedPredicate<JavaClass> vocabulary = words == null
                ? resideInAPackage(engine)
                : DescribedPredicate.describe(
                        "are " + words,
                        type -> words.stream().anyMatch(word -> type.getName().equals(engine + "." + word)));
        return classes()
                .that(inside(engine, List.of(room)))
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.not(resideInAPackage(engine + ".."))
                        .or(vocabulary)
                        .or(inside(engine, List.of(room)))
                        .or(inside(engine, others)))
                .allowEmptyShould(true)
                .as("engine." + room + " knows of the engine " + (words == null ? "the vocabulary" : words) + " and "
                        + others + " alone");
    }

    /** Returns the inner rooms of the engine except for the given ones. */
    private static List<String> without(Collection<String> rooms) {
        return ENGINE_ROOMS.keySet().stream()
                .filter(room -> !rooms.contains(room))
                .toList();
    }

    private static DescribedPredicate<JavaClass> inside(String room, List<String> inner) {
        return resideInAnyPackage(
                inner.stream().map(one -> room + "." + one + "..").toArray(String[]::new));
    }

    private static List<String> with(List<String> rooms, String... others) {
        List<String> all = new ArrayList<>(rooms);
        all.addAll(List.of(others));
        return List.copyOf(all);
    }

    private static ArchRule imports(String house, String room, List<String> mayImport) {
        List<String> allowed = new ArrayList<>(mayImport);
        allowed.add(room);
        return classes()
                .that()
                .resideInAPackage(house + "." + room + "..")
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.not(resideInAPackage(house + ".."))
                        .or(resideInAnyPackage(allowed.stream()
                                .map(other -> house + "." + other + "..")
                                .toArray(String[]::new))))
                .allowEmptyShould(true)
                .as(room + " imports of the house " + (mayImport.isEmpty() ? "nothing" : mayImport) + " only");
    }

    /** Selects code that must behave the same in every run: decisions, and the traffic that benchmarks repeat. */
    private static DescribedPredicate<JavaClass> deterministic(String house) {
        return domains(house).or(resideInAnyPackage(house + ".engine..", house + ".workload.."));
    }

    private static DescribedPredicate<JavaClass> domains(String house) {
        return resideInAnyPackage(
                DOMAINS.stream().map(domain -> house + "." + domain + "..").toArray(String[]::new));
    }

    private static DescribedPredicate<com.tngtech.archunit.core.domain.JavaAccess<?>> targets(
            DescribedPredicate<AccessTarget> targets) {
        return DescribedPredicate.describe(targets.getDescription(), access -> targets.test(access.getTarget()));
    }
}
