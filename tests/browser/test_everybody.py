"""What everybody can use: axe-core finds nothing serious on any kind of screen, in either theme."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from large_text import troubles
from playing import speak
from playwright.sync_api import Page, expect
from screens import KINDS, LATE, TURNED, Screens
from test_below_the_fold import WHOLE, below_the_fold
from test_words_whole import TAKEN_APART

from conftest import LAPTOP, PHONE, TABLET, OpenPage, in_sizes
from day import NIGHT, SPOKEN

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
BARRIERS = ("serious", "critical")
# Screens on which axe looks in a wide window as well.
WIDE = {TABLET: (LATE, "combat", "threats"), LAPTOP: (TURNED, "walk")}
# What is measured in another language by day: of each kind of form one, and what was cut there; the steps are, where
# their heights are. By night all screens are walked in each.
BY_DAY = {
    "de": (LATE, "new", "place", "corrections", "event-place", "used", "combat", "scoring", "screens", "copy-card"),
    "es": ("player-turn", "new-slot", "combat", "ships-placed", "votes"),
}
# Rules whose findings have no weight are left out, and those that axe is still trying. The contrast is the slowest by
# far: texts of one colour on the same grounds are read alike, large ones apart as the rule has them, and on whichever
# screen the first of them stands it counts for all. Below an opaque ground nothing counts but what is faded; what is
# laid over the rest lies on a ground of its own, named by its classes.
# Which are known is kept in the browser, where the pages do not look: to send them to and fro takes as long as axe.
LOOK = """async (barriers) => {
    const known = new Set(JSON.parse(sessionStorage.looked ?? "[]")), fresh = [];
    const large = style => parseFloat(style.fontSize) >= (style.fontWeight >= 700 ? 18.66 : 24);
    const look = (one, under, fading) => {
        const style = getComputedStyle(one);
        if (style.display === "none") return;
        const fades = [style.opacity, style.filter].join();
        const faded = fades === "1,none" ? fading : `${fading} / ${fades}`;
        const opaque = style.backgroundColor.startsWith("rgb(") && style.backgroundImage === "none";
        const own = [style.backgroundColor, style.backgroundImage, fades].join();
        const laid = ["static", "relative"].includes(style.position) ? "" : `${one.tagName} ${one.className}`;
        const over = own === PLAIN && !laid ? under : `${under} / ${own} ${laid}`;
        const ground = opaque ? `${faded} / ${style.backgroundColor}` : over;
        const says = one.value || [...one.childNodes].some(each => each.nodeType === 3 && each.data.trim());
        const sign = says && [ground, style.color, large(style), style.textShadow].join();
        if (says && one.checkVisibility() && !known.has(sign)) { known.add(sign); fresh.push(one); }
        for (const child of one.children) look(child, ground, faded);
    };
    const PLAIN = "rgba(0, 0, 0, 0),none,1,none";
    look(document.documentElement, "", "");
    const weigh = axe._audit.rules.filter(rule => rule.enabled && barriers.includes(rule.impact));
    const sure = weigh.filter(rule => !rule.tags.includes("experimental") && rule.id !== "color-contrast");
    const runOnly = sure.map(rule => rule.id);
    if (fresh.length) {
        runOnly.push("color-contrast");
        sessionStorage.looked = JSON.stringify([...known]);
    }
    if (!runOnly.length) return {fresh: false, violations: []};
    // Both in one run: what takes axe longest is to learn the page.
    fresh.forEach(one => { one.dataset.fresh = ""; });
    axe.configure({rules: [{id: "color-contrast", selector: "[data-fresh]"}]});
    const result = await axe.run(document, {resultTypes: ["violations"], preload: false, runOnly});
    fresh.forEach(one => { delete one.dataset.fresh; });
    return {fresh: fresh.length > 0, violations: result.violations};
}"""
# As the server says it of whoever has chosen it.
IN_LIGHT = "document.documentElement.dataset.theme = 'light'"
IN_DARK = "delete document.documentElement.dataset.theme"
LARGER = "document.documentElement.dataset.text = 'larger'"


class Barriers:
    """What keeps somebody from using a page: the rule, the element, and what is wrong with it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.page.add_init_script(AXE)

    def at(self, address: str) -> list[str]:
        """Those of a screen, in both themes."""
        self.page.goto(address)
        return self.here()

    def here(self) -> list[str]:
        """Those of the page as it is, and what has too little contrast in the light.

        By day the light is looked at where something in the dark is new: what has one colour there has one here.
        """
        dark, fresh = self._found(BARRIERS)
        if not fresh and not NIGHT:
            return dark
        self.page.evaluate(IN_LIGHT)
        light, _ = self._found(())
        return dark + [f"in light: {one}" for one in light]

    def _found(self, weights: tuple[str, ...]) -> tuple[list[str], bool]:
        """What is in the way by rules of these weights, or of too little contrast where none has looked yet.

        Returns as well whether there was such a place.
        """
        looked = self.page.evaluate(LOOK, weights)
        return told(looked["violations"]), looked["fresh"]


def told(found: list[dict[str, Any]]) -> list[str]:
    """What axe has found, where it weighs."""
    return [
        f"{rule['id']}: {one['html'][:160]} {one['failureSummary']}"
        for rule in found
        if rule["impact"] in BARRIERS
        for one in rule["nodes"]
    ]


