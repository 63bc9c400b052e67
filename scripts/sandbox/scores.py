#!/usr/bin/env python3
"""Engraves "Five Tunes for a Small Room" (crates/sandbox/books/five-tunes-for-a-small-room).

From the tunes below it writes, so that they cannot disagree: MusicXML in scores/, the engraving as SVG in images/,
and the list of bars in words between <ol id="bars"> and </ol> of the tune's chapter. Usage: scripts/sandbox/scores.py
"""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parents[2] / "crates/sandbox/books/five-tunes-for-a-small-room"
STEPS = "CDEFGAB"
# Name of a length: (MusicXML type, dots, eighths, words)
LENGTHS = {"e": ("eighth", 0, 1, "eighth"), "q": ("quarter", 0, 2, "quarter"), "q.": ("quarter", 1, 3, "dotted quarter"),
           "h": ("half", 0, 4, "half"), "h.": ("half", 1, 6, "dotted half"), "w": ("whole", 0, 8, "whole")}
SHARPS, FLATS = "FCGDAEB", "BEADGCF"

TUNES = [
    ("1-kettle-waltz", "Kettle Waltz", 1, "major", "3/4", 112, "", """
     D4q G4q B4q | B4h A4q | G4q A4q B4q | A4h. | D4q F#4q A4q | C5h B4q | A4q B4q F#4q | G4h. |
     E5h D5q | B4h G4q | C5q B4q A4q | D5h. | D4q G4q B4q | C5h A4q | G4q A4q F#4q | G4h."""),
    ("2-the-long-corridor", "The Long Corridor", -1, "minor", "4/4", 84, "", """
     D4q D4q E4q F4q | A4h F4h | G4q F4q E4q D4q | E4w | D4q E4q F4q G4q | A4h Bb4q A4q | G4q E4q F4q C#4q | D4w"""),
    ("3-lullaby-for-a-radiator", "Lullaby for a Radiator", -1, "major", "6/8", 60, "", """
     C5q A4e F4q A4e | Bb4q G4e C4q. | F4q G4e A4q Bb4e | C5h. | D5q Bb4e C5q A4e | G4q A4e Bb4q G4e | A4q F4e G4q E4e | F4h."""),
    ("4-two-neighbors", "Two Neighbors", 0, "major", "2/4", 96, "", """
     C4q E4q | G4q E4e D4e | E4q G4q | G4q C5q | C5q G4q | E4q G4e A4e | G4q E4e D4e | C4h"""),
    ("5-the-last-bus", "The Last Bus", 0, "minor", "4/4", 76, "Am Dm G C F Dm E7 Am", """
     E4q. A4e C5h | D5q C5q A4h | B4q. A4e G4h | E4w | F4q. A4e C5h | D5q F5q E5q D5q | C5q B4q G#4q B4q | A4w"""),
]


def parse(text):
    """Bars of (step, alteration, octave, length name)."""
    bars = []
    for bar in text.split("|"):
        bars.append([(m[1], {"#": 1, "b": -1}.get(m[2], 0), int(m[3]), m[4])
                     for m in re.finditer(r"([A-G])([#b]?)(\d)([eqhw]\.?)", bar)])
    return bars


def key_alteration(fifths, step):
    """What the key signature does to a step."""
    if fifths > 0 and step in SHARPS[:fifths]:
        return 1
    return -1 if fifths < 0 and step in FLATS[:-fifths] else 0


def check(name, bars, time):
    beats, unit = map(int, time.split("/"))
    for number, bar in enumerate(bars, 1):
        assert sum(LENGTHS[length][2] for *_, length in bar) == beats * 8 // unit, (name, number)


