package com.example.desks;

import dev.rota.testing.Decider;
import dev.rota.testing.Moment;
import dev.rota.testing.TimedDecision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rules of an office, written as plainly as they are read. */
final class NaiveOffice implements Decider<TimedDecision> {

    private record Lease(String person, int desk, long until) {}

    private final List<Lease> leases = new ArrayList<>();
    private final List<String> waiting = new ArrayList<>();
    private final List<TimedDecision> told = new ArrayList<>();
    private int desks;

    @Override
    public List<TimedDecision> take(Moment moment) {
        told.clear();
        expire(moment.time());
        if (moment.event() instanceof DeskEvent event) {
            take(moment.time(), event.getEvent());
        }
        return List.copyOf(told);
    }

    /** Ends leases at their time, one after the other. */
    private void expire(long now) {
        Comparator<Lease> order = Comparator.comparing(Lease::until).thenComparing(Lease::person);
        Lease next = leases.stream().min(order).orElse(null);
        while (next != null && next.until() <= now) {
            leave(next, next.until(), DeskKind.EXPIRED);
            next = leases.stream().min(order).orElse(null);
        }
    }

    private void take(long now, Object event) {
        if (event instanceof OfficeOpened opened) {
            if (opened.getDesks() < 1 || opened.getDesks() > 200) {
                reject(now, "DESKS_INVALID");
            } else {
                desks = opened.getDesks();
                assign(now);
            }
        } else if (event instanceof DeskRequested requested) {
            if (desks == 0) {
                reject(now, "OFFICE_UNKNOWN");
            } else if (waiting.contains(requested.getPerson()) || lease(requested.getPerson()) != null) {
                reject(now, "HAS_DESK");
            } else {
                waiting.add(requested.getPerson());
                tell(now, requested.getPerson(), DeskKind.WAITING, null);
                assign(now);
            }
        } else if (event instanceof DeskReturned returned) {
            if (waiting.remove(returned.getPerson())) {
                tell(now, returned.getPerson(), DeskKind.RETURNED, null);
            } else if (lease(returned.getPerson()) != null) {
                leave(lease(returned.getPerson()), now, DeskKind.RETURNED);
            } else {
                reject(now, "PERSON_UNKNOWN");
            }
        }
    }

    private void leave(Lease lease, long now, DeskKind kind) {
        leases.remove(lease);
        tell(now, lease.person(), kind, lease.desk());
        assign(now);
    }

    private void assign(long now) {
        for (int desk = 0; desk < desks && !waiting.isEmpty(); desk++) {
            int free = desk;
            if (leases.stream().noneMatch(lease -> lease.desk() == free)) {
                String person = waiting.remove(0);
                leases.add(new Lease(person, desk, now + 3_600_000));
                tell(now, person, DeskKind.ASSIGNED, desk);
            }
        }
    }

    private Lease lease(String person) {
        return leases.stream()
                .filter(lease -> lease.person().equals(person))
                .findFirst()
                .orElse(null);
    }

    private void tell(long now, String person, DeskKind kind, Integer desk) {
        DeskAssignment assignment = new DeskAssignment("attic", person, kind, desk);
        told.add(new TimedDecision(now, "desks.assignments", person, assignment));
    }

    private void reject(long now, String reason) {
        told.add(new TimedDecision(now, "desks.rejections", "attic", reason));
    }
}
