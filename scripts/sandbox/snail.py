#!/usr/bin/env python3
"""Draws the pictures of "The Snail Who Was Expected" (crates/sandbox/books/the-snail-who-was-expected/images).

Usage: scripts/sandbox/snail.py
"""
import pathlib

HERE = pathlib.Path(__file__).resolve().parents[2] / "crates/sandbox/books/the-snail-who-was-expected/images"
INK = 'stroke="#3a2a3f" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"'


def snail(x, y, size=1.0, hidden=False, case=True):
    """Odile, standing on (x, y), looking right."""
    body = (f'<path d="M-70 0 Q -60 -18 -20 -18 L 40 -18 Q 62 -20 66 -52 Q 70 -70 84 -60 Q 98 -48 90 -18 Q 84 0 60 0 z" fill="#f0d9b5" {INK}/>'
            f'<path d="M74 -62 L 68 -92 M86 -60 L 92 -90" fill="none" {INK}/><circle cx="68" cy="-95" r="6" fill="#3a2a3f"/><circle cx="92" cy="-93" r="6" fill="#3a2a3f"/>'
            f'<path d="M82 -34 q 8 6 12 -2" fill="none" {INK}/>')
    if hidden:
        body = (f'<path d="M-60 0 Q 0 -14 60 0 z" fill="#f0d9b5" {INK}/><path d="M44 -10 L 60 -34 M52 -6 L 76 -26" fill="none" {INK}/>'
                f'<circle cx="61" cy="-37" r="6" fill="#3a2a3f"/><circle cx="78" cy="-28" r="6" fill="#3a2a3f"/>')
    shell = (f'<circle cx="-4" cy="-60" r="52" fill="#f7b6c8" {INK}/><circle cx="-2" cy="-56" r="38" fill="#ffe08a" {INK}/>'
             f'<circle cx="0" cy="-54" r="25" fill="#f7b6c8" {INK}/><circle cx="2" cy="-52" r="12" fill="#ffe08a" {INK}/>')
    bag = (f'<rect x="106" y="-22" width="30" height="22" rx="4" fill="#b5683a" {INK}/><path d="M114 -22 q 7 -12 14 0" fill="none" {INK}/>' if case else "")
    return f'<g transform="translate({x} {y}) scale({size})">{body}{shell}{bag}</g>'


def trail(path, width=8, color="#cfd6e6"):
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>'


def grass(y, color="#a9d18e"):
    return f'<rect x="0" y="{y}" width="600" height="{420 - y}" fill="{color}"/>'


def bee(x, y):
    return (f'<g transform="translate({x} {y})"><ellipse cx="-6" cy="-22" rx="12" ry="18" fill="#e8f4fb" {INK}/><ellipse cx="10" cy="-22" rx="12" ry="18" fill="#e8f4fb" {INK}/>'
            f'<ellipse rx="30" ry="20" fill="#f6c945" {INK}/><path d="M-8 -19 V 19 M8 -19 V 19" {INK}/><circle cx="21" cy="-4" r="3" fill="#3a2a3f"/></g>')


def lizard(x, y, size=1.0):
    return (f'<g transform="translate({x} {y}) scale({size})"><path d="M-120 6 Q -60 -30 0 -18 Q 50 -20 84 -8 Q 100 0 84 8 Q 50 18 0 14 Q -60 14 -120 6 z" fill="#7cc36a" {INK}/>'
            f'<path d="M-20 12 l -14 20 M30 14 l 10 20 M-16 -16 l -16 -16 M34 -18 l 12 -16" fill="none" {INK}/><circle cx="72" cy="-5" r="4" fill="#3a2a3f"/></g>')


def moth(x, y):
    return (f'<g transform="translate({x} {y})"><path d="M0 0 Q -40 -40 -44 -6 Q -40 20 0 6 Q 40 20 44 -6 Q 40 -40 0 0 z" fill="#d9c6e8" {INK}/>'
            f'<ellipse rx="6" ry="18" fill="#8d7a9c" {INK}/><path d="M-3 -17 l -8 -12 M3 -17 l 8 -12" fill="none" {INK}/></g>')


def beetle(x, y):
    return (f'<g transform="translate({x} {y})"><ellipse rx="30" ry="20" fill="#39597a" {INK}/><path d="M-6 -20 V 20" fill="none" {INK}/><circle cx="30" cy="0" r="12" fill="#2b4059" {INK}/>'
            f'<path d="M-18 16 l -6 12 M0 19 v 12 M16 16 l 6 12" fill="none" {INK}/></g>')


def toad(x, y, asleep=True):
    eyes = f'<path d="M-34 -66 q 10 8 20 0 M14 -66 q 10 8 20 0" fill="none" {INK}/>' if asleep else '<circle cx="-24" cy="-68" r="5" fill="#3a2a3f"/><circle cx="24" cy="-68" r="5" fill="#3a2a3f"/>'
    return (f'<g transform="translate({x} {y})"><path d="M-80 0 Q -90 -60 -40 -70 Q -36 -90 -20 -82 Q 0 -76 20 -82 Q 36 -90 40 -70 Q 90 -60 80 0 z" fill="#a9825a" {INK}/>{eyes}'
            f'<path d="M-40 -40 Q 0 -22 40 -40" fill="none" {INK}/><circle cx="-56" cy="-24" r="6" fill="#8a6743"/><circle cx="60" cy="-30" r="7" fill="#8a6743"/></g>')


