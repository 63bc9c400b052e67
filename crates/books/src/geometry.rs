//! Geometry of drawings (SVG): transformations of the plane, and about how wide letters are.

/// A transformation of the plane: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Matrix([f64; 6]);

impl Default for Matrix {
    fn default() -> Self {
        Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    }
}

impl Matrix {
    /// Moves everything by this much.
    pub fn translation(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Reads a `transform` attribute; what is wrong in it is left out.
    pub fn parse_transform(text: &str) -> Self {
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
    #[must_use]
    pub fn compose(&self, inner: &Self) -> Self {
        let (outer, inner) = (self.0, inner.0);
        // Two columns that turn and stretch, and one that moves.
        let column = |x: f64, y: f64| (outer[0] * x + outer[2] * y, outer[1] * x + outer[3] * y);
        let ((first_x, first_y), (second_x, second_y)) =
            (column(inner[0], inner[1]), column(inner[2], inner[3]));
        let moved = column(inner[4], inner[5]);
        Self([first_x, first_y, second_x, second_y, moved.0 + outer[4], moved.1 + outer[5]])
    }

    /// The six numbers, in the order of `matrix(...)`.
    pub fn coefficients(&self) -> [f64; 6] {
        self.0
    }

    /// The position of a point after this transformation.
    pub fn transform_point(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let matrix = self.0;
        (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
    }

    /// The direction in which a line runs, of length 1, and how much longer it becomes.
    pub(crate) fn line_direction(&self, vertical: bool) -> ((f64, f64), f64) {
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
pub(crate) fn parse_numbers(text: &str) -> Vec<f64> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|part| !part.is_empty())
        .map_while(|part| part.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').parse().ok())
        .filter(|number: &f64| number.is_finite())
        .take(10_000)
        .collect()
}

/// About how wide a letter is without serifs, in ems.
pub fn letter_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '\u{2018}' | '\u{2019}' => 0.23,
        'I' | 'f' | 't' | ' ' | '.' | ',' | ':' | ';' | '!' | '/' | '\u{a0}' => 0.29,
        'r' | '(' | ')' | '-' | '[' | ']' | '"' | '*' | '\u{201c}' | '\u{201d}' => 0.36,
        'm' | 'M' | '%' | 'œ' | 'æ' => 0.86,
        'w' => 0.75,
        'W' | '@' | 'Œ' | 'Æ' | '\u{2014}' | '\u{2026}' => 0.98,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.5,
        'A'..='H' | 'K'..='L' | 'N'..='V' | 'X'..='Z' => 0.69,
        // Marks are above or below a letter.
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' => 0.0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{20000}'..='\u{3ffff}' => 1.0,
        _ => 0.55,
    }
}
