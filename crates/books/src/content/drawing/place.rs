//! Where text is drawn: transformations, lengths, the size and direction of letters.

use roxmltree::Node;

use super::DrawingStyles;

/// The size of letters that nobody has set, in user units.
const DEFAULT_LETTER_SIZE: f64 = 16.0;

/// A transformation of the plane: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Matrix([f64; 6]);

impl Default for Matrix {
    fn default() -> Self {
        Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    }
}

impl Matrix {
    pub(crate) fn translation(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Reads a `transform` attribute; what is wrong in it is left out.
    pub(crate) fn parse_transform(text: &str) -> Self {
        let mut all = Self::default();
        for step in text.split(')') {
            let Some((name, arguments)) = step.split_once('(') else { continue };
            let given = parse_numbers(arguments);
            let step = match (name.trim_matches(|c: char| c.is_whitespace() || c == ','), given.as_slice()) {
                ("matrix", given) => match given.first_chunk() {
                    Some(matrix) => Self(*matrix),
                    None => continue,
                },
                ("translate", [x, rest @ ..]) => {
                    Self::translation(*x, rest.first().copied().unwrap_or_default())
                }
                ("scale", [x, rest @ ..]) => {
                    Self([*x, 0.0, 0.0, rest.first().copied().unwrap_or(*x), 0.0, 0.0])
                }
                ("rotate", [angle, rest @ ..]) => {
                    let (sin, cos) = angle.to_radians().sin_cos();
                    let turned = Self([cos, sin, -sin, cos, 0.0, 0.0]);
                    match rest {
                        [x, y, ..] => {
                            Self::translation(*x, *y).compose(&turned).compose(&Self::translation(-x, -y))
                        }
                        _ => turned,
                    }
                }
                ("skewX", [angle, ..]) => Self([1.0, 0.0, angle.to_radians().tan(), 1.0, 0.0, 0.0]),
                ("skewY", [angle, ..]) => Self([1.0, angle.to_radians().tan(), 0.0, 1.0, 0.0, 0.0]),
                _ => continue,
            };
            all = all.compose(&step);
        }
        all
    }

    /// This transformation of what `inner` has transformed.
    pub(crate) fn compose(&self, inner: &Self) -> Self {
        let (outer, inner) = (self.0, inner.0);
        // Two columns that turn and stretch, and one that moves.
        let column = |x: f64, y: f64| (outer[0] * x + outer[2] * y, outer[1] * x + outer[3] * y);
        let ((first_x, first_y), (second_x, second_y)) =
            (column(inner[0], inner[1]), column(inner[2], inner[3]));
        let moved = column(inner[4], inner[5]);
        Self([first_x, first_y, second_x, second_y, moved.0 + outer[4], moved.1 + outer[5]])
    }

    /// The six numbers, in the order of `matrix(...)`.
    pub(crate) fn coefficients(&self) -> [f64; 6] {
        self.0
    }

    pub(crate) fn transform_point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let matrix = self.0;
        (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
    }

    /// The direction in which a line runs, of length 1, and how much longer it becomes.
    pub(super) fn line_direction(&self, vertical: bool) -> ((f64, f64), f64) {
        let matrix = self.0;
        let (x, y) = if vertical { (matrix[2], matrix[3]) } else { (matrix[0], matrix[1]) };
        let length = x.hypot(y);
        if length > 0.0 && length.is_finite() {
            ((x / length, y / length), length)
        } else {
            ((1.0, 0.0), 1.0)
        }
    }
}

/// Parses a list of numbers separated by spaces or commas; up to 10,000.
pub(super) fn parse_numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|part| !part.is_empty())
        .map_while(|part| part.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').parse().ok())
        .filter(|number: &f64| number.is_finite())
        .take(10_000)
        .collect()
}

/// Lengths.
pub(super) struct Length;

impl Length {
    /// A list of lengths in user units. `size` is that of the letters.
    pub(super) fn parse_list(text: &str, size: f64) -> Vec<f64> {
        let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
        parts.take(10_000).map_while(|part| Self::parse_length(part, size)).collect()
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
            let size = share
                .map(|share| share / 100.0 * self.size)
                .or_else(|| Length::parse_length(size, self.size));
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
