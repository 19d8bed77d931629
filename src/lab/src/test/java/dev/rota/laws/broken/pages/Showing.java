package dev.rota.laws.broken.pages;

import dev.rota.laws.broken.chunks.view.Page;

/** A page of all domains that depends on one of them. */
final class Showing {
    private Page page = new Page();

    Page page() {
        return page;
    }
}
