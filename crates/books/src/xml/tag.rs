//! A tag, measured without parsing it.

/// A tag of XML or HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag {
    /// Bytes from `<` to `>`.
    pub(super) length: usize,
    /// Its attributes; repeated names count.
    pub(super) attributes: usize,
    /// Those that declare namespaces.
    pub(super) namespaces: usize,
    /// Whether it ends with `/>`.
    pub(super) empty: bool,
}

#[derive(Clone, Copy)]
enum State {
    Name,
    BeforeKey,
    Key,
    AfterKey,
    BeforeValue,
    Quoted(u8),
    Bare,
    Slash,
}

/// Measures the tag that `text` begins with, as the HTML standard reads tags: well-formed XML is read in the
/// same way. `None` if the tag does not end. Measuring stops at more attributes than `most`.
pub(super) fn measure(text: &str, most: usize) -> Option<Tag> {
    let bytes = text.as_bytes();
    let mut tag = Tag { length: 0, attributes: 0, namespaces: 0, empty: false };
    let mut state = State::Name;
    let mut at = if bytes.get(1) == Some(&b'/') { 2 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        let space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C);
        state = match (state, byte) {
            (State::Quoted(quote), _) => {
                at += bytes[at..].iter().position(|byte| *byte == quote)?;
                // A name may follow the quotation mark without a space.
                State::BeforeKey
            }
            (state, b'>') => {
                tag.empty = matches!(state, State::Slash);
                tag.length = at + 1;
                return Some(tag);
            }
            (State::BeforeValue, b'"' | b'\'') => State::Quoted(byte),
            (State::BeforeValue, _) if space => State::BeforeValue,
            (State::BeforeValue, _) => State::Bare,
            (State::Bare, _) if !space => State::Bare,
            (State::Bare, _) => State::BeforeKey,
            (_, b'/') => State::Slash,
            (State::Name, _) if !space => State::Name,
            (State::Key | State::AfterKey, b'=') => State::BeforeValue,
            (State::Key, _) if !space => State::Key,
            (State::Key | State::AfterKey, _) if space => State::AfterKey,
            (_, _) if space => State::BeforeKey,
            (_, _) => {
                tag.attributes += 1;
                if tag.attributes > most {
                    tag.length = at;
                    return Some(tag);
                }
                tag.namespaces += usize::from(bytes[at..].starts_with(b"xmlns"));
                State::Key
            }
        };
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_as_html_reads_them() {
        for (text, length, attributes, empty) in [
            ("<a>", 3, 0, false),
            ("<a/>b", 4, 0, true),
            ("<a b='>' c=\"'\" xmlns:d = 'e'\n/>", 33, 3, true),
            ("<a b c=d/e f>", 13, 3, false),
            ("<a b=''c=''/ d>", 15, 3, false),
            ("<a =b=c '\"=d>", 13, 2, false),
            ("</a b>", 6, 1, false),
        ] {
            let tag = measure(text, 10).unwrap();
            let whole = text.trim_end_matches('b').len();
            assert_eq!(
                (tag.length, tag.attributes, tag.empty),
                (length.min(whole), attributes, empty),
                "{text}"
            );
        }
        assert_eq!(measure("<a xmlns='b' xmlns:c='d' e='f'>", 10).unwrap().namespaces, 2);
        assert_eq!(measure("<a b='>", 10), None);
        assert_eq!(measure(&format!("<a{}>", " b".repeat(100)), 10).unwrap().attributes, 11);
    }
}