def pot(x, y):
    return (f'<g transform="translate({x} {y})"><path d="M-120 0 L -96 -170 L 96 -170 L 120 0 z" fill="#4f86c6" {INK}/><rect x="-112" y="-200" width="224" height="40" rx="6" fill="#5f97d8" {INK}/>'
            f'<path d="M-72 0 Q -72 -110 0 -110 Q 72 -110 72 0 z" fill="#24435f" {INK}/></g>')


def cup(x, y, steam=True):
    rising = '<path d="M-8 -34 q 8 -10 0 -20 M8 -34 q 8 -10 0 -20" fill="none" stroke="#777" stroke-width="3"/>' if steam else ""
    return f'<g transform="translate({x} {y})"><path d="M-26 -26 Q -24 0 0 0 Q 24 0 26 -26 z" fill="#8d6a3c" {INK}/>{rising}</g>'


def write(name, sky, body, title):
    (HERE / f"{name}.svg").write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="600" height="420" viewBox="0 0 600 420" role="img" aria-label="{title}">\n'
        f'<title>{title}</title>\n<rect width="600" height="420" fill="{sky}"/>\n{body}\n</svg>\n')


def main():
    HERE.mkdir(parents=True, exist_ok=True)
    letter = (f'<path d="M380 110 Q 460 60 540 110 Q 520 240 440 250 Q 380 220 380 110 z" fill="#8fc06a" {INK}/>'
              '<path d="M410 125 h90 M408 148 h98 M410 171 h84 M418 194 h60" stroke="#3a2a3f" stroke-width="3"/>')
    write("monday", "#eaf6e0", grass(330) + letter + snail(190, 350, 1.5), "Monday: the letter")
    bricks = "".join(f'<rect x="{x}" y="{y}" width="150" height="60" fill="#c96b50" {INK}/>' for y, start in ((300, -60), (360, 10)) for x in range(start, 620, 150))
    write("tuesday", "#fdf0d5", f'<rect x="300" y="110" width="320" height="90" fill="#b9b2a6" {INK}/>' + lizard(450, 96) + bricks + trail("M0 300 H 180") + snail(260, 300, 1.1), "Tuesday: the lizard")
    rain = "".join(f'<path d="M{(n * 67) % 620} {(n * 43) % 300} l -14 46" stroke="#5b8fc4" stroke-width="5" stroke-linecap="round"/>' for n in range(34))
    write("wednesday", "#cfdde8", grass(330, "#8fb98a") + rain + snail(250, 350, 1.7, hidden=True, case=False) + bee(430, 326), "Wednesday: the rain")
    stones = "".join(f'<ellipse cx="{(n * 83) % 610}" cy="{172 + (n * 37) % 120}" rx="{16 + n % 3 * 5}" ry="{10 + n % 2 * 4}" fill="#e8cf8a" stroke="#b3944a" stroke-width="3"/>' for n in range(42))
    write("thursday", "#a9d18e", f'<rect x="0" y="150" width="600" height="160" fill="#f0dea6"/>{stones}<circle cx="470" cy="96" r="14" fill="#4f86c6" {INK}/>' + beetle(420, 355) + snail(160, 380, 0.8), "Thursday: the path")
    stars = "".join(f'<circle cx="{(n * 97) % 600}" cy="{(n * 53) % 240}" r="{2 + n % 3}" fill="#fff"/>' for n in range(34))
    write("friday", "#1e2748", stars + '<circle cx="120" cy="90" r="52" fill="#f6f0d0"/>' + grass(300, "#2c4a3c") + trail("M0 410 Q 160 330 280 380 T 470 340", 10, "#f4f6ff") + moth(330, 220) + snail(500, 345, 0.8), "Friday: the silver line")
    write("saturday", "#fbe3d0", grass(320) + pot(200, 360) + toad(210, 375) + cup(380, 375) + snail(490, 378, 0.6), "Saturday: the blue flowerpot")
    cake = f'<g transform="translate(360 400)"><rect x="-34" y="-26" width="68" height="26" rx="4" fill="#b5683a" {INK}/><path d="M-34 -26 l -10 -28 h 68 l 10 28" fill="#c98455" {INK}/><path d="M-20 -28 q 6 -14 14 -2 q 8 -14 16 0 q 8 -10 14 2 z" fill="#f6d98c" {INK}/></g>'
    write("sunday", "#fff3d6", grass(320) + pot(300, 350) + toad(300, 360, asleep=False) + snail(110, 390, 0.8, case=False) + bee(180, 200) + moth(450, 170) + beetle(530, 385) + lizard(470, 330, 0.7) + cup(250, 404) + cake, "Sunday: everybody")


if __name__ == "__main__":
    main()
