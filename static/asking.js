// A tap on the map opens its system without a reload; everything works without it.
"use strict";

document.addEventListener("click", (event) => {
  const system = event.target.closest?.("#table .board .galaxy a");
  // Other pages that a map can lead to come whole.
  if (!system?.getAttribute("href").includes("?") || event.ctrlKey || event.metaKey || event.shiftKey || typeof htmx === "undefined") return;
  event.preventDefault();
  const opener = document.createElement("a");
  opener.setAttribute("hx-get", system.getAttribute("href"));
  opener.setAttribute("hx-push-url", "true");
  opener.setAttribute("hx-swap", "outerHTML settle:0ms");
  opener.hidden = true;
  document.getElementById("table").append(opener);
  htmx.process(opener);
  opener.click();
});
