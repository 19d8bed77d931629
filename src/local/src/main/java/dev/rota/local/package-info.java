/**
 * An in-process broker for one machine. {@code dev}, {@code bench} and the tests run on it, so nothing needs to be
 * installed. It listens on localhost only and keeps its data across restarts.
 */
package dev.rota.local;
