package dev.rota.cores.scheduler;

import dev.rota.cores.AssignmentKind;
import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.ClaimEvent;
import dev.rota.cores.ClaimEventKind;
import dev.rota.cores.ClaimOutlook;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.DutyStretch;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.GroupsAhead;
import dev.rota.cores.NextUp;
import dev.rota.cores.Rotation;
import dev.rota.cores.SessionChange;
import dev.rota.cores.ValidatorDuties;
import dev.rota.cores.ValidatorGroups;
import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** A naive model of one relay chain: it searches and copies lists. It is slow, and obviously follows the rules. */
final class NaiveChain {

    /** A claim, with the number of its failures. */
    private record Entry(
            int para,
            String collator,
            int retries,
            int offset,
            @Nullable String id) {}

    /** A para that is scheduled on or occupies a core. The entry is null for a parachain. */
    private record OnCore(int core, int para, @Nullable Entry entry, long since) {}

    private final String name;
    private @Nullable SessionChange session;
    private long sessionStart;
    private List<List<Integer>> groups = new ArrayList<>();
    private List<String> validators = new ArrayList<>();
    private long dutiesTo;
    private List<Integer> parachains = new ArrayList<>();
    private int cores;
    private List<OnCore> occupied = new ArrayList<>();
    private List<OnCore> scheduled = new ArrayList<>();
    private List<Entry> queue = new ArrayList<>();
    private List<Integer> index = new ArrayList<>();
    private int nextOffset;
    private long last;
    private boolean open;

    /** The decisions: records, or the reasons of rejections. */
    private List<Object> decided = new ArrayList<>();

    NaiveChain(String name) {
        this.name = name;
    }

    List<Object> take(SpecificRecord event) {
        decided = new ArrayList<>();
        if (event instanceof Claim claim) {
            claim(claim);
        } else if (event instanceof BlockEvent block && block.getEvent() instanceof BlockStarted started) {
            start(block.getNumber(), block.getForce(), started);
        } else if (event instanceof BlockEvent block && block.getEvent() instanceof BlockEnded ended) {
            end(block.getNumber(), ended);
        }
        return decided;
    }

    /**
     * The place of a waiting claim: its position in the whole queue, its core, and the number of claims before it for
     * that core.
     */
    record Waiting(int position, int queued, int core, int ahead) {}

    /** Returns the place of the claim on a para, or null if none waits. */
    @Nullable
    Waiting waiting(int para) {
        for (int i = 0; i < queue.size(); i++) {
            Entry entry = queue.get(i);
            if (entry.para() == para) {
                int ahead = (int) queue.subList(0, i).stream()
                        .filter(other -> other.offset() == entry.offset())
                        .count();
                return new Waiting(i + 1, queue.size(), parachains.size() + entry.offset(), ahead);
            }
        }
        return null;
    }

    /** Returns the place of the claim on a para if a block started now and no core were free. */
    @Nullable
    Waiting waitingAfterClear(int para) {
        NaiveChain copy = copy();
        copy.clear();
        return copy.waiting(para);
    }

