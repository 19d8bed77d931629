package dev.rota.serde;

import dev.rota.registry.MemoryJournal;
import dev.rota.registry.RegistryServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract on Rota's registry, with Rota's client and with Confluent's genuine classes. */
class LocalRegistryInteropTest extends RegistryContract {

    private static RegistryServer registry;

    @BeforeAll
    static void start() {
        registry = MemoryJournal.registry();
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    @Override
    String url() {
        return registry.url();
    }

    @Override
    void requireReadable(String subject) {
        // this registry always requires it
    }
}
