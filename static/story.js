// The slider walks as soon as it is let go, and the line that is looked at stands in sight.
"use strict";
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-slides]")) event.target.form.submit();
});
const here = document.getElementById("here");
const told = document.querySelector(".told");
if (here && told && getComputedStyle(told).overflowY === "auto") told.scrollTop = here.offsetTop - told.clientHeight / 3;
else here?.scrollIntoView();
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (way) document.querySelector(`a[rel=${way}]`)?.click();
});
