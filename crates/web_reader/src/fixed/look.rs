//! The look of letters.

use std::rc::Rc;

use books::xml::escape;

use super::sheets::ElementStyle;
use super::values::{format_decimal, parse_color, parse_length, parse_number};

/// The alignment of lines in their box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineAlign {
    Start,
    Left,
    Center,
    Right,
}

/// The height of a line: times the size of its letters, or in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LineHeight {
    Times(f64),
    Pixels(f64),
}

/// The inherited style of letters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextLook {
    pub(super) size: f64,
    pub(super) align: LineAlign,
    pub(super) indent: f64,
    pub(super) rtl: bool,
    /// True if lines end where the source's do.
    pub(super) lines_kept: bool,
    /// True if lines only end where they must.
    pub(super) unbroken: bool,
    pub(super) is_hidden: bool,
    /// True if lines run from top to bottom, which is not drawn.
    pub(super) vertical: bool,
    line: LineHeight,
    color: Rc<str>,
    family: &'static str,
    bold: bool,
    italic: bool,
    underlined: bool,
    letter: f64,
    word: f64,
    case: TextCase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextCase {
    AsIs,
    Upper,
    Lower,
}

impl Default for TextLook {
    fn default() -> Self {
        Self {
            size: 16.0,
            align: LineAlign::Start,
            indent: 0.0,
            rtl: false,
            lines_kept: false,
            unbroken: false,
            is_hidden: false,
            vertical: false,
            line: LineHeight::Times(1.2),
            color: "#000000".into(),
            family: "serif",
            bold: false,
            italic: false,
            underlined: false,
            letter: 0.0,
            word: 0.0,
            case: TextCase::AsIs,
        }
    }
}

impl TextLook {
    /// The look inside an element of this name.
    pub(super) fn inherit_into(
        &self,
        name: &str,
        dir: Option<&str>,
        style: &ElementStyle,
        page: (f64, f64),
    ) -> Self {
        let mut own = self.clone();
        own.apply_element_defaults(name);
        if let Some(size) = style.get("font-size") {
            let sized = match size {
                "smaller" => Some(self.size * 0.83),
                "larger" => Some(self.size * 1.2),
                "xx-small" => Some(9.0),
                "x-small" => Some(10.0),
                "small" => Some(13.0),
                "medium" => Some(16.0),
                "large" => Some(18.0),
                "x-large" => Some(24.0),
                "xx-large" => Some(32.0),
                size => parse_length(size, self.size, Some(self.size), page),
            };
            own.size = sized.filter(|size| *size >= 0.0).unwrap_or(own.size);
        }
        let em = own.size;
        let far = |name: &str| style.get(name).and_then(|text| parse_length(text, em, None, page));
        if let Some(line) = style.get("line-height") {
            own.line = match (parse_number(line), parse_length(line, em, Some(em), page)) {
                (Some(times), _) => LineHeight::Times(times.max(0.0)),
                (None, Some(pixels)) => LineHeight::Pixels(pixels.max(0.0)),
                (None, None) => LineHeight::Times(1.2),
            };
        }
        if let Some(color) = style.get("color").and_then(parse_color) {
            own.color = color.into();
        }
        if let Some(family) = style.get("font-family") {
            own.family = generic_family(family);
        }
        match style.get("font-weight") {
            Some("bold" | "bolder" | "600" | "700" | "800" | "900") => own.bold = true,
            Some("normal" | "lighter" | "100" | "200" | "300" | "400" | "500") => own.bold = false,
            _ => {}
        }
        match style.get("font-style") {
            Some("italic" | "oblique") => own.italic = true,
            Some("normal") => own.italic = false,
            _ => {}
        }
        if let Some(lined) = style.get("text-decoration").or_else(|| style.get("text-decoration-line")) {
            own.underlined = lined.contains("underline");
        }
        match style.get("text-align") {
            Some("left") => own.align = LineAlign::Left,
            Some("right") => own.align = LineAlign::Right,
            Some("center" | "-webkit-center") => own.align = LineAlign::Center,
            Some("end") => own.align = if own.rtl { LineAlign::Left } else { LineAlign::Right },
            Some("start" | "justify") => own.align = LineAlign::Start,
            _ => {}
        }
        match style.get("text-transform") {
            Some("uppercase") => own.case = TextCase::Upper,
            Some("lowercase") => own.case = TextCase::Lower,
            Some("none" | "capitalize") => own.case = TextCase::AsIs,
            _ => {}
        }
        match style.get("white-space") {
            Some("pre") => (own.lines_kept, own.unbroken) = (true, true),
            Some("pre-wrap" | "pre-line" | "break-spaces") => (own.lines_kept, own.unbroken) = (true, false),
            Some("nowrap") => (own.lines_kept, own.unbroken) = (false, true),
            Some("normal") => (own.lines_kept, own.unbroken) = (false, false),
            _ => {}
        }
        match style.get("direction").or(dir) {
            Some("rtl") => own.rtl = true,
            Some("ltr") => own.rtl = false,
            _ => {}
        }
        match style.get("visibility") {
            Some("hidden" | "collapse") => own.is_hidden = true,
            Some("visible") => own.is_hidden = false,
            _ => {}
        }
        if let Some(mode) = style.get("writing-mode") {
            own.vertical = mode.starts_with("vertical") || mode.starts_with("tb");
        }
        own.indent = far("text-indent").unwrap_or(own.indent);
        own.letter = far("letter-spacing").unwrap_or(own.letter);
        own.word = far("word-spacing").unwrap_or(own.word);
        own
    }

