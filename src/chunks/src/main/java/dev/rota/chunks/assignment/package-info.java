/** The assignment in force: each worker's share, and the copies in it that workers have not confirmed. */
package dev.rota.chunks.assignment;
