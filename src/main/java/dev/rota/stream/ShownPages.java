package dev.rota.stream;

import dev.rota.engine.Nullable;
import dev.rota.engine.PartitionMachine;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers, for one log partition, the pages that are asked for at the desk. */
final class ShownPages {

    private static final Logger LOG = LoggerFactory.getLogger(ShownPages.class);

    /** Pages shown before records go on: to show one may take long, and a transaction must not. */
    private static final int PAGES_AT_ONCE_MAX = 10;

    private final int partition;
    private final Supplier<PartitionMachine> machine;
    private final PageDesk desk;

    ShownPages(int partition, Supplier<PartitionMachine> machine, PageDesk desk) {
        this.partition = partition;
        this.machine = machine;
        this.desk = desk;
        desk.open(partition);
    }

    /** Shows what is waited for. */
    void show() {
        for (int shown = 0; shown < PAGES_AT_ONCE_MAX; shown++) {
            PageDesk.Waiting waiting = desk.next(partition);
            if (waiting == null) {
                return;
            }
            waiting.answer().complete(answer(waiting.asked()));
        }
    }

    /** Whatever a page cannot show is no reason to decide no more. */
    private PageAnswer answer(PageDesk.Asked asked) {
        try {
            @Nullable String page = machine.get().page(asked.unit(), asked.page());
            return page == null ? PageAnswer.unknown(asked.unit()) : PageAnswer.shown(page);
        } catch (RuntimeException e) {
            LOG.warn("the page {} of '{}' could not be shown", asked.page(), asked.unit(), e);
            return PageAnswer.failed(asked.unit());
        }
    }

    void close() {
        desk.close(partition);
    }
}
