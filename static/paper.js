// The page is printed by a tap; without a script the browser's own way does the same.
"use strict";
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
