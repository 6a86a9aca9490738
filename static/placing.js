// A tap on another system of the map leaves what is filled in beside it.
"use strict";
document.addEventListener("click", async (event) => {
  const way = event.target.closest(".galaxy a")?.getAttribute("href");
  if (!way) return;
  event.preventDefault();
  try {
    const answer = await fetch(way), page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of [".intro", ".picture", "#here", "#there"]) {
      document.querySelector(part).replaceWith(page.querySelector(part));
    }
    history.replaceState(null, "", way);
  } catch {
    location.href = way;
  }
});
