//! The character set of a MARC record. Many leaders are wrong about it, so its bytes decide.

use encoding_rs::Encoding;

use super::marc8;
use crate::decode;

/// The character set of a record's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordCharset {
    Utf8,
    Marc8,
    /// An encoding that MARC does not allow.
    Legacy(&'static Encoding),
    /// UTF-8 with other texts in between.
    Mixed,
}

/// Decodes the texts of a record.
#[derive(Debug)]
pub(super) struct TextDecoder {
    charset: RecordCharset,
    western: bool,
    /// The reason, if the record's character set is not that of its leader.
    pub(super) note: Option<String>,
}

/// Languages with no other accents than those of western Europe.
const WESTERN_LANGUAGES: [&[u8]; 16] = [
    b"eng", b"fre", b"fra", b"ger", b"deu", b"spa", b"ita", b"por", b"dut", b"nld", b"swe", b"nor", b"dan",
    b"fin", b"cat", b"glg",
];

impl TextDecoder {
    /// Decides from the texts of a record, from position 9 of its leader and from its language code.
    pub(super) fn new<'b>(
        coding: u8,
        language: &[u8],
        texts: impl Iterator<Item = &'b [u8]> + Clone,
    ) -> Self {
        let western = WESTERN_LANGUAGES.contains(&language);
        let unicode = coding == b'a';
        let (mut utf8, mut other, mut partly, mut escapes) = (0, 0, 0, 0);
        let mut fit = marc8::Marc8Fit::default();
        for text in texts.clone() {
            escapes += usize::from(text.contains(&marc8::ESCAPE_BYTE));
            if text.is_ascii() {
                continue;
            }
            if std::str::from_utf8(text).is_ok() {
                utf8 += 1;
                continue;
            }
            other += 1;
            partly += usize::from(decode::has_multibyte_utf8(text));
            let weighed = marc8::weigh_fit(text, western);
            fit.plausible += weighed.plausible;
            fit.implausible += weighed.implausible;
        }
        let leader = if unicode { "UTF-8" } else { "MARC-8" };
        let (charset, note) = if other == 0 && (utf8 > 0 || escapes == 0) {
            let note = utf8 > 0 && !unicode;
            (RecordCharset::Utf8, note.then(|| "in UTF-8, although its leader says MARC-8".to_owned()))
        } else if utf8 + partly > 0 {
            (RecordCharset::Mixed, Some(format!("not all in {leader}, as its leader says")))
        } else if other == 0 || escapes > 0 || fit.is_good() {
            (RecordCharset::Marc8, unicode.then(|| "in MARC-8, although its leader says UTF-8".to_owned()))
        } else {
            let found = decode::guess_encoding(texts.filter(|text| !text.is_ascii()));
            let note = format!("neither in UTF-8 nor in MARC-8: read as {}", found.name());
            (RecordCharset::Legacy(found), Some(note))
        };
        Self { charset, western, note }
    }

    /// Decodes a text; the number of its characters that could not be read.
    pub(super) fn decode(&self, bytes: &[u8]) -> (String, usize) {
        let (text, faults) = match self.charset {
            RecordCharset::Marc8 => decode_marc8(bytes),
            RecordCharset::Legacy(encoding) => {
                (encoding.decode_without_bom_handling(bytes).0.into_owned(), 0)
            }
            RecordCharset::Utf8 | RecordCharset::Mixed => match std::str::from_utf8(bytes) {
                Ok(text) => (text.to_owned(), 0),
                Err(_) => self.decode_other(bytes),
            },
        };
        (remove_nonsorting_marks(&text), faults)
    }

    /// A text of a mixed record that is not UTF-8.
    fn decode_other(&self, bytes: &[u8]) -> (String, usize) {
        if decode::has_multibyte_utf8(bytes) {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let faults = text.matches(char::REPLACEMENT_CHARACTER).count();
            return (text, faults);
        }
        let fit = marc8::weigh_fit(bytes, self.western);
        if fit.is_good() {
            return decode_marc8(bytes);
        }
        (decode::guess_encoding([bytes]).decode_without_bom_handling(bytes).0.into_owned(), 0)
    }
}

fn decode_marc8(bytes: &[u8]) -> (String, usize) {
    let decoded = marc8::decode_marc8(bytes);
    (decoded.text, decoded.faults)
}

/// Removes the marks around an article that is ignored in sorting, as MARC and UNIMARC code them.
pub(super) fn remove_nonsorting_marks(text: &str) -> String {
    text.replace(['\u{88}', '\u{89}', '\u{98}', '\u{9c}'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode_texts(coding: u8, language: &str, texts: &[&[u8]]) -> (Vec<String>, String) {
        let decoder = TextDecoder::new(coding, language.as_bytes(), texts.iter().copied());
        let texts = texts.iter().map(|text| decoder.decode(text).0).collect();
        (texts, decoder.note.unwrap_or_default())
    }

    #[test]
    fn the_bytes_decide_and_not_the_leader() {
        let utf8: &[&[u8]] = &["Raíces".as_bytes(), b"plain", "Íñigo".as_bytes()];
        let (texts, note) = decode_texts(b' ', "spa", utf8);
        assert_eq!((texts[0].as_str(), texts[2].as_str()), ("Raíces", "Íñigo"));
        assert!(note.contains("although its leader says MARC-8"));
        assert_eq!(decode_texts(b'a', "spa", utf8).1, "");
        let marc8: &[&[u8]] = &[b"Ra\xe2ices", b"\xe2I\xe4nigo"];
        let (texts, note) = decode_texts(b'a', "spa", marc8);
        assert_eq!(texts, ["Raíces", "Íñigo"]);
        assert!(note.contains("although its leader says UTF-8"));
        assert_eq!(decode_texts(b' ', "spa", marc8), (texts, String::new()));
        assert_eq!(decode_texts(b' ', "eng", &[b"Plain", b"\xc3 2008"]).0[1], "© 2008");
        assert_eq!(decode_texts(b'a', "eng", &[b"A\x1bp4\x1bs"]).0, ["A⁴"]);
    }

    #[test]
    fn legacy_encodings_are_detected_and_named() {
        let texts: &[&[u8]] = &[b"La soci\xe9t\xe9 fran\xe7aise \xe0 Paris", b"\xc9ditions de la Mer"];
        for coding in [b' ', b'a'] {
            let (read, note) = decode_texts(coding, "fre", texts);
            assert_eq!(read, ["La société française à Paris", "Éditions de la Mer"]);
            assert_eq!(note, "neither in UTF-8 nor in MARC-8: read as windows-1252");
        }
        let russian = encoding_rs::WINDOWS_1251.encode("Записки о далёком береге и о людях").0;
        assert_eq!(decode_texts(b' ', "rus", &[&russian]).0, ["Записки о далёком береге и о людях"]);
    }

    #[test]
    fn a_text_in_another_character_set_does_not_spoil_the_others() {
        let (texts, note) =
            decode_texts(b'a', "spa", &["Íñigo".as_bytes(), b"Ra\xe2ices", b"jard\xc3\xadn\xc3"]);
        assert_eq!(texts, ["Íñigo", "Raíces", "jardín\u{fffd}"]);
        assert_eq!(note, "not all in UTF-8, as its leader says");
    }

    #[test]
    fn marks_around_articles_are_removed() {
        assert_eq!(decode_texts(b'a', "ger", &["\u{98}Der\u{9c} Hafen".as_bytes()]).0, ["Der Hafen"]);
        assert_eq!(decode_texts(b' ', "ger", &[b"\x88Der \x89Hafen"]).0, ["Der Hafen"]);
    }
}
