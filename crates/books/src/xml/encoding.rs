//! Decodes bytes to text: by their byte order mark, as UTF-8 if valid, by the encoding that the document
//! states, or else by detection.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use super::{bounds, entities};
use crate::{Finding, FindingKind, Reporter, Result};

/// Bytes in which an XML declaration ends.
const DECLARATION_BYTES: usize = 200;
/// Bytes in which a `meta` element names the encoding, and elements state the language.
const HEAD_BYTES: usize = 4096;
/// Bytes in which the encoding is detected, from the first that is not ASCII.
const DETECTED_BYTES: usize = 1 << 20;
const REPLACEMENT_CHARACTER: char = '\u{fffd}';

/// A document as text. HTML's named characters are characters in it.
#[derive(Debug)]
pub(crate) struct DecodedDocument {
    pub(crate) text: String,
    /// True if the file is in another encoding than UTF-8 and UTF-16, or has wrong bytes.
    pub(crate) is_recoded: bool,
}

impl DecodedDocument {
    /// Decodes a document. `charset` is the encoding that is stated elsewhere, if the document states none.
    ///
    /// # Errors
    /// The document is too large.
    pub(crate) fn from_bytes(
        entry: &str,
        bytes: Vec<u8>,
        charset: Option<&str>,
        reporter: &Reporter,
    ) -> Result<Self> {
        bounds::check_size(entry, bytes.len())?;
        let mut decoded = decode_document(entry, bytes, charset, reporter);
        if let std::borrow::Cow::Owned(text) = entities::replace_named(&decoded.text, entry, reporter) {
            decoded.text = text;
        }
        if let Some(text) = entities::replace_controls(&decoded.text, entry, reporter) {
            decoded = Self { text, is_recoded: true };
        }
        Ok(decoded)
    }
}

fn decode_document(
    entry: &str,
    bytes: Vec<u8>,
    charset: Option<&str>,
    reporter: &Reporter,
) -> DecodedDocument {
    if let Some((encoding, rest)) = detect_wide(&bytes) {
        let text = encoding.decode(rest);
        return DecodedDocument { is_recoded: report_wrong_bytes(entry, &text, reporter), text };
    }
    let bytes = match bytes {
        mut bytes if bytes.starts_with(b"\xEF\xBB\xBF") => {
            bytes.drain(..3);
            bytes
        }
        bytes => bytes,
    };
    match String::from_utf8(bytes) {
        Ok(text) if !text.as_bytes().contains(&0x1B) => DecodedDocument { text, is_recoded: false },
        // Of all encodings but this one, a text that happens to be UTF-8 is UTF-8.
        Ok(text) if stated_encoding(text.as_bytes(), charset) != Some(ISO_2022_JP) => {
            DecodedDocument { text, is_recoded: false }
        }
        Ok(text) => decode_legacy(entry, text.as_bytes(), charset, reporter),
        Err(error) => match decode_cesu8(error.as_bytes()) {
            Some(text) => {
                reporter.report(FindingKind::GuessedEncoding, entry, "CESU-8");
                DecodedDocument { text, is_recoded: true }
            }
            None => decode_legacy(entry, error.as_bytes(), charset, reporter),
        },
    }
}

/// Decodes UTF-8 in which characters beyond U+FFFF are two surrogates of three bytes each, as some programs
/// and databases write them. `None` for anything else.
fn decode_cesu8(bytes: &[u8]) -> Option<String> {
    let unit = |second: u8, third: u8| 0xD000 | (u16::from(second & 0x3F) << 6) | u16::from(third & 0x3F);
    let mut out = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        if let [0xED, b @ 0xA0..=0xAF, c @ 0x80..=0xBF, 0xED, e @ 0xB0..=0xBF, f @ 0x80..=0xBF, behind @ ..] =
            rest
        {
            let character = char::decode_utf16([unit(*b, *c), unit(*e, *f)]).next()?;
            out.push(character.ok()?);
            rest = behind;
            continue;
        }
        let valid = rest.utf8_chunks().next()?.valid();
        if valid.is_empty() {
            return None;
        }
        out.push_str(valid);
        rest = &rest[valid.len()..];
    }
    Some(out)
}

