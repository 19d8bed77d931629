package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.view.ChainState;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Draws a chain as a whole. */
public final class ChainPicture {

    /**
     * The sentence at the top.
     *
     * @param isKnown whether there is a session
     * @param block the last block that started
     * @param phase the phase of that block in words
     * @param waiting the state of queued claims in words
     * @param rotation the next rotation of groups in words
     */
    public record Headline(
            boolean isKnown,
            Link block,
            String phase,
            String session,
            String occupied,
            String cores,
            String queued,
            String waiting,
            String rotation) {}

    /** A problem: its subject, a sentence, and the decision that caused it. */
    public record Trouble(Link about, String what, Link decision) {}
    /** The number of cores on a page. */
    static final int CORES = 40;
    /** The number of claims of each sort. */
    static final int CLAIMS = 20;

    private static final int CLAIM_EVENTS = 500;
    private static final int TROUBLES = 5;
    private static final String TROUBLE_FIRST = "trouble";

    private final ChainFacts chain;
    private final int cores;
    /** The number of time-outs of each core in the blocks that are drawn. */
    private final TreeMap<Integer, Integer> timeOuts = new TreeMap<>();

    private final List<Trouble> troubles;
    private final StripDrawing drawing;
    private final boolean troubleFirst;
    private final Paging paging;

    ChainPicture(ChainFacts chain) {
        this.chain = chain;
        this.cores = !chain.isLive()
                ? chain.forecast().getCores().size()
                : chain.state().cores();
        this.drawing = new StripDrawing(chain);
        this.troubleFirst = chain.facts().parameter("order").equals(TROUBLE_FIRST);
        this.paging = new Paging(cores, CORES, chain.facts().parameter("page"));
        this.troubles = newestTroubles();
    }

    /** Returns the unescaped name of the chain, for forms. */
    public String unit() {
        return chain.unit();
    }

    /** Returns the problems, newest first. */
    public List<Trouble> troubles() {
        return troubles;
    }

    /** Returns links to the pages of cores. */
    public List<Link> pages() {
        return paging.links(page -> url(troubleFirst ? TROUBLE_FIRST : "", Paging.parameter(page)));
    }

    /** Returns a link to the other order of cores. */
    public Link order() {
        return cores <= 1
                ? Link.NONE
                : troubleFirst ? new Link("By number", url("", "")) : new Link("By time-outs", url(TROUBLE_FIRST, ""));
    }

    private String url(String order, String page) {
        return chain.links().state("order", order, "page", page);
    }

    private List<Integer> inOrder() {
        List<Integer> all = new ArrayList<>(IntStream.range(0, cores).boxed().toList());
        if (troubleFirst) {
            all.sort(Comparator.comparingInt(core -> -timeOuts.getOrDefault(core, 0)));
        }
        return all;
    }

    public Headline headline() {
        ChainState state = chain.state();
        CoreForecast forecast = chain.forecast();
        boolean isLive = chain.isLive();
        if (!isLive && !chain.hasForecast()) {
            return new Headline(false, Link.NONE, "", "", "", "", "", "", "");
        }
        long block = chain.lastBlock();
        Integer session = isLive || chain.blocks().isEmpty()
                ? state.session()
                : Integer.valueOf(chain.blocks()
                        .get(chain.blocks().size() - 1)
                        .as(CoreSchedule.class)
                        .getSession());
        Long rotation = isLive ? state.nextRotationAt() : Long.valueOf(nextRotation(forecast, block));
        long next = rotation == null ? 0 : rotation;
        return new Headline(
                true,
                chain.links().to("block", block),
                isOpen(block) ? "is open" : "has ended",
                session == null ? "" : session.toString(),
                String.valueOf(isLive ? state.occupied() : occupied(forecast)),
                String.valueOf(cores),
                String.valueOf(queued()),
                queued() == 1 ? "claim waits" : "claims wait",
                next > block
                        ? "groups rotate in " + Phrases.count(next - block, "block") + ", at block " + next
                        : "groups do not rotate");
    }

    /** Returns the block of the next rotation. A forecast is for the next block, at which groups may rotate. */
    private static long nextRotation(CoreForecast forecast, long block) {
        long last = forecast.getLastRotationAt();
        return last > block ? last : forecast.getNextRotationAt();
    }

    private long queued() {
        return chain.isLive() ? chain.state().queued() : chain.forecast().getQueued();
    }

