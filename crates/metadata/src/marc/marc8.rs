//! MARC-8 with Latin letters: ASCII and ANSEL (ANSI/NISO Z39.47), whose accents precede their letters. Other
//! alphabets are refused, with the advice to send UTF-8.

use unicode_normalization::UnicodeNormalization as _;

/// Letters and signs.
const SIGNS: [(u8, char); 45] = [
    (0xa1, 'Ł'),
    (0xa2, 'Ø'),
    (0xa3, 'Đ'),
    (0xa4, 'Þ'),
    (0xa5, 'Æ'),
    (0xa6, 'Œ'),
    (0xa7, '\u{2b9}'),
    (0xa8, '·'),
    (0xa9, '♭'),
    (0xaa, '®'),
    (0xab, '±'),
    (0xac, 'Ơ'),
    (0xad, 'Ư'),
    (0xae, '\u{2bc}'),
    (0xb0, '\u{2bb}'),
    (0xb1, 'ł'),
    (0xb2, 'ø'),
    (0xb3, 'đ'),
    (0xb4, 'þ'),
    (0xb5, 'æ'),
    (0xb6, 'œ'),
    (0xb7, '\u{2ba}'),
    (0xb8, 'ı'),
    (0xb9, '£'),
    (0xba, 'ð'),
    (0xbc, 'ơ'),
    (0xbd, 'ư'),
    (0xc0, '°'),
    (0xc1, 'ℓ'),
    (0xc2, '℗'),
    (0xc3, '©'),
    (0xc4, '♯'),
    (0xc5, '¿'),
    (0xc6, '¡'),
    (0xc7, 'ß'),
    (0xc8, '€'),
    // Control characters around articles that are ignored in sorting, and joiners: not displayed.
    (0x88, '\0'),
    (0x89, '\0'),
    (0x8d, '\0'),
    (0x8e, '\0'),
    // The second halves of accents over two letters: the first half spans both.
    (0xec, '\0'),
    (0xfb, '\0'),
    (0x98, '\0'),
    (0x9c, '\0'),
    (0xa0, ' '),
];

/// Accents, in the order of their codes from 0xE0.
const ACCENTS: [char; 31] = [
    '\u{309}', '\u{300}', '\u{301}', '\u{302}', '\u{303}', '\u{304}', '\u{306}', '\u{307}', '\u{308}',
    '\u{30c}', '\u{30a}', '\u{361}', '\0', '\u{315}', '\u{30b}', '\u{310}', '\u{327}', '\u{328}', '\u{323}',
    '\u{324}', '\u{325}', '\u{333}', '\u{332}', '\u{326}', '\u{31c}', '\u{32e}', '\u{360}', '\0', '\0', '\0',
    '\u{313}',
];

/// The text, composed.
pub(super) fn decode(bytes: &[u8]) -> Result<String, String> {
    let (mut out, mut accents) = (String::with_capacity(bytes.len()), Vec::new());
    let mut rest = bytes;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        let sign = match *byte {
            0x1b => {
                rest = escape(after)?;
                continue;
            }
            byte @ ..0x80 => char::from(byte),
            byte => match (SIGNS.iter().find(|(code, _)| *code == byte), accent(byte)) {
                (Some((_, '\0')), _) => continue,
                (Some((_, sign)), _) => *sign,
                (None, Some(accent)) => {
                    accents.push(accent);
                    continue;
                }
                (None, None) => return Err(format!("the byte {byte:#x} is not a MARC-8 character")),
            },
        };
        out.push(sign);
        out.extend(accents.drain(..));
    }
    Ok(out.nfc().collect())
}

fn accent(byte: u8) -> Option<char> {
    let accent = ACCENTS.get(usize::from(byte.checked_sub(0xe0)?))?;
    Some(*accent).filter(|accent| *accent != '\0')
}

/// The text after an escape sequence, if its alphabet is supported.
fn escape(bytes: &[u8]) -> Result<&[u8], String> {
    let latin: [&[u8]; 6] = [b"(B", b",B", b")!E", b"-!E", b"(!E", b"s"];
    latin
        .into_iter()
        .find_map(|choice| bytes.strip_prefix(choice))
        .ok_or_else(|| "in MARC-8 with other letters than Latin ones; send it in UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_come_before_their_letters() {
        assert_eq!(decode(b"Caf\xe2e").unwrap(), "Café");
        assert_eq!(decode(b"\xe8Uber \xa2re, \xb1\xe2od\xe2z").unwrap(), "Über Øre, łódź");
        assert_eq!(decode(b"Vi\xe3\xf2et Nam").unwrap(), "Việt Nam");
        assert_eq!(decode(b"\x1b(Babc\x1b)!E\xb2").unwrap(), "abcø");
        assert_eq!(decode(b"\xe2").unwrap(), "", "an accent without a letter");
    }

    #[test]
    fn other_alphabets_are_refused() {
        assert!(decode(b"\x1b(N@B").unwrap_err().contains("UTF-8"));
        assert!(decode(b"\xff").is_err());
        let mut codes: Vec<u8> = SIGNS.iter().map(|(code, _)| *code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), SIGNS.len());
    }
}
