/** Data chunks to workers: who stores what, and since which epoch. A unit is one network. */
package dev.rota.chunks;
