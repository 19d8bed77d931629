/** What the templates show: texts and addresses, ready to be escaped. */
package dev.rota.pages.view;
