package dev.rota.bench.pages;

import dev.rota.bench.lanes.Site;
import dev.rota.bench.lanes.Track;
import dev.rota.bench.loop.LoopRun.Offered;
import dev.rota.engine.Nullable;
import dev.rota.stream.DomainRun;
import java.io.IOException;

/** What a scheduler decides while its pages are looked at. */
public interface PagesLoad {

    /** What is offered, in the plural: {@code blocks}. */
    String noun();

    /** How much of it is decided a second if as much is offered as can be. */
    double reached(Track track) throws InterruptedException, IOException;

    /** Starts a scheduler and fills it. */
    Running start(Track track) throws InterruptedException, IOException;

    /** A scheduler that has been filled. */
    interface Running extends AutoCloseable {

        Site site();

        DomainRun scheduler();

        /** What was there before anything was offered, for the report. */
        String filled();

        /** The id of work that waits; null if there is none. */
        default @Nullable String waiting() {
            return null;
        }

        /** Offers at a fixed rate, and waits until all of it is decided. */
        Offered offered(long perSecond, int seconds) throws InterruptedException;

        @Override
        void close() throws IOException;
    }
}
