package dev.rota.clients;

import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A cluster for the example clients of a domain's guide. Their processes end with each test. */
abstract class ClientFixture {

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static SharedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final List<ClientProcess> processes = new ArrayList<>();

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @AfterEach
    void end() {
        processes.forEach(ClientProcess::close);
    }

    final ClientProcess start(Language language, Tenant tenant, String domain, String name, String... arguments)
            throws IOException, InterruptedException {
        return started(ClientProcess.start(language, tenant, folder, language.script(domain, name), arguments));
    }

    /** Starts a program of the tests. */
    final ClientProcess startForeign(Language language, Tenant tenant, String name, String... arguments)
            throws IOException, InterruptedException {
        return started(ClientProcess.start(language, tenant, folder, language.foreign(name), arguments));
    }

    /** Starts an example that is a program of its own. */
    final ClientProcess startExample(Language language, Tenant tenant, String script, String... arguments)
            throws IOException, InterruptedException {
        return started(ClientProcess.start(language, tenant, folder, script, arguments));
    }

    private ClientProcess started(ClientProcess process) {
        processes.add(process);
        return process;
    }
}
