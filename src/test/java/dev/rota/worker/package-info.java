/** Workers, with tests that play the scheduler. */
package dev.rota.worker;
