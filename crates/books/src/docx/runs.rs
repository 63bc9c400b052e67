//! Runs of text: looks, language, direction.

use crate::model::{Direction, Style};
use crate::xml::{XmlWriter, schema_language};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RunStyle<'a> {
    pub(super) emphasis: bool,
    pub(super) is_strong: bool,
    /// The style of characters that says what the run is.
    pub(super) character_style: Option<&'static str>,
    pub(super) is_deleted: bool,
    pub(super) underlined: bool,
    pub(super) highlighted: bool,
    /// `subscript` or `superscript`.
    pub(super) vertical_alignment: Option<&'static str>,
    pub(super) lang: Option<&'a str>,
    pub(super) is_link: bool,
    /// True within an inline quotation.
    pub(super) is_quoted: bool,
    /// Line ends and runs of spaces count.
    pub(super) preformatted: bool,
}

impl RunStyle<'_> {
    /// This run in another style.
    pub(super) fn with_style(mut self, style: &Style) -> Self {
        match style {
            Style::Emphasis => self.emphasis = true,
            Style::Strong => self.is_strong = true,
            Style::Subscript => self.vertical_alignment = Some("subscript"),
            Style::Superscript => self.vertical_alignment = Some("superscript"),
            Style::Code => self.character_style = Some("Code"),
            Style::Citation => self.character_style = Some("Citation"),
            Style::Defined => self.character_style = Some("Defined"),
            Style::Abbreviation(_) => self.character_style = Some("Abbreviation"),
            Style::Small => self.character_style = Some("SmallPrint"),
            Style::Quotation => self.is_quoted = true,
            Style::Deleted => self.is_deleted = true,
            Style::Underlined => self.underlined = true,
            Style::Highlighted => self.highlighted = true,
        }
        self
    }

    /// Writes the properties of a run, in the order of the schema.
    pub(super) fn write_properties(&self, xml: &mut XmlWriter, rtl: bool) {
        let by_emphasis = self.is_strong.then_some("Strong").or(self.emphasis.then_some("Emphasis"));
        let named = self.is_link.then_some("Hyperlink").or(self.character_style).or(by_emphasis);
        let bold = self.is_strong && named != Some("Strong");
        let italic = self.emphasis && named != Some("Emphasis");
        let properties = [
            (named.is_some(), "w:rStyle", named),
            (bold, "w:b", None),
            (bold, "w:bCs", None),
            (italic, "w:i", None),
            (italic, "w:iCs", None),
            (self.is_deleted, "w:strike", None),
            (self.highlighted, "w:highlight", Some("yellow")),
            (self.underlined, "w:u", Some("single")),
            (self.vertical_alignment.is_some(), "w:vertAlign", self.vertical_alignment),
            (rtl, "w:rtl", None),
        ];
        if self.lang.is_none() && properties.iter().all(|(on, ..)| !on) {
            return;
        }
        xml.open("w:rPr");
        for (_, name, value) in properties.into_iter().filter(|(on, ..)| *on) {
            xml.open(name).attr_opt("w:val", value).close();
        }
        if let Some(tag) = self.lang.and_then(schema_language) {
            xml.open("w:lang");
            write_language_attributes(xml, tag);
            xml.close();
        }
        xml.close();
    }

    /// Writes text, in as many runs as it has directions.
    pub(super) fn write_text(&self, xml: &mut XmlWriter, text: &str, base: Direction) {
        for (piece, direction) in split_by_direction(text, base) {
            xml.open("w:r");
            self.write_properties(xml, direction == Direction::Rtl);
            if self.preformatted {
                write_lines(xml, piece);
            } else {
                write_hyphenated(xml, piece);
            }
            xml.close();
        }
    }
}

/// Writes a text whose soft hyphens are elements: Word shows the character as a hyphen in every line.
fn write_hyphenated(xml: &mut XmlWriter, text: &str) {
    for (n, part) in text.split('\u{ad}').enumerate() {
        if n > 0 {
            xml.open("w:softHyphen").close();
        }
        if n == 0 || !part.is_empty() {
            xml.open("w:t").attr("xml:space", "preserve").text(part).close();
        }
    }
}

fn write_lines(xml: &mut XmlWriter, text: &str) {
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            xml.open("w:br").close();
        }
        for (n, part) in line.trim_end_matches('\r').split('\t').enumerate() {
            if n > 0 {
                xml.open("w:tab").close();
            }
            if !part.is_empty() {
                write_hyphenated(xml, part);
            }
        }
    }
}

