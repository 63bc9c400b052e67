//! Bytes as text: by the byte order mark, as UTF-8 if they are that, or else by what they look like.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Bytes in which zeros tell UTF-16 without a mark.
const ZEROS_BYTES: usize = 512;
/// Bytes in which an encoding is detected, from the first that is not ASCII.
const DETECTED_BYTES: usize = 1 << 20;
/// Bytes beyond ASCII by which an encoding of single bytes can be detected.
const MIN_DETECTED_BYTES: usize = 6;

#[derive(Debug)]
pub(crate) struct DecodedText {
    pub(crate) text: String,
    encoding: &'static Encoding,
    /// True if some bytes are not characters of the encoding.
    has_wrong_bytes: bool,
}

impl DecodedText {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let mut bytes = bytes;
        // A file that was put together of others may begin with several marks.
        while let [0xEF, 0xBB, 0xBF, rest @ ..] = bytes {
            bytes = rest;
        }
        match bytes {
            [0xFF, 0xFE, rest @ ..] => Self::decode(rest, UTF_16LE),
            [0xFE, 0xFF, rest @ ..] => Self::decode(rest, UTF_16BE),
            _ => Self::from_unmarked(bytes),
        }
    }

    fn from_unmarked(bytes: &[u8]) -> Self {
        if let Some(encoding) = detect_utf16(bytes) {
            return Self::decode(bytes, encoding);
        }
        match str::from_utf8(bytes) {
            Ok(text) => Self { text: text.to_owned(), encoding: UTF_8, has_wrong_bytes: false },
            Err(_) if is_utf8_with_faults(bytes) => Self::decode(bytes, UTF_8),
            Err(_) => Self::decode(bytes, detect_encoding(bytes)),
        }
    }

    fn decode(bytes: &[u8], encoding: &'static Encoding) -> Self {
        let (text, has_wrong_bytes) = encoding.decode_without_bom_handling(bytes);
        Self { text: text.into_owned(), encoding, has_wrong_bytes }
    }

    /// The remark on a file that is not in UTF-8.
    pub(crate) fn describe_encoding(&self) -> Option<String> {
        let name = self.encoding.name();
        (self.encoding != UTF_8)
            .then(|| format!("The file is not in UTF-8; it was read as {name}. Check letters with accents."))
    }

    /// The fault of a cell whose characters cannot be those that were meant.
    pub(crate) fn find_fault(&self, cell: &str) -> Option<&'static str> {
        // Few texts have bytes beyond ASCII, and wrong ones are rare.
        if !cell.bytes().any(|byte| byte == 0 || byte >= 0x80) {
            return None;
        }
        let is_legacy = ![UTF_8, UTF_16LE, UTF_16BE].contains(&self.encoding);
        for letter in cell.chars() {
            match letter {
                '\0' => return Some("a NUL character"),
                char::REPLACEMENT_CHARACTER if self.has_wrong_bytes => {
                    return Some(self.invalid_bytes_reason());
                }
                char::REPLACEMENT_CHARACTER => return Some("a character was lost: \u{fffd}"),
                // Bytes without a meaning in the detected encoding.
                '\u{80}'..='\u{9f}' if is_legacy => return Some(self.invalid_bytes_reason()),
                // The byte FF is hardly ever a letter of a western text.
                'ÿ' if self.encoding == WINDOWS_1252 => return Some(self.invalid_bytes_reason()),
                _ => {}
            }
        }
        None
    }

    fn invalid_bytes_reason(&self) -> &'static str {
        if self.encoding == UTF_16LE || self.encoding == UTF_16BE { "not in UTF-16" } else { "not in UTF-8" }
    }
}

