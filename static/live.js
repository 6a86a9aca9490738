// A screen follows its game. The app tells over an open stream at which line the game stands, and brings what has changed if
// that was drawn for a screen like this one; otherwise one that shows another line fetches its part, or its page. Where the stream fails it asks every few seconds, and says when nobody answers.
"use strict";
{
  const ASKS = 3000, ALONE = 5000, SILENT = 40000, PATIENCE = 4000, READ = 5000;
  const GONE = [403, 404, 410];
  const screen = () => document.querySelector("[data-follows]");
  const shown = () => Number(screen()?.dataset.position);
  // What is entered beside the log stands behind its line; a screen with numbers to fill in follows that as well.
  const entered = () => Number(screen()?.dataset.shares ?? Infinity);
  const lags = () => known !== null && (known.line > shown() || (known.line === shown() && known.entered > entered()));
  const streams = () => source?.readyState === EventSource.OPEN;
  let source = null, known = null, heard = Date.now(), asked = 0, fetched = 0, refused = 0, left = false;

  function hear(told, take = fetchNews) {
    heard = Date.now();
    alone(false);
    if (told === undefined || !screen()) return;
    const [line, behind = 0] = told.split(".").map(Number);
    known = { line, entered: behind };
    if (line !== shown() || lags()) take();
  }

  // What is brought fits a screen that shows what it was drawn for, and has had the hint of this step. A tap here goes before.
  function fits(mark, kind) {
    const { mark: own, seen = kind } = (screen() ?? document.body).dataset;
    return own === mark && known.line > shown() && seen.split(" ").includes(kind) && window.htmx && !screen().querySelector(".htmx-request");
  }

  async function take(mark, kind, styles, text) {
    if (fits(mark, kind)) await styled(styles);
    if (!fits(mark, kind)) return fetchNews();
    const elt = document.getElementById("poll"), eventInfo = { xhr: { status: 200 }, requestConfig: { elt } };
    const own = text.replaceAll("<token>", screen().querySelector("[name=csrf_token]").value).replace("<seen>", screen().dataset.seen);
    htmx.trigger(elt, "htmx:beforeSwap", eventInfo);
    htmx.swap("#table", own, { swapStyle: "outerHTML", settleDelay: 0 }, { eventInfo });
  }

  function alone(is) {
    document.getElementById("alone").hidden = !is;
    // Whoever has tapped in vain has to read so, also where the news still come.
    if (!is && Date.now() - refused > READ) document.getElementById("offline")?.setAttribute("hidden", "");
  }

  function connect() {
    if (source || document.hidden || !screen()) return;
    source = new EventSource(screen().dataset.follows);
    asked = Date.now();
    source.onmessage = (event) => hear(event.data);
    source.addEventListener("still", () => hear());
    source.addEventListener("drawn", ({ data }) => {
      const [told, drawn] = data.split("\n");
      hear(told, () => take(...JSON.parse(drawn)));
    });
    // Refused, and not just broken off: who may not follow any more is told so at once.
    source.onerror = () => { if (source?.readyState === EventSource.CLOSED) ask(); };
  }

  function disconnect() {
    source?.close();
    source = null;
  }

  // The table fetches what has changed of it, another page comes whole.
  function fetchNews() {
    fetched = Date.now();
    const poll = document.getElementById("poll");
    // htmx may not be there yet.
    if (poll && typeof htmx !== "undefined") htmx.trigger(poll, "wake");
    else fetchPage();
  }

  async function fetchPage() {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-follows]");
      if (GONE.includes(answer.status) || (answer.ok && !fresh)) leave();
      else if (answer.ok) {
        await styled([...page.querySelectorAll("link[data-styles]:not([disabled])")].map((link) => link.dataset.styles));
        keeping.around(() => screen().replaceWith(fresh));
      }
    } catch {
      // It is tried again below.
    }
  }

  // The game is gone, or this screen may no longer follow it: the page itself says so.
  function leave() {
    if (!left) location.reload();
    left = true;
  }

  async function ask() {
    asked = Date.now();
    try {
      const answer = await fetch(screen().dataset.asks, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.ok) hear(await answer.text());
      else if (GONE.includes(answer.status)) leave();
    } catch {
      // Nobody answers.
    }
  }

  // Whoever was told that the games cannot be reached is led back as soon as they can.
  async function comeBack(well) {
    asked = Date.now();
    try {
      const answer = await fetch(well, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.ok) location.assign(location.href.split("#")[0]);
    } catch {
      // Not yet.
    }
  }

  setInterval(() => {
    const now = Date.now(), message = document.querySelector("[data-well]");
    if (document.hidden) return;
    if (message && now - asked > ASKS) comeBack(message.dataset.well);
    if (!screen()) return;
    if (source?.readyState === EventSource.CLOSED || now - heard > SILENT) disconnect();
    if (!streams()) {
      if (now - asked > ASKS) ask();
      if (now - heard > ALONE) alone(true);
    } else if (refused && now - refused > READ) {
      refused = 0;
      alone(false);
    }
    // A process that ends may have told the news, and not have given what is new.
    if (lags() && now - fetched > ASKS) fetchNews();
    connect();
  }, 1000);

  // A browser has few connections: who does not look needs none. Whoever comes back is told first where the game stands.
  document.addEventListener("visibilitychange", () => {
    disconnect();
    heard = Date.now();
    connect();
  });
  window.addEventListener("offline", disconnect);
  window.addEventListener("online", () => {
    disconnect();
    connect();
  });
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", connect);

  // A proxy answers by itself while nobody stands behind it: what it says is no part of a page of ours.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (xhr.status < 500 || xhr.getResponseHeader("HX-Retarget")) return;
    event.detail.shouldSwap = false;
    // Whoever waited behind an entry that could not reach the games is told so by the app, and taps once more.
    const busy = xhr.getResponseHeader("Games-Reached") === "no" && document.getElementById("busy");
    if (busy) busy.hidden = false;
    else if (requestConfig.elt.id !== "poll") htmx.trigger(document.body, "htmx:sendError", event.detail);
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!follows(event)) for (const said of document.querySelectorAll("#offline, #busy")) said.hidden = true;
  });

  // What came in between is fetched as well; nobody complains of an update that failed.
  const follows = (event) => event.detail.requestConfig?.elt.id === "poll";
  document.addEventListener("htmx:sendError", (event) => { if (!follows(event)) refused = Date.now(); });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!follows(event)) return;
    event.detail.shouldSwap = event.detail.xhr.status === 200;
    if (GONE.includes(event.detail.xhr.status)) leave();
    else if (event.detail.shouldSwap) keeping.before();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (follows(event)) keeping.after();
    else keeping.done();
    if (lags()) fetchNews();
  });
  connect();
}
