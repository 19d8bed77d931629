package dev.rota.shards.pool;

import dev.rota.engine.Nullable;
import dev.rota.engine.Tables;
import dev.rota.engine.Times;
import dev.rota.shards.TurnPage;
import dev.rota.shards.TurnRow;
import dev.rota.shards.tables.PagedMap;
import dev.rota.shards.tables.ShardsTables;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;

/** The running turns by their fencing tokens. */
public final class Turns {

    private static final Comparator<Turn> BY_DEADLINE =
            Comparator.comparingLong(Turn::deadline).thenComparingLong(Turn::token);

    private final PagedMap<Turn, TurnPage> running = new PagedMap<>(on -> new TurnPage(new TurnRows(on)));
    private final NavigableSet<Turn> byDeadline = new TreeSet<>(BY_DEADLINE);
    private long tokens;

    /** Creates the turns of a pool that has issued {@code tokens} tokens. */
    Turns(long tokens) {
        this.tokens = tokens;
    }

    void restore(Turn turn) {
        running.restore(turn.token(), turn);
        byDeadline.add(turn);
        turn.worker().turns.add(turn.token());
    }

    public long tokens() {
        return tokens;
    }

    /** Returns up to {@code limit} turns, those that have lasted longest first. */
    public List<Turn> first(int limit) {
        return running.first(limit);
    }

    /** Returns the number of turns. */
    public int size() {
        return running.size();
    }

    public long newToken() {
        return ++tokens;
    }

    /** Returns a turn, or null if it has ended. */
    @Nullable
    public Turn get(long token) {
        return running.get(token);
    }

    /** Returns a turn that must exist. */
    public Turn expect(long token) {
        return Objects.requireNonNull(running.get(token), "a worker's turn runs");
    }

    /** Adds a turn, or replaces it when its next batch is sent. */
    public void put(Turn turn) {
        Turn before = running.get(turn.token());
        if (before != null) {
            byDeadline.remove(before);
        }
        running.put(turn.token(), turn);
        byDeadline.add(turn);
    }

    public void remove(Turn turn) {
        running.remove(turn.token());
        byDeadline.remove(turn);
    }

    /** Returns the earliest deadline of a batch. */
    long deadline() {
        return byDeadline.isEmpty() ? Times.NEVER : byDeadline.first().deadline();
    }

    /** Returns the turns whose batch has a deadline up to {@code time}, in the order of their tokens. */
    public List<Turn> due(long time) {
        List<Turn> due = new ArrayList<>();
        for (Turn turn : byDeadline) {
            if (turn.deadline() > time) {
                break;
            }
            due.add(turn);
        }
        due.sort(Comparator.comparingLong(Turn::token));
        return due;
    }

    void write(Tables tables) {
        running.write(tables.table(ShardsTables.TURNS));
    }

    /** A view of the rows of a page's turns. */
    private static final class TurnRows extends AbstractList<TurnRow> {
        private final List<Turn> turns;

        TurnRows(List<Turn> turns) {
            this.turns = turns;
        }

        @Override
        public TurnRow get(int index) {
            return turns.get(index).row();
        }

        @Override
        public int size() {
            return turns.size();
        }
    }
}