/// An encoding of more than one byte for each character.
#[derive(Clone, Copy)]
enum WideEncoding {
    Utf16(&'static Encoding),
    Utf32(fn([u8; 4]) -> u32),
}

impl WideEncoding {
    fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf16(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Utf32(unit) => {
                let (units, rest) = bytes.as_chunks::<4>();
                let characters =
                    units.iter().map(|bytes| char::from_u32(unit(*bytes)).unwrap_or(REPLACEMENT_CHARACTER));
                characters.chain((!rest.is_empty()).then_some(REPLACEMENT_CHARACTER)).collect()
            }
        }
    }
}

/// The encoding by the byte order mark, or by the first sign of markup, and what follows the mark.
fn detect_wide(bytes: &[u8]) -> Option<(WideEncoding, &[u8])> {
    Some(match bytes {
        [0xFF, 0xFE, 0, 0, rest @ ..] => (WideEncoding::Utf32(u32::from_le_bytes), rest),
        [0, 0, 0xFE, 0xFF, rest @ ..] => (WideEncoding::Utf32(u32::from_be_bytes), rest),
        [0xFF, 0xFE, rest @ ..] => (WideEncoding::Utf16(UTF_16LE), rest),
        [0xFE, 0xFF, rest @ ..] => (WideEncoding::Utf16(UTF_16BE), rest),
        [b'<', 0, 0, 0, ..] => (WideEncoding::Utf32(u32::from_le_bytes), bytes),
        [0, 0, 0, b'<', ..] => (WideEncoding::Utf32(u32::from_be_bytes), bytes),
        [b'<', 0, _, 0, ..] => (WideEncoding::Utf16(UTF_16LE), bytes),
        [0, b'<', 0, _, ..] => (WideEncoding::Utf16(UTF_16BE), bytes),
        _ => return None,
    })
}

/// Decodes bytes that are not UTF-8.
fn decode_legacy(entry: &str, bytes: &[u8], charset: Option<&str>, reporter: &Reporter) -> DecodedDocument {
    let stated =
        stated_encoding(bytes, charset).filter(|encoding| ![UTF_8, UTF_16BE, UTF_16LE].contains(encoding));
    let text = match stated {
        Some(encoding) => {
            let (text, is_wrong) = encoding.decode_without_bom_handling(bytes);
            let text = text.into_owned();
            if is_wrong { choose_better(entry, text, bytes, reporter) } else { text }
        }
        None if is_utf8_with_faults(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        None => {
            let encoding = detect_encoding(bytes);
            reporter.report(FindingKind::GuessedEncoding, entry, encoding.name());
            encoding.decode_without_bom_handling(bytes).0.into_owned()
        }
    };
    report_wrong_bytes(entry, &text, reporter);
    DecodedDocument { text, is_recoded: true }
}

/// A text in the stated encoding, unless the detected encoding has fewer wrong bytes.
fn choose_better(entry: &str, stated: String, bytes: &[u8], reporter: &Reporter) -> String {
    let wrong = |text: &str| text.matches(REPLACEMENT_CHARACTER).count();
    if is_utf8_with_faults(bytes) {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if wrong(&text) < wrong(&stated) {
            reporter.report(FindingKind::GuessedEncoding, entry, UTF_8.name());
            return text;
        }
    }
    let encoding = detect_encoding(bytes);
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    if wrong(&text) < wrong(&stated) {
        reporter.report(FindingKind::GuessedEncoding, entry, encoding.name());
        return text.into_owned();
    }
    stated
}

/// Returns true if bytes are UTF-8 with some that are not: more characters of several bytes than wrong
/// sequences.
fn is_utf8_with_faults(bytes: &[u8]) -> bool {
    let mut characters = 0;
    let mut faults = 0;
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        faults += usize::from(!chunk.invalid().is_empty());
    }
    characters >= faults && characters > 0
}

