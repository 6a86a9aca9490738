// What somebody types, has opened, or looks at stays as it is when another screen's step comes in.
"use strict";
const keeping = (() => {
  const IDLE = 20000;
  const screen = () => document.querySelector("[data-follows]");
  const step = () => document.querySelector("#answer")?.dataset.asked;
  const all = (selector) => [...(screen()?.querySelectorAll(selector) ?? [])];
  const fields = () => all("input:not([type=hidden]), select, textarea").filter((one) => one.type !== "range");
  const ticks = (one) => one.type === "radio" || one.type === "checkbox";
  const formOf = (one) => one.form?.id || one.form?.getAttribute("action") || "";
  const named = (one) => [formOf(one), one.name || one.getAttribute("aria-label"), ticks(one) ? one.value : ""].join(" ");
  const folds = (one) => one.id || one.querySelector("summary")?.textContent.trim();
  const placed = (one) => one.id || one.className;
  // What answers a step goes with it; what is searched goes with its question, which may be asked several times.
  const part = (one) => (one.form?.id !== "answer" ? "" : one.type === "search" ? step().replace(/\.\d+$/, "") : step());
  const typed = (one) => (one.type === "search" ? one.value !== "" : changed(one));
  let kept = null, touched = -IDLE, moved = new Set();

  for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) {
    document.addEventListener(kind, () => { touched = performance.now(); }, { capture: true, passive: true });
  }

  // To ask each element how far it is scrolled would lay out all that is folded.
  document.addEventListener("scroll", ({ target }) => { moved.add(target); }, { capture: true, passive: true });
  function rolled() {
    moved = new Set([...moved].filter((one) => screen()?.contains(one)));
    return [...moved];
  }

  // While a step is swapped in, its old and its new tiles are one group for a moment, and the browser lets only one be chosen.
  function preset() {
    const tiles = all("input[type=radio]"), group = (one) => tiles.filter((other) => other.name === one.name && other.form === one.form);
    for (const one of tiles.filter((tile) => tile.defaultChecked)) {
      one.checked ||= !group(one).some((other) => other.checked);
    }
  }

  function before() {
    const here = document.activeElement;
    kept = {
      step: step(),
      fields: fields().filter(typed).map((one) => [named(one), part(one), ticks(one) ? one.checked : one.value, one.type === "search"]),
      open: new Map(all("details").map((one) => [folds(one), one.open])),
      scrolled: rolled().map((one) => [placed(one), one.scrollTop, one.scrollLeft]),
      focus: screen()?.contains(here) ? here.id || named(here) : "",
    };
  }

  function refill() {
    const there = new Map(fields().map((one) => [named(one), one]));
    let lost = false;
    for (const [name, was, value, searches] of kept.fields) {
      const one = there.get(name);
      if (!one || part(one) !== was) {
        lost ||= value !== false && !searches;
        continue;
      }
      if (ticks(one)) one.checked = value;
      else one.value = value;
      one.dispatchEvent(new Event("input", { bubbles: true }));
      if (ticks(one)) one.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return lost;
  }

  function after() {
    if (!kept) return;
    const same = step() === kept.step;
    const lost = refill();
    for (const one of all("details")) {
      const open = kept.open.get(folds(one));
      if (open || (same && open === false)) one.open = open;
    }
    for (const [name, top, left] of kept.scrolled) {
      const one = all("*").find((other) => placed(other) === name);
      if (one) one.scrollTo(left, top);
    }
    if (kept.focus && document.activeElement === document.body) {
      (document.getElementById(kept.focus) ?? fields().find((one) => named(one) === kept.focus))?.focus({ preventScroll: true });
    }
    // Whoever only watches sees the new step from its beginning.
    if (!same && performance.now() - touched > IDLE) window.scrollTo(0, 0);
    document.getElementById("went-on").hidden = !lost;
    kept = null;
  }

  const around = (swap) => {
    before();
    swap();
    after();
  };
  const done = () => {
    document.getElementById("went-on").hidden = true;
  };
  document.addEventListener("pointerdown", done);
  document.addEventListener("htmx:afterSwap", preset);
  return { before, after, around, done };
})();
