//! Numbers that are shown with zeros in front, as identifiers of a fixed length often are. The reader of
//! workbooks only knows the formats of dates, so these numbers become texts before it reads them.

use std::collections::HashMap;

/// Characters of the longest format that is applied.
const MAX_FORMAT_CHARS: usize = 40;
/// The type of a cell that is a number, if it is stated.
const NUMBER_TYPES: [&str; 2] = [" t=\"n\"", " t='n'"];

/// The styles of cells whose numbers are shown with zeros in front.
#[derive(Debug, Default)]
pub(crate) struct PaddedStyles(HashMap<usize, PaddedFormat>);

/// A format of zeros, with separators between them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PaddedFormat(Vec<char>);

impl PaddedStyles {
    /// Reads the styles of a workbook; what cannot be read has no styles.
    pub(crate) fn from_part(part: &[u8]) -> Self {
        let Ok(xml) = std::str::from_utf8(part) else { return Self::default() };
        let mut formats = HashMap::new();
        let mut styles = HashMap::new();
        let mut count = None;
        for (start, end) in Tags::new(xml) {
            let tag = &xml[start..end];
            match (local_name(tag), count) {
                ("numFmt", _) => {
                    let format = attribute(tag, "formatCode").and_then(PaddedFormat::parse);
                    if let Some((id, format)) = attribute(tag, "numFmtId").zip(format) {
                        formats.insert(id, format);
                    }
                }
                ("cellXfs", None) => count = Some(0),
                ("/cellXfs", _) => break,
                ("xf", Some(style)) => {
                    if let Some(format) = attribute(tag, "numFmtId").and_then(|id| formats.get(id)) {
                        styles.insert(style, format.clone());
                    }
                    count = Some(style + 1);
                }
                _ => {}
            }
        }
        Self(styles)
    }

    /// Returns a sheet in which these numbers are texts; `None` if it has none.
    pub(crate) fn pad_numbers(&self, part: &[u8]) -> Option<Vec<u8>> {
        let xml = std::str::from_utf8(part).ok().filter(|_| !self.0.is_empty())?;
        let mut padded = String::new();
        let mut copied = 0;
        let mut cell = None;
        for (start, end) in Tags::new(xml) {
            let tag = &xml[start..end];
            match (local_name(tag), cell) {
                ("c", _) => cell = self.find_format(tag).map(|format| (format, start, end)),
                ("/c", _) => cell = None,
                ("v", Some((format, cell_start, cell_end))) => {
                    let value = xml[end..].split('<').next().unwrap_or_default();
                    let Some(text) = format.apply(value) else { continue };
                    padded.push_str(&xml[copied..cell_start]);
                    padded.push_str(&to_text_cell(&xml[cell_start..cell_end]));
                    padded.push_str(&xml[cell_end..end]);
                    padded.push_str(&text);
                    copied = end + value.len();
                    cell = None;
                }
                _ => {}
            }
        }
        padded.push_str(&xml[copied..]);
        (copied > 0).then(|| padded.into_bytes())
    }

    /// The format of a cell, if it is a number.
    fn find_format(&self, tag: &str) -> Option<&PaddedFormat> {
        let is_number = attribute(tag, "t").is_none() || NUMBER_TYPES.iter().any(|kind| tag.contains(*kind));
        let format = self.0.get(&attribute(tag, "s")?.parse().ok()?)?;
        (is_number && !tag.ends_with("/>")).then_some(format)
    }
}

impl PaddedFormat {
    /// Parses a format such as `00000` or `000\-00\-0000`; `None` for another one.
    fn parse(code: &str) -> Option<Self> {
        let code = code.replace("&quot;", "\"");
        let positive = code.split(';').next().unwrap_or_default();
        let mut format = Vec::new();
        let mut chars = positive.chars();
        let mut is_quoted = false;
        while let Some(c) = chars.next() {
            match c {
                '"' => is_quoted = !is_quoted,
                '\\' if !is_quoted => format.push(chars.next().filter(|c| is_separator(*c))?),
                '0' if !is_quoted => format.push('0'),
                '-' | ' ' => format.push(c),
                _ if is_quoted && is_separator(c) => format.push(c),
                _ => return None,
            }
        }
        let zeros = format.iter().filter(|c| **c == '0').count();
        let is_whole = format.first() == Some(&'0') && format.last() == Some(&'0');
        (is_whole && zeros > 1 && format.len() <= MAX_FORMAT_CHARS).then_some(Self(format))
    }

