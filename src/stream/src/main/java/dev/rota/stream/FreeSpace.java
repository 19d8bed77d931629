package dev.rota.stream;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Watches the free space on the disk of the state directory. An instance that runs out of it stops deciding and cannot
 * shut down in order, while the others do not notice that they should take over; so it ends before.
 */
final class FreeSpace {

    private final Path state;
    private final long bytesMin;

    FreeSpace(Path state, long bytesMin) {
        this.state = state;
        this.bytesMin = bytesMin;
    }

    /** Returns a sentence on why this instance must end; null if there is enough room, or if that is unknown. */
    @Nullable
    String shortage() {
        try {
            long left = Files.exists(state) ? Files.getFileStore(state).getUsableSpace() : Long.MAX_VALUE;
            return left >= bytesMin
                    ? null
                    : "the disk of streams.state.dir (" + state + ") has " + left + " bytes left, less than the "
                            + bytesMin + " of state.free.bytes.min, so other instances take over. Make room on it, then"
                            + " start again";
        } catch (IOException e) {
            // A disk that fails is reported by the store of the rows.
            return null;
        }
    }
}
