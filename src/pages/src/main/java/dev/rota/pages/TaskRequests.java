package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.Tasks.Task;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Question;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.whatif.Asked;
import dev.rota.pages.whatif.BadQuestion;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;

/** Accepts costly questions, and redirects to the pages of their answers. */
final class TaskRequests {

    private final House house;
    private final TopicReader reader;
    private final Tasks tasks;
    private final Access access;

    TaskRequests(House house, TopicReader reader, Tasks tasks, Access access) {
        this.house = house;
        this.reader = reader;
        this.tasks = tasks;
        this.access = access;
    }

    void audit(Context context) throws NoPage {
        Domain domain = house.domain(form(context, "domain"));
        String unit = form(context, "unit");
        String id = AuditTask.prefix(domain.name(), unit) + house.now();
        started(
                context,
                tasks.start(
                        id,
                        "Audit of " + domain.name() + (unit.isEmpty() ? "" : ", unit " + unit),
                        access.user(context),
                        AuditTask.work(domain, unit, house.settings())),
                Url.evidence(domain.name(), unit));
    }

    void explain(Context context) throws NoPage {
        Domain domain = house.domain(form(context, "domain"));
        String unit = form(context, "unit");
        Subject subject = new Subject(form(context, "kind"), form(context, "id"));
        if (!domain.subjects().contains(subject.kind())) {
            throw NoPage.wrong("expected one of " + String.join(", ", domain.subjects()));
        }
        ask(
                context,
                domain,
                unit,
                new Question(
                        "Why is " + subject.kind() + " " + subject.id() + " where it is?",
                        Url.subject(domain.name(), unit, subject.kind(), subject.id()),
                        Inquiry.Asked.why(subject)));
    }

    void stateBefore(Context context) throws NoPage {
        Domain domain = house.domain(form(context, "domain"));
        String unit = form(context, "unit");
        long offset = Numbers.of(form(context, "offset"), -1);
        if (offset < 0) {
            throw NoPage.wrong("expected an offset");
        }
        started(
                context,
                tasks.start(
                        "state/" + domain.name() + "/" + offset + "/" + unit,
                        "The state of " + unit + " before log offset " + offset,
                        access.user(context),
                        ReplayTasks.stateBefore(domain, unit, offset, house.settings())),
                Url.unit(domain.name(), unit));
    }

    /** Starts an inquiry that is specific to one scheduler, which its pages build from a submitted form. */
    void inquiry(Context context) throws NoPage {
        Domain domain = house.domain(form(context, "domain"));
        String unit = form(context, "unit");
        DomainPages pages = AllDomainPages.of(domain.name());
        Question question = pages == null ? null : pages.question(domain, unit, name -> form(context, name));
        if (question == null) {
            throw NoPage.wrong("expected a question that is asked of " + domain.name());
        }
        ask(context, domain, unit, question);
    }

    /** Starts the task of a question. An earlier answer is forgotten, since the log has grown. */
    private void ask(Context context, Domain domain, String unit, Question question) throws NoPage {
        String id = InquiryTask.id(domain.name(), unit, question.asked());
        tasks.forget(id);
        started(
                context,
                tasks.start(
                        id,
                        question.title(),
                        access.user(context),
                        InquiryTask.work(domain, unit, question.asked(), house.settings())),
                question.back());
    }

    /** Starts a what-if. An earlier answer is forgotten, since the log has grown. */
    void whatIf(Context context, Domain domain, String unit, Asked asked) throws NoPage, BadQuestion {
        String id = WhatIfTask.id(domain.name(), unit, asked);
        Tasks.Work<?> work = WhatIfTask.work(domain, unit, asked, house.settings());
        tasks.forget(id);
        started(
                context,
                tasks.start(id, WhatIfTask.title(domain.name(), unit), access.user(context), work),
                asked.url(domain.name(), unit));
    }

    /** Starts a chain check. The response is JSON, since a script sends the request. */
    void chain(Context context) throws NoPage {
        Domain domain = house.domain(form(context, "domain"));
        String unit = form(context, "unit");
        String from = form(context, "from");
        String to = form(context, "to");
        Task task = tasks.start(
                "chain/" + domain.name() + "/" + from + "/" + to,
                "Records of " + unit + " for a check in a browser",
                access.user(context),
                new ChainTask(house, reader).work(domain, unit, from, to));
        context.status(task == null ? 409 : 202).contentType("application/json").result(Json.of(json -> {
            json.writeStringField("task", task == null ? "" : task.id());
            json.writeStringField("problem", task == null ? "another replay is running" : "");
        }));
    }

    void cancel(Context context) {
        String id = form(context, "id");
        tasks.cancel(id);
        context.redirect(Url.of("/task", "id", id), HttpStatus.SEE_OTHER);
    }

    private void started(Context context, @Nullable Task task, String back) throws NoPage {
        if (task == null) {
            Task running = tasks.running();
            throw NoPage.busy("expected no other replay at the same time, but "
                    + (running == null ? "one has just ended; try again" : "this one is running: " + running.title()));
        }
        context.redirect(Url.of("/task", "id", task.id(), "back", back), HttpStatus.SEE_OTHER);
    }

    static String form(Context context, String name) {
        String value = context.formParam(name);
        return value == null ? "" : value;
    }
}
