package dev.rota.pages.view;

import java.util.List;

/**
 * The frame around every page.
 *
 * @param source a sentence that states the source and the time of the page's content
 * @param events the address of the event stream that signals a change; empty if the page does not change
 * @param trouble a warning above the content; empty if there is none
 */
public record Frame(
        String title, String source, String events, String trouble, List<Link> domains, String query, String version) {

    public Frame {
        domains = List.copyOf(domains);
    }
}
