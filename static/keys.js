// Keys: Enter is the amber button, U takes back, Esc closes, ? tells the keys. Whoever types in a field only types.
// Keys of one character can be switched off, as WCAG 2.1.4 asks.
"use strict";
const KEYS = { Enter: ".acts .go, .acts .to-now", u: ".acts .undo", Escape: ".close, .plain .where a" };
const TYPED = "input:not([type=radio], [type=checkbox]), textarea, select";
// On these the key already does something of its own.
const OWN = { Enter: "a, button, summary, input" };
const press = (wanted) => [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility() && !one.disabled)?.click();
const help = () => document.getElementById("keys").showModal();

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const key = event.key === "U" ? "u" : event.key;
  if (key.length === 1 && "noShortKeys" in document.documentElement.dataset) return;
  if (!(key in KEYS || key === "?") || event.target.matches?.(TYPED) || (OWN[key] && event.target.matches?.(OWN[key]))) return;
  event.preventDefault();
  if (key === "?") help();
  else press(KEYS[key]);
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) help();
});
