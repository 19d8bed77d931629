package dev.rota.pages.domain.cores;

import dev.rota.cores.explain.ClaimPath;
import dev.rota.cores.explain.CoreUse;
import dev.rota.cores.explain.CoreUse.End;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.Axis.Tick;
import dev.rota.pages.domain.cores.Strip.Mark;
import java.util.ArrayList;
import java.util.List;

/** Draws strips: a cell is 8 by 18, a bar is 12 high. */
final class StripDrawing {
    private static final int CELL = 7;
    private static final int TOP = 3;
    private static final int HEIGHT = 12;
    /** The number of cells that the number of a para needs. */
    private static final int CELLS_OF_A_NUMBER = 4;
    /** The number of characters of links in the strips of a page. Beyond it, numbers are not linked. */
    private static final int LINK_CHARS_MAX = 45_000;

    private static final int LABELLED_EVERY = 15;

    private final ChainFacts chain;
    private int linkChars;

    StripDrawing(ChainFacts chain) {
        this.chain = chain;
    }

    int width() {
        return CELL * Math.max(1, chain.blocks().size());
    }

    /** Returns the axis, which labels every fifteenth block and the last one. */
    Axis axis() {
        int columns = chain.blocks().size();
        List<Tick> ticks = new ArrayList<>();
        for (int column = columns - 1; column >= 0; column -= LABELLED_EVERY) {
            long block = chain.block(column);
            ticks.add(
                    0,
                    new Tick(
                            CELL * (column + 1) - 1,
                            String.valueOf(block),
                            chain.links().to("block", block).url()));
        }
        String label = columns == 0
                ? "no block"
                : "blocks " + chain.block(0) + " to " + chain.block(columns - 1) + ", from left to right";
        return new Axis(width(), label, ticks);
    }

    /** Draws the use of a core. */
    Strip strip(String label, List<CoreUse<Decided>> runs) {
        Strokes strokes = new Strokes();
        for (CoreUse<Decided> run : runs) {
            boolean hollow = run.end() == End.NOT_BACKED || run.end() == End.SCHEDULED;
            StringBuilder bars = hollow ? strokes.hollow : run.isClaim() ? strokes.claims : strokes.chains;
            bar(bars, run.from(), run.to());
            end(strokes, run.end(), run.to());
            if (run.to() - run.from() >= CELLS_OF_A_NUMBER) {
                strokes.marks.add(mark(run));
            }
        }
        return strokes.strip(label, width());
    }

    /** Draws a claim in the queue and on its cores. */
    Strip lane(String label, List<ClaimPath.Leg> legs) {
        Strokes strokes = new Strokes();
        for (ClaimPath.Leg leg : legs) {
            int from = chain.column(leg.from());
            int to = leg.to() < 0 ? chain.blocks().size() : chain.column(leg.to());
            switch (leg.what()) {
                case WAITS -> line(strokes.waits, from, to);
                case SCHEDULED -> bar(strokes.hollow, from, to);
                case BACKED -> bar(strokes.claims, from, to);
            }
            if (leg.end() != null && to > 0) {
                end(strokes, leg.end(), to);
            }
        }
        if (!legs.isEmpty() && strokes.isEmpty()) {
            strokes.marks.add(new Mark(CELL * 6, "← before these", ""));
            return strokes.strip(label + ", before these blocks", width());
        }
        return strokes.strip(label, width());
    }

    private Mark mark(CoreUse<Decided> run) {
        String url = chain.links().to("para", run.para()).url();
        linkChars += url.length();
        int middle = CELL * (run.from() + run.to()) / 2;
        return new Mark(middle, String.valueOf(run.para()), linkChars <= LINK_CHARS_MAX ? url : "");
    }

    private static void end(Strokes strokes, End end, int to) {
        int x = CELL * to - 1;
        if (end == End.CONCLUDED) {
            strokes.concluded
                    .append('M')
                    .append(x - 1)
                    .append(' ')
                    .append(TOP - 2)
                    .append("v16");
        } else if (end == End.TIMED_OUT) {
            strokes.failed.append('M').append(x - 6).append(' ').append(TOP + 2).append("l7 8m0-8l-7 8");
        }
    }

    private static void bar(StringBuilder path, int from, int to) {
        int width = CELL * (to - from) - 2;
        if (width > 0) {
            path.append('M')
                    .append(CELL * from)
                    .append(' ')
                    .append(TOP)
                    .append('h')
                    .append(width);
            path.append('v').append(HEIGHT).append("h-").append(width).append('z');
        }
    }

    private static void line(StringBuilder path, int from, int to) {
        if (to > from) {
            path.append('M').append(CELL * from).append(' ').append(TOP + HEIGHT / 2);
            path.append('h').append(CELL * (to - from) - 1);
        }
    }

    /** The paths of a strip while it is drawn. */
    private static final class Strokes {
        final StringBuilder waits = new StringBuilder();
        final StringBuilder chains = new StringBuilder();
        final StringBuilder claims = new StringBuilder();
        final StringBuilder hollow = new StringBuilder();
        final StringBuilder concluded = new StringBuilder();
        final StringBuilder failed = new StringBuilder();
        final List<Mark> marks = new ArrayList<>();

        boolean isEmpty() {
            return waits.isEmpty()
                    && chains.isEmpty()
                    && claims.isEmpty()
                    && hollow.isEmpty()
                    && concluded.isEmpty()
                    && failed.isEmpty();
        }

        Strip strip(String label, int width) {
            return new Strip(
                    label,
                    width,
                    waits.toString(),
                    chains.toString(),
                    claims.toString(),
                    hollow.toString(),
                    concluded.toString(),
                    failed.toString(),
                    marks);
        }
    }
}