    /// Applies the default styles of browsers for an element's name.
    fn apply_element_defaults(&mut self, name: &str) {
        let larger = match name {
            "h1" => 2.0,
            "h2" => 1.5,
            "h3" => 1.17,
            "h5" | "small" => 0.83,
            "h6" => 0.67,
            "sub" | "sup" => 0.75,
            _ => 1.0,
        };
        self.size *= larger;
        match name {
            "b" | "strong" | "th" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.bold = true,
            "i" | "em" | "cite" | "dfn" | "var" => self.italic = true,
            "code" | "kbd" | "samp" | "tt" => self.family = "monospace",
            "pre" => (self.family, self.lines_kept, self.unbroken) = ("monospace", true, true),
            "center" => self.align = LineAlign::Center,
            "u" | "ins" => self.underlined = true,
            _ => {}
        }
    }

    pub(super) fn line_height(&self) -> f64 {
        match self.line {
            LineHeight::Times(times) => times * self.size,
            LineHeight::Pixels(pixels) => pixels,
        }
    }

    /// A text as it is shown.
    pub(super) fn apply_case(&self, text: &str) -> String {
        match self.case {
            TextCase::AsIs => text.to_owned(),
            TextCase::Upper => text.to_uppercase(),
            TextCase::Lower => text.to_lowercase(),
        }
    }

    /// About how wide a letter is.
    pub(super) fn letter_width(&self, c: char) -> f64 {
        let ems = match self.family {
            "monospace" if books::geometry::letter_width(c) < 1.0 => 0.6,
            "serif" => books::geometry::letter_width(c) * if self.bold { 1.0 } else { 0.93 },
            _ => books::geometry::letter_width(c) * if self.bold { 1.07 } else { 1.0 },
        };
        ems * self.size + self.letter + if c == ' ' { self.word } else { 0.0 }
    }

    /// The attributes of text that looks like this.
    pub(super) fn text_attributes(&self) -> String {
        let mut out = format!(
            " font-size=\"{}\" font-family=\"{}\" fill=\"{}\"",
            format_decimal(self.size),
            self.family,
            escape(&self.color)
        );
        for (wanted, attribute) in [
            (self.bold, " font-weight=\"bold\""),
            (self.italic, " font-style=\"italic\""),
            (self.underlined, " text-decoration=\"underline\""),
        ] {
            if wanted {
                out.push_str(attribute);
            }
        }
        for (name, space) in [("letter-spacing", self.letter), ("word-spacing", self.word)] {
            if space.abs() > 0.001 {
                out.extend([" ", name, "=\"", &format_decimal(space), "\""]);
            }
        }
        out
    }
}

/// The generic family that is most like a list of families.
pub(super) fn generic_family(families: &str) -> &'static str {
    let small = families.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    if has(&["monospace", "courier", "mono", "consolas"]) {
        "monospace"
    } else if has(&["sans", "arial", "helvetica", "verdana", "gill", "futura", "myriad", "comic", "calibri"])
    {
        "sans-serif"
    } else if has(&["cursive", "script", "handwrit"]) {
        "cursive"
    } else {
        "serif"
    }
}
