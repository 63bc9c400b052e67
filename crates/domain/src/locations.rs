//! Places in a title, and the order in which a reader comes to them (docs/rules/requests.md#rule-13:
//! bookmarks and highlights are listed in reading order).

use std::fmt::Write as _;

use cfi::Cfi;

use crate::Format;

/// Characters that a location may have.
pub const LOCATION_LENGTH: usize = 4000;

/// Maximum length of an order key in bytes, because it is indexed. Bytes beyond it do not affect the order.
const KEY_LENGTH: usize = 600;

/// A place, as a reading app reports it (docs/rules/records.md#rule-18).
#[derive(Debug, Clone, PartialEq)]
pub struct BookPosition {
    /// In the notation of the format; a canonical fragment identifier in EPUB.
    pub location: String,
    /// Index of the spine item, from 0.
    pub position: Option<i32>,
    /// Position as a share of the section.
    pub progression: Option<f64>,
    /// Position as a share of the title.
    pub total_progression: Option<f64>,
}

/// Prefixes of the pointers of `KOReader` into an EPUB, in the notations of its older and newer versions.
const POINTERS: [&str; 2] = ["/body/DocFragment", "/body[1]/DocFragment"];

/// The canonical fragment identifier of the spine document that a pointer of `KOReader` leads into. `None`
/// if the location is not such a pointer. It needs no map, and is less exact than one.
pub fn document_of_pointer(location: &str) -> Option<String> {
    let rest = POINTERS.iter().find_map(|beginning| location.strip_prefix(beginning))?;
    // KOReader omits the number of an only document.
    let number: u32 = match rest.strip_prefix('[') {
        Some(numbered) => numbered.split_once(']')?.0.parse().ok()?,
        None if rest.is_empty() || rest.starts_with('/') => 1,
        None => return None,
    };
    (number > 0).then(|| format!("epubcfi(/6/{}!/4)", u64::from(number) * 2))
}

/// Returns true if a location is in the notation of its format, and not in the words of a reading app that
/// has a notation of its own: a pointer of `KOReader`, a reference, or only a share of the title.
pub fn is_in_notation(format: Format, location: &str) -> bool {
    match format {
        Format::Epub3 => location.starts_with("epubcfi("),
        Format::Pdf => location.starts_with("page="),
        _ => !location.starts_with('#') && !location.starts_with("/body/"),
    }
}

impl BookPosition {
    /// A text whose byte order is reading order. In EPUB: spine position (given, or read from the
    /// identifier), identifier, progression, progression in the title; without a position that in the title
    /// is before that in the section. In other formats: progression in the title, position, progression. Then
    /// the location, its numbers compared as numbers. What is not given comes last.
    pub fn order_key(&self, format: Format) -> String {
        let mut key = KeyBuilder::default();
        if format == Format::Epub3 {
            let cfi = Cfi::parse(&self.location);
            let position = self.position.or_else(|| cfi.as_ref()?.spine_index());
            key.push_number(position);
            // Before the progression: it is exact, and most apps always send it.
            key.push_optional(cfi.map(|cfi| cfi.sort_key()));
            let (first, second) = match position {
                Some(_) => (self.progression, self.total_progression),
                None => (self.total_progression, self.progression),
            };
            key.push_real(first);
            key.push_real(second);
        } else {
            key.push_real(self.total_progression);
            key.push_number(self.position);
            key.push_real(self.progression);
        }
        key.push_natural(&self.location);
        key.into_string(KEY_LENGTH)
    }
}

/// The order of stretches: by where they begin, then by where they end.
pub fn stretch_key(start: &BookPosition, end: &BookPosition, format: Format) -> String {
    let mut key = start.order_key(format);
    key.truncate(key.floor_char_boundary(KEY_LENGTH / 2));
    // Below everything a location holds, so that a shorter one comes first.
    key.push('\u{1}');
    key.push_str(&end.order_key(format));
    key.truncate(key.floor_char_boundary(KEY_LENGTH));
    key
}