def musicxml(name, title, fifths, mode, time, tempo, chords, bars):
    beats, unit = time.split("/")
    out = ['<?xml version="1.0" encoding="UTF-8"?>',
           '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">',
           '<score-partwise version="4.0">', f"<work><work-title>{title}</work-title></work>",
           '<identification><creator type="composer">Anneke Brandsma-Cole</creator></identification>',
           '<part-list><score-part id="P1"><part-name>Melody</part-name></score-part></part-list>', '<part id="P1">']
    for number, bar in enumerate(bars, 1):
        out.append(f'<measure number="{number}">')
        if number == 1:
            out.append(f"<attributes><divisions>2</divisions><key><fifths>{fifths}</fifths><mode>{mode}</mode></key>"
                       f"<time><beats>{beats}</beats><beat-type>{unit}</beat-type></time><clef><sign>G</sign><line>2</line></clef></attributes>")
            dotted = "<beat-unit-dot/>" if unit == "8" else ""
            quarters = tempo * 3 // 2 if dotted else tempo
            out.append(f'<direction placement="above"><direction-type><metronome><beat-unit>quarter</beat-unit>{dotted}'
                       f'<per-minute>{tempo}</per-minute></metronome></direction-type><sound tempo="{quarters}"/></direction>')
        if chords:
            root, kind = chords[number - 1][0], chords[number - 1][1:]
            words = {"": "major", "m": "minor", "7": "dominant"}[kind]
            out.append(f'<harmony><root><root-step>{root}</root-step></root><kind text="{kind}">{words}</kind></harmony>')
        for step, alter, octave, length in bar:
            kind, dots, eighths, _ = LENGTHS[length]
            sign = {1: "sharp", 0: "natural", -1: "flat"}[alter]
            shown = f"<accidental>{sign}</accidental>" if alter != key_alteration(fifths, step) else ""
            out.append(f"<note><pitch><step>{step}</step>{f'<alter>{alter}</alter>' if alter else ''}<octave>{octave}</octave></pitch>"
                       f"<duration>{eighths}</duration><type>{kind}</type>{'<dot/>' * dots}{shown}</note>")
        if number == len(bars):
            out.append('<barline location="right"><bar-style>light-heavy</bar-style></barline>')
        out.append("</measure>")
    return "\n".join(out + ["</part>", "</score-partwise>", ""])


def in_words(bars, chords):
    """The list of bars: each note by name and length, with a word where the octave changes the line."""
    items = []
    for number, bar in enumerate(bars):
        words = []
        for step, alter, octave, length in bar:
            name = ("high " if octave == 5 else "") + step + {1: " sharp", 0: "", -1: " flat"}[alter]
            words.append(f"{name}, {LENGTHS[length][3]}")
        lead = f"Chord {chords[number].replace('m', ' minor').replace('7', ' seventh')}. " if chords else ""
        items.append(f"<li>{lead}{'; '.join(words)}.</li>")
    return "\n".join(items)


def accidental(x, y, alter):
    if alter > 0:
        return f'<path d="M{x - 3} {y - 11} v24 M{x + 3} {y - 13} v24" stroke="#111" stroke-width="1.4"/><path d="M{x - 7} {y - 2} l14 -4 M{x - 7} {y + 6} l14 -4" stroke="#111" stroke-width="3"/>'
    return f'<path d="M{x - 4} {y - 20} V {y + 7} Q {x + 9} {y - 4} {x + 4} {y - 7} Q {x} {y - 9} {x - 4} {y - 3}" fill="none" stroke="#111" stroke-width="1.8"/>'


def clef(x, y):
    """A G clef that curls round the second line; (x, y) lies on that line."""
    return (f'<path transform="translate({x} {y})" d="M2 6 C -6 6 -8 -6 2 -8 C 14 -9 15 10 0 12 C -20 12 -17 -14 -2 -26 C 10 -37 9 -52 4 -54 '
            f'C -3 -52 -5 -38 -2 -26 L 5 20 C 6 30 -8 31 -8 23" fill="none" stroke="#111" stroke-width="2.6" stroke-linecap="round"/>')


