// What the pages of the galaxy can do better with a script; everything works without it.
"use strict";

// A chosen home is shown at once.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-sends]")) event.target.form.requestSubmit();
});

// The map string is copied with one tap. Only a secure address may use the clipboard; else the text is selected.
for (const row of document.querySelectorAll(".copying")) row.hidden = false;
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector("[role=status]");
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
    status.textContent = status.dataset.copied;
  } catch {
    status.textContent = status.dataset[document.execCommand("copy") ? "copied" : "marked"];
  }
});
