// A screen of an ended game comes along to the rematch that somebody begins, unless it is said to stay.
"use strict";
{
  const SECONDS = 3;
  const begun = () => document.querySelector("[data-rematch]");
  // Whoever opens an ended game later wants to look at it: only what came in meanwhile counts down.
  let settled = begun()?.dataset.rematch ?? "", left = SECONDS;

  function count() {
    const shown = begun();
    if (!shown || document.hidden || shown.dataset.rematch === settled) return;
    if (left === 0) {
      settled = shown.dataset.rematch;
      location.assign(shown.querySelector("a").href);
    }
    shown.classList.add("comes");
    shown.querySelector(".rematch-seconds").textContent = left;
    for (const one of shown.querySelectorAll("[hidden]")) one.hidden = false;
    left -= 1;
  }

  document.addEventListener("click", ({ target }) => {
    if (!target.closest(".rematch-stay")) return;
    settled = begun().dataset.rematch;
    begun().classList.remove("comes");
    for (const one of begun().querySelectorAll(".rematch-count, .rematch-stay")) one.hidden = true;
  });
  setInterval(count, 1000);
}
