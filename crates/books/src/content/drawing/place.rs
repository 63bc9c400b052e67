//! Positions of drawn text: lengths, the size and direction of letters.

use roxmltree::Node;

use super::DrawingStyles;

/// The size of letters that nobody has set, in user units.
const DEFAULT_LETTER_SIZE: f64 = 16.0;

/// A list of lengths in user units. `size` is that of the letters.
pub(super) fn parse_lengths(text: &str, size: f64) -> Vec<f64> {
    let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
    parts.take(10_000).map_while(|part| parse_length(part, size)).collect()
}

/// One length; a share of an unknown whole is none.
fn parse_length(text: &str, size: f64) -> Option<f64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let factor = match &text[digits.len()..] {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "em" | "rem" => size,
        "ex" | "ch" => size / 2.0,
        // Shares are of the drawing, which is some hundred units wide.
        "%" => 5.0,
        _ => return None,
    };
    digits.parse::<f64>().ok().map(|number| number * factor).filter(|number| number.is_finite())
}

/// The style of letters, as far as it determines their positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TypeStyle {
    /// Their size in user units.
    pub(super) size: f64,
    /// The part of a line that is before its place: 0 at its start, 1 at its end.
    pub(super) anchor: f64,
    pub(super) vertical: bool,
    /// True if the drawing says that the text runs from right to left.
    pub(super) rtl: bool,
}

impl Default for TypeStyle {
    fn default() -> Self {
        Self { size: DEFAULT_LETTER_SIZE, anchor: 0.0, vertical: false, rtl: false }
    }
}

impl TypeStyle {
    /// As an element has it that is inside one that has it so.
    pub(super) fn inherit_into(mut self, node: Node<'_, '_>, styles: &DrawingStyles) -> Self {
        let property = |name| styles.property(node, name);
        if let Some(size) = property("font-size") {
            let share = size.strip_suffix('%').and_then(|share| share.trim().parse::<f64>().ok());
            let size = share.map(|share| share / 100.0 * self.size).or_else(|| parse_length(size, self.size));
            self.size = size.filter(|size| *size > 0.0 && size.is_finite()).unwrap_or(self.size);
        }
        match property("text-anchor") {
            Some("start") => self.anchor = 0.0,
            Some("middle") => self.anchor = 0.5,
            Some("end") => self.anchor = 1.0,
            _ => {}
        }
        if let Some(mode) = property("writing-mode") {
            self.vertical = mode.starts_with("tb") || mode.starts_with("vertical");
        }
        match property("direction") {
            Some("rtl") => self.rtl = true,
            Some("ltr") => self.rtl = false,
            _ => {}
        }
        self
    }
}
