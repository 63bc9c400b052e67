//! Pointers into an EPUB as apps send them.

/// A canonical fragment identifier, or the beginning of a range of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cfi {
    /// Index in the spine.
    pub(super) spine: u64,
    /// The steps in the document.
    pub(super) steps: Vec<u64>,
    /// Characters in the text. `None` for an element.
    pub(super) offset: Option<u64>,
}

impl Cfi {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let inner = text.trim();
        let inner = match inner.find("epubcfi(") {
            Some(at) => inner[at + "epubcfi(".len()..].strip_suffix(')')?,
            None => inner,
        };
        let bare = without_assertions(inner);
        // A range: what both ends share, then where it begins.
        let mut parts = bare.split(',');
        let path = format!("{}{}", parts.next()?, parts.next().unwrap_or_default());
        let (package, document) = path.split_once('!')?;
        let spine = steps(package)?;
        let [_, item] = spine.as_slice() else { return None };
        let (path, offset) = match document.split_once(':') {
            Some((path, offset)) => {
                let digits = offset.bytes().take_while(u8::is_ascii_digit).count();
                (path, Some(offset[..digits].parse().ok()?))
            }
            None => (document, None),
        };
        let path = path.split(['~', '@', '!']).next().unwrap_or_default();
        Some(Self { spine: (item / 2).checked_sub(1)?, steps: steps(path)?, offset })
    }
}

fn steps(path: &str) -> Option<Vec<u64>> {
    if path.is_empty() {
        return Some(Vec::new());
    }
    path.strip_prefix('/')?.split('/').map(|step| step.parse().ok()).collect()
}

/// The same without what stands in brackets, in which `^` takes the next sign as it is.
fn without_assertions(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut inside, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '^' => escaped = true,
            '[' => inside = true,
            ']' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out
}

/// A pointer of `KOReader`: `/body/DocFragment[7]/body/div/p[3]/text().12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pointer {
    /// Index in the spine.
    pub(super) fragment: u64,
    /// The names of the elements below the body, and their numbers among those of the same name.
    pub(super) steps: Vec<(String, u64)>,
    /// The number of the text in its element.
    pub(super) text: u64,
    pub(super) offset: u64,
}

impl Pointer {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let rest = text.trim().strip_prefix("/body/DocFragment")?;
        let mut parts = rest.split('/');
        let fragment = numbered(&format!("f{}", parts.next()?))?.1.checked_sub(1)?;
        let mut pointer = Self { fragment, steps: Vec::new(), text: 1, offset: 0 };
        for (n, part) in parts.enumerate() {
            let (part, offset) = match part.rsplit_once('.') {
                Some((part, offset)) if offset.bytes().all(|b| b.is_ascii_digit()) => {
                    (part, offset.parse().ok()?)
                }
                _ => (part, 0),
            };
            pointer.offset = offset;
            let (name, nth) = numbered(part)?;
            match name {
                "body" if n == 0 => {}
                "text()" => pointer.text = nth,
                _ => pointer.steps.push((name.to_owned(), nth)),
            }
        }
        Some(pointer)
    }
}

/// A name and its number, which is 1 if it is left out.
fn numbered(part: &str) -> Option<(&str, u64)> {
    match part.split_once('[') {
        None => Some((part, 1)),
        Some((name, number)) => Some((name, number.strip_suffix(']')?.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_of_apps_are_read() {
        let point = |spine, steps: &[u64], offset| Some(Cfi { spine, steps: steps.to_vec(), offset });
        assert_eq!(Cfi::parse("epubcfi(/6/4!/4/2/1:10)"), point(1, &[4, 2, 1], Some(10)));
        assert_eq!(Cfi::parse("epubcfi(/6/4[chap^]1]!/4[b/d]/2)"), point(1, &[4, 2], None));
        assert_eq!(Cfi::parse("book.epub#epubcfi(/6/4!/4,/2/1:3,/4/1:9)"), point(1, &[4, 2, 1], Some(3)));
        assert_eq!(Cfi::parse("/6/2!/4/2/1:5[a;s=b]"), point(0, &[4, 2, 1], Some(5)));
        for wrong in ["", "12", "epubcfi(/6/4)", "epubcfi(/6/x!/4)", "epubcfi(/6!/4)", "epubcfi(/6/1!/4)"] {
            assert_eq!(Cfi::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pointers_of_koreader_are_read() {
        let steps = |all: &[(&str, u64)]| -> Vec<(String, u64)> {
            all.iter().map(|(name, nth)| ((*name).to_owned(), *nth)).collect()
        };
        assert_eq!(
            Pointer::parse("/body/DocFragment[7]/body/div/p[3]/text()[2].14"),
            Some(Pointer { fragment: 6, steps: steps(&[("div", 1), ("p", 3)]), text: 2, offset: 14 })
        );
        assert_eq!(
            Pointer::parse("/body/DocFragment/body/p[22]/img.0"),
            Some(Pointer { fragment: 0, steps: steps(&[("p", 22), ("img", 1)]), text: 1, offset: 0 })
        );
        for wrong in ["", "17", "/body/p[3]", "/body/DocFragment[0]/body", "/body/DocFragment[x]/body"] {
            assert_eq!(Pointer::parse(wrong), None, "{wrong}");
        }
    }
}
