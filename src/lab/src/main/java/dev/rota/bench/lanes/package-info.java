/**
 * A lane is a measured path from inputs to outputs: the {@link dev.rota.bench.lanes.WholePath}, or the {@link
 * dev.rota.bench.lanes.PassThrough} for comparison. A {@link dev.rota.bench.lanes.BenchCluster} has the broker and
 * creates fresh {@link dev.rota.bench.lanes.RunTopics} for each run.
 *
 * <p>{@link dev.rota.bench.lanes.EventProducer} produces a {@link dev.rota.bench.lanes.Workload}, and {@link
 * dev.rota.bench.lanes.Arrivals} notes when its outputs are committed. {@link dev.rota.bench.lanes.TrafficRecording}
 * creates a workload from the traffic of a domain, for the pass-through to repeat.
 */
package dev.rota.bench.lanes;
