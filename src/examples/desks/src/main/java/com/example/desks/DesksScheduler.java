package com.example.desks;

import com.example.desks.DesksDomain.Objection;
import dev.rota.engine.Handlers;
import dev.rota.engine.Key;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.TimerType;

/** Gives desks for an hour, in the order of the requests. */
final class DesksScheduler implements Scheduler {

    private static final long LEASE_MS = 3_600_000;
    private static final int DESKS_MAX = 200;

    /** The end of a person's lease. */
    private static final TimerType<String> LEASE = TimerType.ofId(1);

    /** Continues a step that had no room for all assignments. */
    private static final TimerType<Void> REST = TimerType.ofUnit(2);

    @Override
    public Handlers handlers() {
        return Handlers.of()
                .on(DeskEvent.class, OfficeOpened.class, this::opened)
                .on(DeskEvent.class, DeskRequested.class, this::requested)
                .on(DeskEvent.class, DeskReturned.class, this::returned)
                .timer(LEASE, this::expired)
                .timer(REST, DesksScheduler::assign);
    }

    private void opened(Step step, DeskEvent event, OfficeOpened opened) {
        if (opened.getDesks() < 1 || opened.getDesks() > DESKS_MAX) {
            step.reject(Objection.DESKS_INVALID, "expected 1.." + DESKS_MAX + " desks, but it is " + opened.getDesks());
            return;
        }
        OfficeRow before = step.table(DesksDomain.OFFICE).get(Key.EMPTY);
        long tickets = before == null ? 0 : before.getTickets();
        step.table(DesksDomain.OFFICE).upsert(Key.EMPTY, new OfficeRow(opened.getDesks(), tickets));
        assign(step);
    }

    private void requested(Step step, DeskEvent event, DeskRequested requested) {
        OfficeRow office = step.table(DesksDomain.OFFICE).get(Key.EMPTY);
        String person = requested.getPerson();
        if (office == null) {
            step.reject(
                    Objection.OFFICE_UNKNOWN, "expected an office that is open, but " + event.getOffice() + " is not");
        } else if (step.table(DesksDomain.PERSONS).has(Key.of(person))) {
            step.reject(Objection.HAS_DESK, "expected a person without a desk, but " + person + " has or awaits one");
        } else {
            PersonRow waiting = new PersonRow(person, null, office.getTickets(), 0L);
            step.table(DesksDomain.OFFICE).update(Key.EMPTY, new OfficeRow(office.getDesks(), office.getTickets() + 1));
            step.table(DesksDomain.PERSONS).insert(Key.of(person), waiting);
            step.table(DesksDomain.WAITING).insert(Key.of(waiting.getTicket()), waiting);
            emit(step, person, DeskKind.WAITING, null);
            assign(step);
        }
    }

    private void returned(Step step, DeskEvent event, DeskReturned returned) {
        PersonRow row = step.table(DesksDomain.PERSONS).get(Key.of(returned.getPerson()));
        if (row == null) {
            step.reject(
                    Objection.PERSON_UNKNOWN, "expected a person with a desk, but there is no " + returned.getPerson());
        } else if (row.getDesk() == null) {
            step.table(DesksDomain.WAITING).delete(Key.of(row.getTicket()));
            step.table(DesksDomain.PERSONS).delete(Key.of(row.getPerson()));
            emit(step, row.getPerson(), DeskKind.RETURNED, null);
        } else {
            step.timers().cancel(row.getUntil(), LEASE.key(row.getPerson()));
            leave(step, row, DeskKind.RETURNED);
        }
    }

    private void expired(Step step, String person) {
        leave(step, step.table(DesksDomain.PERSONS).expect(Key.of(person)), DeskKind.EXPIRED);
    }

    private static void leave(Step step, PersonRow row, DeskKind kind) {
        step.table(DesksDomain.PERSONS).delete(Key.of(row.getPerson()));
        step.table(DesksDomain.DESKS).delete(Key.of(row.getDesk()));
        emit(step, row.getPerson(), kind, row.getDesk());
        assign(step);
    }

    /** Gives free desks to the persons that have waited longest. */
    private static void assign(Step step) {
        int desks = step.table(DesksDomain.OFFICE).expect(Key.EMPTY).getDesks();
        Table.Entry<PersonRow> next = step.table(DesksDomain.WAITING).first(Key.EMPTY);
        for (int desk = 0; desk < desks && next != null; desk++) {
            if (!step.hasRoom()) {
                step.continueWith(REST.key());
                return;
            }
            if (!step.table(DesksDomain.DESKS).has(Key.of(desk))) {
                long until = step.now() + LEASE_MS;
                String person = next.row().getPerson();
                PersonRow row = new PersonRow(person, desk, next.row().getTicket(), until);
                step.table(DesksDomain.WAITING).delete(next.key());
                step.table(DesksDomain.PERSONS).update(Key.of(person), row);
                step.table(DesksDomain.DESKS).insert(Key.of(desk), row);
                step.timers().set(until, LEASE.key(person));
                emit(step, person, DeskKind.ASSIGNED, desk);
                next = step.table(DesksDomain.WAITING).first(Key.EMPTY);
            }
        }
    }

    private static void emit(Step step, String person, DeskKind kind, Integer desk) {
        step.emit(DesksDomain.ASSIGNMENTS, person, new DeskAssignment(step.unit(), person, kind, desk));
    }
}
