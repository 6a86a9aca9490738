// A number that was changed and not set yet shows it, outlasts the setting of another one, and is not left behind unasked.
"use strict";
const CARRIED = `unset ${location.pathname}`;
const inputs = () => [...document.querySelectorAll(".correct input[type=number]")];
const unset = (but) => inputs().filter((input) => input.form !== but && input.value !== input.defaultValue);
const position = () => Number(document.querySelector("[name=position]").value);

function mark(input) {
  input.form.classList.toggle("changed", input.value !== input.defaultValue);
}

function leave() {
  const labels = unset().map((input) => input.getAttribute("aria-label"));
  if (!labels.length) return true;
  const { oneUnset, someUnset } = document.querySelector("[data-one-unset]").dataset;
  return confirm(labels.length > 1 ? someUnset.replace("{number}", labels.length) : oneUnset.replace("{field}", () => labels[0]));
}

// Setting one number loads the page anew: the others that were typed come along, as long as nothing else has happened.
function carry(form) {
  const typed = Object.fromEntries(unset(form).map((input) => [input.form.id, input.value]));
  sessionStorage.setItem(CARRIED, JSON.stringify({ position: position(), typed }));
}

function restore() {
  const carried = JSON.parse(sessionStorage.getItem(CARRIED) || "{}");
  sessionStorage.removeItem(CARRIED);
  if (position() - carried.position > 1) return;
  for (const [id, value] of Object.entries(carried.typed || {})) {
    const input = document.getElementById(id)?.querySelector("input[type=number]");
    if (input) input.value = value;
  }
}

document.addEventListener("input", (event) => {
  if (event.target.form?.classList.contains("correct")) mark(event.target);
});
// Links and other forms ask by naming the field; for the way back the browser has words of its own.
let answered = false;
document.addEventListener("click", (event) => {
  if (!event.target.closest("a[href]")) return;
  answered = leave();
  if (!answered) event.preventDefault();
});
document.addEventListener("submit", (event) => {
  answered = event.target.classList.contains("correct") || leave();
  if (!answered) event.preventDefault();
  else if (event.target.classList.contains("correct")) carry(event.target);
});
window.addEventListener("beforeunload", (event) => {
  if (!answered && unset().length) event.preventDefault();
});
window.addEventListener("pageshow", () => {
  answered = false;
  restore();
  inputs().forEach(mark);
});
