// The styles that only some screens need come with the first of these. An answer names what it needs (factory.py), and waits for it:
// nobody sees it without.
"use strict";

const wanted = new Map();
// A sheet that does not come keeps nobody waiting: the screen works without it, and the next one asks again.
function styled(names, patience = 3000) {
  const links = names.map((name) => document.querySelector(`link[data-styles="${name}"]`)).filter((link) => link && (link.disabled || wanted.has(link)));
  for (const link of links.filter((one) => !wanted.has(one))) {
    wanted.set(link, new Promise((done) => {
      const end = () => done(wanted.delete(link));
      link.addEventListener("load", end, { once: true });
      link.addEventListener("error", () => { link.disabled = true; end(); }, { once: true });
      link.disabled = false;
    }));
  }
  const late = new Promise((done) => { setTimeout(done, patience); });
  return links.length ? Promise.race([Promise.all(links.map((link) => wanted.get(link))), late]) : null;
}

// Large text on a small screen has a sheet of its own.
const large = document.querySelector("[data-styles=large]"), narrow = matchMedia(large.media);
(narrow.onchange = () => { large.disabled &&= !narrow.matches; })();

document.addEventListener("htmx:beforeSend", (event) => {
  const { xhr } = event.detail, { onload } = xhr;
  let waits = false;
  xhr.onload = () => {
    const ready = styled((xhr.getResponseHeader("Styles") ?? "").split(" ").filter(Boolean));
    if (!ready) { onload.call(xhr); return; }
    waits = true;
    ready.then(() => { if (waits) onload.call(xhr); waits = false; });
  };
  // For htmx it has not come yet: whoever gives it up meanwhile gets it no more.
  xhr.abort = () => {
    XMLHttpRequest.prototype.abort.call(xhr);
    if (waits) xhr.onabort();
    waits = false;
  };
});
