//! Values of style rules: lengths, colors, addresses, transformations.

use books::geometry::Matrix;

/// The largest number that a drawing may have.
const MAX_NUMBER: f64 = 1e6;
const MAX_COLOR_CHARS: usize = 64;
/// Keywords where a color may be that are none, or that paint nothing.
const OTHER_KEYWORDS: [&str; 17] = [
    "auto", "currentcolor", "inherit", "initial", "none", "revert", "transparent", "unset", "fixed",
    "scroll", "left", "right", "top", "bottom", "center", "cover", "contain",
];

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct PageRect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl PageRect {
    /// The smallest upright rectangle around this one, transformed.
    pub(super) fn bounding_box(self, matrix: &Matrix) -> Self {
        let corners = [
            (self.x, self.y),
            (self.x + self.width, self.y),
            (self.x, self.y + self.height),
            (self.x + self.width, self.y + self.height),
        ];
        let points = corners.map(|corner| matrix.transform_point(corner));
        let (mut from, mut to) = (points[0], points[0]);
        for point in points {
            from = (from.0.min(point.0), from.1.min(point.1));
            to = (to.0.max(point.0), to.1.max(point.1));
        }
        Self { x: from.0, y: from.1, width: to.0 - from.0, height: to.1 - from.1 }
    }

    /// Its place and size as attributes.
    pub(super) fn to_attributes(self) -> String {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(format_decimal);
        format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
    }

    /// Returns true if at least half of it is inside another.
    pub(super) fn is_mostly_in(self, other: Self) -> bool {
        let width = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let height = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        let own = self.width * self.height;
        own > 0.0 && width > 0.0 && height > 0.0 && width * height >= own / 2.0
    }
}

/// A number as drawings have it: at most three decimals.
pub(super) fn format_decimal(number: f64) -> String {
    let number = if number.is_finite() { number.clamp(-MAX_NUMBER, MAX_NUMBER) } else { 0.0 };
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

pub(super) fn parse_number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite() && number.abs() <= MAX_NUMBER)
}

/// A length in pixels. `em`: the size of the letters; `percent_base`: the length that percentages refer to;
/// `page`: the size of the page. `None` for `auto`, for unknown values, and for percentages of an unknown
/// length.
pub(super) fn parse_length(text: &str, em: f64, percent_base: Option<f64>, page: (f64, f64)) -> Option<f64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let factor = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "pc" | "rem" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "em" => em,
        "ex" | "ch" => em / 2.0,
        "vw" => page.0 / 100.0,
        "vh" => page.1 / 100.0,
        "%" => percent_base? / 100.0,
        _ => return None,
    };
    parse_number(digits).map(|number| (number * factor).clamp(-MAX_NUMBER, MAX_NUMBER))
}

/// A color, unless it is transparent.
pub(super) fn parse_color(text: &str) -> Option<&str> {
    let text = text.trim();
    let small = text.to_ascii_lowercase();
    let function = ["rgb(", "rgba(", "hsl(", "hsla("].iter().any(|name| small.starts_with(name))
        && small.ends_with(')')
        && small[4..].bytes().all(|b| b.is_ascii_alphanumeric() || b"(),.%/- ".contains(&b));
    let hex = small
        .strip_prefix('#')
        .is_some_and(|hex| matches!(hex.len(), 3 | 4 | 6 | 8) && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let name = !small.is_empty()
        && small.bytes().all(|b| b.is_ascii_alphabetic())
        && !OTHER_KEYWORDS.contains(&small.as_str());
    (small.len() <= MAX_COLOR_CHARS && (function || hex || name)).then_some(text)
}

/// The address in `url(...)`, first to last.
pub(super) fn parse_urls(text: &str) -> Vec<&str> {
    let parts = text.split("url(").skip(1).take(8);
    parts.filter_map(|part| Some(part.split_once(')')?.0.trim().trim_matches(['"', '\'']).trim())).collect()
}

/// The parts of a value between spaces; an expression in parentheses is one part.
pub(super) fn split_words(text: &str) -> Vec<&str> {
    split_outside_brackets(text, char::is_whitespace)
}

/// The parts of a text between separators that are not in parentheses or quotes.
pub(super) fn split_outside_brackets(text: &str, separator: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut parts, mut depth, mut quote, mut start) = (Vec::new(), 0_usize, None, 0);
    for (at, c) in text.char_indices() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && quote.is_none() && separator(c) => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The four numbers of a `viewBox`.
pub(super) fn parse_view_box(text: &str) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|part| !part.is_empty())
        .map_while(parse_number)
        .collect();
    numbers.try_into().ok()
}

/// A transformation of style rules. `size`: that of the box, of which shares are.
pub(super) fn parse_transform(text: &str, em: f64, size: (f64, f64)) -> Matrix {
    let mut all = Matrix::default();
    for step in text.split(')').take(16) {
        let Some((name, arguments)) = step.split_once('(') else { continue };
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let far = |n: usize, whole: f64| {
            arguments.get(n).and_then(|text| parse_length(text, em, Some(whole), size)).unwrap_or_default()
        };
        let first = arguments.first().and_then(|text| parse_number(text)).unwrap_or(1.0);
        let step = match name.trim().to_ascii_lowercase().as_str() {
            "translate" | "translate3d" => Matrix::translation(far(0, size.0), far(1, size.1)),
            "translatex" => Matrix::translation(far(0, size.0), 0.0),
            "translatey" => Matrix::translation(0.0, far(0, size.1)),
            "scalex" => Matrix::parse_transform(&format!("matrix({first},0,0,1,0,0)")),
            "scaley" => Matrix::parse_transform(&format!("matrix(1,0,0,{first},0,0)")),
            "rotate" | "rotatez" => {
                Matrix::parse_transform(&format!("rotate({})", parse_degrees(arguments[0])))
            }
            "skewx" => Matrix::parse_transform(&format!("skewX({})", parse_degrees(arguments[0]))),
            "skewy" => Matrix::parse_transform(&format!("skewY({})", parse_degrees(arguments[0]))),
            name @ ("matrix" | "scale") => {
                Matrix::parse_transform(&format!("{name}({})", arguments.join(",")))
            }
            _ => continue,
        };
        all = all.compose(&step);
    }
    all
}

fn parse_degrees(text: &str) -> f64 {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "rad" => 180.0 / std::f64::consts::PI,
        "turn" => 360.0,
        "grad" => 0.9,
        _ => 1.0,
    };
    parse_number(digits).unwrap_or_default() * factor
}
