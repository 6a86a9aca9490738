"""What is wrong with a page whose text is large: a phone and a tablet, zoomed to 150 and 200 %."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from conftest import in_sizes

ZOOMED_PHONE, ZOOMED_TABLET = (195, 422), (512, 384)
"""What is left of them at 200 %: a browser font of 32 px makes the same of their lines."""
SIZES = {"phone": ((260, 563), ZOOMED_PHONE), "tablet": ((683, 512), ZOOMED_TABLET)}
STYLED = """async () => {
    const sheet = document.querySelector("[data-styles=large]");
    for (let waited = 0; matchMedia(sheet.media).matches && !sheet.sheet; waited += 10) {
        if (waited > 10000) throw new Error("the sheet of large text has not come");
        await new Promise(done => setTimeout(done, 10));
    }
}"""
# What scrolls by itself, tables above all, may be wider than the page; what ends in dots says so, and opens.
CUT = """() => {
    const found = [], wide = document.documentElement.clientWidth, range = document.createRange();
    const say = one => one.textContent.trim().slice(0, 40), went = document.documentElement.scrollWidth;
    if (went > wide) found.push(`${went} of ${wide} wide`);
    const clips = new Map();
    const clipped = one => {
        if (!one) return [];
        if (clips.has(one)) return clips.get(one);
        const style = getComputedStyle(one), above = clipped(one.parentElement);
        const dots = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        const free = dots || style.clipPath.startsWith("inset(50%") || /auto|scroll/.test(style.overflowX);
        const own = style.overflowX === "visible" ? [] : [one.getBoundingClientRect()];
        clips.set(one, above === null || free ? null : [...above, ...own]);
        return clips.get(one);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode, one = node.parentElement, within = clipped(one);
        if (!within || !node.data.trim() || one.closest("svg, script, style, .face, .hm, .mini, .undo")) continue;
        if (!one.checkVisibility({checkOpacity: true})) continue;
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter(box => box.width);
        if (boxes.some(box => box.left < -1 || box.right > wide + 1)) found.push(`outside: ${say(one)}`);
        const edges = within.filter(box => box.width > 2);
        const below = (box, edge) => box.bottom > edge.bottom + 3 || box.top < edge.top - 3;
        const beyond = (box, edge) => box.right > edge.right + 2 || below(box, edge);
        if (edges.some(edge => boxes.some(box => beyond(box, edge)))) found.push(`cut: ${say(one)}`);
        if (boxes.length < 2) continue;
        for (const word of node.data.matchAll(/(?<![^\\s-])[^\\s-]{2,10}(?![^\\s-])/gu)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const parts = [...range.getClientRects()].filter(box => box.width);
            const lines = new Set(parts.map(box => Math.round(box.top / 5)));
            if (lines.size > word[0].split("\u00ad").length) found.push(`broken: ${word[0]} of ${say(one)}`);
        }
    }
    const go = document.querySelector(".foot .go"), box = go?.getBoundingClientRect(), high = innerHeight;
    const seen = !box?.width || (box.top >= 0 && box.bottom <= high + 1 && box.left >= -1 && box.right <= wide + 1);
    if (!seen) found.push(`amber is out of sight: ${say(go)}`);
    const foot = document.querySelector(".foot"), stays = foot && getComputedStyle(foot).position === "sticky";
    if (stays && foot.getBoundingClientRect().height > high / 2) found.push("the bar takes half");
    return found;
}"""


def troubles(page: Page, devices: Sequence[str]) -> list[str]:
    """What is cut, goes sideways, breaks a short word, or keeps amber out of sight on these devices."""
    found = []
    for size in in_sizes(page, *(size for device in devices for size in SIZES.get(device, ()))):
        page.evaluate(STYLED)
        found += [f"{size}: {one}" for one in page.evaluate(CUT)]
    return found
