//! Copies objects of a part into the whole document.

use books::pdf::objects::{Token, tokenize};

use super::text;
use crate::links::PLACE_SCHEME;

/// Common data for all objects of a part.
pub(super) struct ObjectCopier {
    /// The key of its first page or link with tags.
    pub(super) keys: usize,
    /// Distinguishes its ids from those of other parts.
    pub(super) prefix: String,
}

impl ObjectCopier {
    /// The object with adjusted references, keys and ids, and with links to places of other parts. `number`
    /// is the new number of an object. `None`: it is damaged.
    pub(super) fn copy_object(
        &self,
        object: &[u8],
        number: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(object.len() + object.len() / 8);
        // The last name: the key of the following value.
        let mut entry: &[u8] = b"";
        for token in tokenize(object)? {
            match token {
                Token::Reference(old) => out.extend_from_slice(format!("{} 0 R", number(old)).as_bytes()),
                Token::Number(digits) if matches!(entry, b"/StructParents" | b"/StructParent") => {
                    let key: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
                    out.extend_from_slice((key + self.keys).to_string().as_bytes());
                }
                Token::Text(text) if matches!(entry, b"/ID" | b"/Headers") => {
                    out.extend_from_slice(text::encode_hex(&self.convert_id(text)).as_bytes());
                }
                Token::Text(text) if matches!(entry, b"/URI" | b"/Contents") => {
                    convert_link(&mut out, entry, text);
                }
                Token::Name(name) => {
                    entry = name;
                    out.extend_from_slice(name);
                }
                Token::Number(bytes) | Token::Text(bytes) | Token::Other(bytes) => {
                    out.extend_from_slice(bytes);
                }
            }
        }
        Some(out)
    }

    /// An id of the part as one of the document.
    pub(super) fn convert_id(&self, written: &[u8]) -> Vec<u8> {
        [self.prefix.as_bytes(), &text::decode_string(written)].concat()
    }
}

/// The address or the description of a link.
fn convert_link(out: &mut Vec<u8>, entry: &[u8], written: &[u8]) {
    const URI_ACTION: &[u8] = b"/S/URI/URI";
    let text = text::decode_text(written);
    let Some((name, said)) =
        text.strip_prefix(PLACE_SCHEME).map(|rest| rest.split_once(' ').unwrap_or((rest, "")))
    else {
        return out.extend_from_slice(written);
    };
    if entry == b"/Contents" {
        out.extend_from_slice(text::encode_text(said).as_bytes());
    } else {
        if out.ends_with(URI_ACTION) {
            out.truncate(out.len() - URI_ACTION.len());
        }
        out.extend_from_slice(b"/S/GoTo/D");
        out.extend_from_slice(text::encode_text(name).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_references_keys_ids_and_links_are_those_of_the_document() {
        let copying = ObjectCopier { keys: 100, prefix: "3 ".to_owned() };
        let copy = |object: &str| {
            let copied = copying.copy_object(object.as_bytes(), &mut |old| old + 10).unwrap();
            String::from_utf8(copied).unwrap()
        };
        assert_eq!(
            copy("<</P 1 0 R/StructParents 7/Length 7/K[2 0 R 3]/T(1 0 R)>>\nstream\n/ID 1 0 R"),
            "<</P 11 0 R/StructParents 107/Length 7/K[12 0 R 3]/T(1 0 R)>>\nstream\n/ID 1 0 R"
        );
        assert_eq!(
            copy("<</ID(Note 1)/A<</Headers[(U1)<41>]/B(x)>>>>"),
            "<</ID<33204E6F74652031>/A<</Headers[<33205531><332041>]/B(x)>>>>"
        );
        assert_eq!(
            copy("<</A<</S/URI/URI(openshelf-place:a1 See it)>>/Contents(openshelf-place:a1 See it)>>"),
            "<</A<</S/GoTo/D(a1)>>/Contents(See it)>>"
        );
        assert_eq!(
            copy("<</A<</S/URI/URI(https://x.example/)>>/Contents(x)>>"),
            "<</A<</S/URI/URI(https://x.example/)>>/Contents(x)>>"
        );
    }
}
