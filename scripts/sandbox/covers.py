#!/usr/bin/env python3
"""Draws the covers of the sandbox books: 400 x 600 pixels, JPEG, a title, an author and one motif each.

Title and author come from book.toml; colors and motif from the table below. Needs chromium, ffmpeg and the font
DejaVu Serif. Usage: scripts/sandbox/covers.py [slug...]
"""
import html
import math
import pathlib
import subprocess
import sys
import tempfile
import tomllib

BOOKS = pathlib.Path(__file__).resolve().parents[2] / "crates/sandbox/books"


def waves(color, top, count=3):
    return "".join(f'<path d="M0 {top + 34 * n} ' + " ".join("q 25 -22 50 0 t 50 0" for _ in range(4)) + f'" fill="none" stroke="{color}" stroke-width="5"/>' for n in range(count))


def tally(color, top):
    lines = "".join(f'<path d="M{110 + 90 * g + 16 * n} {top} v60" stroke="{color}" stroke-width="5"/>' for g in range(2) for n in range(4))
    return lines + "".join(f'<path d="M{98 + 90 * g} {top + 48} L {172 + 90 * g} {top + 10}" stroke="{color}" stroke-width="5"/>' for g in range(2)) + f'<path d="M290 {top} v60" stroke="{color}" stroke-width="5"/>'


def chair(x, y, color, turn=0):
    return f'<g transform="translate({x} {y}) rotate({turn})" stroke="{color}" stroke-width="3.5" fill="none"><path d="M-8 0 V-34 M-8 -16 H10 V0"/></g>'


def shoe(x, y, size, color):
    return f'<path transform="translate({x} {y}) scale({size})" d="M0 0 V-34 Q 14 -40 24 -30 Q 30 -14 66 -12 Q 78 -8 76 0 z M0 0 h76 v6 h-50 v5 h-26 z" fill="{color}"/>'


def vines(color):
    rows = "".join(f'<path d="M{-40 + 56 * n} 600 L {190 + 40 * n} 330" stroke="{color}" stroke-width="3"/>' for n in range(9))
    return rows + "".join(f'<circle cx="{-40 + 56 * n + (230 - 16 * n) * t:.0f}" cy="{600 - 270 * t:.0f}" r="{7 - 4 * t:.1f}" fill="{color}"/>' for n in range(9) for t in (.15, .35, .55, .75, .95))


def strata():
    bands = (("#6b5344", 380), ("#b5573c", 425), ("#e0c48c", 470), ("#8d8078", 512), ("#c98a5e", 555))
    return "".join(f'<path d="M0 {y} q 100 -34 200 0 t 200 0 V 600 H 0 z" fill="{color}"/>' for color, y in bands)


def tide(color):
    points = " ".join(f"{x},{470 - 60 * math.cos(x / 400 * 4 * math.pi):.1f}" for x in range(0, 401, 4))
    dots = "".join(f'<circle cx="{x:.0f}" cy="{470 - 60 * math.cos(x / 400 * 4 * math.pi):.1f}" r="7" fill="#ffd97a"/>' for x in (100 + 16.7 * n for n in range(1, 7)))
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="5"/>{dots}'


def dial(color):
    ticks = "".join(f'<text x="{200 + 78 * math.sin(n * math.pi / 5):.0f}" y="{458 - 78 * math.cos(n * math.pi / 5):.0f}" text-anchor="middle" font-family="DejaVu Serif" font-size="22" fill="{color}">{n}</text>' for n in range(10))
    return f'<circle cx="200" cy="450" r="105" fill="none" stroke="{color}" stroke-width="5"/>{ticks}<path d="M200 450 L 200 405 M200 450 L 236 474" stroke="{color}" stroke-width="5" stroke-linecap="round"/>'


def twig(color):
    pairs = "".join(f'<ellipse cx="{300 + s * 17}" cy="{y}" rx="10" ry="17" transform="rotate({s * 32} {300 + s * 17} {y})" fill="#1d1a1a"/>' for y in (350, 430, 510) for s in (-1, 1))
    return f'<path d="M291 600 L 293 300 H 307 L 309 600 z" fill="{color}"/>{pairs}<path d="M278 306 Q 276 262 300 248 Q 324 262 322 306 z" fill="#1d1a1a"/>'