    /// Formats a whole number that is not negative; `None` for other values.
    fn apply(&self, value: &str) -> Option<String> {
        let is_whole = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let zeros = self.0.iter().filter(|c| **c == '0').count();
        let digits = is_whole.then(|| format!("{value:0>zeros$}"))?;
        // More digits than zeros are in the place of the first zero.
        let (first, rest) = digits.split_at(digits.len() - (zeros - 1));
        let mut text = first.to_owned();
        let mut rest = rest.chars();
        text.extend(self.0.iter().skip(1).filter_map(|c| if *c == '0' { rest.next() } else { Some(*c) }));
        Some(text)
    }
}

/// Separators of the groups of identifiers.
fn is_separator(c: char) -> bool {
    matches!(c, '-' | ' ' | '.' | '/')
}

/// The start tag of a cell with a text.
fn to_text_cell(tag: &str) -> String {
    for kind in NUMBER_TYPES {
        if tag.contains(kind) {
            return tag.replacen(kind, " t=\"str\"", 1);
        }
    }
    format!("{} t=\"str\">", tag.trim_end_matches('>'))
}

/// The name of a tag without its prefix, with a slash for an end tag.
fn local_name(tag: &str) -> &str {
    let inner = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
    let name = inner.split_ascii_whitespace().next().unwrap_or_default();
    match (name.strip_prefix('/'), name.split_once(':')) {
        // End tags with a prefix do not count; the next start tag ends the cell as well.
        (None, Some((_, local))) => local,
        _ => name,
    }
}

/// The value of an attribute, as it is written.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, behind) = after[1..].split_once(quote)?;
        if before.trim_end().rsplit(|c: char| c.is_ascii_whitespace()).next() == Some(name) {
            return Some(value);
        }
        rest = behind;
    }
    None
}

/// The places of the tags of a document.
struct Tags<'x> {
    xml: &'x str,
    at: usize,
}

impl<'x> Tags<'x> {
    fn new(xml: &'x str) -> Self {
        Self { xml, at: 0 }
    }
}

impl Iterator for Tags<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at + memchr::memchr(b'<', &self.xml.as_bytes()[self.at..])?;
        let mut quote = None;
        for (place, byte) in self.xml.as_bytes()[start..].iter().copied().enumerate() {
            match (byte, quote) {
                (b'"' | b'\'', None) => quote = Some(byte),
                (byte, Some(open)) if byte == open => quote = None,
                (b'>', None) => {
                    self.at = start + place + 1;
                    return Some((start, self.at));
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_zeros_pad_numbers() {
        for (format, value, text) in [
            ("00000", "42", Some("00042")),
            ("00000", "1234567", Some("1234567")),
            ("00000;-00000;@", "7", Some("00007")),
            ("000\\-00\\-0000", "12345678", Some("012-34-5678")),
            ("00&quot;-&quot;00", "12345", Some("123-45")),
            ("00000", "1.5", None),
            ("00000", "-4", None),
        ] {
            assert_eq!(PaddedFormat::parse(format).unwrap().apply(value).as_deref(), text, "{format}");
        }
        for format in ["0", "0.00", "#,##0", "General", "yyyy", "00 \"kg\"", "[Red]00", "0%", "@", ""] {
            assert_eq!(PaddedFormat::parse(format), None, "{format}");
        }
    }

    #[test]
    fn only_numbers_with_such_a_style_become_texts() {
        let styles = PaddedStyles::from_part(
            b"<styleSheet><numFmts><numFmt numFmtId='164' formatCode=\"0000\"/></numFmts><cellStyleXfs><xf numFmtId='164'/>\
            </cellStyleXfs><cellXfs count='2'><xf numFmtId='0'/><xf numFmtId='164'><alignment/></xf></cellXfs></styleSheet>",
        );
        let sheet = "<c r='A1' s='1'><v>42</v></c><c r='B1' s='1' t='n'><f>6*7</f><v>42</v></c><c s='0'><v>42</v></c>\
            <c s='1' t='s'><v>0</v></c><c s='1'/><c s='1'><v>0.5</v></c>";
        let padded = "<c r='A1' s='1' t=\"str\"><v>0042</v></c><c r='B1' s='1' t=\"str\"><f>6*7</f><v>0042</v></c>\
            <c s='0'><v>42</v></c><c s='1' t='s'><v>0</v></c><c s='1'/><c s='1'><v>0.5</v></c>";
        assert_eq!(String::from_utf8(styles.pad_numbers(sheet.as_bytes()).unwrap()).unwrap(), padded);
        assert_eq!(styles.pad_numbers(b"<c s='0'><v>42</v></c>"), None);
        assert_eq!(PaddedStyles::from_part(b"<a").pad_numbers(sheet.as_bytes()), None);
    }
}
