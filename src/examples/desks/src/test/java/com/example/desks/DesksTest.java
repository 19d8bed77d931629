package com.example.desks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rota.engine.Parallel;
import dev.rota.engine.Rejection;
import dev.rota.simulate.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesksTest {

    private final List<String> decided = new ArrayList<>();
    private final Simulation office = new Simulation(new DesksDomain(), Parallel.SEQUENTIAL, (decision, chain) -> {
        if (decision.value() instanceof DeskAssignment assignment) {
            decided.add(decision.time() + " " + assignment.getPerson() + " " + assignment.getKind());
        } else if (decision.value() instanceof Rejection rejection) {
            decided.add(decision.time() + " " + rejection.getReason());
        }
    });

    @Test
    void shouldGiveADeskToWhoeverHasWaitedLongestWhenALeaseEnds() throws Exception {
        for (String line : Files.readAllLines(Path.of("events.jsonl"))) {
            office.line(line);
        }
        office.until(3_602_000);

        assertEquals(
                List.of(
                        "2000 ann WAITING",
                        "2000 ann ASSIGNED",
                        "3000 bob WAITING",
                        "4000 HAS_DESK",
                        "3602000 ann EXPIRED",
                        "3602000 bob ASSIGNED"),
                decided);
    }
}
