/**
 * Notices that the process of another instance has ended, sooner than the groups of Kafka do. Each instance keeps a
 * connection to every other one ({@link dev.rota.stream.peers.Peers}), over which the other sends what others must know
 * if it ends ({@link dev.rota.stream.peers.Greeting}), and then nothing: the kernel of its machine closes the connection
 * when the process ends, however it ends ({@link dev.rota.stream.peers.PeerConnection}).
 */
package dev.rota.stream.peers;
