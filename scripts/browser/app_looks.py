"""How the app looks, each as a case of its test: screens, colours, languages; axe; and without a connection."""

import json

from app_cases import BANNED, LOSS, THREE, WIN, check_answer
from app_page import App
from browser import Browser, check, fingers, fits, until

# A hand of twenty cards and one of seventeen.
FULL = "#33445566778899TTJJQK/3456789TJQKAA22XD"
# A game to review.
GAME = WIN + "?moves=3.J.2.D.pass.AA.pass.4.6.pass.Q.pass.4999&review=1"
SCREENS = [(360, 780, True), (768, 1024, True), (1440, 900, False)]
# On the screen of this width the pages are looked at in dark, too.
DARK = 360
# What a player knows who sees one hand.
KNOWN = "#6799TQAAD?seat=farmer2&landlord=99TTJJQQKKA22&farmer1=5566677888&farmer2=33334445&open=8K&last=J&by=landlord"
TABS = ["puzzles", "deal", "solve", "play", "review", "game", "advice"]


def ready(app, tab):
    """Waits until the tab has its answers. In *review* that is a game of its own, in *advice* a hand."""
    if tab == "review":
        app.reviewed(GAME)
        return
    if tab == "advice":
        app.advised(KNOWN)
        return
    app.tab(tab)
    if tab == "solve":
        until(lambda: app.browser.find("#verdict") and not app.browser.find("#cancel"), "an answer", 60)
    if tab == "play":
        check(app.my_turn(), "a turn")


def screens(app):
    """Every tab fits every screen and every finger, in both languages. The colours, which have no size, on one screen."""
    browser = app.browser
    for width, height, phone in SCREENS:
        browser.screen(width, height, phone)
        for colours in ["light", "dark"] if width == DARK else ["light"]:
            browser.colours(colours)
            app.open(WIN)
            check(browser.run("return document.documentElement.dataset.theme") == colours, f"{colours}, as the system asks")
            for language in ["en", "zh"]:
                for tab in TABS:
                    ready(app, tab)
                    what = f"{tab}-{width}-{colours}-{language}"
                    fits(browser, what)
                    fingers(browser, what, "button:not(.cell), summary, select, input[type=text], input[type=number], .segment label, .switch")
                    browser.shoot(what)
                browser.click("#language")
                app.reopen(WIN)
    browser.colours("light")
    browser.screen(1440, 900)


def cards_are_within_reach(app):
    """On the least screen, what shows of each card in a hand can be tapped, and nothing else lies there."""
    app.browser.screen(360, 780, True)
    for address in [WIN, FULL, THREE]:
        app.open(address, "play")
        check(app.my_turn(), "a turn")
        covered = app.browser.run("""
            return [...document.querySelectorAll('.hand[role=group] button.cell')].filter((cell) => {
                cell.scrollIntoView({ block: 'center' });
                const box = cell.getBoundingClientRect();
                const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return box.width < 24 || box.height < 24 || !cell.contains(there);
            }).length;""")
        check(covered == 0, f"{address}: {covered} cards are out of reach")
        fits(app.browser, address)
        app.browser.shoot(f"reach-{len(address)}")
    app.browser.screen(1440, 900)


def colours_and_language(app):
    """The reader's choice of colours and language stays."""
    app.open(WIN)
    english = app.text("#prompt")
    app.browser.click("#theme")
    app.browser.click("#language")
    check(app.text("#prompt") != english, "the question is translated")
    app.reopen(WIN)
    check(app.browser.run("return [document.documentElement.lang, document.documentElement.dataset.theme]") == ["zh-CN", "dark"], "both are kept")
    app.browser.click("#language")
    app.browser.click("#theme")


