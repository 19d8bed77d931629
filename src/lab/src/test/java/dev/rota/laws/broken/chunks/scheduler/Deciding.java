package dev.rota.laws.broken.chunks.scheduler;

import dev.rota.laws.broken.chunks.view.Page;

/** A decision that depends on a page. */
public final class Deciding {

    final Page page = new Page();
}