    /** Returns the reason to drop the claim on a para if a block started now, or an empty text if there is none. */
    String dropReason(int para) {
        NaiveChain copy = copy();
        copy.last = last;
        copy.decided = new ArrayList<>();
        copy.clear();
        return copy.decided.stream()
                .map(ClaimEvent.class::cast)
                .filter(event -> event.getPara() == para && event.getKind() == ClaimEventKind.DROPPED)
                .map(ClaimEvent::getReason)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the core on which a para is scheduled in the open or the last block without having been backed, or -1 if
     * there is none.
     */
    int scheduledCore(int para) {
        return core(scheduled, para);
    }

    /** Returns the core that a para occupies, or -1 if there is none. */
    int occupiedCore(int para) {
        return core(occupied, para);
    }

    private int core(List<OnCore> on, int para) {
        return on.stream()
                // a parachain that a session has just made a parathread has no claim
                .filter(one -> one.para() == para && (one.entry() != null || isParachain(para)))
                .mapToInt(OnCore::core)
                .findFirst()
                .orElse(-1);
    }

    /** Returns the first block after the last one at which the occupant of a core can time out. */
    long timeOut(int core) {
        OnCore occupant =
                occupied.stream().filter(one -> one.core() == core).findFirst().orElseThrow();
        long block = last + 1;
        while (!timesOut(occupant, block)) {
            block++;
        }
        return block;
    }

    boolean hasSession() {
        return session != null;
    }

    /** Returns the last block that started. */
    long last() {
        return last;
    }

    boolean isOpen() {
        return open;
    }

    boolean isParachain(int para) {
        return parachains.contains(para);
    }

    boolean isLive(int para) {
        return live(para);
    }

    int cores() {
        return cores;
    }

    boolean hasGroups() {
        return !groups.isEmpty();
    }

    /** Returns the cores that are occupied now. */
    List<Integer> occupiedCores() {
        return occupied.stream().map(OnCore::core).toList();
    }

    /** Returns the cores that can be backed now. */
    List<Integer> scheduledCores() {
        return scheduled.stream().map(OnCore::core).toList();
    }

    private CoresConfig config() {
        return change().getConfig();
    }

    private SessionChange change() {
        if (session == null) {
            throw new IllegalStateException("expected a session, but there is none");
        }
        return session;
    }

    private void claim(Claim claim) {
        if (session == null) {
            decided.add(CoresReason.NO_SESSION);
        } else if (!live(claim.getPara())) {
            decided.add(CoresReason.NOT_LIVE);
        } else if (queue.size() >= (long) config().getParathreadCores() * config().getSchedulingLookahead()) {
            decided.add(CoresReason.QUEUE_FULL);
        } else if (index.contains(claim.getPara())) {
            decided.add(CoresReason.ALREADY_CLAIMED);
        } else {
            index.add(claim.getPara());
            Entry entry = enqueue(claim.getPara(), claim.getCollator(), 0, claim.getId());
            tell(ClaimEventKind.QUEUED, entry, parachains.size() + entry.offset(), "");
        }
    }

    private void start(long number, @Nullable Boolean force, BlockStarted event) {
        if (session == null) {
            decided.add(CoresReason.NO_SESSION);
            return;
        }
        if (open || number <= last) {
            decided.add(CoresReason.BLOCK_OUT_OF_ORDER);
            return;
        }
        if (number > last + 100_000 && (force == null || !force)) {
            decided.add(CoresReason.BLOCK_TOO_FAR_AHEAD);
            return;
        }
        last = number;
        open = true;
        List<Integer> concluded = new ArrayList<>();
        List<Integer> timedOut = new ArrayList<>();
        for (int core : event.getConcluded()) {
            free(core, concluded, concluded, timedOut);
        }
        if (event.getTimedOut() != null) {
            for (int core : event.getTimedOut()) {
                free(core, timedOut, concluded, timedOut);
            }
        } else {
            for (OnCore one : occupied) {
                if (!concluded.contains(one.core()) && timesOut(one, number)) {
                    timedOut.add(one.core());
                }
            }
        }
        clear();
        List<FreedCore> freed = new ArrayList<>();
        for (OnCore one : List.copyOf(occupied)) {
            if (!concluded.contains(one.core()) && !timedOut.contains(one.core())) {
                continue;
            }
            occupied.remove(one);
            boolean done = concluded.contains(one.core());
            freed.add(new FreedCore(one.core(), one.para(), done ? FreedReason.CONCLUDED : FreedReason.TIMED_OUT));
            if (one.entry() != null && done) {
                index.remove((Integer) one.para());
                tell(ClaimEventKind.CONCLUDED, one.entry(), one.core(), "");
            } else if (one.entry() != null) {
                Entry again = enqueue(
                        one.para(),
                        one.entry().collator(),
                        one.entry().retries(),
                        one.entry().id());
                tell(ClaimEventKind.TIMED_OUT, again, parachains.size() + again.offset(), "");
            }
        }
        schedule();
        List<CoreAssignment> assignments = new ArrayList<>();
        for (OnCore one : scheduled) {
            assignments.add(CoreAssignment.newBuilder()
                    .setCore(one.core())
                    .setPara(one.para())
                    .setKind(one.entry() == null ? AssignmentKind.PARACHAIN : AssignmentKind.PARATHREAD)
                    .setCollator(one.entry() == null ? null : one.entry().collator())
                    .setRetries(one.entry() == null ? 0 : one.entry().retries())
                    .setGroup(group(one.core(), number))
                    .build());
        }
        decided.add(new CoreSchedule(name, number, change().getIndex(), freed, assignments));
    }

    private void free(int core, List<Integer> to, List<Integer> concluded, List<Integer> timedOut) {
        boolean isOccupied = occupied.stream().anyMatch(one -> one.core() == core);
        if (!isOccupied || concluded.contains(core) || timedOut.contains(core)) {
            decided.add(CoresReason.CORE_NOT_OCCUPIED);
        } else {
            to.add(core);
        }
    }

    private void clear() {
        for (OnCore one : scheduled) {
            Entry entry = one.entry();
            if (entry == null) {
                continue;
            }
            String drop = "";
            if (!live(entry.para())) {
                drop = "DEREGISTERED";
            } else if (config().getParathreadCores() == 0) {
                drop = "NO_THREAD_CORES";
            } else if (entry.retries() + 1 > config().getParathreadRetries()) {
                drop = "RETRIES_EXHAUSTED";
            }
            if (drop.isEmpty()) {
                Entry again = enqueue(entry.para(), entry.collator(), entry.retries() + 1, entry.id());
                tell(ClaimEventKind.RETURNED, again, parachains.size() + again.offset(), "");
            } else {
                index.remove((Integer) entry.para());
                tell(ClaimEventKind.DROPPED, entry, one.core(), drop);
            }
        }
        scheduled = new ArrayList<>();
    }

    private void schedule() {
        if (groups.isEmpty()) {
            return;
        }
        for (int core = 0; core < cores; core++) {
            int here = core;
            if (occupied.stream().anyMatch(one -> one.core() == here)) {
                continue;
            }
            if (core < parachains.size()) {
                scheduled.add(new OnCore(core, parachains.get(core), null, 0));
                continue;
            }
            for (Entry entry : queue) {
                if (parachains.size() + entry.offset() == core) {
                    queue.remove(entry);
                    scheduled.add(new OnCore(core, entry.para(), entry, 0));
                    tell(ClaimEventKind.SCHEDULED, entry, core, "");
                    break;
                }
            }
        }
    }

    private void end(long number, BlockEnded event) {
        SessionChange next = event.getSession();
        if (session == null) {
            if (next == null) {
                decided.add(CoresReason.NO_SESSION);
                return;
            }
            if (!valid(next)) {
                decided.add(CoresReason.CONFIG_INVALID);
                return;
            }
            last = number;
        } else if (!open || number != last) {
            decided.add(CoresReason.BLOCK_NOT_STARTED);
            return;
        }
        List<Integer> backed = new ArrayList<>(event.getBacked());
        Collections.sort(backed);
        for (int core : backed) {
            OnCore found = scheduled.stream()
                    .filter(one -> one.core() == core)
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                decided.add(CoresReason.CORE_NOT_SCHEDULED);
                continue;
            }
            scheduled.remove(found);
            occupied.add(new OnCore(core, found.para(), found.entry(), number));
            occupied.sort((one, other) -> Integer.compare(one.core(), other.core()));
            if (found.entry() != null) {
                tell(ClaimEventKind.BACKED, found.entry(), core, "");
            }
        }
        if (next != null && !valid(next)) {
            decided.add(CoresReason.CONFIG_INVALID);
        } else if (next != null) {
            change(next, number);
        }
        open = false;
        duties(number);
        decided.add(forecast(number + 1));
    }

