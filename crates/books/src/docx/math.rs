//! Formulas as Office Math.

use crate::formula::{Formula, FractionStyle, Strike, TokenKind};
use crate::model::Math;
use crate::xml::XmlWriter;

/// Signs that take what follows under them.
const LARGE_OPERATORS: &str = "∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃";

/// Writes a formula; one that cannot be taken, as its words.
pub(super) fn write_formula(xml: &mut XmlWriter, math: &Math, own_line: bool) {
    let Some(formula) = Formula::from_mathml(&math.mathml) else {
        xml.open("w:r").open("w:t").attr("xml:space", "preserve").text(math.text()).close().close();
        return;
    };
    if own_line {
        xml.open("m:oMathPara");
    }
    xml.open("m:oMath");
    write_part(xml, &formula);
    xml.close();
    if own_line {
        xml.close();
    }
}

/// Writes an element around a part.
fn write_element(xml: &mut XmlWriter, name: &'static str, formula: &Formula) {
    xml.open(name);
    write_part(xml, formula);
    xml.close();
}

/// Writes an element around a part; empty without the part.
fn write_optional_element(xml: &mut XmlWriter, name: &'static str, formula: Option<&Formula>) {
    xml.open(name);
    if let Some(formula) = formula {
        write_part(xml, formula);
    }
    xml.close();
}

fn write_property(xml: &mut XmlWriter, name: &'static str, value: &str) {
    xml.open(name).attr("m:val", value).close();
}

fn write_part(xml: &mut XmlWriter, formula: &Formula) {
    match formula {
        Formula::Row(parts) => write_row(xml, parts),
        Formula::Token { kind, text, variant } => write_token(xml, *kind, text, variant.as_deref()),
        Formula::Space => write_token(xml, TokenKind::Words, " ", None),
        Formula::Fraction { numerator: over, denominator: under, style } => {
            xml.open("m:f").open("m:fPr");
            let kind = match style {
                FractionStyle::Line => "bar",
                FractionStyle::NoLine => "noBar",
                FractionStyle::Slanted => "skw",
            };
            write_property(xml, "m:type", kind);
            xml.close();
            write_element(xml, "m:num", over);
            write_element(xml, "m:den", under);
            xml.close();
        }
        Formula::Scripts { base, sub, sup, pre_sub, pre_sup } => {
            let before = pre_sub.is_some() || pre_sup.is_some();
            if before {
                xml.open("m:sPre");
                write_optional_element(xml, "m:sub", pre_sub.as_deref());
                write_optional_element(xml, "m:sup", pre_sup.as_deref());
                xml.open("m:e");
            }
            write_scripts(xml, base, sub.as_deref(), sup.as_deref());
            if before {
                xml.close().close();
            }
        }
        Formula::Limits { base, below, above } => write_limits(xml, base, below.as_deref(), above.as_deref()),
        Formula::Root { degree, radicand: of } => {
            xml.open("m:rad").open("m:radPr");
            if degree.is_none() {
                write_property(xml, "m:degHide", "1");
            }
            xml.close();
            write_optional_element(xml, "m:deg", degree.as_deref());
            write_element(xml, "m:e", of);
            xml.close();
        }
        Formula::CrossedOut { strikes, content } => write_crossed_out(xml, strikes, content),
        Formula::Fenced { open, close, separator, items } => {
            xml.open("m:d").open("m:dPr");
            write_property(xml, "m:begChr", open);
            if items.len() > 1 {
                write_property(xml, "m:sepChr", separator);
            }
            write_property(xml, "m:endChr", close);
            xml.close();
            for item in items {
                write_element(xml, "m:e", item);
            }
            if items.is_empty() {
                xml.open("m:e").close();
            }
            xml.close();
        }
        Formula::Matrix { rows, .. } => write_matrix(xml, rows),
    }
}

/// Writes a part in a box without sides but with lines through it, in the order of the schema.
fn write_crossed_out(xml: &mut XmlWriter, strikes: &[Strike], content: &Formula) {
    xml.open("m:borderBox").open("m:borderBoxPr");
    for name in ["m:hideTop", "m:hideBot", "m:hideLeft", "m:hideRight"] {
        write_property(xml, name, "1");
    }
    for (strike, name) in [
        (Strike::Horizontal, "m:strikeH"),
        (Strike::Vertical, "m:strikeV"),
        (Strike::Up, "m:strikeBLTR"),
        (Strike::Down, "m:strikeTLBR"),
    ] {
        if strikes.contains(&strike) {
            write_property(xml, name, "1");
        }
    }
    xml.close();
    write_element(xml, "m:e", content);
    xml.close();
}

