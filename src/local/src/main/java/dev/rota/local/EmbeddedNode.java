package dev.rota.local;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ProcessRole;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node of Kafka in this process: a controller and, if its configuration contains the role, a broker. It replaces
 * Kafka's own server class, which opens its ports itself, so that another process can take them first, and which halts
 * the process if its controller cannot start.
 */
final class EmbeddedNode {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedNode.class);

    private final SharedServer shared;
    private final ControllerServer controller;
    private final Optional<BrokerServer> broker;

    EmbeddedNode(KafkaConfig config, Time clock, ServerSocketFactory sockets) {
        var directories = KafkaRaftServer.initializeLogDirs(config, LOG, "");
        this.shared = new SharedServer(
                config,
                directories._1(),
                clock,
                Server.initializeMetrics(
                        config, clock, directories._1().clusterId().orElseThrow()),
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
                new Faults(),
                sockets);
        this.broker = config.processRoles().contains(ProcessRole.BrokerRole)
                ? Optional.of(new BrokerServer(shared))
                : Optional.empty();
        this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
    }

    /** Starts the node. If Kafka cannot start, the node is stopped and Kafka's exception is thrown. */
    void start() {
        try {
            controller.startup();
            broker.ifPresent(BrokerServer::startup);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Stops the broker before the controller, to which the broker announces its shutdown. */
    void stop() {
        broker.ifPresent(BrokerServer::shutdown);
        controller.shutdown();
        broker.ifPresent(BrokerServer::awaitShutdown);
        controller.awaitShutdown();
    }

    SharedServer shared() {
        return shared;
    }

    /** Halts the process as Kafka does, unless a controller fails to start: that throws an exception anyway. */
    private static final class Faults implements FaultHandlerFactory {
        private static final String STARTUP = "controller startup";
        private final FaultHandlerFactory standard = new StandardFaultHandlerFactory();

        @Override
        public FaultHandler build(String name, boolean fatal, Runnable action) {
            return standard.build(name, fatal && !name.equals(STARTUP), action);
        }
    }
}
