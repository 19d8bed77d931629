package dev.rota.local;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One node of a {@link LocalCluster}: a broker and controller in a process that keeps its folder and ports across
 * restarts.
 */
public final class LocalNode implements AutoCloseable {

    /** Small heaps, since three nodes and their clients share a small machine. */
    private static final List<String> JVM_OPTIONS = List.of("-Xmx400m", "-XX:+UseSerialGC");

    private final int id;
    private final File log;
    private final ChildProcess process;

    /**
     * @param config the node's properties file
     * @param log the file for its standard error
     * @param jvmOptions options in addition to those of every node
     */
    LocalNode(int id, File config, File log, List<String> jvmOptions) {
        this.id = id;
        this.log = log;
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        options.addAll(jvmOptions);
        this.process = new ChildProcess(
                BrokerClassPath.get(),
                options,
                List.of(ClusterNode.class.getName(), config.getPath()),
                ProcessBuilder.Redirect.appendTo(log));
    }

    public int id() {
        return id;
    }

    /** Starts the process and returns at once. The node becomes a broker once a majority of the nodes runs. */
    public void start() throws IOException {
        process.start();
    }

    /** Waits until the broker is registered and caught up. */
    public void awaitStarted() throws IOException {
        if (!ClusterNode.STARTED.equals(process.firstLine())) {
            throw new NotStarted("expected node " + id + " to start, but it exited; see " + log);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process, as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    public void freeze() throws IOException, InterruptedException {
        process.freeze();
    }

    public void thaw() throws IOException, InterruptedException {
        process.thaw();
    }

    @Override
    public void close() {
        process.close();
    }
}