/// Recognizes UTF-16 without a byte order mark: most letters have a zero byte, always at the same place.
fn detect_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let (pairs, _) = bytes[..bytes.len().min(ZEROS_BYTES)].as_chunks::<2>();
    let zeros = |place: usize| pairs.iter().filter(|pair| pair[place] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let are_most = |count: usize| pairs.len() >= 2 && count * 2 > pairs.len();
    match (first, second) {
        (0, count) if are_most(count) => Some(UTF_16LE),
        (count, 0) if are_most(count) => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns true if bytes are UTF-8 with some that are not: at least as many characters of several bytes as
/// wrong sequences.
fn is_utf8_with_faults(bytes: &[u8]) -> bool {
    let (mut characters, mut faults) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        faults += usize::from(!chunk.invalid().is_empty());
    }
    characters >= faults && characters > 0
}

/// The encoding that a table most probably has, if it is not UTF-8. A few bytes beyond ASCII among others
/// prove nothing: they are read as those of western Europe.
fn detect_encoding(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let sample = &bytes[start..bytes.len().min(start + DETECTED_BYTES)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (mut total, mut beyond) = (0, 0);
    // Only cells with such bytes count: the others are dates and numbers.
    for cell in sample.split(|byte| matches!(byte, b',' | b';' | b'\t' | b'\n' | b'\r' | b'"')) {
        let count = cell.iter().filter(|byte| !byte.is_ascii()).count();
        if count > 0 {
            detector.feed(cell, false);
            detector.feed(b"\n", false);
            total += cell.len();
            beyond += count;
        }
    }
    detector.feed(b"", true);
    let detected = detector.guess(None, Utf8Detection::Deny);
    let has_evidence = beyond >= MIN_DETECTED_BYTES;
    let is_certain = has_evidence && (detected.is_single_byte() || beyond * 3 >= total);
    if is_certain { detected } else { WINDOWS_1252 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Option<String>) {
        let decoded = DecodedText::from_bytes(bytes);
        let remark = decoded.describe_encoding();
        (decoded.text, remark)
    }

    #[test]
    fn marks_and_zeros_tell_unicode() {
        let text = "Nachname;Vorname\nÅkesson;Łucja\n";
        assert_eq!(read(text.as_bytes()), (text.to_owned(), None));
        assert_eq!(read(format!("\u{feff}{text}").as_bytes()), (text.to_owned(), None));
        assert_eq!(read(format!("\u{feff}\u{feff}{text}").as_bytes()), (text.to_owned(), None));
        for (big, name) in [(true, "UTF-16BE"), (false, "UTF-16LE")] {
            let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let marked: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect();
            for bytes in [&marked[..], &marked[2..]] {
                let (read, remark) = read(bytes);
                assert_eq!(read, text);
                assert!(remark.unwrap().contains(name));
            }
        }
    }

    #[test]
    fn other_encodings_are_detected() {
        let western = "name\nMüller\n";
        let (text, remark) = read(&encoding_rs::WINDOWS_1252.encode(western).0);
        assert!(text == western && remark.unwrap().contains("windows-1252"));
        let polish = "nazwisko,imię\nŻółkiewska,Łucja\nWiśniewski,Stanisław\nGrzegżółka,Jędrzej\n";
        assert_eq!(read(&encoding_rs::WINDOWS_1250.encode(polish).0).0, polish);
        let russian = "фамилия;имя\nЩербакова;Анна\nЖуравлёв;Пётр\n";
        assert_eq!(read(&encoding_rs::WINDOWS_1251.encode(russian).0).0, russian);
        let japanese =
            "id,name,birth\n1001,山田太郎,2014-05-01\n1002,鈴木花子,2014-06-02\n1003,佐藤健,2013-01-31\n";
        assert_eq!(read(&encoding_rs::SHIFT_JIS.encode(japanese).0).0, japanese);
    }

    #[test]
    fn bytes_that_are_no_letters_are_faults() {
        let fault = |bytes: &[u8]| {
            let decoded = DecodedText::from_bytes(bytes);
            decoded.find_fault(&decoded.text)
        };
        assert_eq!(fault(b"B\xffn"), Some("not in UTF-8"));
        assert_eq!(fault("Müller, B\u{e9}n".as_bytes()), None);
        assert_eq!(fault(b"M\xc3\xbcller, B\xffn"), Some("not in UTF-8"));
        assert_eq!(fault(b"Ben\x81"), Some("not in UTF-8"));
        assert_eq!(fault(b"a,b,c,d\nMia\0"), Some("a NUL character"));
        assert_eq!(fault("M\u{fffd}ller".as_bytes()), Some("a character was lost: \u{fffd}"));
        assert_eq!(fault(b"M\xfcller"), None);
    }
}
