package dev.rota.pages.view;

import java.util.List;

/**
 * The frame around every page.
 *
 * @param source a sentence that states the source and the time of the page's content
 * @param live whether the page is asked for again while it is shown
 * @param trouble a warning above the content; empty if there is none
 */
public record Frame(
        String title, String source, boolean live, String trouble, List<Link> domains, String query, String version) {

    public Frame {
        domains = List.copyOf(domains);
    }
}