    private static boolean valid(SessionChange change) {
        CoresConfig config = change.getConfig();
        List<Integer> paras = new ArrayList<>(change.getParachains());
        paras.addAll(change.getParathreads());
        List<Integer> numbers = new ArrayList<>(paras);
        numbers.addAll(List.of(
                change.getIndex(),
                config.getParathreadCores(),
                config.getParathreadRetries(),
                config.getGroupRotationFrequency(),
                config.getSchedulingLookahead(),
                config.getChainAvailabilityPeriod() - 1,
                config.getThreadAvailabilityPeriod() - 1,
                config.getMaxValidators() == null ? 0 : config.getMaxValidators(),
                config.getMaxValidatorsPerCore() == null ? 0 : config.getMaxValidatorsPerCore()));
        int ahead = config.getForecastBlocks() == null ? 16 : config.getForecastBlocks();
        return numbers.stream().allMatch(number -> number >= 0)
                && ahead >= 1
                && ahead <= 32
                && paras.stream().distinct().count() == paras.size()
                && change.getValidators().stream().distinct().count()
                        == change.getValidators().size()
                && change.getRandomness().matches("([0-9a-fA-F]{2})*");
    }

    private void change(SessionChange next, long number) {
        sessionStart = number + 1;
        List<Moved> moved = new ArrayList<>();
        for (Entry entry : queue) {
            moved.add(new Moved(entry, parachains.size() + entry.offset(), false));
        }
        for (OnCore one : occupied) {
            if (one.entry() != null) {
                moved.add(new Moved(one.entry(), one.core(), true));
            }
        }
        occupied = new ArrayList<>();
        session = next;
        CoresConfig config = next.getConfig();
        parachains = next.getParachains().stream().sorted().toList();
        dutiesTo = number;
        validators = shuffled(next.getValidators(), next.getRandomness());
        if (config.getMaxValidators() != null && validators.size() > config.getMaxValidators()) {
            validators = validators.subList(0, config.getMaxValidators());
        }
        cores = parachains.size() + config.getParathreadCores();
        if (config.getMaxValidatorsPerCore() != null && config.getMaxValidatorsPerCore() > 0) {
            cores = Math.max(cores, validators.size() / config.getMaxValidatorsPerCore());
        }
        groups = new ArrayList<>();
        if (cores > 0 && !validators.isEmpty()) {
            for (int core = 0; core < cores; core++) {
                groups.add(new ArrayList<>());
            }
            // Deal validators out one by one to find the sizes, then give each group that many consecutive indices.
            int[] sizes = new int[cores];
            for (int i = 0; i < validators.size(); i++) {
                sizes[i % cores]++;
            }
            int validator = 0;
            for (int core = 0; core < cores; core++) {
                while (groups.get(core).size() < sizes[core]) {
                    groups.get(core).add(validator++);
                }
            }
        }
        requeue(config, moved);
        decided.add(ValidatorGroups.newBuilder()
                .setChain(name)
                .setSession(next.getIndex())
                .setStartBlock(sessionStart)
                .setValidators(validators)
                .setGroups(groups)
                .setGroupRotationFrequency(config.getGroupRotationFrequency())
                .setRotation(config.getRotation())
                .build());
        for (Moved one : moved) {
            Waiting waiting = waiting(one.entry().para());
            if (waiting != null && !one.wasOnCore() && waiting.core() != one.from()) {
                tell(ClaimEventKind.REPINNED, one.entry(), waiting.core(), "" + one.from());
            }
        }
    }

