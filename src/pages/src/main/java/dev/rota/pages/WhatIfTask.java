package dev.rota.pages;

import dev.rota.audit.Audit;
import dev.rota.audit.Replay;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.pages.whatif.AnswerView;
import dev.rota.pages.whatif.Answers;
import dev.rota.pages.whatif.Asked;
import dev.rota.pages.whatif.BadQuestion;
import dev.rota.settings.Settings;
import dev.rota.whatif.Question;
import dev.rota.whatif.Recording;
import dev.rota.whatif.WhatIf;
import dev.rota.whatif.report.Summary;
import dev.rota.workload.whatif.PartyModel;
import java.io.IOException;

/** A what-if that was asked on the pages. */
final class WhatIfTask {

    private WhatIfTask() {}

    /** Returns the id of the task that answers a question. The question may be long, so the id contains its digest. */
    static String id(String domain, String unit, Asked asked) {
        return "what-if/" + domain + "/" + TextDigest.of(unit.length() + "/" + unit + asked);
    }

    static String title(String domain, String unit) {
        return "What if, in " + domain + ", unit " + unit;
    }

    /** @throws BadQuestion if it is clear without the record that there is no answer */
    static Tasks.Work<AnswerView> work(Domain domain, String unit, Asked asked, Settings settings)
            throws NoPage, BadQuestion {
        return work(
                domain,
                unit,
                asked,
                Recording.ofEvidence(
                        () -> Audit.ofCluster(domain, settings), () -> Replay.ofCluster(domain, settings)));
    }

    static Tasks.Work<AnswerView> work(Domain domain, String unit, Asked asked, Recording record)
            throws NoPage, BadQuestion {
        var unused = WhatIfPage.mustHaveFields(domain);
        PartyModel model = WhatIf.model(domain);
        if (model == null) {
            throw new IllegalStateException("expected a model of the parties of " + domain.name());
        }
        Question question = asked.question(domain, model, unit);
        return progress -> {
            WhatIf.Watch watch = new Watched(progress);
            @Nullable String objection = record.objection(unit, Parallel.SEQUENTIAL, watch);
            return objection == null
                    ? Answers.of(summary(domain, model, question, record, watch), asked, model.vocabulary())
                    : Answers.objected(domain.name(), unit, objection, asked);
        };
    }

    private static Summary summary(
            Domain domain, PartyModel model, Question question, Recording record, WhatIf.Watch watch)
            throws IOException {
        try (WhatIf whatIf = new WhatIf(domain, model, question, Parallel.SEQUENTIAL, watch)) {
            record.read(question.unit(), whatIf, watch);
            return Summary.of(whatIf.answer());
        }
    }

    /** Passes the progress on to the task, which throws if it was cancelled. */
    private static final class Watched implements WhatIf.Watch {

        private final Tasks.Progress progress;
        private long done;
        private long all;

        Watched(Tasks.Progress progress) {
            this.progress = progress;
        }

        @Override
        public void progress(String stage, long now, long of) {
            done = now;
            all = of;
            progress.stage(stage);
            progress.report(done, all);
        }

        @Override
        public boolean isCancelled() {
            progress.report(done, all);
            return false;
        }
    }
}