def test_axe_notices_what_cannot_be_read_or_named(open_page: OpenPage) -> None:
    page = open_page("/", PHONE, alone=True)
    page.evaluate(AXE)
    page.evaluate("document.body.innerHTML = '<main><p style=\"color: #333\">Dark on dark</p></main><input>'")
    found = " ".join(Barriers(page).here())
    assert "color-contrast" in found and "label" in found


SMALLEST_TEXT, SMALLEST_TARGET = 12, 44
UNFOLD = """() => {
    document.querySelectorAll("details").forEach(one => { one.open = true });
    document.querySelectorAll("#all-else").forEach(one => { one.checked = true });
}"""
# What a drawn card shows is said in words as well. The map has a test of its own.
SMALL_TEXTS = """smallest => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement, size = parseFloat(getComputedStyle(one).fontSize);
        if (size > smallest - 0.1 || !texts.currentNode.data.trim() || !one.checkVisibility()) continue;
        if (one.closest("svg, script, style, .away, .face, .hm, .mini, .letter, .leaf")) continue;
        found.push(`${one.className} ${one.innerText}: ${size}`);
    }
    return found;
}"""
# Names and pages within a sentence are as high as their line; the map is measured by itself.
SMALL_TARGETS = """smallest => [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
    .filter(one => one.type !== "hidden" && !one.matches(":disabled, .named, .rule, svg *"))
    .filter(one => one.checkVisibility({checkOpacity: true}) && getComputedStyle(one).pointerEvents !== "none")
    .map(one => ({words: `${one.className} ${one.innerText || one.name}`, box: one.getBoundingClientRect()}))
    .filter(one => one.box.width > 2 && one.box.height > 2)
    .filter(one => Math.min(one.box.width, one.box.height) < smallest - 0.5)
    .map(one => `${one.words}: ${one.box.width} x ${one.box.height}`)"""


def trouble_of(page: Page, widest: int) -> list[str]:
    """What is too small to read or to tap on this page, all its folds open, and whether it can be scrolled sideways."""
    page.evaluate(UNFOLD)
    found: list[str] = page.evaluate(SMALL_TEXTS, SMALLEST_TEXT) + page.evaluate(SMALL_TARGETS, SMALLEST_TARGET)
    width = page.evaluate("document.documentElement.scrollWidth")
    return found + ([f"{width} wide"] if width > widest else [])


def measured(page: Page) -> list[str]:
    """What is wrong with it as it is, on a phone."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return [*page.evaluate(TAKEN_APART), *trouble_of(page, PHONE[0])]


@pytest.mark.parametrize("code", SPOKEN)
def test_every_screen_can_be_used_read_and_tapped_in_each_size_of_text(
    open_page: OpenPage, screens: Screens, code: str
) -> None:
    page = open_page("", PHONE, address=screens.address, alone=True)
    speak(page, code, screens.address)
    barriers = Barriers(page)
    found: dict[tuple[object, ...], object] = {}
    for name, at in screens.all.items():
        found[name, "axe"] = barriers.at(at)
        assert page.locator("html").get_attribute("lang") == code
        for size in in_sizes(page, *(wide for wide in (TABLET, LAPTOP) if name in WIDE[wide])):
            page.evaluate(IN_DARK)
            found[name, "axe", size] = barriers.here()
        found[name, "zoomed"] = troubles(page, KINDS[name].sizes)
        if name in WHOLE:
            found[name, "below the fold"] = below_the_fold(page)
        if name in screens.tables:
            found[name, "on a tablet"] = [word for _ in in_sizes(page, TABLET) for word in trouble_of(page, TABLET[0])]
        found[name, "normal"] = measured(page)
        page.evaluate(LARGER)
        found[name, "larger"] = trouble_of(page, PHONE[0])
    assert {at: trouble for at, trouble in found.items() if trouble} == {}


@pytest.mark.parametrize("code", BY_DAY)
def test_other_words_fit_as_well(open_page: OpenPage, screens: Screens, code: str) -> None:
    page = open_page("", PHONE, address=screens.address)
    speak(page, code, screens.address)
    found = {}
    for name in BY_DAY[code]:
        page.goto(screens.of(name))
        found[name] = troubles(page, ("phone",)) + measured(page)
        page.evaluate(LARGER)
        found[name] += trouble_of(page, PHONE[0])
    assert {name: trouble for name, trouble in found.items() if trouble} == {}


def test_the_size_of_the_text_is_chosen_under_more_and_kept_on_this_device(
    open_page: OpenPage, screens: Screens
) -> None:
    page = open_page(f"{screens.of(LATE)}?tab=more", PHONE)
    size = "parseFloat(getComputedStyle(document.querySelector('h2')).fontSize)"
    normal = page.evaluate(size)
    page.get_by_role("button", name="Larger text").click()
    expect(page.get_by_role("button", name="Larger text")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(size) == pytest.approx(normal * 1.3, abs=0.1)
    assert "tab=more" in page.url
    page.goto(f"{screens.address}/rules")
    expect(page.locator("html")).to_have_attribute("data-text", "larger")