    /** A claim that a session finds in the queue or on a core, with its core before the session. */
    private record Moved(Entry entry, int from, boolean wasOnCore) {}

    private void requeue(CoresConfig config, List<Moved> moved) {
        queue = new ArrayList<>();
        nextOffset = 0;
        List<Object> drops = new ArrayList<>();
        for (Moved one : moved) {
            Entry entry = one.entry();
            String drop = "";
            if (config.getParathreadCores() == 0) {
                drop = "NO_THREAD_CORES";
            } else if (entry.retries() > config.getParathreadRetries()) {
                drop = "RETRIES_EXHAUSTED";
            } else if (!live(entry.para())) {
                drop = "DEREGISTERED";
            }
            Integer core = null;
            if (drop.isEmpty()) {
                int offset = queue.size() % config.getParathreadCores();
                queue.add(new Entry(entry.para(), entry.collator(), entry.retries(), offset, entry.id()));
                nextOffset = queue.size() % config.getParathreadCores();
                core = parachains.size() + offset;
            } else {
                index.remove((Integer) entry.para());
                drops.add(event(ClaimEventKind.DROPPED, entry, one.from(), drop));
            }
            if (one.wasOnCore()) {
                tell(ClaimEventKind.RETURNED, entry, core, "");
            }
        }
        decided.addAll(drops);
    }

