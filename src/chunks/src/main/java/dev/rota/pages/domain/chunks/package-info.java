/** The pages of storage networks: workers, epochs and datasets. */
package dev.rota.pages.domain.chunks;