fn write_row(xml: &mut XmlWriter, parts: &[Formula]) {
    let mut rest = parts.iter();
    while let Some(next) = rest.next() {
        let (base, below, above, under) = match next {
            Formula::Scripts { base, sub, sup, pre_sub: None, pre_sup: None } => (base, sub, sup, "subSup"),
            Formula::Limits { base, below, above } => (base, below, above, "undOvr"),
            _ => {
                write_part(xml, next);
                continue;
            }
        };
        let Some(sign) =
            base.single_sign().filter(|sign| !sign.is_empty() && LARGE_OPERATORS.contains(*sign))
        else {
            write_part(xml, next);
            continue;
        };
        xml.open("m:nary").open("m:naryPr");
        write_property(xml, "m:chr", sign);
        write_property(xml, "m:limLoc", under);
        for (name, there) in [("m:subHide", below.is_some()), ("m:supHide", above.is_some())] {
            if !there {
                write_property(xml, name, "1");
            }
        }
        xml.close();
        write_optional_element(xml, "m:sub", below.as_deref());
        write_optional_element(xml, "m:sup", above.as_deref());
        // Its operand; all that follows may be part of it, so it is not cut.
        xml.open("m:e");
        write_row(xml, rest.as_slice());
        xml.close().close();
        return;
    }
}

fn write_scripts(xml: &mut XmlWriter, base: &Formula, sub: Option<&Formula>, sup: Option<&Formula>) {
    let name = match (sub, sup) {
        (Some(_), Some(_)) => "m:sSubSup",
        (Some(_), None) => "m:sSub",
        (None, Some(_)) => "m:sSup",
        (None, None) => return write_part(xml, base),
    };
    xml.open(name);
    write_element(xml, "m:e", base);
    if let Some(sub) = sub {
        write_element(xml, "m:sub", sub);
    }
    if let Some(sup) = sup {
        write_element(xml, "m:sup", sup);
    }
    xml.close();
}

fn write_limits(xml: &mut XmlWriter, base: &Formula, below: Option<&Formula>, above: Option<&Formula>) {
    let accent = above.and_then(Formula::single_sign).and_then(combining_accent);
    if let Some(sign) = accent.filter(|_| below.is_none()) {
        xml.open("m:acc").open("m:accPr");
        write_property(xml, "m:chr", sign);
        xml.close();
        write_element(xml, "m:e", base);
        xml.close();
        return;
    }
    let limits = [("m:limUpp", above), ("m:limLow", below)];
    let limits = limits.into_iter().filter_map(|(name, far)| Some((name, far?)));
    for (name, _) in limits.clone() {
        xml.open(name).open("m:e");
    }
    write_part(xml, base);
    for (_, far) in limits.rev() {
        xml.close();
        write_element(xml, "m:lim", far);
        xml.close();
    }
}

/// The sign above a letter as the combining character that Word wants.
fn combining_accent(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "^" | "\u{2c6}" | "\u{302}" => "\u{302}",
        "~" | "\u{2dc}" | "\u{303}" => "\u{303}",
        "\u{af}" | "\u{203e}" | "\u{304}" | "\u{305}" | "_" => "\u{305}",
        "\u{2192}" | "\u{20d7}" => "\u{20d7}",
        "\u{2d9}" | "\u{307}" | "." => "\u{307}",
        "\u{a8}" | "\u{308}" => "\u{308}",
        "\u{2c7}" | "\u{30c}" => "\u{30c}",
        _ => return None,
    })
}

fn write_matrix(xml: &mut XmlWriter, rows: &[Vec<Formula>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return;
    }
    xml.open("m:m").open("m:mPr").open("m:mcs").open("m:mc").open("m:mcPr");
    write_property(xml, "m:count", &columns.to_string());
    write_property(xml, "m:mcJc", "center");
    xml.close().close().close().close();
    for row in rows {
        xml.open("m:mr");
        for column in 0..columns {
            write_optional_element(xml, "m:e", row.get(column));
        }
        xml.close();
    }
    xml.close();
}

fn write_token(xml: &mut XmlWriter, kind: TokenKind, text: &str, variant: Option<&str>) {
    if text.is_empty() {
        return;
    }
    let variant = variant.unwrap_or_default();
    let script = ["double-struck", "fraktur", "script", "sans-serif", "monospace"]
        .into_iter()
        .find(|script| variant.contains(script));
    // One letter is a variable and italic; a word is a function and upright.
    let leans = kind == TokenKind::Name && text.chars().count() == 1;
    let style = match (variant.contains("bold"), variant.contains("italic")) {
        (true, true) => Some("bi"),
        (true, false) => Some("b"),
        (false, true) => Some("i"),
        (false, false) if variant == "normal" || (kind != TokenKind::Operator && !leans) => Some("p"),
        (false, false) => None,
    };
    xml.open("m:r");
    if script.is_some() || style.is_some() || kind == TokenKind::Words {
        xml.open("m:rPr");
        if kind == TokenKind::Words {
            xml.open("m:nor").close();
        } else {
            if let Some(script) = script {
                write_property(xml, "m:scr", script);
            }
            if let Some(style) = style {
                write_property(xml, "m:sty", style);
            }
        }
        xml.close();
    }
    xml.open("w:rPr")
        .open("w:rFonts")
        .attr("w:ascii", "Cambria Math")
        .attr("w:hAnsi", "Cambria Math")
        .close()
        .close();
    xml.open("m:t").attr("xml:space", "preserve").text(text).close().close();
}
