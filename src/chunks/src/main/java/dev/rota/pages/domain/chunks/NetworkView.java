package dev.rota.pages.domain.chunks;

import dev.rota.engine.Nullable;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A network as a whole.
 *
 * @param unit the unescaped name of the network, for forms
 * @param planUrl the address of the form that asks for the changes of the next epoch
 * @param routes what readers may use
 * @param datasetsCaption the title of the list of datasets
 */
public record NetworkView(
        String unit,
        String planUrl,
        Headline headline,
        List<Trouble> troubles,
        RoutesView routes,
        Fill fill,
        WorkerTable workers,
        List<EpochLine> epochs,
        String datasetsCaption,
        List<DatasetLine> datasets) {
    public NetworkView {
        troubles = List.copyOf(troubles);
        epochs = List.copyOf(epochs);
        datasets = List.copyOf(datasets);
    }

    /**
     * The workers of this page.
     *
     * @param filter the unescaped part of a worker's name or status that is requested
     * @param pages the pages of workers
     */
    public record WorkerTable(String filter, String caption, List<WorkerLine> lines, List<Link> pages) {
        public WorkerTable {
            lines = List.copyOf(lines);
            pages = List.copyOf(pages);
        }
    }

    /**
     * The sentence at the top.
     *
     * @param isLive whether the deciding instance answered
     * @param epoch the epoch in force; without text if there is none
     * @param percent how full the reliable workers are
     * @param convergence which workers have confirmed, in words
     */
    public record Headline(
            boolean isLive,
            Link epoch,
            String workers,
            String online,
            String chunks,
            String bytes,
            String percent,
            String convergence) {}

    /** A problem: its subject, and a sentence. */
    public record Trouble(Link about, String what) {}

    /**
     * Workers by how full they are.
     *
     * @param label the picture in words
     * @param cliff the position of the policy's saturation
     * @param saturation that part of the capacity, in words
     */
    public record Fill(String label, int cliff, String saturation, List<Bar> bars) {
        public Fill {
            bars = List.copyOf(bars);
        }
    }

    /** The bar of one step, which is drawn upwards from its foot. */
    public record Bar(int x, int y, int height, String range, String count, boolean isFull) {}

    /**
     * A worker in the set.
     *
     * @param fill how full it is in percent, which is the width of its bar
     * @param routes its copies by what readers may do with them, or null if the policy has no routes
     */
    public record WorkerLine(
            Link worker,
            String status,
            boolean isTrouble,
            String version,
            String bytes,
            String capacity,
            String percent,
            int fill,
            String chunks,
            String confirmation,
            @Nullable RouteCells routes) {}

    /**
     * The copies of a worker by what readers may do with them.
     *
     * @param routes the number of copies that readers may use
     * @param missing the copies that the worker has not confirmed, and since which epoch; empty if there are none
     * @param waiting the number of copies in use that wait for routes elsewhere
     * @param inGrace the copies that readers have left and whose grace runs, and since when; empty if there are none
     * @param left the copies that the next epoch can take
     */
    public record RouteCells(String routes, String missing, String waiting, String inGrace, String left) {}

    /**
     * An epoch.
     *
     * @param replication planned and achieved replicas by weight
     * @param outcome whether the epoch converged, or the reason why it was refused
     */
    public record EpochLine(
            Link epoch,
            String status,
            boolean isTrouble,
            String time,
            String replicas,
            String added,
            String removed,
            String bytesAdded,
            String waiting,
            String replication,
            String outcome) {}

    /**
     * A dataset.
     *
     * @param height the last block of its chunks
     */
    public record DatasetLine(Link dataset, String chunks, String bytes, String height) {}
}