def engraving(title, fifths, time, chords, bars):
    left, width, per_line, gap = 20, 780, 4, 130
    lines = (len(bars) + per_line - 1) // per_line
    height = 40 + gap * lines
    out = []

    def at(base, step, octave):
        """y of a pitch; `base` is the bottom line, E4."""
        return base - 5 * ((octave - 4) * 7 + STEPS.index(step) - STEPS.index("E"))

    for line in range(lines):
        base = 95 + gap * line
        out += [f'<path d="M{left} {base - 10 * n} H {left + width}" stroke="#555"/>' for n in range(5)]
        out.append(clef(left + 24, base - 10))
        x = left + 52
        for n in range(abs(fifths)):
            step = (SHARPS if fifths > 0 else FLATS)[n]
            out.append(accidental(x, at(base, step, 5 if step in "FGCDE" and fifths > 0 else 4), fifths))
            x += 14
        if line == 0:
            top, bottom = time.split("/")
            out.append(f'<g font-family="serif" font-weight="bold" font-size="25" text-anchor="middle"><text x="{x + 8}" y="{base - 21}">{top}</text><text x="{x + 8}" y="{base - 1}">{bottom}</text></g>')
        x += 28
        here = bars[line * per_line:(line + 1) * per_line]
        room = (left + width - x) / len(here)
        for number, bar in enumerate(here):
            start = x + room * number
            total = sum(LENGTHS[length][2] for *_, length in bar)
            gone = 0
            if chords:
                out.append(f'<text x="{start + 18:.0f}" y="{base - 62}" font-family="sans-serif" font-size="17" font-weight="bold">{chords[line * per_line + number]}</text>')
            for step, alter, octave, length in bar:
                kind, dots, eighths, _ = LENGTHS[length]
                nx, ny = start + 22 + (room - 26) * gone / total, at(base, step, octave)
                gone += eighths
                if ny > base + 5:
                    out.append(f'<path d="M{nx - 11:.1f} {base + 10} h22" stroke="#555"/>')
                if alter != key_alteration(fifths, step):
                    out.append(accidental(nx - 15, ny, alter or 1))
                hollow = kind in ("half", "whole")
                out.append(f'<ellipse cx="{nx:.1f}" cy="{ny}" rx="6.5" ry="4.6" transform="rotate(-20 {nx:.1f} {ny})" fill="{"#fff" if hollow else "#111"}" stroke="#111" stroke-width="2"/>')
                if kind != "whole":
                    down = ny <= base - 20
                    sx, sy = (nx - 6.3, ny + 34) if down else (nx + 6.3, ny - 34)
                    out.append(f'<path d="M{sx:.1f} {ny} V {sy}" stroke="#111" stroke-width="1.8"/>')
                    if kind == "eighth":
                        bend = -1 if down else 1
                        out.append(f'<path d="M{sx:.1f} {sy} q 2 {10 * bend} 9 {20 * bend} q -1 {-8 * bend} -9 {-12 * bend} z" fill="#111"/>')
                out += [f'<circle cx="{nx + 13:.1f}" cy="{ny - 3}" r="2.2"/>'] * dots
            last = line * per_line + number + 1 == len(bars)
            end = start + room
            out.append(f'<path d="M{end - (6 if last else 0):.1f} {base} v-40" stroke="#111"/>' + (f'<path d="M{end - 2:.1f} {base} v-40" stroke="#111" stroke-width="4"/>' if last else ""))
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="820" height="{height}" viewBox="0 0 820 {height}" role="img" aria-label="{title}, engraved">\n'
            f'<title>{title}, engraved</title>\n<rect width="820" height="{height}" fill="#fff"/>\n' + "\n".join(out) + "\n</svg>\n")


def main():
    for name, title, fifths, mode, time, tempo, chords, text in TUNES:
        bars, chords = parse(text), chords.split()
        check(name, bars, time)
        (HERE / "scores" / f"{name}.musicxml").write_text(musicxml(name, title, fifths, mode, time, tempo, chords, bars))
        (HERE / "images" / f"{name}.svg").write_text(engraving(title, fifths, time, chords, bars))
        page = HERE / f"{name}.xhtml"
        filled = re.sub(r'(<ol id="bars">\n).*?(</ol>)', lambda m: m[1] + in_words(bars, chords) + "\n" + m[2], page.read_text(), flags=re.S)
        page.write_text(filled)


if __name__ == "__main__":
    main()
