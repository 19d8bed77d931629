package dev.rota.pages.view;

import java.util.List;

/**
 * What surrounds every page.
 *
 * @param source where the page's content is from, and as of when: one sentence
 * @param events the address of the event stream that says when to fetch it again; empty if it does not change
 * @param trouble what the reader must know first; empty if nothing
 */
public record Frame(
        String title, String source, String events, String trouble, List<Link> domains, String query, String version) {

    public Frame {
        domains = List.copyOf(domains);
    }
}
