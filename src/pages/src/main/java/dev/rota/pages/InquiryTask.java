package dev.rota.pages;

import dev.rota.audit.Replay;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** A question about a unit that was asked on the pages and is answered by a replay of the log. */
final class InquiryTask {

    /** A question and its answer. */
    record Done(String domain, String unit, Inquiry.Asked asked, Answered answered) {}

    /** The number of lines of an answer that are kept. */
    private static final int LINES_MAX = 500;

    private InquiryTask() {}

    /** Returns the id of the task that answers a question. The question may be long, so the id contains its digest. */
    static String id(String domain, String unit, Inquiry.Asked asked) {
        return "inquiry/" + domain + "/" + asked.name() + "/" + TextDigest.of(unit.length() + "/" + unit + asked);
    }

    static Tasks.Work<Done> work(Domain domain, String unit, Inquiry.Asked asked, Settings settings) {
        return progress -> {
            Inquiry inquiry = domain.inquiry(asked);
            Cancellable cancellable = new Cancellable(progress);
            try (Replay replay = Replay.ofCluster(domain, settings)) {
                @Nullable
                Answered answered = replay.answer(inquiry, unit, cancellable, new Replay.Watch() {
                    @Override
                    public void progress(long done, long all) {
                        cancellable.reached(done, all);
                    }
                });
                return new Done(domain.name(), unit, asked, answered == null ? new Answered(null, 0) : cut(answered));
            }
        };
    }

    /**
     * Returns an answer with its first lines only, since answers are kept in memory. The command line prints all of
     * them.
     */
    private static Answered cut(Answered answered) {
        Answer answer = answered.answer();
        if (answer == null || answer.lines().size() <= LINES_MAX) {
            return answered;
        }
        List<String> lines = new ArrayList<>(answer.lines().subList(0, LINES_MAX));
        lines.add("… and " + (answer.lines().size() - LINES_MAX) + " more lines, which 'explain' prints");
        return new Answered(new Answer(answer.state(), answer.sentence(), lines, answer.details()), answered.asOf());
    }

    /**
     * Runs the slices of the question's decisions in sequence, and stops between two slices once the task is cancelled.
     */
    private static final class Cancellable implements Parallel {
        private final Tasks.Progress progress;
        private long done;
        private long all;

        Cancellable(Tasks.Progress progress) {
            this.progress = progress;
        }

        void reached(long now, long of) {
            done = now;
            all = of;
            progress.report(done, all);
        }

        @Override
        public void run(int slices, IntConsumer work) {
            for (int slice = 0; slice < slices; slice++) {
                progress.report(done, all);
                work.accept(slice);
            }
        }
    }
}
