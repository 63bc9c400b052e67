#!/usr/bin/env python3
"""Records the narration of a sandbox book: one MP3 for each chapter and `audio/clips.toml` with exact clip times.

Every element whose id looks like c1s12 is one sentence. Each is spoken by espeak-ng on its own, so its length is
known in samples; the sentences are joined with short silences, and the clip times are sums of sample counts, never
estimates. At 32 kbit/s a frame is too small for lame's own header, so no decoder drops the codec's delay (576 samples
of the encoder, 529 of any decoder): every clip but the first begins that much later.

Usage: scripts/sandbox/narrate.py crates/sandbox/books/notes-for-the-house-sitter [voice]
"""
import io
import pathlib
import subprocess
import sys
import tempfile
import wave
import xml.etree.ElementTree as ET

RATE = 22050
DELAY = 576 + 529
AFTER_SENTENCE, AFTER_PARAGRAPH, AFTER_HEADING = 0.25, 0.6, 0.8


def speak(text, voice):
    """The samples of one sentence, 16 bit mono, without espeak's own closing silence."""
    sound = subprocess.run(["espeak-ng", "-v", voice, "-s", "155", "-z", "--stdin", "--stdout"], input=text.encode(),
                           capture_output=True, check=True).stdout
    # espeak cannot seek back to write the length when it writes to a pipe: take what follows the header.
    with wave.open(io.BytesIO(sound)) as header:
        assert (header.getframerate(), header.getnchannels(), header.getsampwidth()) == (RATE, 1, 2)
    data = sound[sound.index(b"data") + 8:]
    return data[:len(data) // 2 * 2]


def silence(seconds):
    return b"\0\0" * round(seconds * RATE)


def milliseconds(samples):
    return round(samples * 1000 / RATE)


def chapter(path, voice):
    """The samples of one chapter and its clips (id, first sample, end sample)."""
    root = ET.fromstring("<body>" + path.read_text() + "</body>")
    sound, clips = b"", []
    for block in root:
        sentences = [block] if block.get("id") else block.findall("span")
        for number, sentence in enumerate(sentences):
            begin = len(sound) // 2
            sound += speak("".join(sentence.itertext()), voice)
            last = number + 1 == len(sentences)
            sound += silence(AFTER_HEADING if block.tag == "h1" else AFTER_PARAGRAPH if last else AFTER_SENTENCE)
            clips.append((sentence.get("id"), begin + DELAY if begin else 0, len(sound) // 2 + DELAY))
    return sound, clips


def encode(sound, mp3):
    """Writes the MP3, and refuses one with a header, by which decoders would drop the delay that the clips allow for."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        with wave.open(file, "wb") as wav:
            wav.setparams((1, 2, RATE, 0, "NONE", ""))
            wav.writeframes(sound)
        file.flush()
        subprocess.run(["lame", "--quiet", "-m", "m", "-b", "32", "--cbr", file.name, str(mp3)], check=True)
    assert b"Info" not in mp3.read_bytes()[:400], "a LAME header"


def main():
    book, voice = pathlib.Path(sys.argv[1]), (sys.argv[2:] or ["en-gb"])[0]
    out = ["# Written by scripts/sandbox/narrate.py: [id, first millisecond, end].\n"]
    for path in sorted(book.glob("*.xhtml")):
        sound, clips = chapter(path, voice)
        mp3 = book / "audio" / (path.stem + ".mp3")
        mp3.parent.mkdir(exist_ok=True)
        encode(sound, mp3)
        out.append(f'[[track]]\nchapter = "{path.name}"\naudio = "audio/{mp3.name}"\nclips = [\n')
        out += [f'  ["{name}", {milliseconds(begin)}, {milliseconds(end)}],\n' for name, begin, end in clips]
        out.append("]\n")
        print(mp3, f"{len(sound) / 2 / RATE:.3f} s", mp3.stat().st_size, "bytes")
    (book / "audio" / "clips.toml").write_text("".join(out))


if __name__ == "__main__":
    main()
