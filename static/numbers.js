// Numbers of a question are entered by all who look on. What is filled in here goes to the app, which tells the other
// screens; until it has arrived it is kept here, also while the network is gone or one looks at the map.
"use strict";
{
  const SOON = 250, AGAIN = 3000, PATIENCE = 4000, KEPT = "unsent";
  const form = () => document.getElementById("answer");
  const standing = () => `${location.pathname} ${form()?.dataset.asked}`;
  const numbers = () => [...(form()?.elements ?? [])].filter((one) => one.name.startsWith("number."));
  const named = (name) => numbers().filter((one) => one.name === name);
  const value = (name) => named(name).find((one) => one.type !== "radio" || one.checked)?.value;
  // What the tap that goes on says as long as not all are hit.
  const labels = new WeakMap();
  let sending = false, failed = false, soon = null;

  // What is not sent yet, by its name: the number, and when it was filled in.
  function unsent() {
    const [at, kept] = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return at === standing() ? kept : {};
  }
  function keep(kept) {
    sessionStorage.setItem(KEPT, JSON.stringify([standing(), kept]));
    for (const one of document.querySelectorAll(".asked .unsent")) {
      one.hidden = !failed || !(one.parentElement.querySelector("[name^='number.']")?.name in kept);
    }
  }

  function send() {
    const [name] = Object.keys(unsent());
    if (!name || sending || !form()) return;
    const { value: number, at } = unsent()[name];
    post({ [name]: number, age: Date.now() - at }).then((answer) => {
      const kept = unsent();
      if (!failed && kept[name]?.at === at) delete kept[name];
      // From now on the app knows it, and what another device of this player enters later takes its place.
      for (const one of answer?.ok && !kept[name] ? named(name) : []) {
        if (one.type === "radio") one.defaultChecked = one.value === number;
        else one.defaultValue = number;
      }
      keep(kept);
      if (!failed) send();
    });
  }

  // What is on its way was drawn before the number arrived.
  function look() {
    const poll = document.getElementById("poll");
    if (!poll || typeof htmx === "undefined") return;
    htmx.trigger(poll, "htmx:abort");
    htmx.trigger(poll, "wake");
  }

  // What the app answers; nothing while it cannot be reached, and then it is asked again.
  async function post(entered) {
    const said = Object.entries({ ...entered, key: form().elements.key.value, asked: form().elements.asked.value });
    const body = new URLSearchParams([...said, ["csrf_token", form().elements.csrf_token.value]]);
    let answer;
    sending = true;
    try {
      answer = await fetch(form().dataset.numbers, {
        method: "POST", body, keepalive: true, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE),
      });
      failed = answer.status >= 500;
    } catch {
      failed = true;
    }
    sending = false;
    if (!failed) look();
    return answer;
  }

  // What all have entered together, with the own part as it stands here.
  function add(name) {
    const field = named(name)[0], together = field?.closest(".asked").querySelector(".together");
    const total = Number(value(name)) + Number(together?.dataset.beside ?? 0);
    if (together) together.querySelector(".total").textContent = total;
    const own = together?.querySelector(".own");
    if (own) own.textContent = value(name);
    // Once as many hits are filled in as destroy all there is, no other round follows: the tap that goes on says so.
    const go = name === "number.hits" && document.querySelector("#go[data-all-hit]");
    const on = go && document.querySelector("[form=answer][value=on], #answer [value=on]");
    if (!on) return;
    const label = on.querySelector("b") ?? on.firstElementChild ?? on;
    if (!labels.has(label)) labels.set(label, label.textContent);
    label.textContent = total >= Number(field.max) ? go.dataset.allHit : labels.get(label);
  }

  document.addEventListener("input", ({ target }) => {
    if (!target.name?.startsWith("number.") || target.form !== form()) return;
    add(target.name);
    const kept = unsent(), number = value(target.name);
    if (!target.checkValidity() || kept[target.name]?.value === number) return;
    kept[target.name] = { value: number, at: Date.now() };
    keep(kept);
    clearTimeout(soon);
    soon = setTimeout(send, SOON);
  });

  document.addEventListener("click", (event) => {
    const without = event.target.closest?.("button.without");
    if (!without || typeof htmx === "undefined") return;
    event.preventDefault();
    post({ without: without.value }).then(send);
  });

  function refill() {
    const kept = unsent();
    for (const [name, { value: number }] of Object.entries(kept)) {
      for (const one of named(name)) {
        if (one.type === "radio") one.checked = one.value === number;
        else one.value = number;
      }
    }
    for (const name of new Set(numbers().map((one) => one.name))) add(name);
    keep(kept);
    if (Object.keys(kept).length) send();
  }
  refill();
  document.addEventListener("htmx:afterSwap", refill);
  window.addEventListener("pagehide", send);
  window.addEventListener("online", send);
  setInterval(() => { if (failed) send(); }, AGAIN);
}
