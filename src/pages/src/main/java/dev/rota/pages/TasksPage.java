package dev.rota.pages;

import dev.rota.audit.AuditReport;
import dev.rota.engine.Answer;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Part;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.TaskView;
import dev.rota.pages.whatif.AnswerView;
import gg.jte.Content;
import java.util.List;

/** The page of a costly question: its progress, and then its answer. */
final class TasksPage {

    private final House house;
    private final Html html;

    TasksPage(House house, Html html) {
        this.house = house;
        this.html = html;
    }

    Frame frame(Tasks.Task task) {
        return house.frame(
                Show.text(task.title()), "", "From a replay of the log that began at " + Show.time(task.begun()) + ".");
    }

    TaskView view(Tasks.Task task, String back) {
        boolean running = task.state() == Tasks.State.RUNNING;
        long took = (running ? house.now() : task.ended()) - task.begun();
        return new TaskView(
                task.id(),
                Show.text(task.title()),
                task.state().name(),
                new TaskView.Progress(running, task.percent(), task.stage()),
                "after " + took / 1_000 + "." + took % 1_000 / 100 + " s",
                Show.text(task.by()),
                summary(task),
                lines(task),
                picture(task),
                sections(task),
                back);
    }

    private static String summary(Tasks.Task task) {
        if (task.state() != Tasks.State.DONE) {
            return Show.text(task.problem());
        }
        Object answer = task.answer();
        if (answer instanceof AuditReport) {
            return AuditTask.summary(task);
        } else if (answer instanceof InquiryTask.Done done) {
            Answer told = done.answered().answer();
            return told == null
                    ? "The log has nothing of it."
                    : told.lines().isEmpty() ? told.state() + ": " + Show.text(told.sentence()) : "";
        } else if (answer instanceof ReplayTasks.StateBefore state) {
            return state.tables().isEmpty()
                    ? "The unit had no row yet."
                    : "The unit's rows as of " + Show.time(state.now()) + ".";
        }
        return "";
    }

    private static List<String> lines(Tasks.Task task) {
        Answer answer =
                task.answer() instanceof InquiryTask.Done done ? done.answered().answer() : null;
        if (answer == null) {
            return List.of();
        }
        return answer.lines().stream().map(Show::text).toList();
    }

    private @Nullable Content picture(Tasks.Task task) {
        if (task.answer() instanceof AnswerView answer) {
            return html.part(new Part("whatif/answer", answer));
        }
        if (!(task.answer() instanceof InquiryTask.Done done) || done.answered().answer() == null) {
            return null;
        }
        DomainPages pages = AllDomainPages.of(done.domain());
        Part part = pages == null
                ? null
                : pages.answer(done.unit(), done.asked(), done.answered().answer());
        return part == null ? null : html.part(part);
    }

    private static List<TaskView.Section> sections(Tasks.Task task) {
        Object answer = task.answer();
        if (answer instanceof AuditReport report) {
            return AuditTask.sections(report);
        }
        return answer instanceof ReplayTasks.StateBefore state ? state.tables() : List.of();
    }
}
