// A tap on another system of the map leaves what is filled in beside it.
"use strict";
let tapped = "";
document.addEventListener("click", async (event) => {
  const way = event.target.closest(".galaxy a")?.getAttribute("href");
  if (!way) return;
  event.preventDefault();
  tapped = way;
  try {
    const answer = await fetch(way), page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (tapped !== way) return;
    for (const part of [".intro", ".picture", "#here", "#there"]) {
      document.querySelector(part).replaceWith(page.querySelector(part));
    }
    history.replaceState(null, "", way);
  } catch {
    location.href = way;
  }
});
