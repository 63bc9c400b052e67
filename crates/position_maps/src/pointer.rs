//! Pointers into an EPUB as apps send them.

use cfi::Cfi;

/// The place in a document that a canonical fragment identifier names, or the beginning of a range of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DocumentPoint {
    /// Index in the spine.
    pub(crate) spine: u64,
    pub(crate) steps: Vec<u64>,
    /// Characters in the text. `None` for an element.
    pub(crate) offset: Option<u64>,
}

impl DocumentPoint {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let cfi = Cfi::parse(text)?;
        let spine = u64::try_from(cfi.spine_index()?).ok()?;
        Some(Self { spine, steps: cfi.document_steps()?, offset: cfi.character_offset() })
    }
}

/// A pointer of `KOReader`: `/body/DocFragment[7]/body/div/p[3]/text().12`. What has no other of its kind may
/// have its number, 1, all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// Index in the spine.
    pub(crate) fragment: u64,
    /// The names of the elements below the body, and their numbers among those of the same name.
    pub(crate) steps: Vec<(String, u64)>,
    pub(crate) point: PointerEnd,
}

/// The target of a pointer after its last element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PointerEnd {
    /// Code points in the text with this number in its element.
    Text {
        /// From 1.
        nth: u64,
        /// From 0.
        offset: u64,
    },
    /// The text or element with this number in the element, from 0.
    Element(u64),
}

/// Boxes that the e-reader puts around elements: older pointers name them, newer ones leave them out.
const ENGINE_BOXES: [&str; 7] =
    ["autoBoxing", "tabularBox", "rubyBox", "mathBox", "floatBox", "inlineBox", "pseudoElem"];

impl Pointer {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().strip_prefix('/')?.split('/');
        if parse_step(parts.next()?)?.0 != "body" {
            return None;
        }
        let (name, fragment, mut offset) = parse_step(parts.next()?)?;
        let fragment = fragment.checked_sub(1).filter(|_| name == "DocFragment")?;
        let (mut steps, mut text) = (Vec::new(), None);
        for (n, part) in parts.enumerate() {
            let (name, nth, at) = parse_step(part)?;
            offset = at;
            match name {
                "body" if n == 0 => {}
                "text()" => text = Some(nth),
                name if ENGINE_BOXES.contains(&name) => {}
                name => steps.push((name.to_owned(), nth)),
            }
        }
        let offset = offset.unwrap_or_default();
        let point = text.map_or(PointerEnd::Element(offset), |nth| PointerEnd::Text { nth, offset });
        Some(Self { fragment, steps, point })
    }
}

/// A name, its number, which is 1 if it is left out, and the offset after it.
fn parse_step(part: &str) -> Option<(&str, u64, Option<u64>)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (part, offset) = match part.rsplit_once('.') {
        Some((part, offset)) if is_number(offset) => (part, Some(offset.parse().ok()?)),
        _ => (part, None),
    };
    match part.split_once('[') {
        None => Some((part, 1, offset)),
        Some((name, nth)) => {
            let nth = nth.strip_suffix(']').filter(|nth| is_number(nth))?;
            Some((name, nth.parse().ok()?, offset))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_of_apps_are_read() {
        let point =
            |spine, steps: &[u64], offset| Some(DocumentPoint { spine, steps: steps.to_vec(), offset });
        assert_eq!(DocumentPoint::parse("epubcfi(/6/4!/4/2/1:10)"), point(1, &[4, 2, 1], Some(10)));
        assert_eq!(DocumentPoint::parse("epubcfi(/6/4[chap^]1]!/4[b/d]/2)"), point(1, &[4, 2], None));
        assert_eq!(
            DocumentPoint::parse("book.epub#epubcfi(/6/4!/4,/2/1:3,/4/1:9)"),
            point(1, &[4, 2, 1], Some(3))
        );
        assert_eq!(DocumentPoint::parse("/6/2!/4/2/1:5[a;s=b]"), point(0, &[4, 2, 1], Some(5)));
        for wrong in ["", "12", "epubcfi(/6/4)", "epubcfi(/6/x!/4)", "epubcfi(/6!/4)", "epubcfi(/6/1!/4)"] {
            assert_eq!(DocumentPoint::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pointers_of_koreader_are_read() {
        let steps = |all: &[(&str, u64)]| -> Vec<(String, u64)> {
            all.iter().map(|(name, nth)| ((*name).to_owned(), *nth)).collect()
        };
        let pointer =
            |fragment, of: &[(&str, u64)], point| Some(Pointer { fragment, steps: steps(of), point });
        let (second, first) =
            (PointerEnd::Text { nth: 2, offset: 14 }, PointerEnd::Text { nth: 1, offset: 3 });
        for (text, expected) in [
            (
                "/body/DocFragment[7]/body/div/p[3]/text()[2].14",
                pointer(6, &[("div", 1), ("p", 3)], second.clone()),
            ),
            (
                "/body[1]/DocFragment[7]/body[1]/div[1]/p[3]/text()[2].14",
                pointer(6, &[("div", 1), ("p", 3)], second),
            ),
            (" /body/DocFragment/body/p/text().3\n", pointer(0, &[("p", 1)], first.clone())),
            ("/body/DocFragment/body/autoBoxing[2]/floatBox/p/text().3", pointer(0, &[("p", 1)], first)),
            (
                "/body/DocFragment/body/p[22]/img.0",
                pointer(0, &[("p", 22), ("img", 1)], PointerEnd::Element(0)),
            ),
            ("/body/DocFragment[9]", pointer(8, &[], PointerEnd::Element(0))),
            ("/body/DocFragment[9].0", pointer(8, &[], PointerEnd::Element(0))),
        ] {
            assert_eq!(Pointer::parse(text), expected, "{text}");
        }
        for wrong in [
            "", "17", "/body/p[3]", "/body/DocFragment[0]/body", "/body/DocFragment[x]/body",
            "/body/DocFragment/body/p[+1]", "/body/DocFragment/body/p[1",
        ] {
            assert_eq!(Pointer::parse(wrong), None, "{wrong}");
        }
    }
}
