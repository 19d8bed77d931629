/**
 * A broker and a schema registry for one machine, inside the process: what {@code dev}, {@code bench} and the tests run
 * on, with nothing to install. Both listen on localhost alone and keep what they are told across restarts.
 */
package dev.rota.local;
