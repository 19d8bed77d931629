/** Tests of workers, in which the test plays the scheduler. */
package dev.rota.worker;
