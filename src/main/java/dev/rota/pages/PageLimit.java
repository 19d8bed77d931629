package dev.rota.pages;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets so many pages be made at once. Others wait, and are refused once many wait: each page takes memory while it is made,
 * and a thread of the server, which answers probes too.
 */
final class PageLimit {

    /** What is made of a request. */
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

    /** As many as keep the processors busy although some wait for a broker or for another instance. */
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
        return NoPage.full("more pages are asked for than can be made; ask again in a few seconds");
    }
}