/// Writes an order key.
#[derive(Default)]
struct KeyBuilder(String);

impl KeyBuilder {
    /// An optional part: a missing one sorts last.
    fn push_optional(&mut self, part: Option<String>) {
        match part {
            Some(part) => {
                self.0.push('0');
                self.0.push_str(&part);
            }
            None => self.0.push('1'),
        }
    }

    fn push_number(&mut self, value: Option<i32>) {
        // With the sign bit turned, negative numbers come before the others.
        self.push_optional(value.map(|n| format!("{:08x}", n.cast_unsigned() ^ 0x8000_0000)));
    }

    fn push_real(&mut self, value: Option<f64>) {
        self.push_optional(value.map(|x| {
            // Adding zero makes -0 the same as 0. The bits of positive numbers are in order, those of
            // negative ones in the reverse.
            let bits = (x + 0.0).to_bits();
            let turned = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
            format!("{turned:016x}")
        }));
    }

    /// Text in which runs of digits count as numbers: `p2` comes before `p10`.
    fn push_natural(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let run = rest.bytes().take(255).take_while(u8::is_ascii_digit).count();
            if run == 0 {
                self.0.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            let (digits, after) = rest.split_at(run);
            let digits = digits.trim_start_matches('0');
            // A String takes everything.
            let _ = write!(self.0, "0{:02x}{digits}", digits.len());
            rest = after;
        }
    }

    fn into_string(mut self, length: usize) -> String {
        self.0.truncate(self.0.floor_char_boundary(length));
        self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BookPosition, KEY_LENGTH, document_of_pointer, is_in_notation, stretch_key};
    use crate::Format;
    use crate::fixtures::location;

    fn new_place(
        location: &str,
        position: Option<i32>,
        progression: Option<f64>,
        total: Option<f64>,
    ) -> BookPosition {
        BookPosition { location: location.into(), position, progression, total_progression: total }
    }

    #[track_caller]
    fn assert_ascending(format: Format, places: &[BookPosition]) {
        for pair in places.windows(2) {
            assert!(pair[0].order_key(format) < pair[1].order_key(format), "{pair:?}");
        }
    }

    #[test]
    fn a_pointer_of_koreader_leads_into_a_document_of_the_spine() {
        for (pointer, identifier) in [
            ("/body/DocFragment[7]/body/p[3]/text().0", Some("epubcfi(/6/14!/4)")),
            ("/body[1]/DocFragment[2]/body[1]/p[1]", Some("epubcfi(/6/4!/4)")),
            ("/body/DocFragment/body/p", Some("epubcfi(/6/2!/4)")),
            ("/body/DocFragment[0]/body", None),
            ("/body/DocFragment[x]/body", None),
            ("/body/DocFragments/body", None),
            ("/body/p[3]/text().0", None),
            ("epubcfi(/6/14!/4)", None),
            ("", None),
        ] {
            assert_eq!(document_of_pointer(pointer).as_deref(), identifier, "{pointer}");
        }
    }

    #[test]
    fn words_of_reading_apps_are_not_in_the_notation_of_a_format() {
        for (format, location) in [
            (Format::Epub3, "epubcfi(/6/4!/4/2)"),
            (Format::Pdf, "page=12;sentence=2"),
            (Format::Daisy, "book0003.smil#p57"),
            (Format::Brf, "line=1204"),
        ] {
            assert!(is_in_notation(format, location), "{location}");
        }
        for (format, location) in [
            (Format::Epub3, "/body/DocFragment[7]/body/p[3]/text().0"),
            (Format::Epub3, "OEBPS/c1.xhtml#p2"),
            (Format::Epub3, "#progression=0.3"),
            (Format::Pdf, "77"),
            (Format::Pdf, "#page=77"),
            (Format::DaisyAudio, "#t=849.25"),
            (Format::Docx, "/body/p[3]/text().0"),
        ] {
            assert!(!is_in_notation(format, location), "{location}");
        }
    }

