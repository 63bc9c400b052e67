//! Formulas as Office Math.

use crate::formula::{Formula, Token};
use crate::model::Math;
use crate::xml::Writer;

/// Signs that take what follows under them.
const LARGE: &str = "∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃";

/// Writes a formula; one that cannot be taken, as its words.
pub(super) fn write(xml: &mut Writer, math: &Math, own_line: bool) {
    let Some(formula) = Formula::of(&math.mathml) else {
        xml.open("w:r").open("w:t").attr("xml:space", "preserve").text(math.text()).close().close();
        return;
    };
    if own_line {
        xml.open("m:oMathPara");
    }
    xml.open("m:oMath");
    part(xml, &formula);
    xml.close();
    if own_line {
        xml.close();
    }
}

/// An element around a part.
fn around(xml: &mut Writer, name: &'static str, formula: &Formula) {
    xml.open(name);
    part(xml, formula);
    xml.close();
}

/// The same; empty without the part.
fn maybe(xml: &mut Writer, name: &'static str, formula: Option<&Formula>) {
    xml.open(name);
    if let Some(formula) = formula {
        part(xml, formula);
    }
    xml.close();
}

fn property(xml: &mut Writer, name: &'static str, value: &str) {
    xml.open(name).attr("m:val", value).close();
}

fn part(xml: &mut Writer, formula: &Formula) {
    match formula {
        Formula::Row(parts) => row(xml, parts),
        Formula::Token { kind, text, variant } => token(xml, *kind, text, variant.as_deref()),
        Formula::Space => {
            token(xml, Token::Words, " ", None);
        }
        Formula::Fraction { over, under, bar } => {
            xml.open("m:f").open("m:fPr");
            property(xml, "m:type", if *bar { "bar" } else { "noBar" });
            xml.close();
            around(xml, "m:num", over);
            around(xml, "m:den", under);
            xml.close();
        }
        Formula::Scripts { base, sub, sup, pre_sub, pre_sup } => {
            let before = pre_sub.is_some() || pre_sup.is_some();
            if before {
                xml.open("m:sPre");
                maybe(xml, "m:sub", pre_sub.as_deref());
                maybe(xml, "m:sup", pre_sup.as_deref());
                xml.open("m:e");
            }
            behind(xml, base, sub.as_deref(), sup.as_deref());
            if before {
                xml.close().close();
            }
        }
        Formula::Limits { base, below, above } => limits(xml, base, below.as_deref(), above.as_deref()),
        Formula::Root { degree, of } => {
            xml.open("m:rad").open("m:radPr");
            if degree.is_none() {
                property(xml, "m:degHide", "1");
            }
            xml.close();
            maybe(xml, "m:deg", degree.as_deref());
            around(xml, "m:e", of);
            xml.close();
        }
        Formula::Fenced { open, close, separator, items } => {
            xml.open("m:d").open("m:dPr");
            property(xml, "m:begChr", open);
            if items.len() > 1 {
                property(xml, "m:sepChr", separator);
            }
            property(xml, "m:endChr", close);
            xml.close();
            for item in items {
                around(xml, "m:e", item);
            }
            if items.is_empty() {
                xml.open("m:e").close();
            }
            xml.close();
        }
        Formula::Matrix { rows, .. } => matrix(xml, rows),
    }
}

fn row(xml: &mut Writer, parts: &[Formula]) {
    let mut rest = parts.iter();
    while let Some(next) = rest.next() {
        let (base, below, above, under) = match next {
            Formula::Scripts { base, sub, sup, pre_sub: None, pre_sup: None } => (base, sub, sup, "subSup"),
            Formula::Limits { base, below, above } => (base, below, above, "undOvr"),
            _ => {
                part(xml, next);
                continue;
            }
        };
        let Some(sign) = base.sign().filter(|sign| !sign.is_empty() && LARGE.contains(*sign)) else {
            part(xml, next);
            continue;
        };
        xml.open("m:nary").open("m:naryPr");
        property(xml, "m:chr", sign);
        property(xml, "m:limLoc", under);
        for (name, there) in [("m:subHide", below.is_some()), ("m:supHide", above.is_some())] {
            if !there {
                property(xml, name, "1");
            }
        }
        xml.close();
        maybe(xml, "m:sub", below.as_deref());
        maybe(xml, "m:sup", above.as_deref());
        // What it is taken of; all that follows may be, so it is not cut.
        xml.open("m:e");
        row(xml, rest.as_slice());
        xml.close().close();
        return;
    }
}

