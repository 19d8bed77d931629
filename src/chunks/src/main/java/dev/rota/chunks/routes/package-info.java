/**
 * What readers of a network may use. {@link dev.rota.chunks.routes.Routes} are in force if the policy asks for them; they
 * consist of the number of routes of each chunk, the chunks that are shown, the copies on their way out, and the chunks that
 * wait to replace others. What a step changes of all that becomes a view.
 */
package dev.rota.chunks.routes;
