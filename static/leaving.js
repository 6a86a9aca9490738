// What was changed in a form and not sent is not left behind unasked. The page of corrections asks by itself, and the
// answer to a step is kept while one looks elsewhere.
"use strict";
const ticked = (one) => one.checked !== one.defaultChecked;
const never = () => false;
const CHANGED = {
  radio: ticked,
  checkbox: ticked,
  hidden: never,
  search: never,
  range: never,
  "select-one": (one) => one.selectedIndex !== Math.max(0, [...one.options].findIndex((option) => option.defaultSelected)),
};
const changed = (one) => (CHANGED[one.type] ?? (() => one.value !== one.defaultValue))(one);
const entered = (form) => [...form.elements].filter((one) => one.matches("input, select, textarea"));
const unsent = (form) => !form.matches("#answer, .correct") && entered(form).some(changed);

let sent = null;
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) sent = event.target;
});
window.addEventListener("pageshow", () => {
  sent = null;
});
window.addEventListener("beforeunload", (event) => {
  if ([...document.forms].some((form) => form !== sent && unsent(form))) event.preventDefault();
});