fn behind(xml: &mut Writer, base: &Formula, sub: Option<&Formula>, sup: Option<&Formula>) {
    let name = match (sub, sup) {
        (Some(_), Some(_)) => "m:sSubSup",
        (Some(_), None) => "m:sSub",
        (None, Some(_)) => "m:sSup",
        (None, None) => return part(xml, base),
    };
    xml.open(name);
    around(xml, "m:e", base);
    if let Some(sub) = sub {
        around(xml, "m:sub", sub);
    }
    if let Some(sup) = sup {
        around(xml, "m:sup", sup);
    }
    xml.close();
}

fn limits(xml: &mut Writer, base: &Formula, below: Option<&Formula>, above: Option<&Formula>) {
    match (below, above) {
        (None, None) => part(xml, base),
        (None, Some(above)) => match above.sign().and_then(accent) {
            Some(sign) => {
                xml.open("m:acc").open("m:accPr");
                property(xml, "m:chr", sign);
                xml.close();
                around(xml, "m:e", base);
                xml.close();
            }
            None => limit(xml, "m:limUpp", &|xml| part(xml, base), above),
        },
        (Some(below), None) => limit(xml, "m:limLow", &|xml| part(xml, base), below),
        (Some(below), Some(above)) => {
            limit(xml, "m:limUpp", &|xml| limit(xml, "m:limLow", &|xml| part(xml, base), below), above);
        }
    }
}

fn limit(xml: &mut Writer, name: &'static str, base: &dyn Fn(&mut Writer), far: &Formula) {
    xml.open(name).open("m:e");
    base(xml);
    xml.close();
    around(xml, "m:lim", far);
    xml.close();
}

/// The sign above a letter as the combining character that Word wants.
fn accent(sign: &str) -> Option<&'static str> {
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

fn matrix(xml: &mut Writer, rows: &[Vec<Formula>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return;
    }
    xml.open("m:m").open("m:mPr").open("m:mcs").open("m:mc").open("m:mcPr");
    property(xml, "m:count", &columns.to_string());
    property(xml, "m:mcJc", "center");
    xml.close().close().close().close();
    for row in rows {
        xml.open("m:mr");
        for column in 0..columns {
            maybe(xml, "m:e", row.get(column));
        }
        xml.close();
    }
    xml.close();
}

fn token(xml: &mut Writer, kind: Token, text: &str, variant: Option<&str>) {
    if text.is_empty() {
        return;
    }
    let variant = variant.unwrap_or_default();
    let script = ["double-struck", "fraktur", "script", "sans-serif", "monospace"]
        .into_iter()
        .find(|script| variant.contains(script));
    // One letter is a variable and italic; a word is a function and upright.
    let leans = kind == Token::Name && text.chars().count() == 1;
    let style = match (variant.contains("bold"), variant.contains("italic")) {
        (true, true) => Some("bi"),
        (true, false) => Some("b"),
        (false, true) => Some("i"),
        (false, false) if variant == "normal" || (kind != Token::Operator && !leans) => Some("p"),
        (false, false) => None,
    };
    xml.open("m:r");
    if script.is_some() || style.is_some() || kind == Token::Words {
        xml.open("m:rPr");
        if kind == Token::Words {
            xml.open("m:nor").close();
        } else {
            if let Some(script) = script {
                property(xml, "m:scr", script);
            }
            if let Some(style) = style {
                property(xml, "m:sty", style);
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
