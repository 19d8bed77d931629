/**
 * An in-process broker and schema registry for one machine. {@code dev}, {@code bench} and the tests run on them, so
 * nothing needs to be installed. Both listen on localhost only and keep their data across restarts.
 */
package dev.rota.local;
