package dev.rota.chores;

import dev.rota.engine.Handlers;
import dev.rota.engine.Key;
import dev.rota.engine.PageSnapshot;
import dev.rota.engine.Scheduler;
import dev.rota.engine.Step;
import dev.rota.engine.Table;
import dev.rota.engine.Tables;
import dev.rota.engine.TimerType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Gives a household's chores to its helpers. */
final class ChoresScheduler implements Scheduler {

    private static final int HELPERS = 5;

    /** The number of rooms in one slice of parallel work. */
    private static final int ROOMS_PER_SLICE = 64;

    private static final TimerType<String> ROTATION = TimerType.ofId(1);

    private static final TimerType<String> QUARREL = TimerType.ofId(3);

    private static final TimerType<Reminder> REMINDER = TimerType.of(
            2,
            (key, reminder) -> key.text(reminder.household()).text(reminder.chore()),
            key -> new Reminder(key.text(), key.text()));

    /** Continues a cleaning. */
    private static final TimerType<Cleaning> CLEANING = TimerType.of(
            4,
            (key, rest) -> key.text(rest.household())
                    .number(rest.room())
                    .number(rest.rooms())
                    .number(rest.number()),
            key -> new Cleaning(key.text(), key.number32(), key.number32(), key.number64()));

    private record Reminder(String household, String chore) {}

    /**
     * The rest of a cleaning.
     *
     * @param room the next room
     * @param rooms the number of all rooms
     * @param number distinguishes cleanings, since two may be at the same room
     */
    private record Cleaning(String household, int room, int rooms, long number) {}

    private static final int NO_PARTNER = -1;

    private final ChoresDomain domain;
    private final int rules;

    ChoresScheduler(ChoresDomain domain, int rules) {
        this.domain = domain;
        this.rules = rules;
    }

    @Override
    public Handlers handlers() {
        return Handlers.of()
                .on(ChoreEvent.class, ChoreAdded.class, (step, event, added) -> add(step, event.getHousehold(), added))
                .on(
                        ChoreEvent.class,
                        ChoreDone.class,
                        (step, event, done) -> done(step, event.getHousehold(), done.getChore()))
                .on(
                        ChoreEvent.class,
                        ChoreSwapped.class,
                        (step, event, swapped) -> swap(step, event.getHousehold(), swapped.getChore()))
                .on(ChoreEvent.class, RotationStarted.class, this::rotate)
                .on(
                        ChoreEvent.class,
                        SpringCleaning.class,
                        (step, event, cleaning) -> clean(step, event.getHousehold(), cleaning.getRooms()))
                .on(ChoreEvent.class, Siesta.class, this::rest)
                .on(ChoreEvent.class, Quarrel.class, this::quarrel)
                .timer(ROTATION, ChoresScheduler::turn)
                .timer(QUARREL, (step, household) -> quarrel(step, household, false))
                .timer(CLEANING, ChoresScheduler::clean)
                .timer(REMINDER, ChoresScheduler::remind);
    }

    private void rotate(Step step, ChoreEvent event, RotationStarted rotation) {
        step.timers()
                .setPeriodic(
                        step.now() + rotation.getEveryMs(), ROTATION.key(event.getHousehold()), rotation.getEveryMs());
    }

    private void rest(Step step, ChoreEvent event, Siesta siesta) {
        Siestas.rest(siesta.getMillis());
        task(step, event.getHousehold(), "siesta", TaskKind.RESTED, 0);
    }

    private void quarrel(Step step, ChoreEvent event, Quarrel quarrel) {
        if (quarrel.getAfterMs() > 0) {
            step.timers().set(step.now() + quarrel.getAfterMs(), QUARREL.key(event.getHousehold()));
        } else {
            quarrel(step, event.getHousehold(), quarrel.getEndless());
        }
    }

    /** Writes and emits, and then fails. Nothing of it may remain. */
    private static void quarrel(Step step, String household, boolean endless) {
        step.table(ChoresDomain.CHORES).insert(Key.of("quarrel"), new ChoreRow(1, 0L, 0));
        task(step, household, "quarrel", TaskKind.GIVEN, 0);
        if (endless) {
            recur(household);
        }
        throw new IllegalStateException("the helpers do not speak to each other");
    }

    private static int recur(String household) {
        return household.isEmpty() ? 0 : recur(household + "") + 1;
    }

