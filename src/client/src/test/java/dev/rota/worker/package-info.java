/** Tests of workers, in which the test acts as the scheduler. */
package dev.rota.worker;
