/** Code that breaks every law, to show that each violation is found. */
package dev.rota.laws.broken;