fn detect_encoding(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let end = bytes.len().min(start + DETECTED_BYTES);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[start..end], end == bytes.len());
    detector.guess(language_domain(bytes), Utf8Detection::Deny)
}

/// The country that the detector is to expect, by the language that the document states.
fn language_domain(bytes: &[u8]) -> Option<&'static [u8]> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]).to_ascii_lowercase();
    let language = head.split_once("lang=")?.1.trim_start_matches(['"', '\'']);
    let domain: &[u8] = match language.get(..2)? {
        "ja" => b"jp",
        "ko" => b"kr",
        "zh" => match language.get(2..5) {
            Some("-cn" | "-sg") => b"cn",
            Some("-tw" | "-hk") => b"tw",
            _ => return None,
        },
        "uk" => b"ua",
        "cs" => b"cz",
        "el" => b"gr",
        "he" => b"il",
        "sv" => b"se",
        "da" => b"dk",
        "sl" => b"si",
        "sr" => b"rs",
        "et" => b"ee",
        "vi" => b"vn",
        "fa" => b"ir",
        "ar" => b"sa",
        "ru" => b"ru",
        "pl" => b"pl",
        "hu" => b"hu",
        "bg" => b"bg",
        "tr" => b"tr",
        "th" => b"th",
        "ro" => b"ro",
        "hr" => b"hr",
        "sk" => b"sk",
        "lt" => b"lt",
        "lv" => b"lv",
        _ => return None,
    };
    Some(domain)
}

/// The encoding that a document states, in its XML declaration or in a `meta` element, or else the one that
/// is stated elsewhere. What only says UTF-8 counts last: it is what tools write into everything.
fn stated_encoding(bytes: &[u8], charset: Option<&str>) -> Option<&'static Encoding> {
    let labels = [declared_encoding(bytes), meta_charset(bytes), charset.map(str::to_owned)];
    let encodings: Vec<_> =
        labels.into_iter().flatten().filter_map(|label| encoding_for_label(&label)).collect();
    encodings.iter().find(|encoding| **encoding != UTF_8).or(encodings.first()).copied()
}

/// The encoding of a label, as browsers know it or as old tools wrote it.
fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().to_ascii_lowercase();
    Encoding::for_label(label.as_bytes()).or_else(|| {
        let label = label.replace('_', "-");
        let other = match label.as_str() {
            "macroman" | "mac-roman" | "x-macroman" | "apple-roman" => "macintosh",
            "x-mac-ce" => "windows-1250",
            "cp932" | "ms932" | "sjis-win" | "shift-jisx0213" => "shift_jis",
            "cp936" | "ms936" | "euc-cn" => "gbk",
            "cp949" | "ms949" | "uhc" => "euc-kr",
            "cp950" | "ms950" => "big5",
            "eucjp" | "ujis" => "euc-jp",
            "cp20866" | "koi8r" => "koi8-r",
            "cp21866" | "koi8u" => "koi8-u",
            "dos-866" | "cp-866" => "ibm866",
            "unicode-1-1-utf-8" | "utf" | "utf-8-bom" => "utf-8",
            _ => "",
        };
        let digits = || label.trim_start_matches(|c: char| !c.is_ascii_digit());
        let derived = if !other.is_empty() {
            other.to_owned()
        } else if label.starts_with("win") || label.starts_with("ms-") || label.starts_with("cp") {
            format!("windows-{}", digits())
        } else if label.starts_with("8859") || label.starts_with("iso") {
            format!("iso-8859-{}", label.rsplit('-').next().unwrap_or_default())
        } else if label.starts_with("latin") {
            format!("latin{}", digits())
        } else {
            return None;
        };
        Encoding::for_label(derived.as_bytes())
    })
}

fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION_BYTES)]).into_owned();
    let declaration = head.trim_start().strip_prefix("<?xml")?.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_owned())
}

