package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Notice;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The state of a cohort.
 *
 * @param sentence a summary; empty if no instance answers
 * @param filter the text that the ids of listed bots contain
 */
public record CohortView(
        String unit,
        String sentence,
        List<Notice> notices,
        List<Figure> figures,
        String instancesCaption,
        List<InstanceBar> instances,
        String waitsCaption,
        List<WaitLine> waits,
        DemandView demand,
        List<Figure> botFigures,
        String filter,
        String botsCaption,
        List<BotStrip> bots,
        List<Link> pages) {

    public CohortView {
        notices = List.copyOf(notices);
        figures = List.copyOf(figures);
        instances = List.copyOf(instances);
        waits = List.copyOf(waits);
        botFigures = List.copyOf(botFigures);
        bots = List.copyOf(bots);
        pages = List.copyOf(pages);
    }
}
