package dev.rota.pages.domain.jobs;

import dev.rota.pages.domain.Notice;
import java.util.List;

/**
 * An instance.
 *
 * @param bars its bar; empty if it has no jobs and no quota, or if no deciding instance answers
 */
public record InstanceView(List<InstanceBar> bars, List<Notice> notices, String waitsCaption, List<WaitLine> waits) {

    public InstanceView {
        bars = List.copyOf(bars);
        notices = List.copyOf(notices);
        waits = List.copyOf(waits);
    }
}