/// The encoding that a `meta` element of HTML names.
fn meta_charset(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]).to_ascii_lowercase();
    head.split("charset").skip(1).find_map(|rest| {
        let value = rest.trim_start().strip_prefix('=')?.trim_start_matches([' ', '"', '\'']);
        let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
        Some(value[..end.unwrap_or(value.len())].to_owned()).filter(|value| !value.is_empty())
    })
}

/// Reports the place of the first wrong byte. Whether there is one.
fn report_wrong_bytes(entry: &str, text: &str, reporter: &Reporter) -> bool {
    let Some(at) = text.find(REPLACEMENT_CHARACTER) else { return false };
    let line = text[..at].bytes().filter(|byte| *byte == b'\n').count() + 1;
    let before: String = text[..at].chars().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect();
    let after: String = text[at..].chars().take(30).collect();
    let finding = Finding::new(FindingKind::WrongBytes, entry, &format!("{before}{after}"));
    reporter.add(finding.at_line(u32::try_from(line).unwrap_or(u32::MAX)));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode_bytes(bytes: &[u8], charset: Option<&str>) -> String {
        DecodedDocument::from_bytes("a", bytes.to_vec(), charset, &Reporter::default()).unwrap().text
    }

    fn finding_kinds(bytes: &[u8]) -> Vec<FindingKind> {
        let reporter = Reporter::default();
        DecodedDocument::from_bytes("a", bytes.to_vec(), None, &reporter).unwrap();
        reporter.to_report().findings.iter().map(|finding| finding.kind).collect()
    }

    #[test]
    fn wide_encodings_are_read_with_a_mark_and_without() {
        let utf16: Vec<u8> = "<a>é</a>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode_bytes(&utf16, None), "<a>é</a>");
        assert_eq!(decode_bytes(&[&[0xFF, 0xFE], utf16.as_slice()].concat(), None), "<a>é</a>");
        let utf16: Vec<u8> = "\u{feff}<a>é</a>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode_bytes(&utf16, None), "<a>é</a>");
        let utf32: Vec<u8> = "\u{feff}<a>é</a>".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        assert_eq!(decode_bytes(&utf32, None), "<a>é</a>");
        let utf32: Vec<u8> = "<a>é</a>".chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        assert_eq!(decode_bytes(&utf32, None), "<a>é</a>");
        assert_eq!(decode_bytes(b"\xEF\xBB\xBF<a/>", None), "<a/>");
        assert_eq!(decode_bytes(b"\xFF\xFE<\0a", None), "<\u{fffd}");
    }

    #[test]
    fn old_documents_are_read_by_what_they_state_or_by_what_is_stated_of_them() {
        let meta = |charset: &str, text: &[u8]| {
            let head = format!("<meta http-equiv='Content-Type' content='text/html; charset={charset}'>");
            [head.as_bytes(), text].concat()
        };
        for (charset, bytes, text) in [
            ("windows-1252", &b"caf\xE9 \x93"[..], "caf\u{e9} \u{201c}"),
            ("ISO-8859-1", b"caf\xE9", "caf\u{e9}"),
            ("ISO-8859-2", b"\xB1\xE6", "\u{105}\u{107}"),
            ("Shift_JIS", b"\x8C\x9F\x8D\xB8", "\u{691c}\u{67fb}"),
            ("cp932", b"\x8C\x9F\x8D\xB8", "\u{691c}\u{67fb}"),
            ("iso-2022-jp", b"\x1B$B8!:w\x1B(B", "\u{691c}\u{7d22}"),
            ("MacRoman", b"caf\x8E", "caf\u{e9}"),
            ("IBM866", b"\x84\xA0", "\u{414}\u{430}"),
            ("win-1251", b"\xC4\xE0", "\u{414}\u{430}"),
            ("utf-8", b"caf\xE9", "caf\u{e9}"),
            ("windows-1252", "caf\u{e9}".as_bytes(), "caf\u{e9}"),
            ("no-such", b"caf\xE9", "caf\u{e9}"),
        ] {
            assert!(decode_bytes(&meta(charset, bytes), None).ends_with(text), "{charset}");
        }
        let declared = b"\n<?xml version='1.0' encoding='windows-1251'?><a>\xC4\xE0</a>";
        assert!(decode_bytes(declared, None).ends_with("<a>\u{414}\u{430}</a>"));
        assert_eq!(decode_bytes(b"\x8C\x9F", Some("x-sjis")), "\u{691c}");
        assert_eq!(decode_bytes(b"caf\xE9&nbsp;x", None), "caf\u{e9}\u{a0}x");
        // A declaration without quotes declares nothing.
        assert_eq!(super::declared_encoding("<?xml encoding=\u{e9}utf-8\"?>".as_bytes()), None);
        assert_eq!(super::declared_encoding(b"<?xml encoding=\x80utf-8\"?>"), None);
    }

    #[test]
    fn an_encoding_that_is_not_stated_or_wrong_is_detected() {
        for (label, lang, text) in [
            ("windows-1251", "ru", "Тихая вода стояла у самого причала, и чайки кричали над нею."),
            ("koi8-r", "ru", "Тихая вода стояла у самого причала, и чайки кричали над нею."),
            ("shift_jis", "ja", "静かな水が桟橋のそばにあり、カモメが鳴いていた。"),
            ("euc-jp", "ja", "静かな水が桟橋のそばにあり、カモメが鳴いていた。"),
            ("gbk", "zh-CN", "平静的水在码头旁边，海鸥在叫。"),
            ("big5", "zh-TW", "平靜的水在碼頭旁邊，海鷗在叫。"),
            ("euc-kr", "ko", "잔잔한 물이 부두 옆에 있었고 갈매기가 울었다."),
            ("windows-1250", "pl", "Cicha woda stała przy samej przystani, a mewy krzyczały głośno."),
            ("windows-1253", "el", "Ήσυχο νερό στην αποβάθρα και γλάροι που φωνάζουν."),
        ] {
            let (bytes, ..) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(text);
            for head in ["", "<?xml version='1.0' encoding='UTF-8'?>"] {
                let all = [format!("{head}<html lang='{lang}'><p>").as_bytes(), &bytes].concat();
                assert!(decode_bytes(&all, None).ends_with(text), "{label}: {}", decode_bytes(&all, None));
                assert_eq!(finding_kinds(&all), [FindingKind::GuessedEncoding], "{label}");
            }
        }
    }

    #[test]
    fn characters_that_are_two_surrogates_of_three_bytes_are_one() {
        let bytes = [b"<p>a ".as_slice(), b"\xED\xA0\xBD\xED\xB8\x80", "\u{e9} b</p>".as_bytes()].concat();
        assert_eq!(decode_bytes(&bytes, None), "<p>a \u{1f600}\u{e9} b</p>");
        assert_eq!(finding_kinds(&bytes), [FindingKind::GuessedEncoding]);
        assert_eq!(decode_cesu8(b"a \xED\xA0\xBD b"), None);
    }

    #[test]
    fn a_wrong_byte_costs_itself_and_is_reported_with_its_line() {
        let reporter = Reporter::default();
        let bytes = ["<p>é è à\n".as_bytes(), b"one \x97 two</p>"].concat();
        let decoded = DecodedDocument::from_bytes("a", bytes, None, &reporter).unwrap();
        assert_eq!(decoded.text, "<p>é è à\none \u{fffd} two</p>");
        assert!(decoded.is_recoded);
        let finding = &reporter.to_report().findings[0];
        assert_eq!((finding.kind, finding.line), (FindingKind::WrongBytes, Some(2)));
        assert!(finding.subject.contains("one"), "{}", finding.subject);
        assert_eq!(finding_kinds("<p>é</p>".as_bytes()), []);
    }
}
