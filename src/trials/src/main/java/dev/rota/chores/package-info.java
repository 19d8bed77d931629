/**
 * Chores of households: a domain for tests only. It is small, uses everything that a scheduler may use (tables, an
 * index, timers of both kinds, random numbers, rejections, parallel work), and proves that a second domain needs no
 * change outside its package.
 */
package dev.rota.chores;
