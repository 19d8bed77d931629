package dev.rota.cores.scheduler;

import dev.rota.cores.BlockRow;
import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.SessionRow;
import dev.rota.engine.Nullable;
import dev.rota.engine.Step;
import dev.rota.engine.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The state of a relay chain: its decoded rows. It is a cache, valid while the rows are those that it has read or
 * written, which {@link #at} checks before each event.
 */
public final class RelayChain {

    private final String name;
    private final ClaimQueue queue;
    /** The paras that have a claim queued, scheduled or on a core. */
    private final Set<Integer> claimed = new HashSet<>();

    private Session session;
    private long number;
    /** The last block whose duties are published. */
    private long dutiesTo;

    private boolean open;
    /** The occupants by core. */
    private Occupant[] occupied;
    /** The scheduled claims by core; those of a session that has just ended remain until they are cleared. */
    private ScheduledClaim[] scheduled;

    private @Nullable BlockRow saved;

    private RelayChain(String name, Session session, ClaimQueue queue, long number, boolean open, int scheduledCores) {
        this.name = name;
        this.session = session;
        this.queue = queue;
        this.number = number;
        this.open = open;
        this.occupied = new Occupant[session.cores()];
        this.scheduled = new ScheduledClaim[scheduledCores];
    }

    /** Creates a chain without a session, in the block that brings its first one. */
    static RelayChain unborn(String name, long number) {
        return new RelayChain(name, Session.none(), new ClaimQueue(0), number, true, 0);
    }

    /** Reads a chain from its rows; returns null before the first session. */
    public static @Nullable RelayChain read(Tables tables) {
        return at(tables, tables.unit(), null);
    }

    /**
     * Returns the chain that the rows contain: {@code known} if its rows are the same, or null before the first
     * session.
     */
    static @Nullable RelayChain at(Tables tables, String name, @Nullable RelayChain known) {
        BlockRow block = tables.table(CoresTables.BLOCK).get(CoresTables.ONLY);
        if (block == null) {
            return null;
        }
        SessionRow session = tables.table(CoresTables.SESSION).expect(CoresTables.ONLY);
        return known != null && known.matches(block, session) ? known : load(tables, name, block, session);
    }

    /**
     * Returns whether the rows are those of this chain. Every accepted event changes the block's row, so equal rows are
     * the same moment of the same history. As a rule they are the same objects, and nothing is compared.
     */
    private boolean matches(BlockRow block, SessionRow sessionRow) {
        return Objects.equals(block, saved) && sessionRow.equals(session.row());
    }

    private static RelayChain load(Tables tables, String name, BlockRow row, SessionRow sessionRow) {
        Session session = new Session(sessionRow);
        ClaimQueue queue = ClaimQueue.load(tables, session.threadCores(), row);
        List<ScheduledClaim> scheduled = row.getScheduled();
        int scheduledCores =
                scheduled.isEmpty() ? 0 : scheduled.get(scheduled.size() - 1).getCore() + 1;
        RelayChain chain = new RelayChain(
                name, session, queue, row.getNumber(), row.getOpen(), Math.max(session.cores(), scheduledCores));
        for (Occupant occupant : row.getOccupied()) {
            chain.occupied[occupant.getCore()] = occupant;
            if (occupant.getCollator() != null) {
                chain.claimed.add(occupant.getPara());
            }
        }
        for (ScheduledClaim claim : scheduled) {
            chain.scheduled[claim.getCore()] = claim;
            chain.claimed.add(claim.getPara());
        }
        queue.forEach(claim -> chain.claimed.add(claim.getPara()));
        chain.dutiesTo = row.getDutiesTo();
        chain.saved = row;
        return chain;
    }

    /** Writes the rows that the event has changed. */
    void save(Step step) {
        BlockRow row = new BlockRow(
                number,
                open,
                queue.nextOffset(),
                queue.nextSequence(),
                dutiesTo,
                present(occupied),
                present(scheduled));
        step.table(CoresTables.BLOCK).upsert(CoresTables.ONLY, row);
        saved = row;
    }

    /** Returns the block's row as of the last accepted event. Each event replaces it; it is never changed. */
    public BlockRow row() {
        return Objects.requireNonNull(saved);
    }

    String name() {
        return name;
    }

    public Session session() {
        return session;
    }

    public ClaimQueue queue() {
        return queue;
    }

    /** Returns the number of the last block that started. */
    public long number() {
        return number;
    }

    /** Returns whether the last block has not ended yet. */
    public boolean isOpen() {
        return open;
    }

    void start(long block) {
        number = block;
        open = true;
    }

    void end() {
        open = false;
    }

    /** Returns the last block whose duties are published. */
    long dutiesTo() {
        return dutiesTo;
    }

    void publishedDuties(long to) {
        dutiesTo = to;
    }

    /** Enters another session, with free cores; it begins with the next block. */
    void enter(Session next) {
        dutiesTo = number;
        session = next;
        occupied = new Occupant[next.cores()];
    }

    /** Returns the occupant of a core, or null if the core is free or does not exist. */
    @Nullable
    public Occupant occupant(int core) {
        return core >= 0 && core < occupied.length ? occupied[core] : null;
    }

    /** Returns all occupants, by core. */
    List<Occupant> occupants() {
        return present(occupied);
    }

    void occupy(Occupant occupant) {
        occupied[occupant.getCore()] = occupant;
    }

    void free(int core) {
        occupied[core] = null;
    }

    /**
     * Returns the claim that is scheduled on a core in the open block, or null if there is none or it has been backed.
     */
    @Nullable
    public ScheduledClaim scheduledClaim(int core) {
        return core >= 0 && core < scheduled.length ? scheduled[core] : null;
    }

    /** Returns all scheduled claims, by core. */
    public List<ScheduledClaim> scheduledClaims() {
        return present(scheduled);
    }

    void schedule(ScheduledClaim claim) {
        scheduled[claim.getCore()] = claim;
    }

    void unschedule(int core) {
        scheduled[core] = null;
    }

    void unscheduleAll() {
        scheduled = new ScheduledClaim[session.cores()];
    }

    /** Returns whether a claim for the para is queued, scheduled or on a core. */
    boolean isClaimed(int para) {
        return claimed.contains(para);
    }

    /** Returns the occupant that is a para's candidate, or null if there is none. */
    public @Nullable Occupant occupantOf(int para) {
        for (Occupant occupant : occupied) {
            if (occupant != null && occupant.getPara() == para) {
                return occupant;
            }
        }
        return null;
    }

    QueuedClaim enqueue(Step step, PendingClaim claim) {
        claimed.add(claim.para());
        return queue.enqueue(step, claim);
    }

    /** Records that the claim for the para has ended. */
    void release(int para) {
        claimed.remove(para);
    }

    private static <T> List<T> present(T[] byCore) {
        List<T> present = new ArrayList<>(byCore.length);
        for (T one : byCore) {
            if (one != null) {
                present.add(one);
            }
        }
        return present;
    }
}
