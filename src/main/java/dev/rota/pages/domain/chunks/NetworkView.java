package dev.rota.pages.domain.chunks;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A network as a whole.
 *
 * @param unit its name as it is, for forms
 * @param planUrl the form that asks what the next epoch would change
 * @param filter the part of a worker's name or status that is asked for, as it is
 * @param workersCaption which workers are listed
 * @param pages the pages of workers
 * @param datasetsCaption which datasets are listed
 */
public record NetworkView(
        String unit,
        String planUrl,
        Headline headline,
        List<Trouble> troubles,
        Fill fill,
        String filter,
        String workersCaption,
        List<WorkerLine> workers,
        List<Link> pages,
        List<EpochLine> epochs,
        String datasetsCaption,
        List<DatasetLine> datasets) {
    public NetworkView {
        troubles = List.copyOf(troubles);
        workers = List.copyOf(workers);
        pages = List.copyOf(pages);
        epochs = List.copyOf(epochs);
        datasets = List.copyOf(datasets);
    }

    /**
     * The sentence at the top.
     *
     * @param isLive whether the instance that decides tells its state
     * @param epoch the one in force; without text if there is none
     * @param percent how full the reliable workers are
     * @param convergence who has confirmed, in words
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

    /** Something that needs attention: what it is about, and what happened. */
    public record Trouble(Link about, String what) {}

    /**
     * Workers by how full they are.
     *
     * @param label the picture in words
     * @param cliff where the saturation of the policy stands
     * @param saturation that share of the capacity, in words
     */
    public record Fill(String label, int cliff, String saturation, List<Bar> bars) {
        public Fill {
            bars = List.copyOf(bars);
        }
    }

    /** Workers of one step; a bar hangs from its foot. */
    public record Bar(int x, int y, int height, String range, String count, boolean isFull) {}

    /**
     * A worker in the set.
     *
     * @param fill how full it is, in percent; the width of its bar
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
            String confirmation) {}

    /**
     * An epoch.
     *
     * @param replication planned and achieved replicas by weight
     * @param outcome whether it converged, or why it was refused
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
