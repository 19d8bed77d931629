/** The pages of storage networks: how full workers are, epochs, datasets. */
package dev.rota.pages.domain.chunks;
