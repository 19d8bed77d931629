package dev.rota.pages;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the number of pages that are made at the same time. Further requests wait, up to a limit, and are refused
 * beyond it. Each page takes memory while it is made, and a thread of the server, which must also answer probes.
 */
final class PageLimit {

    /** Makes the page of a request. */
    @FunctionalInterface
    interface Work {
        void run() throws NoPage;
    }

    private static final long PATIENCE_SECONDS = 10;

    private final Semaphore present;
    private final Semaphore making;

    PageLimit(int making, int waiting) {
        this.present = new Semaphore(making + waiting);
        this.making = new Semaphore(making, true);
    }

    /** Returns a limit that keeps the processors busy although some requests wait for a broker or another instance. */
    static PageLimit ofThisMachine() {
        int making = 2 * Runtime.getRuntime().availableProcessors() + 2;
        return new PageLimit(making, 8 * making);
    }

    void with(Work work) throws NoPage {
        if (!present.tryAcquire()) {
            throw full();
        }
        try {
            wait(work);
        } finally {
            present.release();
        }
    }

    private void wait(Work work) throws NoPage {
        try {
            if (!making.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw full();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw full();
        }
        try {
            work.run();
        } finally {
            making.release();
        }
    }

    private static NoPage full() {
        return NoPage.full("more pages are requested than can be made; try again in a few seconds");
    }
}
