package dev.rota.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A language of the example clients. Its tests are skipped if it or its packages are missing. With
 * {@code -Dclients.required=true} they fail instead.
 */
enum Language {
    PYTHON(
            "py",
            "python3 /usr/bin/python3",
            "-c",
            "import confluent_kafka, avro.io",
            "python3 with confluent_kafka and avro (Debian: python3-confluent-kafka, python3-avro)"),
    JAVASCRIPT(
            "js",
            "node",
            "-e",
            "require('kafkajs'); require('avsc')",
            "node with kafkajs and avsc (npm; NODE_PATH names their folder)");

    private final String suffix;
    private final String interpreters;
    private final String option;
    private final String imports;
    private final String description;

    Language(String suffix, String interpreters, String option, String imports, String description) {
        this.suffix = suffix;
        this.interpreters = interpreters;
        this.option = option;
        this.imports = imports;
        this.description = description;
    }

    /** Returns the interpreter that has the packages. Aborts the test if there is none. */
    String interpreter() throws InterruptedException {
        String found = find();
        if (Boolean.getBoolean("clients.required")) {
            assertThat(found).as(description).isNotNull();
        }
        assumeTrue(found != null, "skipped: no client in " + this + " is run, for there is no " + description);
        return String.valueOf(found);
    }

    /** The folder of the package of clients in Python. */
    static final Path PACKAGE = Path.of("src/clients/python").toAbsolutePath();

    /** The clients that are an example of that package, and no single script. */
    private static final Map<String, String> OF_PACKAGE = Map.of("jobs/bot", "bot", "shards/stateless", "worker");

    /** Returns the path of a client: in the domain's guide, or among the examples of the package. */
    String script(String domain, String name) {
        String example = OF_PACKAGE.get(domain + "/" + name);
        return this == PYTHON && example != null
                ? PACKAGE.resolve("examples/" + example + ".py").toString()
                : "schemas/" + domain + "/clients/" + name + "." + suffix;
    }

    /** Returns the path of a program that knows nothing of Rota. */
    String foreign(String name) {
        return "src/lab/src/test/resources/clients/" + name + "." + suffix;
    }

    private @Nullable String find() throws InterruptedException {
        for (String name : interpreters.split(" ", -1)) {
            if (hasPackages(name)) {
                return name;
            }
        }
        return null;
    }

    private boolean hasPackages(String name) throws InterruptedException {
        try {
            return new ProcessBuilder(name, option, imports)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