    private boolean isOpen(long block) {
        return !chain.isLive()
                ? chain.forecast().getBlock() <= block
                : chain.state().open();
    }

    private static int occupied(CoreForecast forecast) {
        int occupied = 0;
        for (CoreOutlook core : forecast.getCores()) {
            occupied += core.getState() == CoreState.OCCUPIED ? 1 : 0;
        }
        return occupied;
    }

    private List<Trouble> newestTroubles() {
        List<Trouble> timedOut = new ArrayList<>();
        for (Decided schedule : chain.blocks()) {
            for (FreedCore freed : schedule.as(CoreSchedule.class).getFreed()) {
                if (freed.getReason() == FreedReason.TIMED_OUT) {
                    int core = freed.getCore();
                    timeOuts.merge(core, 1, Integer::sum);
                    timedOut.add(new Trouble(
                            new Link(
                                    "core " + core,
                                    chain.links().to("core", core).url()),
                            "timed out: the candidate of para " + freed.getPara() + " was not available in time",
                            Links.record(
                                    "block " + schedule.as(CoreSchedule.class).getBlock(), schedule)));
                }
            }
        }
        Collections.reverse(timedOut);
        List<Trouble> troubles = new ArrayList<>(lasting());
        troubles.addAll(timedOut.subList(0, Math.min(TROUBLES, timedOut.size())));
        if (timedOut.size() > TROUBLES) {
            troubles.add(new Trouble(
                    new Link((timedOut.size() - TROUBLES) + " more", url(TROUBLE_FIRST, "")),
                    "timed out in the last " + Phrases.count(chain.blocks().size(), "block"),
                    Link.NONE));
        }
        troubles.addAll(dropped());
        return troubles;
    }

    private List<Trouble> lasting() {
        ChainState state = chain.state();
        List<Trouble> lasting = new ArrayList<>();
        if (!chain.isLive()) {
            return lasting;
        }
        if (state.groups() == 0) {
            lasting.add(new Trouble(
                    Link.NONE, "The session has no validators or no cores, so nothing is scheduled.", Link.NONE));
        }
        long queued = state.queued();
        if (queued > 0 && queued >= state.queueMax()) {
            lasting.add(new Trouble(
                    Link.NONE,
                    "The queue is full: further claims are rejected until a claim gets its core.",
                    Link.NONE));
        }
        return lasting;
    }

    private List<Trouble> dropped() {
        List<Trouble> dropped = new ArrayList<>();
        List<Decided> blocks = chain.blocks();
        long since = blocks.isEmpty() ? 0 : blocks.get(0).entry().time();
        for (Decided event : chain.claimEvents(
                ChainFacts.OF_CLAIMS.and(entry -> entry.kind().equals("DROPPED") && entry.time() >= since), TROUBLES)) {
            int para = event.as(ClaimEvent.class).getPara();
            dropped.add(
                    0,
                    new Trouble(
                            new Link(
                                    "para " + para,
                                    chain.links().to("para", para).url()),
                            "lost its claim: "
                                    + Show.text(event.as(ClaimEvent.class).getReason()),
                            Links.record("block " + event.as(ClaimEvent.class).getBlock(), event)));
        }
        return dropped;
    }

    /** Returns the cores of this page. */
    public CoreTable matrix() {
        List<Integer> shown = paging.of(inOrder());
        TreeSet<Integer> wanted = new TreeSet<>(shown);
        CoreLines lines = new CoreLines(chain, drawing, chain.uses(wanted));
        String caption = shown.isEmpty()
                ? "There are no cores."
                : Phrases.count(shown.size(), "core") + " of " + cores + " in the last "
                        + Phrases.count(chain.blocks().size(), "block") + ", and the forecast for block "
                        + chain.forecast().getBlock();
        return new CoreTable(caption, drawing.axis(), lines.of(shown));
    }

    public ClaimTable claims() {
        List<Decided> events = chain.claimEvents(ChainFacts.OF_CLAIMS, CLAIM_EVENTS);
        List<ClaimLine> lines = new ClaimLines(chain, drawing).of(events, CLAIMS, true);
        long waiting = queued();
        String caption = lines.isEmpty()
                ? "No claim is known."
                : Phrases.count(waiting, "claim") + (waiting == 1 ? " waits" : " wait")
                        + (waiting > CLAIMS ? ", the first " + CLAIMS + " are shown" : "")
                        + "; then claims on cores, then claims that ended recently";
        return new ClaimTable(caption, drawing.axis(), lines);
    }
}