    @Override
    public PageSnapshot snapshot(Tables tables, long now) {
        if (tables.unit().equals(ChoresDomain.SCRIBBLER)) {
            tables.table(ChoresDomain.BY_EFFORT).insert(Key.of("snapshot"), new EffortRow("snapshot"));
        }
        List<String> lines = new ArrayList<>(List.of(tables.unit() + " at " + now + ":\n"));
        try (Table.Cursor<ChoreRow> chores = tables.table(ChoresDomain.CHORES).scan(Key.EMPTY)) {
            for (Table.Entry<ChoreRow> chore = chores.next(); chore != null; chore = chores.next()) {
                lines.add(
                        chore.key().read().text() + " is helper " + chore.row().getHelper() + "'s\n");
            }
        }
        return page -> {
            if (page.equals(ChoresDomain.BROKEN_PAGE)) {
                throw new IllegalStateException("the helpers cannot write");
            } else if (page.equals(ChoresDomain.SLOW_PAGE)) {
                domain.slowPageBegun.countDown();
                await(domain.finishSlowPage);
            }
            return String.join("", lines);
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void add(Step step, String household, ChoreAdded added) {
        Key key = Key.of(added.getChore());
        if (step.table(ChoresDomain.CHORES).has(key)) {
            step.reject(
                    ChoresDomain.Objection.CHORE_EXISTS,
                    "expected a new chore, but " + added.getChore() + " is not done yet");
            return;
        }
        long remindAt = added.getRemindAfterMs() > 0 ? step.now() + added.getRemindAfterMs() : 0;
        int helper = step.random().nextInt(HELPERS);
        step.table(ChoresDomain.CHORES).insert(key, new ChoreRow(added.getEffort(), remindAt, helper));
        step.table(ChoresDomain.BY_EFFORT)
                .insert(effort(added.getEffort(), added.getChore()), new EffortRow(added.getChore()));
        if (remindAt > 0) {
            step.timers().set(remindAt, REMINDER.key(new Reminder(household, added.getChore())));
        }
        // The random numbers that rules 1 draw come first, so that they stay the same.
        int partner = rules >= 2 && !added.getAlone()
                ? (helper + 1 + step.random().nextInt(HELPERS - 1)) % HELPERS
                : NO_PARTNER;
        step.emit(
                ChoresDomain.TASKS,
                household,
                new Task(household, added.getChore(), TaskKind.GIVEN, helper, step.now(), partner));
    }

    private static void swap(Step step, String household, String chore) {
        ChoreRow row = step.table(ChoresDomain.CHORES).get(Key.of(chore));
        if (row == null) {
            step.reject(ChoresDomain.Objection.CHORE_UNKNOWN, "expected a chore to swap, but there is no " + chore);
            return;
        }
        int next = (row.getHelper() + 1) % HELPERS;
        step.table(ChoresDomain.CHORES).update(Key.of(chore), new ChoreRow(row.getEffort(), row.getRemindAt(), next));
        task(step, household, chore, TaskKind.GIVEN, next);
    }

    private static void done(Step step, String household, String chore) {
        ChoreRow row = step.table(ChoresDomain.CHORES).get(Key.of(chore));
        if (row == null) {
            step.reject(ChoresDomain.Objection.CHORE_UNKNOWN, "expected a chore to be done, but there is no " + chore);
            return;
        }
        if (row.getRemindAt() > 0) {
            step.timers().cancel(row.getRemindAt(), REMINDER.key(new Reminder(household, chore)));
        }
        step.table(ChoresDomain.CHORES).delete(Key.of(chore));
        step.table(ChoresDomain.BY_EFFORT).delete(effort(row.getEffort(), chore));
        task(step, household, chore, TaskKind.DONE, row.getHelper());
    }

    private static void remind(Step step, Reminder reminder) {
        String chore = reminder.chore();
        ChoreRow row = step.table(ChoresDomain.CHORES).expect(Key.of(chore));
        step.table(ChoresDomain.CHORES).update(Key.of(chore), new ChoreRow(row.getEffort(), 0L, row.getHelper()));
        task(step, reminder.household(), chore, TaskKind.REMINDED, row.getHelper());
    }

    private static void turn(Step step, String household) {
        Table.Entry<EffortRow> least = step.table(ChoresDomain.BY_EFFORT).first(Key.EMPTY);
        if (least != null) {
            task(
                    step,
                    household,
                    least.row().getChore(),
                    TaskKind.TURN,
                    step.random().nextInt(HELPERS));
        }
    }

    /** Inserts and deletes a row for each room, all within one step. */
    private static void clean(Step step, String household, int rooms) {
        int[] helpers = new int[rooms];
        step.parallel((rooms + ROOMS_PER_SLICE - 1) / ROOMS_PER_SLICE, slice -> {
            for (int room = slice * ROOMS_PER_SLICE; room < Math.min(rooms, (slice + 1) * ROOMS_PER_SLICE); room++) {
                helpers[room] = helper(room);
            }
        });
        Table<EffortRow> notes = step.table(ChoresDomain.BY_EFFORT);
        for (int room = 0; room < rooms; room++) {
            notes.insert(effort(helpers[room], "room-" + room), new EffortRow("room-" + room));
        }
        for (int room = 0; room < rooms; room++) {
            notes.delete(effort(helpers[room], "room-" + room));
        }
        clean(step, new Cleaning(household, 0, rooms, step.random().nextLong()));
    }

    /** Emits the rooms from the next one on, and continues in a following step if they do not fit. */
    private static void clean(Step step, Cleaning rest) {
        int room = rest.room();
        for (; room < rest.rooms() && step.hasRoom(); room++) {
            task(step, rest.household(), "room-" + room, TaskKind.ROOM, helper(room));
        }
        if (room < rest.rooms()) {
            step.continueWith(CLEANING.key(new Cleaning(rest.household(), room, rest.rooms(), rest.number())));
        }
    }

    private static int helper(int room) {
        return room * room % HELPERS;
    }

    private static void task(Step step, String household, String chore, TaskKind kind, int helper) {
        step.emit(ChoresDomain.TASKS, household, new Task(household, chore, kind, helper, step.now(), NO_PARTNER));
    }

    private static Key effort(int effort, String chore) {
        return Key.of().number(effort).text(chore).end();
    }
}
