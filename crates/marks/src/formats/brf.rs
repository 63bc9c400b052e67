//! Marking a braille book: the notice in braille after the title page of each volume, and fingerprints where
//! braille has room for something that nobody feels: in the comment of the zip file, and in blank cells at
//! the ends of lines. They are lost if someone removes the spaces, or unpacks the file and keeps one
//! that is shorter than some two hundred lines; the notice stays.

use std::io::{Read, Seek};

use books::brf::CopyComment;
use books::{Error, Result, path};

use crate::fingerprint::BRAILLE_LINES;
use crate::{FormTemplate, MarkedText, PackageChanges, PackageRewriter};

/// Maximum number of fingerprints in one volume.
const MAX_FINGERPRINTS_PER_VOLUME: usize = 12;
/// Blank cells that a line must have left to carry a part of a fingerprint.
const MIN_BLANK_CELLS: usize = 5;

pub(super) fn find_changes<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<PackageChanges> {
    let copy = CopyComment::parse(&package.comment())
        .ok_or_else(|| Error::bad_package("the container", "it does not say how its braille is set"))?;
    let comment = FormTemplate::default().push_text(format!("{copy} openshelf:copy=")).push_word();
    let mut changes = PackageChanges { comment: Some(comment), ..PackageChanges::default() };
    let volumes: Vec<String> = package.file_names().filter(|name| path::extension(name) == "brf").collect();
    for name in &volumes {
        let mut text = MarkedText::new(package.read_text(name)?);
        let title =
            if copy.settings.paper { text.text.find('\u{c}').map_or(0, |at| at + 1) } else { copy.front };
        let at = if text.text.is_char_boundary(title) { title } else { 0 };
        text.insert_form(at, FormTemplate::default().push_braille_notice(copy.settings));
        insert_fingerprints(&mut text, usize::from(copy.settings.cells));
        changes.set_file(name, text);
    }
    Ok(changes)
}

/// Inserts fingerprints at the ends of lines.
fn insert_fingerprints(into: &mut MarkedText, cells: usize) {
    let mut at = 0;
    let mut free: Vec<usize> = Vec::new();
    // Behind the last end of a line there is none.
    while let Some(length) = into.text[at..].find("\r\n") {
        let line = &into.text[at..at + length];
        if line.trim_start_matches('\u{c}').len() + MIN_BLANK_CELLS <= cells {
            free.push(at + length);
        }
        at += length + 2;
    }
    let copies = (free.len() / BRAILLE_LINES).min(MAX_FINGERPRINTS_PER_VOLUME);
    if copies == 0 {
        return;
    }
    for share in free.chunks_exact(free.len() / copies).take(copies) {
        // The text between its lines is not compressed in copies, so they are those nearest to one another.
        let nearest = share.windows(BRAILLE_LINES).min_by_key(|lines| lines[BRAILLE_LINES - 1] - lines[0]);
        for end in nearest.unwrap_or_default() {
            into.insert_form(*end, FormTemplate::default().push_line_spaces());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{Key, find_records};
    use crate::form::TemplateFiller;
    use crate::mark::Watermark;

    fn insert_and_fill(text: &str, cells: usize, key: &Key) -> String {
        let mut into = MarkedText::new(text.to_owned());
        super::insert_fingerprints(&mut into, cells);
        into.fill_in(&mut TemplateFiller::new(&Watermark::new("A", jiff::civil::date(2026, 1, 2), 9), key))
            .unwrap()
    }

    #[test]
    fn lines_keep_their_width_and_carry_fingerprints() {
        let key = Key::new(b"k");
        let text = format!("{}{}", "A LINE THAT IS FULL OF\r\nSHORT\r\n\u{c}".repeat(100), "\r\n".repeat(40));
        let marked = insert_and_fill(&text, 22, &key);
        assert_eq!(find_records(&key, marked.as_bytes()), [9, 9]);
        let bare = |text: &str| text.split("\r\n").map(str::trim_end).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(bare(&marked), bare(&text));
        assert!(marked.split("\r\n").all(|line| line.trim_start_matches('\u{c}').len() <= 22));
    }

    #[test]
    fn a_short_text_stays_as_it_is() {
        let key = Key::new(b"k");
        for text in ["", "A\r\n", "A"] {
            assert_eq!(insert_and_fill(text, 40, &key), text);
        }
    }
}