    #[test]
    fn in_epub_the_spine_position_counts_first_then_the_identifier_then_progression() {
        assert_ascending(
            Format::Epub3,
            &[
                new_place("epubcfi(/6/4!/4/2)", Some(1), None, None),
                new_place("epubcfi(/6/4!/4/8)", Some(1), Some(0.25), None),
                new_place("epubcfi(/6/4!/4/20)", Some(1), None, Some(0.1)),
                new_place("chapter-one", Some(1), Some(0.1), Some(0.5)),
                new_place("chapter-one", Some(1), Some(0.4), Some(0.2)),
                new_place("chapter-one", Some(1), None, Some(0.05)),
                new_place("chapter-one", Some(1), None, Some(0.1)),
                new_place("epubcfi(/6/6!/4/2)", Some(2), Some(0.0), None),
                new_place("epubcfi(/6/22!/4/2)", Some(10), Some(0.0), None),
            ],
        );
    }

    #[test]
    fn in_epub_a_place_without_spine_position_is_found_by_the_progression_in_the_title() {
        assert_ascending(
            Format::Epub3,
            &[
                new_place("c", None, Some(0.9), Some(0.1)),
                new_place("b", None, Some(0.2), Some(0.5)),
                new_place("a", None, None, Some(0.9)),
                new_place("somewhere", None, Some(0.1), None),
                new_place("anywhere", None, None, None),
            ],
        );
    }

    #[test]
    fn in_epub_the_identifier_tells_the_spine_position_when_nothing_else_does() {
        assert_ascending(
            Format::Epub3,
            &[
                new_place("epubcfi(/6/4!/4/90)", Some(1), None, None),
                location("epubcfi(/6/6!/4/2)"),
                new_place("epubcfi(/6/8!/4/2)", Some(3), None, None),
                location("epubcfi(/6/10!/4/2/1:9)"),
                location("epubcfi(/6/10!/4/2/1:10)"),
            ],
        );
    }

    #[test]
    fn in_other_formats_the_progression_in_the_title_counts_first() {
        assert_ascending(
            Format::Daisy,
            &[
                new_place("z", Some(9), Some(0.9), Some(-0.5)),
                new_place("y", Some(9), Some(0.9), Some(0.1)),
                new_place("p2", Some(9), Some(0.9), Some(0.25)),
                new_place("b", Some(1), Some(0.3), None),
                new_place("a", Some(1), Some(0.4), None),
                new_place("book.smil#p2", None, None, None),
                new_place("book.smil#p10", None, None, None),
                new_place("book.smil#p010a", None, None, None),
            ],
        );
    }

    #[test]
    fn stretches_are_ordered_by_their_ends_when_they_begin_together() {
        let (here, near, far) = (location("p1"), location("p5"), location("p12"));
        let key = |start, end| stretch_key(start, end, Format::Brf);
        assert!(key(&here, &near) < key(&here, &far));
        assert!(key(&here, &far) < key(&near, &far));
    }

    proptest! {
        #[test]
        fn keys_are_bounded(location in ".{0,400}", digits in "[0-9é]{0,2000}", x in any::<f64>()) {
            for format in [Format::Epub3, Format::Brf] {
                let a = new_place(&location, None, Some(x), Some(x));
                let b = new_place(&digits, Some(1), None, None);
                prop_assert!(a.order_key(format).len() <= KEY_LENGTH);
                prop_assert!(b.order_key(format).len() <= KEY_LENGTH);
                prop_assert!(stretch_key(&a, &b, format).len() <= KEY_LENGTH);
            }
        }

        #[test]
        fn numbers_keep_their_order(a in any::<i32>(), b in any::<i32>(), x in -1e9..1e9f64, y in -1e9..1e9f64) {
            let key = |n, p| new_place("", Some(n), Some(p), None).order_key(Format::Epub3);
            prop_assert_eq!(key(a, x).cmp(&key(b, x)), a.cmp(&b));
            prop_assert_eq!(key(a, x).cmp(&key(a, y)), x.total_cmp(&y));
        }
    }
}