    private CoreForecast forecast(long block) {
        NaiveChain copy = copy();
        copy.clear();
        int timeOutCore = parachains.size() + copy.nextOffset;
        copy.schedule();
        int frequency = config().getGroupRotationFrequency();
        long lastRotation = sessionStart;
        while (frequency > 0 && lastRotation + frequency <= block) {
            lastRotation += frequency;
        }
        long nextRotation = frequency == 0 ? sessionStart : lastRotation + frequency;
        List<CoreOutlook> outlooks = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            int here = core;
            OnCore now = occupied.stream()
                    .filter(one -> one.core() == here)
                    .findFirst()
                    .orElse(null);
            OnCore then = copy.scheduled.stream()
                    .filter(one -> one.core() == here)
                    .findFirst()
                    .orElse(null);
            Integer group = groups.isEmpty() ? null : group(core, block);
            Integer nextGroup = groups.isEmpty() ? null : group(core, nextRotation);
            if (now == null) {
                outlooks.add(CoreOutlook.newBuilder()
                        .setCore(core)
                        .setState(then == null ? CoreState.FREE : CoreState.SCHEDULED)
                        .setPara(then == null ? null : (Integer) then.para())
                        .setCollator(
                                then == null || then.entry() == null
                                        ? null
                                        : then.entry().collator())
                        .setGroup(group)
                        .setNextGroup(nextGroup)
                        .build());
                continue;
            }
            NextUp available = null;
            if (now.entry() == null) {
                available = new NextUp(now.para(), null);
            } else {
                for (Entry entry : copy.queue) {
                    if (parachains.size() + entry.offset() == core && available == null) {
                        available = new NextUp(entry.para(), entry.collator());
                    }
                }
            }
            String collator = now.entry() == null ? null : now.entry().collator();
            long timeOut = block;
            while (!timesOut(now, timeOut)) {
                timeOut++;
            }
            outlooks.add(CoreOutlook.newBuilder()
                    .setCore(core)
                    .setState(CoreState.OCCUPIED)
                    .setPara(now.para())
                    .setCollator(collator)
                    .setOccupiedSince(now.since())
                    .setTimeOutAt(timeOut)
                    .setGroup(group)
                    .setNextGroup(nextGroup)
                    .setGroupResponsible(group(core, now.since()))
                    .setNextUpOnAvailable(available)
                    .setNextUpOnTimeOut(available == null ? new NextUp(now.para(), collator) : available)
                    .setTimeOutCore(collator == null ? null : (Integer) timeOutCore)
                    .build());
        }
        return CoreForecast.newBuilder()
                .setChain(name)
                .setBlock(block)
                .setLastRotationAt(lastRotation)
                .setNextRotationAt(nextRotation)
                .setCores(outlooks)
                .setGroupsAhead(groupsAhead(block))
                .setClaims(claims(block))
                .setQueued(copyCleared().queue.size())
                .build();
    }

    int forecastBlocks() {
        return config().getForecastBlocks() == null ? 16 : config().getForecastBlocks();
    }

    /** Returns the groups of the blocks ahead. Blocks of one rotation form one entry. */
    private List<GroupsAhead> groupsAhead(long block) {
        List<GroupsAhead> ahead = new ArrayList<>();
        for (long b = block; b < block + forecastBlocks() && !groups.isEmpty(); b++) {
            List<Integer> byCore = new ArrayList<>();
            for (int core = 0; core < cores; core++) {
                byCore.add(group(core, b));
            }
            if (b > block && rotations(b) == rotations(b - 1)) {
                GroupsAhead last = ahead.remove(ahead.size() - 1);
                ahead.add(new GroupsAhead(last.getFrom(), b, byCore));
            } else {
                ahead.add(new GroupsAhead(b, b, byCore));
            }
        }
        return ahead;
    }

    /** Returns the block in which the claim on a para is scheduled if every core is backed. */
    @Nullable
    Long expectedBlock(int para) {
        return claims(last + 1).stream()
                .filter(claim -> claim.getPara() == para)
                .findFirst()
                .orElseThrow()
                .getExpectedBlock();
    }

    private NaiveChain copyCleared() {
        NaiveChain copy = copy();
        copy.clear();
        return copy;
    }

    /** Continues a copy of the chain until the queue is empty, with every core free at each block's start. */
    private List<ClaimOutlook> claims(long block) {
        NaiveChain copy = copyCleared();
        List<Entry> waiting = List.copyOf(copy.queue);
        TreeMap<Integer, Long> expected = new TreeMap<>();
        for (long b = block; !copy.queue.isEmpty() && !groups.isEmpty(); b++) {
            copy.occupied = new ArrayList<>();
            copy.scheduled = new ArrayList<>();
            copy.schedule();
            for (OnCore one : copy.scheduled) {
                if (one.entry() != null) {
                    expected.put(one.para(), b);
                }
            }
        }
        List<ClaimOutlook> claims = new ArrayList<>();
        for (Entry entry : waiting) {
            int core = parachains.size() + entry.offset();
            claims.add(new ClaimOutlook(claims.size() + 1, entry.para(), core, expected.get(entry.para())));
        }
        return claims;
    }

    private void duties(long number) {
        if (dutiesTo >= number + forecastBlocks()) {
            return;
        }
        List<DutyStretch> stretches = new ArrayList<>();
        long from = number + 1;
        while (from > sessionStart && rotations(from - 1) == rotations(number + 1)) {
            from--;
        }
        dutiesTo = Long.MAX_VALUE;
        while (!groups.isEmpty() && stretches.size() < 32_000 / cores) {
            if (config().getGroupRotationFrequency() == 0) {
                stretches.add(new DutyStretch(from, null));
                break;
            }
            dutiesTo = from + config().getGroupRotationFrequency() - 1;
            stretches.add(new DutyStretch(from, dutiesTo));
            from = dutiesTo + 1;
            if (dutiesTo >= number + 2L * forecastBlocks()) {
                break;
            }
        }
        List<GroupDuties> duties = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            List<Integer> backs = new ArrayList<>();
            for (DutyStretch stretch : stretches) {
                for (int core = 0; core < cores; core++) {
                    if (group(core, stretch.getFrom()) == group) {
                        backs.add(core);
                    }
                }
            }
            if (!groups.get(group).isEmpty()) {
                duties.add(new GroupDuties(
                        group, groups.get(group).stream().map(validators::get).toList(), backs));
            }
        }
        decided.add(new ValidatorDuties(name, change().getIndex(), stretches, duties));
    }

    private long rotations(long block) {
        int frequency = config().getGroupRotationFrequency();
        return frequency == 0 ? 0 : Math.floorDiv(block - sessionStart, frequency);
    }

    private NaiveChain copy() {
        NaiveChain copy = new NaiveChain(name);
        copy.session = session;
        copy.groups = groups;
        copy.parachains = parachains;
        copy.cores = cores;
        copy.sessionStart = sessionStart;
        copy.occupied = new ArrayList<>(occupied);
        copy.scheduled = new ArrayList<>(scheduled);
        copy.queue = new ArrayList<>(queue);
        copy.index = new ArrayList<>(index);
        copy.nextOffset = nextOffset;
        copy.last = last;
        return copy;
    }

    private boolean timesOut(OnCore one, long block) {
        int period =
                one.entry() == null ? config().getChainAvailabilityPeriod() : config().getThreadAvailabilityPeriod();
        long sinceRotation = Math.max(0, block - sessionStart) % Math.max(1, config().getGroupRotationFrequency());
        return sinceRotation < period && block - one.since() >= period;
    }

    private int group(int core, long block) {
        long k = rotations(block);
        long turned = config().getRotation() == Rotation.FORWARD ? core - k : core + k;
        return (int) Math.floorMod(turned, (long) groups.size());
    }

    private boolean live(int para) {
        return change().getParathreads().contains(para);
    }

    private Entry enqueue(int para, String collator, int retries, @Nullable String id) {
        Entry entry = new Entry(para, collator, retries, nextOffset, id);
        nextOffset = (nextOffset + 1) % config().getParathreadCores();
        queue.add(entry);
        return entry;
    }

    private void tell(ClaimEventKind kind, Entry entry, @Nullable Integer core, String reason) {
        decided.add(event(kind, entry, core, reason));
    }

    private ClaimEvent event(ClaimEventKind kind, Entry entry, @Nullable Integer core, String reason) {
        return ClaimEvent.newBuilder()
                .setChain(name)
                .setPara(entry.para())
                .setCollator(entry.collator())
                .setBlock(last)
                .setKind(kind)
                .setRetries(entry.retries())
                .setCore(core)
                .setReason(reason)
                .setId(entry.id())
                .build();
    }

    private static List<String> shuffled(List<String> given, String randomness) {
        List<String> validators = new ArrayList<>(given);
        if (randomness.isEmpty()) {
            return validators;
        }
        BigInteger all = BigInteger.ONE.shiftLeft(64);
        int drawn = 0;
        for (int i = validators.size() - 1; i >= 1; i--) {
            BigInteger bound = BigInteger.valueOf(i + 1L);
            BigInteger word = word(randomness, drawn++);
            while (word.compareTo(all.subtract(all.mod(bound))) >= 0) {
                word = word(randomness, drawn++);
            }
            Collections.swap(validators, i, word.mod(bound).intValue());
        }
        return validators;
    }

    private static BigInteger word(String randomness, int number) {
        byte[] seed = HexFormat.of().parseHex(randomness);
        byte[] input = ByteBuffer.allocate(seed.length + 8)
                .put(seed)
                .putLong(number / 4)
                .array();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(input);
            return new BigInteger(1, hash, 8 * (number % 4), 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
