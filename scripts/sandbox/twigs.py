#!/usr/bin/env python3
"""Draws the figures of "Winter Twigs" (crates/sandbox/books/winter-twigs/images).

Every twig stands upright, tip at the top. SVG is written by this script; the two PNG figures are the SVG of the
same name, taken by a headless Chromium and then removed. Usage: scripts/sandbox/twigs.py
"""
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parents[2] / "crates/sandbox/books/winter-twigs/images"
LINE = 'stroke="#2b2118" stroke-width="2" stroke-linejoin="round"'


def bud(x, y, lean, length, width, fill, blunt=0.0, scales=0):
    """A bud whose base is at (x, y); `lean` degrees from upright, clockwise; `blunt` from 0 (point) to 1 (round)."""
    top = length
    side = width / 2
    shoulder = length * (0.45 + 0.25 * blunt)
    tip = side * blunt
    path = (f"M0 0 C {-side * 1.6:.1f} {-length * .15:.1f} {-side - tip * .4:.1f} {-shoulder:.1f} 0 {-top:.1f} "
            f"C {side + tip * .4:.1f} {-shoulder:.1f} {side * 1.6:.1f} {-length * .15:.1f} 0 0 z")
    lines = "".join(
        f'<path d="M{-side * .7:.1f} {-length * (.22 + .2 * n):.1f} Q 0 {-length * (.40 + .2 * n):.1f} '
        f'{side * .7:.1f} {-length * (.22 + .2 * n):.1f}" fill="none" stroke="#2b2118" stroke-width="1"/>'
        for n in range(scales))
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({lean})"><path d="{path}" fill="{fill}" {LINE}/>{lines}</g>'


def stem(points, base, tip, fill):
    """A tapering stem through the points, bottom to top."""
    left, right = [], []
    for n, (x, y) in enumerate(points):
        half = (base + (tip - base) * n / (len(points) - 1)) / 2
        left.append((x - half, y))
        right.append((x + half, y))
    outline = " L ".join(f"{x:.1f} {y:.1f}" for x, y in left + right[::-1])
    return f'<path d="M {outline} z" fill="{fill}" {LINE}/>'


def scar(x, y, w=16, h=9, dots=0):
    """A leaf scar, with the ends of the sap vessels as dots."""
    marks = "".join(f'<circle cx="{x + (d - (dots - 1) / 2) * w / max(dots, 1):.1f}" cy="{y + 2:.1f}" r="1.3" fill="#2b2118"/>'
                    for d in range(dots))
    return (f'<path d="M{x - w / 2} {y - h / 2} Q {x} {y + h * 1.6} {x + w / 2} {y - h / 2} Q {x} {y + h * .3} '
            f'{x - w / 2} {y - h / 2} z" fill="#efe3cf" {LINE}/>{marks}')


def catkin(x, y, length, width, fill, lean=0):
    """A hanging catkin with its rows of scales."""
    rows = "".join(f'<path d="M{-width / 2:.1f} {n} q {width / 2:.1f} 5 {width:.1f} 0" fill="none" stroke="#2b2118" stroke-width="1"/>'
                   for n in range(8, int(length) - 4, 8))
    return (f'<g transform="translate({x} {y}) rotate({lean})"><rect x="{-width / 2}" y="0" width="{width}" height="{length}" '
            f'rx="{width / 2}" fill="{fill}" {LINE}/>{rows}</g>')


def stalk(x, y, to_x, to_y):
    """The thin stalk of a catkin."""
    return f'<path d="M{x} {y} L{to_x} {to_y}" stroke="#2b2118" stroke-width="2"/>'


def straight(x=150, top=110, bottom=470):
    return [(x, bottom), (x, (top + bottom) / 2), (x, top)]


def ash():
    out = stem([(150, 470), (150, 330), (150, 200), (150, 110)], 22, 16, "#9aa08c")
    for y in (380, 270, 165):
        out += scar(137, y + 14, 14, 8) + scar(163, y + 14, 14, 8)
        out += bud(139, y, -28, 30, 20, "#1d1a1a", .6) + bud(161, y, 28, 30, 20, "#1d1a1a", .6)
    return out + bud(136, 116, -22, 28, 17, "#1d1a1a", .6) + bud(164, 116, 22, 28, 17, "#1d1a1a", .6) + bud(150, 112, 0, 52, 34, "#1d1a1a", .5)


def chestnut():
    out = stem(straight(top=150), 26, 20, "#8a6a4c")
    for y in (390, 265):
        out += scar(136, y + 18, 24, 18, 5) + scar(165, y + 18, 24, 18, 5)
        out += bud(138, y, -35, 44, 24, "#6d2f1c", .3, 3) + bud(162, y, 35, 44, 24, "#6d2f1c", .3, 3)
    return out + bud(150, 156, 0, 92, 48, "#6d2f1c", .35, 4) + '<ellipse cx="140" cy="105" rx="4" ry="14" fill="#fff" opacity=".6"/>'


