//! Runs of text: looks, language, direction.

use crate::model::{Direction, Style};
use crate::xml::{Writer, language};

/// How a run looks, and in which language it is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Run<'a> {
    pub(super) emphasis: bool,
    pub(super) strong: bool,
    /// The style of characters that says what the run is.
    pub(super) named: Option<&'static str>,
    pub(super) deleted: bool,
    pub(super) underlined: bool,
    pub(super) highlighted: bool,
    /// `subscript` or `superscript`.
    pub(super) shifted: Option<&'static str>,
    pub(super) lang: Option<&'a str>,
    pub(super) linked: bool,
    /// Line ends and runs of spaces count.
    pub(super) preformatted: bool,
}

impl Run<'_> {
    /// The same in another style.
    pub(super) fn styled(mut self, style: &Style) -> Self {
        match style {
            Style::Emphasis => self.emphasis = true,
            Style::Strong => self.strong = true,
            Style::Subscript => self.shifted = Some("subscript"),
            Style::Superscript => self.shifted = Some("superscript"),
            Style::Code => self.named = Some("Code"),
            Style::Citation => self.named = Some("Citation"),
            Style::Defined => self.named = Some("Defined"),
            Style::Abbreviation(_) => self.named = Some("Abbreviation"),
            Style::Small => self.named = Some("SmallPrint"),
            Style::Quotation => {}
            Style::Deleted => self.deleted = true,
            Style::Underlined => self.underlined = true,
            Style::Highlighted => self.highlighted = true,
        }
        self
    }

    /// Writes the properties of a run, in the order of the schema.
    pub(super) fn properties(&self, xml: &mut Writer, rtl: bool) {
        let named = if self.linked {
            Some("Hyperlink")
        } else if self.named.is_some() {
            self.named
        } else if self.strong {
            Some("Strong")
        } else if self.emphasis {
            Some("Emphasis")
        } else {
            None
        };
        let flags = [
            (self.strong && named != Some("Strong"), ["w:b", "w:bCs"]),
            (self.emphasis && named != Some("Emphasis"), ["w:i", "w:iCs"]),
        ];
        let plain = named.is_none()
            && !self.deleted
            && !self.underlined
            && !self.highlighted
            && self.shifted.is_none()
            && self.lang.is_none()
            && !rtl;
        if plain {
            return;
        }
        xml.open("w:rPr");
        if let Some(named) = named {
            xml.open("w:rStyle").attr("w:val", named).close();
        }
        for name in flags.into_iter().filter(|(on, _)| *on).flat_map(|(_, names)| names) {
            xml.open(name).close();
        }
        if self.deleted {
            xml.open("w:strike").close();
        }
        if self.highlighted {
            xml.open("w:highlight").attr("w:val", "yellow").close();
        }
        if self.underlined {
            xml.open("w:u").attr("w:val", "single").close();
        }
        if let Some(shifted) = self.shifted {
            xml.open("w:vertAlign").attr("w:val", shifted).close();
        }
        if rtl {
            xml.open("w:rtl").close();
        }
        if let Some(tag) = self.lang.and_then(language) {
            xml.open("w:lang");
            language_attributes(xml, tag);
            xml.close();
        }
        xml.close();
    }

    /// Writes text, in as many runs as it has directions.
    pub(super) fn text(&self, xml: &mut Writer, text: &str, base: Direction) {
        for (piece, direction) in directions(text, base) {
            xml.open("w:r");
            self.properties(xml, direction == Direction::Rtl);
            if self.preformatted {
                lines(xml, piece);
            } else {
                xml.open("w:t").attr("xml:space", "preserve").text(piece).close();
            }
            xml.close();
        }
    }
}

fn lines(xml: &mut Writer, text: &str) {
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            xml.open("w:br").close();
        }
        for (n, part) in line.trim_end_matches('\r').split('\t').enumerate() {
            if n > 0 {
                xml.open("w:tab").close();
            }
            if !part.is_empty() {
                xml.open("w:t").attr("xml:space", "preserve").text(part).close();
            }
        }
    }
}

/// The attributes of a language, each for the scripts that Word takes it from.
pub(super) fn language_attributes(xml: &mut Writer, tag: &str) {
    xml.attr("w:val", tag);
    let main = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    if matches!(main.as_str(), "zh" | "ja" | "ko") {
        xml.attr("w:eastAsia", tag);
    }
    if is_rtl(tag)
        || matches!(main.as_str(), "th" | "hi" | "bn" | "ta" | "te" | "mr" | "gu" | "pa" | "kn" | "ml")
    {
        xml.attr("w:bidi", tag);
    }
}

/// Whether a language is usually written from right to left.
pub(super) fn is_rtl(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let main = parts.next().unwrap_or_default().to_ascii_lowercase();
    match parts.next().filter(|script| script.len() == 4) {
        Some(script) => matches!(
            script.to_ascii_lowercase().as_str(),
            "arab" | "hebr" | "syrc" | "thaa" | "nkoo" | "adlm"
        ),
        None => matches!(
            main.as_str(),
            "ar" | "he"
                | "iw"
                | "fa"
                | "ur"
                | "yi"
                | "ji"
                | "ps"
                | "sd"
                | "ug"
                | "dv"
                | "ckb"
                | "syr"
                | "arc"
                | "nqo"
        ),
    }
}

/// Which way a letter runs; `None` for what goes along with its neighbors.
fn runs(c: char) -> Option<Direction> {
    match c {
        '\u{590}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}' => {
            // Digits of these scripts run from left to right.
            (!c.is_numeric()).then_some(Direction::Rtl)
        }
        c if c.is_alphabetic() => Some(Direction::Ltr),
        _ => None,
    }
}

/// Text cut where its direction changes.
fn directions(text: &str, base: Direction) -> Vec<(&str, Direction)> {
    let mut pieces = Vec::new();
    let (mut start, mut now) = (0, None);
    for (at, c) in text.char_indices() {
        let Some(direction) = runs(c) else { continue };
        if now.is_some_and(|now| now != direction) {
            pieces.push((&text[start..at], now.unwrap_or(base)));
            start = at;
        }
        now = Some(direction);
    }
    if start < text.len() {
        pieces.push((&text[start..], now.unwrap_or(base)));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_where_its_direction_changes() {
        use Direction::{Ltr, Rtl};
        assert_eq!(directions("one two.", Rtl), [("one two.", Ltr)]);
        assert_eq!(directions("12 !", Rtl), [("12 !", Rtl)]);
        assert_eq!(directions("say שלום, ok", Ltr), [("say ", Ltr), ("שלום, ", Rtl), ("ok", Ltr)]);
        assert!(is_rtl("he-IL") && is_rtl("az-Arab") && !is_rtl("en") && !is_rtl("ar-Latn"));
    }
}
