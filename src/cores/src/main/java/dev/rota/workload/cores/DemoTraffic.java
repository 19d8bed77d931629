package dev.rota.workload.cores;

import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.Rotation;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.workload.Traffic;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** Two small relay chains: a fast one that rotates forward and a slow one that rotates backward. */
final class DemoTraffic implements Traffic {

    private final List<DemoChain> chains = List.of(
            new DemoChain("demo-forward", Rotation.FORWARD, 1_000, 1),
            new DemoChain("demo-backward", Rotation.BACKWARD, 2_000, 2));

    @Override
    public List<Fact> at(long timeMs) {
        return chains.stream().flatMap(chain -> chain.at(timeMs).stream()).toList();
    }

    @Override
    public List<Fact> answer(String topic, SpecificRecord decision) {
        if (decision instanceof CoreSchedule schedule) {
            return ask(schedule.getChain(), chain -> chain.answer(schedule));
        } else if (decision instanceof CoreForecast forecast) {
            return ask(forecast.getChain(), chain -> chain.answer(forecast));
        } else if (decision instanceof Rejection rejection) {
            return ask(rejection.getUnit(), chain -> chain.answer(rejection));
        }
        return List.of();
    }

    private List<Fact> ask(@Nullable String name, Function<DemoChain, List<Fact>> question) {
        return chains.stream()
                .filter(chain -> chain.name().equals(name))
                .flatMap(chain -> question.apply(chain).stream())
                .toList();
    }
}
