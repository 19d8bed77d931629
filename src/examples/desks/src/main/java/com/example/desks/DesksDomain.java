package com.example.desks;

import dev.rota.engine.Answer;
import dev.rota.engine.Domain;
import dev.rota.engine.Ids;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Key;
import dev.rota.engine.Output;
import dev.rota.engine.Reason;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Scheduler;
import dev.rota.engine.TableType;
import java.util.List;

/** Desks of offices for an hour, first come, first served. The unit is an office. */
public final class DesksDomain implements Domain {

    static final Input<DeskEvent> EVENTS = new Input<>("desks.events", DeskEvent.class, DesksDomain::office);

    static final Output<DeskAssignment> ASSIGNMENTS = Output.of("desks.assignments", DeskAssignment.class);

    /** One row, whose key is empty. */
    static final TableType<OfficeRow> OFFICE = TableType.of(16, "office", OfficeRow.class);

    /** {@code [person] => person} */
    static final TableType<PersonRow> PERSONS = TableType.of(17, "persons", PersonRow.class);

    /** {@code [desk] => the person at it} */
    static final TableType<PersonRow> DESKS = TableType.of(18, "desks", PersonRow.class);

    /** {@code [ticket] => the person who waits}, in the order of arrival */
    static final TableType<PersonRow> WAITING = TableType.of(19, "waiting", PersonRow.class);

    enum Objection implements Reason {
        OFFICE_UNKNOWN,
        DESKS_INVALID,
        HAS_DESK,
        PERSON_UNKNOWN
    }

    /** Checks what needs no state, and returns the unit. */
    private static String office(DeskEvent event) throws RefusedException {
        if (event.getEvent() instanceof DeskRequested requested) {
            Ids.id("person", requested.getPerson());
        }
        return Ids.unit("office", event.getOffice());
    }

    @Override
    public String name() {
        return "desks";
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(EVENTS);
    }

    @Override
    public List<Output<?>> decisions() {
        return List.of(ASSIGNMENTS);
    }

    @Override
    public List<TableType<?>> tables() {
        return List.of(OFFICE, PERSONS, DESKS, WAITING);
    }

    @Override
    public List<Objection> reasons() {
        return List.of(Objection.values());
    }

    @Override
    public Scheduler scheduler(int rules) {
        return new DesksScheduler();
    }

    @Override
    public List<String> subjects() {
        return List.of("person");
    }

    @Override
    public Inquiry inquiry(Inquiry.Asked asked) {
        String person = asked.subject().id();
        return (tables, now, parallel) -> {
            PersonRow row = tables.table(PERSONS).get(Key.of(person));
            if (row == null) {
                return null;
            }
            return row.getDesk() == null
                    ? new Answer("WAITING", person + " waits for a desk with ticket " + row.getTicket())
                    : new Answer("ASSIGNED", person + " has desk " + row.getDesk() + " until " + row.getUntil());
        };
    }
}
