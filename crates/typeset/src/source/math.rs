//! Formulas.

use std::fmt::Write as _;

use books::model::Math;
use books::{ColumnAlign, Formula, FractionStyle, Strike, TokenKind};

use super::{SourceWriter, WritingPass};
use crate::Fallback;
use crate::escape::string_literal;

impl SourceWriter<'_> {
    /// Writes a formula with its words as alternative; an unsupported one as words.
    pub(super) fn write_formula(&mut self, math: &Math, own_line: bool) {
        if let WritingPass::Draft(draft) = &mut self.pass {
            draft.weight += math.mathml.len();
            if !self.heading.is_inside {
                return;
            }
        }
        let formula = Formula::from_mathml(&math.mathml).filter(|_| self.care == Fallback::Full);
        let words = math.text().trim();
        let Some(formula) = formula.filter(|_| !words.is_empty()) else {
            if own_line {
                let _ = write!(self.out, "#par[#{}]", string_literal(words));
            } else {
                self.write_text(words);
            }
            return;
        };
        let _ = write!(self.out, "#math.equation(block: {own_line}, alt: {})[", string_literal(words));
        push_formula(&mut self.out, &formula);
        self.out.push(']');
    }
}

/// A formula in content.
pub(crate) fn push_formula(out: &mut String, formula: &Formula) {
    match formula {
        Formula::Row(parts) => parts.iter().for_each(|part| push_formula(out, part)),
        Formula::Token { kind, text, variant } => {
            push_token(out, *kind, text, variant.as_deref().unwrap_or_default());
        }
        Formula::Space => out.push_str("#h(0.3em)"),
        Formula::Fraction { numerator: over, denominator: under, style } => match style {
            FractionStyle::Line => push_call(out, "math.frac", &[over, under]),
            FractionStyle::Slanted => push_call(out, "math.frac.with(style: \"skewed\")", &[over, under]),
            FractionStyle::NoLine => {
                push_matrix(out, &[], &[vec![(**over).clone()], vec![(**under).clone()]]);
            }
        },
        Formula::Scripts { base, sub, sup, pre_sub, pre_sup } => {
            let parts = [("b", sub), ("t", sup), ("bl", pre_sub), ("tl", pre_sup)];
            push_attach(out, "", base, parts.map(|(place, part)| (place, part.as_deref())));
        }
        Formula::Limits { base, below: None, above: Some(above) }
            if above.single_sign().and_then(find_accent).is_some() =>
        {
            out.push_str("#math.accent([");
            push_formula(out, base);
            let _ = write!(
                out,
                "], {})",
                string_literal(above.single_sign().and_then(find_accent).unwrap_or_default())
            );
        }
        Formula::Limits { base, below, above } => {
            let parts = [("b", below), ("t", above)];
            push_attach(out, "math.limits", base, parts.map(|(place, part)| (place, part.as_deref())));
        }
        Formula::Root { degree: None, radicand: of } => push_call(out, "math.sqrt", &[of]),
        Formula::Root { degree: Some(degree), radicand: of } => push_call(out, "math.root", &[degree, of]),
        Formula::CrossedOut { strikes, content } => push_call(out, crossing_function(strikes), &[content]),
        Formula::Fenced { open, close, separator, items } => {
            out.push_str("#math.lr([");
            push_token(out, TokenKind::Operator, open, "");
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    push_token(out, TokenKind::Operator, separator, "");
                }
                push_formula(out, item);
            }
            push_token(out, TokenKind::Operator, close, "");
            out.push_str("])");
        }
        Formula::Matrix { columns, rows } => push_matrix(out, columns, rows),
    }
}

/// The function that draws these lines through a part: both diagonals, or the first line. A vertical line
/// would be as long as the diagonal and cross other lines of text, so a diagonal is drawn for it.
fn crossing_function(strikes: &[Strike]) -> &'static str {
    match strikes {
        [Strike::Up, Strike::Down, ..] => "math.cancel.with(cross: true)",
        [Strike::Down, ..] => "math.cancel.with(inverted: true)",
        [Strike::Horizontal, ..] => "math.cancel.with(angle: 90deg)",
        _ => "math.cancel",
    }
}

/// A function of contents.
fn push_call(out: &mut String, name: &str, arguments: &[&Formula]) {
    let _ = write!(out, "#{name}(");
    for argument in arguments {
        out.push('[');
        push_formula(out, argument);
        out.push_str("], ");
    }
    out.push(')');
}

fn push_attach<const N: usize>(
    out: &mut String,
    around: &str,
    base: &Formula,
    parts: [(&str, Option<&Formula>); N],
) {
    out.push_str("#math.attach(");
    if around.is_empty() {
        out.push('[');
    } else {
        let _ = write!(out, "{around}([");
    }
    push_formula(out, base);
    out.push_str(if around.is_empty() { "]" } else { "])" });
    for (place, part) in parts {
        if let Some(part) = part {
            let _ = write!(out, ", {place}: [");
            push_formula(out, part);
            out.push(']');
        }
    }
    out.push(')');
}

fn push_matrix(out: &mut String, aligned: &[ColumnAlign], rows: &[Vec<Formula>]) {
    // Alignment point: content before it ends there, content after it begins there.
    const ALIGNMENT_POINT: &str = "$&$";
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return;
    }
    out.push_str("#math.mat(delim: none");
    for row in rows {
        out.push_str(", (");
        for column in 0..columns {
            let align = aligned.get(column).or(aligned.last()).copied().unwrap_or_default();
            out.push('[');
            if align == ColumnAlign::Left {
                out.push_str(ALIGNMENT_POINT);
            }
            if let Some(cell) = row.get(column) {
                push_formula(out, cell);
            }
            if align == ColumnAlign::Right {
                out.push_str(ALIGNMENT_POINT);
            }
            out.push_str("], ");
        }
        out.push(')');
    }
    out.push(')');
}

fn find_accent(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "^" | "\u{2c6}" | "\u{302}" => "^",
        "~" | "\u{2dc}" | "\u{303}" => "~",
        "\u{af}" | "\u{203e}" | "\u{304}" | "\u{305}" | "_" => "\u{af}",
        "\u{2192}" | "\u{20d7}" => "\u{2192}",
        "\u{2d9}" | "\u{307}" | "." => "\u{2d9}",
        "\u{a8}" | "\u{308}" => "\u{a8}",
        "\u{2c7}" | "\u{30c}" => "\u{2c7}",
        _ => return None,
    })
}

fn push_token(out: &mut String, kind: TokenKind, text: &str, variant: &str) {
    let written = string_literal(text);
    if written == "\"\"" {
        return;
    }
    let one = text.chars().count() == 1;
    let mut inner = match kind {
        TokenKind::Operator if one && !text.trim().is_empty() => format!("symbol({written})"),
        TokenKind::Name if one && !variant.contains("normal") => format!("math.italic({written})"),
        TokenKind::Name if !one && variant.is_empty() => format!("math.op({written})"),
        _ => format!("math.upright({written})"),
    };
    for (word, function) in [
        ("double-struck", "math.bb"),
        ("fraktur", "math.frak"),
        ("script", "math.cal"),
        ("sans-serif", "math.sans"),
        ("monospace", "math.mono"),
        ("bold", "math.bold"),
    ] {
        if variant.contains(word) {
            inner = format!("{function}({inner})");
        }
    }
    let _ = write!(out, "#{inner}");
}
