/**
 * Chores of households: a domain that only tests have. It is small, has everything that a scheduler may use (tables, an
 * index, timers of both kinds, chance, rejections, parallel work), and proves that a second domain needs no change
 * outside its own package.
 */
package dev.rota.chores;
