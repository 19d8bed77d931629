/** Code that breaks every law, so that tests can assert that each violation is found. */
package dev.rota.laws.broken;
