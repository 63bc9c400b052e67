//! A tag, measured without parsing it.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MeasuredTag {
    /// Bytes from `<` to `>`.
    pub(super) length: usize,
    /// Its attributes; repeated names count.
    pub(super) attributes: usize,
    /// Attributes that declare namespaces.
    pub(super) namespaces: usize,
    /// True if it ends with `/>`.
    pub(super) is_empty: bool,
}

#[derive(Clone, Copy)]
enum TagState {
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
/// same way. `None` if the tag does not end. Measuring stops at more attributes than `max_attributes`.
pub(super) fn measure_tag(text: &str, max_attributes: usize) -> Option<MeasuredTag> {
    let bytes = text.as_bytes();
    let mut tag = MeasuredTag { length: 0, attributes: 0, namespaces: 0, is_empty: false };
    let mut state = TagState::Name;
    let mut at = if bytes.get(1) == Some(&b'/') { 2 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        let space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C);
        state = match (state, byte) {
            (TagState::Quoted(quote), _) => {
                at += bytes[at..].iter().position(|byte| *byte == quote)?;
                // A name may follow the quotation mark without a space.
                TagState::BeforeKey
            }
            (state, b'>') => {
                tag.is_empty = matches!(state, TagState::Slash);
                tag.length = at + 1;
                return Some(tag);
            }
            (TagState::BeforeValue, b'"' | b'\'') => TagState::Quoted(byte),
            (TagState::BeforeValue, _) if space => TagState::BeforeValue,
            (TagState::BeforeValue, _) => TagState::Bare,
            (TagState::Bare, _) if !space => TagState::Bare,
            (TagState::Bare, _) => TagState::BeforeKey,
            (_, b'/') => TagState::Slash,
            (TagState::Name, _) if !space => TagState::Name,
            (TagState::Key | TagState::AfterKey, b'=') => TagState::BeforeValue,
            (TagState::Key, _) if !space => TagState::Key,
            (TagState::Key | TagState::AfterKey, _) if space => TagState::AfterKey,
            (_, _) if space => TagState::BeforeKey,
            (_, _) => {
                tag.attributes += 1;
                if tag.attributes > max_attributes {
                    tag.length = at;
                    return Some(tag);
                }
                tag.namespaces += usize::from(bytes[at..].starts_with(b"xmlns"));
                TagState::Key
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
            let tag = measure_tag(text, 10).unwrap();
            let whole = text.trim_end_matches('b').len();
            assert_eq!(
                (tag.length, tag.attributes, tag.is_empty),
                (length.min(whole), attributes, empty),
                "{text}"
            );
        }
        assert_eq!(measure_tag("<a xmlns='b' xmlns:c='d' e='f'>", 10).unwrap().namespaces, 2);
        assert_eq!(measure_tag("<a b='>", 10), None);
        assert_eq!(measure_tag(&format!("<a{}>", " b".repeat(100)), 10).unwrap().attributes, 11);
    }
}