def sycamore():
    out = stem(straight(top=130), 20, 15, "#8d8577")
    for y in (390, 265):
        out += bud(141, y, -32, 36, 24, "#7fa348", .5, 3) + bud(159, y, 32, 36, 24, "#7fa348", .5, 3)
    return out + bud(140, 134, -24, 30, 18, "#7fa348", .5, 2) + bud(160, 134, 24, 30, 18, "#7fa348", .5, 2) + bud(150, 132, 0, 58, 36, "#7fa348", .5, 4)


def beech():
    out = stem([(150, 470), (158, 400), (143, 320), (157, 240), (146, 170), (150, 130)], 13, 7, "#7b6a58")
    for x, y, lean in ((156, 400, 42), (145, 320, -42), (156, 240, 42), (147, 170, -42)):
        out += bud(x, y, lean, 78, 15, "#b3683a", 0, 4)
    return out + bud(150, 134, 4, 82, 15, "#b3683a", 0, 4)


def oak():
    out = stem([(150, 470), (155, 380), (147, 290), (152, 200), (150, 150)], 18, 14, "#8c8272")
    for x, y, lean in ((155, 375, 38), (146, 290, -38), (153, 215, 38)):
        out += bud(x, y, lean, 28, 19, "#a5713f", .6, 2)
    for lean in (-58, 58, -30, 30):
        out += bud(150 + lean / 6, 152, lean, 36, 23, "#a5713f", .6, 3)
    return out + bud(150, 152, 0, 46, 28, "#a5713f", .6, 3)


def lime():
    out = stem([(150, 470), (166, 400), (134, 320), (166, 240), (136, 160), (144, 130)], 12, 8, "#9c3b34")
    for x, y, lean in ((168, 402, 30), (132, 322, -30), (168, 242, 30), (134, 164, -30)):
        out += bud(x, y, lean, 36, 28, "#c2453b", .9, 1)
    return out + bud(145, 134, 8, 38, 28, "#c2453b", .9, 1)


def willow():
    out = stem([(150, 470), (153, 350), (148, 230), (150, 110)], 12, 6, "#c9a43c")
    for x, y, lean in ((157, 410, 4), (144, 350, -4), (156, 290, 4), (145, 230, -4), (155, 175, 4)):
        out += bud(x, y, lean, 40, 13, "#e0bb55", .3)
    return out + bud(150, 114, 0, 34, 11, "#e0bb55", .3)


def birch():
    out = stem([(120, 470), (140, 360), (155, 250), (175, 130)], 8, 4, "#6b4a3c")
    for x, y, lean in ((142, 355, 52), (147, 290, -22), (160, 225, 52), (166, 170, -18)):
        out += bud(x, y, lean, 28, 13, "#8a9a4a", .1, 2)
    for n in range(26):
        out += f'<circle cx="{121 + n * 2.05 + (n % 3 - 1):.1f}" cy="{462 - n * 12.6:.1f}" r="1.6" fill="#efe7d8"/>'
    return out + stalk(175, 130, 196, 152) + bud(175, 132, 12, 26, 11, "#8a9a4a", .1, 2) + catkin(196, 150, 62, 12, "#a98a55", -16)


def hazel():
    out = stem([(150, 470), (157, 390), (144, 310), (156, 230), (148, 140)], 12, 7, "#a08b6c")
    for x, y, lean in ((158, 388, 40), (143, 308, -40), (157, 230, 40)):
        out += bud(x, y, lean, 30, 24, "#93a85a", .9, 2)
    for n in range(22):
        y = 460 - n * 14
        out += f'<path d="M{142} {y} l-7 -3 M{160} {y - 6} l7 -3" stroke="#5d4a35" stroke-width="1.2" fill="none"/>'
    return out + stalk(150, 143, 186, 162) + stalk(150, 143, 206, 162) + catkin(186, 160, 84, 14, "#d9c15a", -6) + catkin(206, 160, 74, 14, "#d9c15a", -14) + bud(148, 144, 0, 30, 23, "#93a85a", .9, 2)


def alder():
    out = stem([(150, 470), (156, 380), (146, 290), (154, 200), (150, 140)], 14, 9, "#6e5a4a")
    for x, y, side in ((155, 380, 1), (147, 290, -1), (154, 205, 1)):
        out += f'<path d="M{x} {y} l{14 * side} -16" stroke="#2b2118" stroke-width="6" fill="none"/>'
        out += bud(x + 13 * side, y - 14, 32 * side, 44, 20, "#7b4a86", .8)
    out += bud(150, 144, 0, 44, 19, "#7b4a86", .8)
    for cx, cy in ((90, 210), (72, 250)):
        out += f'<path d="M{cx} {cy - 22} L 146 170" stroke="#2b2118" stroke-width="2"/>'
        out += f'<ellipse cx="{cx}" cy="{cy}" rx="17" ry="23" fill="#3a2c25" {LINE}/>'
        out += "".join(f'<path d="M{cx - 14} {cy + d} q 14 8 28 0" stroke="#b9a48f" fill="none"/>' for d in (-12, -4, 4, 11))
    return out + stalk(150, 150, 205, 172) + catkin(205, 170, 70, 14, "#8d5a78", -8)


