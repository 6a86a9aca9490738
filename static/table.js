// What the pages can do better with a script; everything works without it.
"use strict";
document.documentElement.classList.add("js");

// Once a step has been swapped in: what was unfolded stays so, and the names on the map stay written.
let unfolded = [], named = false;
const names = () => document.getElementById("names");
document.addEventListener("htmx:beforeSwap", () => {
  unfolded = [...document.querySelectorAll("details[id][open]")].map((details) => details.id);
  named = names()?.checked;
});
document.addEventListener("htmx:afterSwap", () => {
  document.getElementById("offline")?.setAttribute("hidden", "");
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  if (named && names()) names().checked = true;
});

// Who listens is told each new step once: what just happened and the headline; in an open system what was set there.
const standsAt = () => document.querySelector("#table [name=position]")?.value;
const STEP = [".main-news > p", "#headline", "#headline ~ .detail"], MENDED = ["#undo small"];
const words = (selector) => document.querySelector(selector)?.textContent.trim().replace(/\s+/g, " ");
let heard = standsAt();
document.addEventListener("htmx:afterSwap", () => {
  const live = document.getElementById("live");
  if (!live || standsAt() === heard) return;
  heard = standsAt();
  const told = document.querySelector("#table.opened") ? MENDED : STEP;
  const line = document.createElement("p");
  line.textContent = told.map(words).filter(Boolean).map((one) => (/[.?!]$/.test(one) ? one : `${one}.`)).join(" ");
  live.replaceChildren(line);
});

// A second tap right after the step has changed, by finger or by key, answers nothing: it was meant for the step before.
// In an open system that shows the same rows as before, the tap meets what it was meant for.
const STEPPERS = ".place-panel form:has(.unit-rows)";
const rows = () => {
  const form = document.querySelector(STEPPERS);
  return form && [form.action, form.elements.who.value, ...[...form.querySelectorAll("button")].map((one) => one.id)].join(" ");
};
// What was entered here itself, and has come back, surprises nobody either.
const NEWS = "#table [name=position], .together, .asked:has(.entered-by) [name^='was.']";
const news = () => [...document.querySelectorAll(NEWS)].map((one) => one.value ?? one.dataset.beside).join(" ");
let settled = 0, stood = null, stay = false, saw = "";
document.addEventListener("htmx:beforeSwap", () => { [stood, saw] = [rows(), news()]; });
document.addEventListener("htmx:afterSwap", () => {
  if (saw !== news()) settled = performance.now() + Number(document.documentElement.dataset.tapPause);
  stay = stood !== null && stood === rows();
});
for (const kind of ["click", "submit"]) {
  document.addEventListener(kind, (event) => {
    if (stay && event.target.matches?.(STEPPERS)) return;
    if (performance.now() >= settled || !event.target.closest?.("#table :is(form, button[type=submit])")) return;
    if (kind === "click" && !event.target.closest("button[type=submit]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

// Each tap on a stepper counts: what is tapped while the last tap is booked is booked after it, at the position that stands then.
let booking = null, taps = [];
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches(STEPPERS)) booking = event.detail.elt;
});
document.addEventListener("submit", (event) => {
  if (!booking?.isConnected || !event.target.matches(STEPPERS)) return;
  taps.push(event.submitter.id);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("htmx:afterRequest", (event) => {
  if (!booking || event.detail.requestConfig?.elt !== booking) return;
  booking = null;
  const next = event.detail.xhr.status === 200 && taps.shift();
  if (next) document.getElementById(next)?.click();
  // Refused, or there is nothing more to tap: what was tapped beyond it has no meaning any more.
  if (!booking) taps = [];
});
// A key that is held down is one tap.
document.addEventListener("keydown", (event) => {
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.matches?.(`${STEPPERS} button`)) event.preventDefault();
}, true);

// The app was closed, or the network is gone.
document.addEventListener("htmx:sendError", (event) => {
  if (event.detail.requestConfig?.elt.id === "poll") return;
  document.getElementById("offline")?.removeAttribute("hidden");
  window.scrollTo(0, 0);
});

// A printed card is drawn once all its groups are answered; the last of them may stand below the edge of the screen.
function holdDrawn() {
  const go = document.getElementById("go");
  const form = document.getElementById("answer");
  if (go && form?.querySelector(".field")) go.disabled = !form.checkValidity();
}
holdDrawn();
window.addEventListener("pageshow", holdDrawn);
document.addEventListener("change", holdDrawn);
document.addEventListener("htmx:afterSwap", holdDrawn);

// Who sits where is asked by the names typed so far.
document.addEventListener("input", (event) => {
  const label = document.querySelector(`[data-named="${event.target.name}"]`);
  if (label) label.textContent = event.target.value.trim() || event.target.placeholder;
});

// Search within a list: what has none of the words is hidden, but for what is chosen.
document.addEventListener("input", (event) => {
  const filter = event.target.dataset.filter && event.target.closest(".filter");
  if (!filter) return;
  const words = event.target.value.toLowerCase().split(/\s+/);
  const items = [...filter.parentElement.querySelectorAll(event.target.dataset.filter)];
  for (const item of items) {
    const text = item.textContent.replace(/\xad/g, "").toLowerCase();
    item.hidden = !words.every((word) => text.includes(word)) && !item.querySelector(":checked");
  }
  // What is searched is not folded away.
  const folds = [...filter.parentElement.querySelectorAll("details")].filter((fold) => fold.querySelector(event.target.dataset.filter));
  for (const fold of folds) fold.open ||= event.target.value.trim() !== "";
  filter.querySelector("[role=status]").hidden = items.some((item) => !item.hidden);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.dataset && event.target.dataset.filter) event.preventDefault();
});

// The pad shows which number stands, however it came there.
document.addEventListener("input", ({ target }) => {
  for (const button of target.closest(".asked")?.querySelectorAll("[data-set]") ?? []) {
    button.setAttribute("aria-pressed", button.dataset.set === target.value);
  }
});

// What ends the turn of the other player asks once, in its own place.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sure]");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.firstElementChild.textContent = button.dataset.sure;
  button.removeAttribute("data-sure");
}, true);

// The minus and plus beside a number, and the pad below it.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step], [data-set]");
  if (!button) return;
  const { step, set } = button.dataset;
  const input = (set ? button.closest(".asked") : button.parentElement).querySelector("input[type=number]");
  const next = set ? Number(set) : Number(input.value) + Number(step);
  input.value = Math.min(Number(input.max), Math.max(Number(input.min), next));
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
