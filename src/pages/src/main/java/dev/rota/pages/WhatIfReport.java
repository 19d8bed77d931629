package dev.rota.pages;

import dev.rota.pages.whatif.Answers;
import dev.rota.whatif.report.Summary;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Draws answers as one page that needs nothing else: its style is in it, and it has no script. */
public final class WhatIfReport {

    /** The link of the template. Nothing else on a page can be equal to it, since texts are escaped. */
    private static final String STYLE_LINK = "<link rel=\"stylesheet\" href=\"rota.css\">";

    private WhatIfReport() {}

    /**
     * Returns the page of answers that differ in the change only.
     *
     * @param changes the names of the changes
     */
    public static String of(List<Summary> summaries, List<String> changes) {
        Summary first = summaries.get(0);
        String page = new Html()
                .of(
                        "whatif/report",
                        Map.of(
                                "title",
                                first.domain() + " " + Show.unit(first.unit()),
                                "page",
                                Answers.alone(summaries, changes)));
        String style = new String(StaticFiles.read("rota.css"), StandardCharsets.UTF_8);
        return page.replace(STYLE_LINK, "<style>\n" + style + "</style>");
    }
}