/// The attributes of a language, each for the scripts that Word takes it from.
pub(super) fn write_language_attributes(xml: &mut XmlWriter, tag: &str) {
    xml.attr("w:val", tag);
    let main = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    if matches!(main.as_str(), "zh" | "ja" | "ko") {
        xml.attr("w:eastAsia", tag);
    }
    if Direction::from_language(tag) == Direction::Rtl
        || matches!(main.as_str(), "th" | "hi" | "bn" | "ta" | "te" | "mr" | "gu" | "pa" | "kn" | "ml")
    {
        xml.attr("w:bidi", tag);
    }
}

/// The direction of a letter. `None` if it takes the direction of its neighbors.
fn letter_direction(c: char) -> Option<Direction> {
    match c {
        '\u{590}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}' => {
            // Digits of these scripts run from left to right.
            (!c.is_numeric()).then_some(Direction::Rtl)
        }
        c if c.is_alphabetic() => Some(Direction::Ltr),
        _ => None,
    }
}

/// Text cut where its direction changes. As in the Unicode algorithm, a number runs as the letters before it,
/// and signs between two directions as the paragraph: a comma after a Hebrew word in an English sentence is
/// on the right of it.
fn split_by_direction(text: &str, base: Direction) -> Vec<(&str, Direction)> {
    let mut pieces = Vec::new();
    // The piece being read: where it begins, where its last letter or digit ends, and its direction.
    let (mut start, mut end, mut now) = (0, 0, base);
    let mut letters = base;
    // Brackets of the paragraph and of the piece being read that are not closed yet.
    let (mut base_brackets, mut open_brackets) = (0_usize, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' if now == base => base_brackets += 1,
            '(' | '[' | '{' => open_brackets += 1,
            ')' | ']' | '}' if now == base => base_brackets = base_brackets.saturating_sub(1),
            ')' | ']' | '}' if open_brackets > 0 => {
                open_brackets -= 1;
                end = at + c.len_utf8();
            }
            ')' | ']' | '}' if base_brackets > 0 => {
                // It closes a bracket of the paragraph, and runs as that.
                base_brackets -= 1;
                pieces.push((&text[start..end], now));
                (start, now) = (end, base);
            }
            _ => {}
        }
        let direction = match letter_direction(c) {
            Some(direction) => {
                letters = direction;
                direction
            }
            None if c.is_numeric() => letters,
            None => continue,
        };
        if direction != now {
            let cut = if now == base { at } else { end };
            pieces.push((&text[start..cut], now));
            (start, now) = (cut, direction);
            base_brackets += std::mem::take(&mut open_brackets);
        }
        end = at + c.len_utf8();
    }
    if now != base {
        pieces.push((&text[start..end], now));
        start = end;
    }
    pieces.push((&text[start..], base));
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_where_its_direction_changes() {
        use Direction::{Ltr, Rtl};
        assert_eq!(split_by_direction("one two.", Rtl), [("one two", Ltr), (".", Rtl)]);
        assert_eq!(split_by_direction("12 !", Rtl), [("12 !", Rtl)]);
        assert_eq!(split_by_direction("say שלום, ok", Ltr), [("say ", Ltr), ("שלום", Rtl), (", ok", Ltr)]);
        assert_eq!(split_by_direction("(שלום, עולם)", Ltr), [("(", Ltr), ("שלום, עולם", Rtl), (")", Ltr)]);
        assert_eq!(
            split_by_direction("שלום 12 (abc).", Rtl),
            [("שלום 12 (", Rtl), ("abc", Ltr), (").", Rtl)]
        );
        assert_eq!(
            split_by_direction("שלום (abc) 12.", Rtl),
            [("שלום (", Rtl), ("abc", Ltr), (") ", Rtl), ("12", Ltr), (".", Rtl)]
        );
        assert_eq!(split_by_direction("f(x) שלום", Rtl), [("f(x)", Ltr), (" שלום", Rtl)]);
        assert_eq!(split_by_direction("שלום a) b", Rtl), [("שלום ", Rtl), ("a) b", Ltr)]);
        assert!(split_by_direction("", Ltr).is_empty());
    }

    #[test]
    fn soft_hyphens_are_elements() {
        let mut xml = XmlWriter::default();
        write_hyphenated(&mut xml, "Meeres\u{ad}bio\u{ad}");
        assert_eq!(
            xml.finish().trim_end(),
            "<w:t xml:space=\"preserve\">Meeres</w:t><w:softHyphen/>\
             <w:t xml:space=\"preserve\">bio</w:t><w:softHyphen/>"
        );
    }
}
