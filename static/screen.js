// A screen that lies on the table for hours: it stays awake where the browser lets it, and a new step of the Hive can be heard.
"use strict";
const device = document.documentElement.dataset;

// Kept awake while it is looked at. Where that cannot be, the line under More says why.
let lock = null;
let state = !("awake" in device) ? "off" : !window.isSecureContext ? "plain" : !navigator.wakeLock ? "unknown" : "waits";
async function stayAwake() {
  if (!["waits", "on", "refused"].includes(state) || document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    state = "on";
  } catch {
    // A device that saves its battery says no.
    state = "refused";
  }
  device.wakes = state;
}
device.wakes = state;
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// Browsers play nothing before the first tap; from then on each new step of the Hive sounds once.
let audio = null;
const hiveStep = () => document.querySelector("[data-hive-step]")?.dataset.hiveStep;
let sounded = hiveStep();
function ready() {
  if (!("sound" in device)) return;
  audio ??= new AudioContext();
  audio.resume();
}
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, ready);
function tone(pitch, after, lasts) {
  const [from, source, loud] = [audio.currentTime + after, audio.createOscillator(), audio.createGain()];
  source.frequency.setValueAtTime(pitch, from);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.8, from + lasts);
  loud.gain.setValueAtTime(0.0001, from);
  loud.gain.exponentialRampToValueAtTime(0.25, from + 0.04);
  loud.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  source.connect(loud).connect(audio.destination);
  source.start(from);
  source.stop(from + lasts);
}
document.addEventListener("htmx:afterSwap", () => {
  const now = hiveStep(), isNew = now && now !== sounded;
  sounded = now ?? sounded;
  if (!isNew || !("sound" in device)) return;
  device.sounded = now;
  if (audio?.state !== "running") return;
  tone(220, 0, 0.35);
  tone(147, 0.22, 0.6);
});