def stitches(color):
    return "".join(f'<path d="M{40 + 34 * n} 430 h20" stroke="{color}" stroke-width="6" stroke-linecap="round"/><path d="M{57 + 34 * n} 460 h20" stroke="{color}" stroke-width="6" stroke-linecap="round"/>' for n in range(9))


def drum(color):
    return f'<circle cx="200" cy="425" r="100" fill="#f3e2b8" stroke="{color}" stroke-width="14"/><circle cx="200" cy="425" r="30" fill="none" stroke="#c9a25a" stroke-width="4"/><path d="M170 522 v46 h-16 M230 522 v46 h16" fill="none" stroke="#111" stroke-width="10"/><path d="M120 370 L 96 340 M280 370 L 304 340" stroke="{color}" stroke-width="8"/>'


def ruler():
    marks = "".join(f'<rect x="178" y="{300 + 36 * n}" width="44" height="36" fill="{"#c0392b" if n % 2 else "#fff"}" stroke="#1f2f4d" stroke-width="2"/>' for n in range(6))
    return marks + '<path d="M0 440 Q 120 405 200 432 T 400 425 V 600 H 0 z" fill="#dfe8f2" stroke="#9fb2c9" stroke-width="3"/>'


def snail():
    return ('<g stroke="#3a2a3f" stroke-width="6" stroke-linecap="round"><path d="M90 510 Q 110 480 190 480 L 250 480 Q 280 478 286 430 Q 292 404 312 418 Q 332 436 320 478 Q 312 510 280 510 z" fill="#f0d9b5"/>'
            '<path d="M296 414 L 288 372 M314 418 L 324 376"/></g><g stroke="#3a2a3f" stroke-width="6"><circle cx="188" cy="420" r="74" fill="#f7b6c8"/><circle cx="191" cy="426" r="53" fill="#ffe08a"/><circle cx="194" cy="430" r="34" fill="#f7b6c8"/><circle cx="197" cy="433" r="15" fill="#ffe08a"/></g>'
            '<rect x="340" y="482" width="36" height="28" rx="4" fill="#b5683a" stroke="#3a2a3f" stroke-width="4"/>')


def staff():
    notes = "".join(f'<ellipse cx="{90 + 55 * n}" cy="{494 - 20 * n}" rx="14" ry="10" transform="rotate(-20 {90 + 55 * n} {494 - 20 * n})"/><path d="M{103 + 55 * n} {492 - 20 * n} v-70" stroke="#111" stroke-width="4"/>' for n in range(5))
    return "".join(f'<path d="M30 {420 + 20 * n} H 370" stroke="#111" stroke-width="2"/>' for n in range(5)) + notes


def paper():
    lines = "".join(f'<path d="M70 {y} H 330" stroke="#9db7d6" stroke-width="2"/>' for y in range(120, 520, 32))
    return f'<rect x="50" y="60" width="300" height="480" fill="#fffdf4" transform="rotate(-2 200 300)"/><g transform="rotate(-2 200 300)">{lines}</g><g stroke="#c9a24a" stroke-width="7" fill="none"><circle cx="300" cy="540" r="18"/><path d="M284 532 L 210 500 M228 508 l-6 14 M216 502 l-6 14"/></g>'


LIMIT = 25_000