def accessible(app):
    """axe finds nothing serious in any tab, in any state, in light and dark."""
    for colours, addresses in [("light", [WIN, THREE]), ("dark", [LOSS, BANNED])]:
        app.browser.colours(colours)
        for address in addresses:
            app.open(address)
            for tab in TABS:
                ready(app, tab)
                app.accessible(f"{address} {tab} {colours}")
        app.open(WIN)
        app.browser.click('[data-pack="short"]')
        app.accessible("an open pack")
        app.tab("deal")
        app.browser.click('[data-key="rules"]')
        app.accessible("open rules")
        app.tab("play")
        check(app.my_turn(), "a turn")
        app.choose("9")
        app.browser.click("#hint")
        app.accessible("a hint and chosen cards")
        app.play(next(move for move, verdict in app.position().judged().items() if verdict == "loss" and "9" in move and len(move) == 1))
        check(app.my_turn(), "a turn")
        app.accessible("a slip")
        app.browser.click("#share")
        app.accessible("the dialog")
    app.browser.colours("light")


def installable(app):
    """The manifest and what it names are there, and Chromium has no complaint."""
    app.open()
    found = app.browser.driver.execute_cdp_cmd("Page.getAppManifest", {})
    check(found["url"].endswith("/manifest.webmanifest") and not found["errors"], found)
    check(json.loads(found["data"])["display"] == "standalone", "a window of its own")
    errors = app.browser.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
    check(not errors, f"not installable: {errors}")


def without_webassembly(app):
    """A browser that can't run the solver is told so, in its reader's language; the rest of the app is there."""
    for missing in ["delete globalThis.WebAssembly", "WebAssembly.validate = () => false"]:
        end = app.browser.before_each_page(missing)
        app.open(WIN, "solve")
        check("too old" in app.text("#note"), f"{missing}: {app.text('#note')}")
        until(lambda: "too old" in app.text(".trouble"), "the question is answered in the same words")
        app.browser.click("#language")
        check("浏览器太旧" in app.text("#note"), app.text("#note"))
        fits(app.browser, missing)
        app.browser.click("#language")
        app.tab("play")
        until(lambda: "too old" in app.text("#prompt"), "there is no game")
        end()
    app.open(WIN)
    check(app.text("#note") == "", "nothing is said where it runs")


# Is a worker there that keeps the files, and has it kept all? The list of files is kept last.
KEPT = """
    const kept = () => caches.match('files.json').then((list) => Boolean(list && navigator.serviceWorker.controller));
    return kept();"""


# What is kept of a file after it was asked for: of a copy with this tag, or with the host's own if there is none.
KEPT_OF = """
    const [tag, done] = arguments;
    (async () => {
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('canju-')));
        const own = (await fetch('icon.svg')).headers.get('etag');
        await cache.put('icon.svg', new Response('a copy', { headers: { etag: tag ?? own } }));
        await fetch('icon.svg');
        done(await (await cache.match('icon.svg')).text());
    })();"""


def without_connection(app, running):
    """All is there without a connection, the solver, too. Ends the server."""
    browser = Browser("zh-CN", app.browser.shots)
    try:
        away = App(browser, app.address, app.chance)
        away.open()
        check(browser.run("return document.documentElement.lang") == "zh-CN", "a Chinese reader gets Chinese")
        until(lambda: browser.run(KEPT), "all is kept")
        kept_of = lambda tag: browser.driver.execute_async_script(KEPT_OF, tag)
        check(kept_of(None) == "a copy", "what is the same is not written once more")
        check(kept_of('"old"').startswith("<svg"), "what is new is kept")
        running.terminate()
        check(running.wait(timeout=20) == 0, "the server ends well when it is asked to")
        away.reopen(WIN)
        browser.click('[data-pack="short"]')
        until(lambda: browser.find(".number"), "the pack is there")
        away.tab("solve")
        check_answer(away)
        away.tab("play")
        check(away.my_turn(), "a turn")
    finally:
        browser.close()


CASES = [screens, cards_are_within_reach, colours_and_language, accessible, installable, without_webassembly]
