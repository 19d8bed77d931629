/**
 * A lane is one measured way from inputs to outputs: {@link dev.rota.bench.lanes.WholePath}, or the {@link
 * dev.rota.bench.lanes.PassThrough} beside it. A {@link dev.rota.bench.lanes.BenchCluster} has the broker and gives each run a
 * fresh {@link dev.rota.bench.lanes.RunTopics}.
 *
 * <p>{@link dev.rota.bench.lanes.EventProducer} produces a {@link dev.rota.bench.lanes.Workload}, {@link
 * dev.rota.bench.lanes.Arrivals} notes when its outputs are committed. {@link dev.rota.bench.lanes.TrafficRecording}
 * makes a workload of what a domain has done, for the pass-through to repeat.
 */
package dev.rota.bench.lanes;
