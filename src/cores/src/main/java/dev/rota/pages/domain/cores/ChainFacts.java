package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.ValidatorGroups;
import dev.rota.cores.explain.CoreUse;
import dev.rota.cores.explain.CoreUses;
import dev.rota.cores.view.ChainState;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The facts about a chain from which a page is drawn: its live state, its latest forecast, and its latest blocks. */
final class ChainFacts {
    static final String ASSIGNMENTS = "cores.assignments";
    static final String FORECASTS = "cores.forecasts";
    static final String CLAIM_EVENTS = "cores.claim-events";
    static final String DUTIES = "cores.duties";
    static final EntryFilter OF_CLAIMS = EntryFilter.of(CLAIM_EVENTS);
    private static final String GROUPS = "cores.groups";

    /** The number of blocks that are drawn. */
    static final int BLOCKS = 60;

    private static final CoreForecast NO_FORECAST = CoreForecast.newBuilder()
            .setChain("")
            .setBlock(0L)
            .setLastRotationAt(0L)
            .setNextRotationAt(0L)
            .setCores(List.of())
            .build();

    private final UnitFacts facts;
    private final Live<ChainState> live;
    private final @Nullable Decided forecast;
    private final List<Decided> blocks;

    ChainFacts(UnitFacts facts) {
        this.facts = facts;
        this.live = facts.live(DomainPages.STATE, ChainState.class);
        this.forecast = first(facts.newest(EntryFilter.of(FORECASTS), 1));
        this.blocks = oldestFirst(facts.newest(EntryFilter.of(ASSIGNMENTS), BLOCKS));
    }

    UnitFacts facts() {
        return facts;
    }

    Links links() {
        return facts.links();
    }

    String unit() {
        return facts.unit();
    }

    /** Returns whether its instance answers, and the first session has begun. */
    boolean isLive() {
        return live.page().session() != null;
    }

    /** Returns the chain's state from its instance; without content if the instance does not answer. */
    ChainState state() {
        return live.page();
    }

    /** Returns whether a forecast is kept. */
    boolean hasForecast() {
        return forecast != null;
    }

    /** Returns the latest forecast; without content if none is cached. */
    CoreForecast forecast() {
        return forecast == null ? NO_FORECAST : forecast.as(CoreForecast.class);
    }

    /** Returns the schedules of the latest blocks, in order. Each is a column of the picture. */
    List<Decided> blocks() {
        return blocks;
    }

    /** Returns the number of a column's block. */
    long block(int column) {
        return blocks.get(column).as(CoreSchedule.class).getBlock();
    }

    /** Returns the first column whose block is not before {@code block}, or the number of columns if there is none. */
    int column(long block) {
        int column = 0;
        while (column < blocks.size() && block(column) < block) {
            column++;
        }
        return column;
    }

    /** Returns the last block that started; -1 if none has. */
    long lastBlock() {
        if (!isLive()) {
            return blocks.isEmpty() ? forecast().getBlock() - 1 : block(blocks.size() - 1);
        }
        return state().block();
    }

    /** Returns the uses of cores in the latest blocks, by core. */
    SortedMap<Integer, List<CoreUse<Decided>>> uses(Set<Integer> cores) {
        if (blocks.isEmpty() || cores.isEmpty()) {
            return new TreeMap<>();
        }
        long since = blocks.get(0).entry().time();
        List<Decided> backed = claimEvents(
                OF_CLAIMS.and(entry -> entry.kind().equals("BACKED") && entry.time() >= since && isOn(entry, cores)),
                BLOCKS * cores.size());
        Decided groups = first(facts.newest(EntryFilter.of(GROUPS), 1));
        return CoreUses.of(
                blocks,
                block -> block.as(CoreSchedule.class),
                backed.stream().map(event -> event.as(ClaimEvent.class)).toList(),
                forecast(),
                groups == null ? -1 : groups.as(ValidatorGroups.class).getStartBlock(),
                cores::contains);
    }

    private static boolean isOn(Entry entry, Set<Integer> cores) {
        return entry.mentions().stream()
                .anyMatch(mention -> mention.field().equals("core") && cores.contains(Integer.parseInt(mention.id())));
    }

    /** Returns the latest events of claims that match, in order. */
    List<Decided> claimEvents(EntryFilter wanted, int most) {
        return oldestFirst(facts.newest(wanted, most));
    }

    static @Nullable Decided first(List<Decided> decided) {
        return decided.isEmpty() ? null : decided.get(0);
    }

    private static List<Decided> oldestFirst(List<Decided> newest) {
        List<Decided> ordered = new ArrayList<>(newest);
        Collections.reverse(ordered);
        return ordered;
    }
}
