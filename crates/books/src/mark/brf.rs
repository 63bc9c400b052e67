//! Marking a braille book: the notice in braille behind the title page of each volume, and fingerprints where
//! braille has room for something that nobody feels: in the comment of the zip file, and in blank cells at the
//! ends of lines. They are gone when somebody takes the spaces off, or unpacks the file and keeps one that is
//! shorter than some two hundred lines; the notice stays.

use std::io::{Read, Seek, Write};

use super::Mark;
use super::fingerprint::{Fingerprints, Key, STEPS};
use super::rewrite::Rewrite;
use crate::brf::{Copy, notice};
use crate::error::{Error, Result};
use crate::path;

/// Fingerprints of one volume.
const EACH: usize = 12;
/// Blank cells that a line must have left to carry a part of one.
const FREE: usize = 5;

pub(super) fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    let mut rewrite = Rewrite::open(package)?;
    let copy = Copy::parse(&rewrite.comment()).ok_or_else(|| Error::BadPackage {
        entry: "the container".to_owned(),
        reason: "it does not say how its braille is set".to_owned(),
    })?;
    let notice = notice(&mark.notice, &mark.language, copy.settings)?;
    let mut prints = Fingerprints::new(key, mark.record);
    rewrite.set_comment(format!("{copy} openshelf:copy={}", prints.word()));
    let volumes: Vec<String> = rewrite.names().filter(|name| path::extension(name) == "brf").collect();
    for name in &volumes {
        let text = rewrite.text(name)?;
        let at = if copy.settings.paper { text.find('\u{c}').map_or(0, |at| at + 1) } else { copy.front };
        let (title, rest) = text.split_at_checked(at).unwrap_or(("", &text));
        let marked = hide(&format!("{title}{notice}{rest}"), usize::from(copy.settings.cells), &mut prints);
        rewrite.changes.insert(name.clone(), marked);
    }
    rewrite.write(out, volumes.first().map_or("", String::as_str))
}

/// The text with fingerprints at the ends of its lines.
fn hide(text: &str, cells: usize, prints: &mut Fingerprints<'_>) -> String {
    let lines: Vec<&str> = text.split("\r\n").collect();
    // Behind the last end of a line there is none.
    let full = lines.len().saturating_sub(1);
    let free: Vec<usize> =
        (0..full).filter(|at| lines[*at].trim_start_matches('\u{c}').len() + FREE <= cells).collect();
    let copies = (free.len() / STEPS).min(EACH);
    let mut spaces = vec![0_u8; lines.len()];
    for n in 0..copies {
        let begin = n * (free.len() / copies);
        for (line, step) in free[begin..].iter().zip(prints.steps()) {
            spaces[*line] = step;
        }
    }
    let mut out = String::with_capacity(text.len() + copies * STEPS * 3);
    for (n, line) in lines.iter().enumerate() {
        if n > 0 {
            out.push_str("\r\n");
        }
        out.push_str(line);
        out.extend(std::iter::repeat_n(' ', spaces[n].into()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::fingerprint::find;
    use super::*;

    #[test]
    fn lines_keep_their_width_and_carry_fingerprints() {
        let key = Key::new(b"k");
        let text = format!("{}{}", "A LINE THAT IS FULL OF\r\nSHORT\r\n\u{c}".repeat(100), "\r\n".repeat(40));
        let marked = hide(&text, 22, &mut Fingerprints::new(&key, 9));
        assert_eq!(find(&key, marked.as_bytes()), [9, 9]);
        let bare = |text: &str| text.split("\r\n").map(str::trim_end).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(bare(&marked), bare(&text));
        assert!(marked.split("\r\n").all(|line| line.trim_start_matches('\u{c}').len() <= 22));
    }

    #[test]
    fn a_short_text_stays_as_it_is() {
        let key = Key::new(b"k");
        for text in ["", "A\r\n", "A"] {
            assert_eq!(hide(text, 40, &mut Fingerprints::new(&key, 9)), text);
        }
    }
}
