package dev.rota.stream;

import dev.rota.engine.Nullable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The room that is left on the disk of the state directory. An instance that runs out of it stands still and cannot stop in
 * order, while the others do not know that they should take over; so it ends before.
 */
final class FreeSpace {

    private final Path state;
    private final long bytesMin;

    FreeSpace(Path state, long bytesMin) {
        this.state = state;
        this.bytesMin = bytesMin;
    }

    /** Returns why this instance must end, in a sentence; null if there is room enough, or if that cannot be told. */
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
            // The store of the rows reports a disk that fails.
            return null;
        }
    }
}
