package dev.rota.pages;

import dev.rota.audit.Outputs;
import dev.rota.audit.Replay;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.NotThere;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.settings.Settings;
import java.util.function.IntConsumer;

/** A question of a scheduler's own that somebody asked from the pages. */
final class InquiryTask {

    /** An answer, and what it answers. */
    record Answered(String domain, String unit, Inquiry.Asked asked, Inquiry.Answer answer) {}

    private InquiryTask() {}

    /** The id of the task that answers; what is asked may be long. */
    static String id(String domain, String unit, Inquiry.Asked asked) {
        return "inquiry/" + domain + "/" + asked.name() + "/" + Fingerprint.of(unit.length() + "/" + unit + asked);
    }

    static Tasks.Work<Answered> work(Domain domain, String unit, Inquiry.Asked asked, Settings settings) {
        return progress -> {
            Inquiry inquiry;
            try (Outputs outputs = Outputs.ofCluster(domain, settings)) {
                inquiry = domain.inquiry(unit, asked, outputs);
            }
            Cancellable cancellable = new Cancellable(progress);
            try (Replay replay = Replay.ofCluster(inquiry.replaying(), settings)) {
                @Nullable
                Inquiry.Answer answer = replay.answer(inquiry, unit, cancellable, new Replay.Watch() {
                    @Override
                    public void progress(long done, long all) {
                        cancellable.reached(done, all);
                    }
                });
                if (answer == null) {
                    throw new NotThere("expected '" + Show.text(unit) + "', but the log has nothing of it");
                }
                return new Answered(domain.name(), unit, asked, answer);
            }
        };
    }

    /** Runs what the question decides in slices, and stops between two of them if nobody wants the answer any more. */
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