# slug: background, ink, motif
COVERS = {
    "the-count-at-anstey-ferry": ("#2f5d50", "#f4ecd2", waves("#8fbfae", 430) + tally("#f4ecd2", 340)),
    "small-weather": ("#f7efc6", "#24365c", '<circle cx="300" cy="370" r="46" fill="#f0b840"/>' + "".join(f'<path d="M{70 + 40 * n} {450 + (n % 3) * 22} l -14 46" stroke="#24365c" stroke-width="5" stroke-linecap="round"/>' for n in range(7))),
    "between-floors": ("#7d1f26", "#fff", '<path d="M200 300 V 600" stroke="#fff" stroke-width="2"/><rect x="172" y="400" width="56" height="66" fill="#f3d7a0"/><path d="M200 400 v66" stroke="#7d1f26" stroke-width="2"/>'),
    "after-the-harvest": ("#3c1f3a", "#e8cf96", vines("#8d6a86")),
    "the-restless-ground": ("#4a5560", "#fff", strata()),
    "inspector-amarante-counts-the-chairs": ("#1f5f8b", "#fff", "".join(chair(58 + 44 * (n % 7), 430 + 70 * (n // 7), "#fff") for n in range(12)) + chair(300, 498, "#ffd166", 90)),
    "inspector-amarante-and-the-sleeping-porter": ("#b9822b", "#fff", shoe(60, 480, 1.9, "#2b1a10") + shoe(230, 480, 1.9, "#2b1a10") + shoe(150, 550, .8, "#6b2d1a") + shoe(225, 550, .8, "#6b2d1a")),
    "notes-for-the-house-sitter": ("#23402f", "#23402f", paper()),
    "five-tunes-for-a-small-room": ("#f6efdf", "#111", staff()),
    "protocol-for-watering": ("#0b0d10", "#b9f0c0", '<circle cx="200" cy="980" r="480" fill="#8a8f94"/><path d="M200 502 V 440" stroke="#6fce7c" stroke-width="5"/><path d="M200 455 Q 226 420 252 436 Q 240 464 200 462 M200 470 Q 176 440 152 452 Q 162 478 200 476" fill="#6fce7c"/>'),
    "bread-in-five-mornings": ("#f3ead8", "#5b3a1e", '<circle cx="200" cy="450" r="110" fill="#c98d4f" stroke="#7a4a22" stroke-width="6"/><path d="M130 450 H 270 M200 380 V 520" stroke="#f3ead8" stroke-width="10" stroke-linecap="round"/>'),
    "reading-the-tide": ("#0f6b72", "#fff", tide("#fff")),
    "the-thirteenth-digit": ("#1c2a52", "#fff", dial("#fff")),
    "winter-twigs": ("#d9dcd6", "#3a2a1c", twig("#8f9582")),
    "mending": ("#e3e1dc", "#a5161d", stitches("#a5161d")),
    "la-banda-de-valdeolivos": ("#b3202a", "#ffd84a", drum("#ffd84a")),
    "le-registre-des-neiges": ("#fdfefe", "#1f2f4d", ruler()),
    "the-snail-who-was-expected": ("#d5edc4", "#5a2f7a", snail()),
}


def draw(slug):
    meta = tomllib.loads((BOOKS / slug / "book.toml").read_text())
    ground, ink, motif = COVERS[slug]
    longest = max(len(word) for word in meta["title"].split())
    size = 46 if len(meta["title"]) < 26 and longest < 11 else 38 if longest < 13 else 34
    authors = list(dict.fromkeys(person["name"] for person in meta["contributors"] if person["type"] in ("author", "composer")))
    # The sheet of paper is the one light motif that lies under the title.
    page = f"""<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:{ground}">
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600" style="position:absolute">{motif}</svg>
<div style="position:absolute;left:{64 if 'fffdf4' in motif else 34}px;top:{96 if 'fffdf4' in motif else 52}px;width:{270 if 'fffdf4' in motif else 332}px;color:{ink};font-family:'DejaVu Serif',serif">
<div style="font-size:{size}px;line-height:1.14;font-weight:bold">{html.escape(meta["title"])}</div>
<div style="font-size:19px;margin-top:18px;font-style:italic">{html.escape(" & ".join(authors))}</div></div>"""
    with tempfile.TemporaryDirectory() as folder:
        source, shot = pathlib.Path(folder) / "cover.html", pathlib.Path(folder) / "cover.png"
        source.write_text(page)
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=400,600",
                        f"--screenshot={shot}", str(source)], check=True, capture_output=True)
        cover = BOOKS / slug / "cover.jpg"
        for quality in range(3, 16):
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", str(shot), "-q:v", str(quality), "-bitexact", str(cover)], check=True)
            if cover.stat().st_size <= LIMIT:
                break


for slug in sys.argv[1:] or COVERS:
    draw(slug)