def parts():
    out = stem([(200, 470), (200, 330), (200, 220), (200, 130)], 24, 17, "#9c8a70")
    out += bud(200, 134, 0, 70, 40, "#8a5a35", .4, 4)
    for y in (370, 250):
        out += scar(187, y + 18, 20, 14, 3) + bud(187, y, -34, 40, 24, "#8a5a35", .4, 2)
        out += scar(213, y + 18, 20, 14, 3) + bud(213, y, 34, 40, 24, "#8a5a35", .4, 2)
    out += "".join(f'<path d="M{188} {y} h24" {LINE}/>' for y in (424, 429, 434, 439))
    out += "".join(f'<ellipse cx="{x}" cy="{y}" rx="2" ry="4" fill="#efe3cf"/>' for x, y in ((196, 320), (205, 305), (198, 292), (206, 345), (199, 455)))
    label = '<g font-family="sans-serif" font-size="17" fill="#111">'
    for x, y, to_x, to_y, text, anchor in ((300, 100, 222, 100, "1 end bud", "start"), (300, 225, 240, 228, "2 side bud", "start"),
                                           (300, 280, 226, 271, "3 leaf scar", "start"), (80, 318, 193, 318, "4 breathing pores", "middle"),
                                           (300, 432, 215, 432, "5 year ring", "start")):
        label += f'<path d="M{x + (60 if anchor == "middle" else -6)} {y - 5} L {to_x} {to_y}" stroke="#111" fill="none"/><text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'
    return out + label + "</g>"


def pairs_or_turns():
    out = ""
    for dx, kind in ((0, "opposite"), (250, "alternate")):
        out += f'<g transform="translate({dx} 0)">' + stem(straight(125, 110, 420), 16, 11, "#9c8a70")
        for n, y in enumerate((360, 270, 180)):
            if kind == "opposite":
                out += bud(118, y, -34, 44, 24, "#8a5a35", .4, 2) + bud(132, y, 34, 44, 24, "#8a5a35", .4, 2)
            else:
                side = -1 if n % 2 else 1
                out += bud(125 + 7 * side, y, 34 * side, 44, 24, "#8a5a35", .4, 2)
        out += bud(125, 114, 0, 48, 26, "#8a5a35", .4, 2)
        out += f'<text x="125" y="455" text-anchor="middle" font-family="sans-serif" font-size="22">{kind}</text></g>'
    return out


def ring():
    out = stem([(150, 470), (150, 300), (150, 110)], 24, 14, "#9c8a70")
    for base in (420, 300, 205):
        out += "".join(f'<path d="M{138} {base + d} h24" {LINE}/>' for d in (0, 5, 10, 15))
    out += '<g font-family="sans-serif" font-size="15"><text x="172" y="160">this year</text><text x="172" y="265">last year</text><text x="172" y="375">the year before</text></g>'
    return out + bud(150, 114, 0, 54, 32, "#8a5a35", .4, 3)


def write(name, body, width=300, height=500, title=""):
    text = (f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img" aria-label="{title}">\n<title>{title}</title>\n<rect width="{width}" height="{height}" fill="#fbf9f4"/>\n{body}\n</svg>\n')
    (HERE / f"{name}.svg").write_text(text)
    return width, height


def to_png(name, width, height):
    """Replaces an SVG by a PNG of the same size."""
    svg, png = HERE / f"{name}.svg", HERE / f"{name}.png"
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text(f'<body style="margin:0"><img src="{svg.as_uri()}" style="width:{width}px;height:{height}px;display:block">')
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files",
                        f"--window-size={width},{height}", f"--screenshot={png}", str(page)], check=True, capture_output=True)
    svg.unlink()


def main():
    HERE.mkdir(parents=True, exist_ok=True)
    for draw in (ash, chestnut, sycamore, beech, oak, lime, willow, birch, hazel, alder):
        write(draw.__name__, draw(), title=f"A winter twig of {draw.__name__.replace('chestnut', 'horse chestnut')}")
    write("parts", parts(), 420, 500, "The parts of a twig")
    to_png("pairs-or-turns", *write("pairs-or-turns", pairs_or_turns(), 500, 480, "Opposite and alternate buds"))
    to_png("ring", *write("ring", ring(), title="Year rings on a twig"))


if __name__ == "__main__":
    main()
