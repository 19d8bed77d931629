package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Full;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code dev} itself. The parts that it runs are tested elsewhere. */
@Tag("broker")
@Tag("embedded")
@Full
class DevVerbTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldEndByItself() throws Exception {
        VerbRun run = VerbRun.inOwnProcess(
                folder,
                List.of("-Djava.io.tmpdir=" + folder),
                "dev",
                "--domains=cores",
                "--for=1s",
                "--port=0",
                "--registry-port=0",
                "--http-port=0");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("Rota is up: cores");
        assertThat(folder.toFile().list((in, name) -> name.startsWith("rota-") && !name.startsWith("rota-native-")))
                .as("temporary folders are removed, except that of native libraries, which later processes use")
                .isEmpty();
    }
}
