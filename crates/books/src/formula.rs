//! Formulas as a tree, for formats that write mathematics in a way of their own.

use std::fmt;

use roxmltree::Node;

/// Draws formulas, for formats that want a picture of each in addition to its MathML.
pub trait FormulaRenderer: fmt::Debug + Send + Sync {
    /// Pictures (PNG) of these formulas, in their order: black on white, large enough to be enlarged. `None`
    /// for one that cannot be drawn. It is given a few hundred at most, so that the caller can ask between
    /// whether to continue.
    fn render(&self, formulas: &[Formula]) -> Vec<Option<Vec<u8>>>;
}

/// A part of a formula.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the variants explain their parts")]
pub enum Formula {
    /// Parts next to one another.
    Row(Vec<Self>),
    /// A letter, number, sign or word; its form in the words of MathML, such as `bold` or `double-struck`.
    Token { kind: TokenKind, text: String, variant: Option<String> },
    /// One part over the other.
    Fraction { numerator: Box<Self>, denominator: Box<Self>, style: FractionStyle },
    /// Small parts below and above the line: after a base, and before it.
    Scripts {
        base: Box<Self>,
        sub: Option<Box<Self>>,
        sup: Option<Box<Self>>,
        pre_sub: Option<Box<Self>>,
        pre_sup: Option<Box<Self>>,
    },
    /// Parts below and above a base.
    Limits { base: Box<Self>, below: Option<Box<Self>>, above: Option<Box<Self>> },
    /// A root; without a degree, the square root.
    Root { degree: Option<Box<Self>>, radicand: Box<Self> },
    /// A part that is crossed out by these lines, each once, in the order of [`Strike::ALL`].
    CrossedOut { strikes: Vec<Strike>, content: Box<Self> },
    /// Parts between brackets that grow with them, and signs between the parts. Signs may be empty.
    Fenced { open: String, close: String, separator: String, items: Vec<Self> },
    /// Rows of cells, with the alignment of each column. That of the last holds for those that follow.
    Matrix { columns: Vec<ColumnAlign>, rows: Vec<Vec<Self>> },
    /// A gap.
    Space,
}

/// A line through a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strike {
    /// From the lower left to the upper right.
    Up,
    /// From the upper left to the lower right.
    Down,
    /// From top to bottom.
    Vertical,
    /// From left to right.
    Horizontal,
}

impl Strike {
    /// All lines.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Vertical, Self::Horizontal];

    /// The word for it in the `notation` of an enclosure.
    fn notation(self) -> &'static str {
        match self {
            Self::Up => "updiagonalstrike",
            Self::Down => "downdiagonalstrike",
            Self::Vertical => "verticalstrike",
            Self::Horizontal => "horizontalstrike",
        }
    }
}

/// What is between the parts of a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FractionStyle {
    /// A line below the one and above the other.
    Line,
    /// Nothing: a binomial.
    NoLine,
    /// A slanted line, with the parts next to one another.
    Slanted,
}

/// The alignment of the cells of a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColumnAlign {
    /// At the left.
    Left,
    /// In the middle.
    #[default]
    Center,
    /// At the right.
    Right,
}

impl ColumnAlign {
    /// The words of `columnalign`, one for each column.
    fn parse_list(words: &str) -> Vec<Self> {
        let one = |word| match word {
            "left" => Self::Left,
            "right" => Self::Right,
            _ => Self::Center,
        };
        words.split_ascii_whitespace().map(one).collect()
    }
}

/// The kinds of [`Formula::Token`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, such as of a variable or function.
    Name,
    /// A number.
    Number,
    /// An operator or another sign.
    Operator,
    /// Words.
    Words,
}

/// Nested deeper than this it is not taken.
const MAX_DEPTH: usize = 24;
/// A formula with more XML nodes is not taken.
const MAX_NODES: u32 = 50_000;

impl Formula {
    /// Reads presentation MathML. `None` if it holds what is not known here, such as content MathML only:
    /// then the formula's words are to be used.
    pub fn from_mathml(mathml: &str) -> Option<Self> {
        let document = crate::xml::parse_part(mathml, MAX_NODES, false)?;
        let formula = read_row(document.root_element(), 0)?;
        (!formula.is_empty()).then_some(formula)
    }

    /// Returns true if nothing would be seen.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Row(parts) => parts.iter().all(Self::is_empty),
            Self::Token { text, .. } => text.is_empty(),
            Self::Space => true,
            _ => false,
        }
    }

    /// The one sign that this is.
    pub fn single_sign(&self) -> Option<&str> {
        match self {
            Self::Token { kind: TokenKind::Operator, text, .. } => Some(text),
            Self::Row(parts) if parts.len() == 1 => parts[0].single_sign(),
            _ => None,
        }
    }
}

fn child_elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// All parts of an element, one next to the other.
fn read_row(node: Node<'_, '_>, depth: usize) -> Option<Formula> {
    let mut parts =
        child_elements(node).map(|child| read_part(child, depth + 1)).collect::<Option<Vec<_>>>()?;
    if parts.len() == 1 {
        return parts.pop();
    }
    Some(group_fenced(parts))
}

/// A row that begins and ends with brackets is one thing between them.
fn group_fenced(mut parts: Vec<Formula>) -> Formula {
    const OPEN: &str = "([{|‖⟨⌊⌈";
    const CLOSE: &str = ")]}|‖⟩⌋⌉";
    let at = |part: Option<&Formula>, set: &str| {
        part.and_then(Formula::single_sign)
            .filter(|sign| !sign.is_empty() && set.contains(*sign))
            .map(str::to_owned)
    };
    let Some(open) = at(parts.first(), OPEN) else { return Formula::Row(parts) };
    let close = at(parts.last(), CLOSE).filter(|_| parts.len() > 2);
    let cases = parts.len() == 2 && matches!(parts[1], Formula::Matrix { .. });
    let same = |sign: &str, open: bool| {
        parts
            .iter()
            .filter(|part| {
                part.single_sign().is_some_and(
                    |other| if open { OPEN.contains(other) } else { CLOSE.contains(other) } && other == sign,
                )
            })
            .count()
    };
    match close {
        // `(a)(b)` is not `(` and `)` around all.
        Some(close) if same(&open, true) <= if open == close { 2 } else { 1 } => {
            parts.pop();
            parts.remove(0);
            Formula::Fenced { open, close, separator: String::new(), items: vec![Formula::Row(parts)] }
        }
        None if cases => {
            parts.remove(0);
            Formula::Fenced { open, close: String::new(), separator: String::new(), items: parts }
        }
        _ => Formula::Row(parts),
    }
}

fn read_boxed(node: Node<'_, '_>, depth: usize) -> Option<Box<Formula>> {
    read_part(node, depth + 1).map(Box::new)
}

#[expect(clippy::option_option, reason = "not known, not there, and there are three answers")]
/// A part; `None` also represents empty elements (`mprescripts`, `none`).
fn read_optional(node: Option<&Node<'_, '_>>, depth: usize) -> Option<Option<Box<Formula>>> {
    match node {
        None => Some(None),
        Some(node) if node.tag_name().name() == "none" => Some(None),
        Some(node) => {
            let formula = read_boxed(*node, depth)?;
            Some((!formula.is_empty()).then_some(formula))
        }
    }
}

fn read_part(node: Node<'_, '_>, depth: usize) -> Option<Formula> {
    if depth > MAX_DEPTH {
        return None;
    }
    let kids: Vec<Node<'_, '_>> = child_elements(node).collect();
    let kid = |n: usize| kids.get(n).copied();
    Some(match node.tag_name().name() {
        "mi" => read_token(node, TokenKind::Name),
        "mn" => read_token(node, TokenKind::Number),
        "mo" => read_token(node, TokenKind::Operator),
        "mtext" | "ms" => read_token(node, TokenKind::Words),
        "mspace" | "mphantom" | "malignmark" | "maligngroup" => Formula::Space,
        "math" | "mrow" | "mstyle" | "mpadded" | "merror" | "mtd" => read_row(node, depth)?,
        "menclose" => read_enclosure(node, depth)?,
        "semantics" | "maction" => read_part(kid(0)?, depth + 1)?,
        "mfrac" => Formula::Fraction {
            numerator: read_boxed(kid(0)?, depth)?,
            denominator: read_boxed(kid(1)?, depth)?,
            style: fraction_style(node),
        },
        "msqrt" => Formula::Root { degree: None, radicand: Box::new(read_row(node, depth)?) },
        "mroot" => {
            Formula::Root { degree: Some(read_boxed(kid(1)?, depth)?), radicand: read_boxed(kid(0)?, depth)? }
        }
        "msub" => read_scripts(kid(0)?, kid(1), None, depth)?,
        "msup" => read_scripts(kid(0)?, None, kid(1), depth)?,
        "msubsup" => read_scripts(kid(0)?, kid(1), kid(2), depth)?,
        "mmultiscripts" => read_multiscripts(&kids, depth)?,
        "munder" => read_limits(kid(0)?, kid(1), None, depth)?,
        "mover" => read_limits(kid(0)?, None, kid(1), depth)?,
        "munderover" => read_limits(kid(0)?, kid(1), kid(2), depth)?,
        "mfenced" => Formula::Fenced {
            open: node.attribute("open").unwrap_or("(").trim().to_owned(),
            close: node.attribute("close").unwrap_or(")").trim().to_owned(),
            separator: node.attribute("separators").unwrap_or(",").trim().chars().take(1).collect(),
            items: kids.iter().map(|kid| read_part(*kid, depth + 1)).collect::<Option<_>>()?,
        },
        "mtable" => Formula::Matrix {
            columns: ColumnAlign::parse_list(node.attribute("columnalign").unwrap_or_default()),
            rows: kids
                .iter()
                .map(|row| child_elements(*row).map(|cell| read_part(cell, depth + 1)).collect())
                .collect::<Option<_>>()?,
        },
        _ => return None,
    })
}

/// Reads what is crossed out or under a root in this way; other enclosures are their contents.
fn read_enclosure(node: Node<'_, '_>, depth: usize) -> Option<Formula> {
    let notation = node.attribute("notation").unwrap_or_default();
    let has = |wanted: &str| notation.split_ascii_whitespace().any(|word| word == wanted);
    let content = read_row(node, depth)?;
    if has("radical") {
        return Some(Formula::Root { degree: None, radicand: Box::new(content) });
    }
    let strikes: Vec<Strike> = Strike::ALL.into_iter().filter(|strike| has(strike.notation())).collect();
    if strikes.is_empty() {
        return Some(content);
    }
    Some(Formula::CrossedOut { strikes, content: Box::new(content) })
}

fn fraction_style(fraction: Node<'_, '_>) -> FractionStyle {
    let is_zero = |width: &str| {
        let number = width.trim().trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        !number.is_empty() && number.chars().all(|c| matches!(c, '0' | '.'))
    };
    if fraction.attribute("linethickness").is_some_and(is_zero) {
        FractionStyle::NoLine
    } else if fraction.attribute("bevelled").is_some_and(|value| value.trim() == "true") {
        FractionStyle::Slanted
    } else {
        FractionStyle::Line
    }
}

fn read_token(node: Node<'_, '_>, kind: TokenKind) -> Formula {
    let text = crate::xml::text_of(node);
    // Signs that are not seen: function application, times, separator, plus.
    let text: String = text.chars().filter(|c| !matches!(c, '\u{2061}'..='\u{2064}')).collect();
    let variant = node.attribute("mathvariant").map(str::to_owned);
    Formula::Token { kind, text, variant }
}

fn read_scripts(
    base: Node<'_, '_>,
    sub: Option<Node<'_, '_>>,
    sup: Option<Node<'_, '_>>,
    depth: usize,
) -> Option<Formula> {
    Some(Formula::Scripts {
        base: read_boxed(base, depth)?,
        sub: read_optional(sub.as_ref(), depth)?,
        sup: read_optional(sup.as_ref(), depth)?,
        pre_sub: None,
        pre_sup: None,
    })
}

fn read_multiscripts(kids: &[Node<'_, '_>], depth: usize) -> Option<Formula> {
    let (base, rest) = kids.split_first()?;
    let (behind, before) = match rest.iter().position(|kid| kid.tag_name().name() == "mprescripts") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    if behind.len() > 2 || before.len() > 2 {
        return None;
    }
    Some(Formula::Scripts {
        base: read_boxed(*base, depth)?,
        sub: read_optional(behind.first(), depth)?,
        sup: read_optional(behind.get(1), depth)?,
        pre_sub: read_optional(before.first(), depth)?,
        pre_sup: read_optional(before.get(1), depth)?,
    })
}

fn read_limits(
    base: Node<'_, '_>,
    below: Option<Node<'_, '_>>,
    above: Option<Node<'_, '_>>,
    depth: usize,
) -> Option<Formula> {
    Some(Formula::Limits {
        base: read_boxed(base, depth)?,
        below: read_optional(below.as_ref(), depth)?,
        above: read_optional(above.as_ref(), depth)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_formula(inner: &str) -> Option<Formula> {
        Formula::from_mathml(&format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>"))
    }

    #[test]
    fn brackets_around_all_hold_their_contents() {
        let fence = read_formula("<mo>(</mo><mi>x</mi><mo>)</mo>").unwrap();
        assert!(matches!(fence, Formula::Fenced { .. }), "{fence:?}");
        let product = read_formula("<mo>(</mo><mi>x</mi><mo>)</mo><mo>(</mo><mi>y</mi><mo>)</mo>").unwrap();
        assert!(matches!(product, Formula::Row(_)), "{product:?}");
        let cases = read_formula("<mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable>").unwrap();
        assert!(matches!(cases, Formula::Fenced { .. }), "{cases:?}");
    }

    #[test]
    fn columns_stand_where_the_source_says() {
        let cells = "<mtr><mtd><mi>x</mi></mtd><mtd><mi>y</mi></mtd></mtr>";
        for (said, wanted) in [
            (" columnalign=\"right left\"", &[ColumnAlign::Right, ColumnAlign::Left][..]),
            (" columnalign=\"left\"", &[ColumnAlign::Left]),
            (" columnalign=\" center  decimalpoint \"", &[ColumnAlign::Center, ColumnAlign::Center]),
            ("", &[]),
        ] {
            let table = read_formula(&format!("<mtable{said}>{cells}</mtable>")).unwrap();
            let Formula::Matrix { columns, rows } = table else { panic!("{table:?}") };
            assert_eq!((columns.as_slice(), rows.len(), rows[0].len()), (wanted, 1, 2));
        }
    }

    #[test]
    fn a_fraction_says_what_is_between_its_parts() {
        for (said, wanted) in [
            ("", FractionStyle::Line),
            (" bevelled=\"true\"", FractionStyle::Slanted),
            (" bevelled=\"false\"", FractionStyle::Line),
            (" linethickness=\"0\"", FractionStyle::NoLine),
            (" linethickness=\"0.0pt\"", FractionStyle::NoLine),
            (" linethickness=\"0.5pt\"", FractionStyle::Line),
        ] {
            let fraction = read_formula(&format!("<mfrac{said}><mn>1</mn><mn>2</mn></mfrac>")).unwrap();
            assert!(matches!(fraction, Formula::Fraction { style, .. } if style == wanted), "{fraction:?}");
        }
    }

    #[test]
    fn enclosures_cross_out_or_are_roots() {
        let read = |notation: &str| {
            read_formula(&format!("<menclose notation=\"{notation}\"><mi>x</mi></menclose>")).unwrap()
        };
        assert!(matches!(read("radical"), Formula::Root { degree: None, .. }));
        assert!(matches!(read("box"), Formula::Token { .. }));
        let crossed = read("downdiagonalstrike updiagonalstrike updiagonalstrike");
        let Formula::CrossedOut { strikes, .. } = crossed else { panic!("{crossed:?}") };
        assert_eq!(strikes, [Strike::Up, Strike::Down]);
    }

    #[test]
    fn unknown_markup_is_left_to_the_words() {
        assert_eq!(read_formula("<apply><plus/><ci>x</ci></apply>"), None);
        assert_eq!(read_formula(""), None);
        assert_eq!(read_formula("<mfrac><mn>1</mn></mfrac>"), None);
        assert_eq!(Formula::from_mathml("<math><mi>x</math>"), None);
        let deep = format!("{}<mi>x</mi><mi>y</mi>{}", "<msqrt>".repeat(60), "</msqrt>".repeat(60));
        assert_eq!(read_formula(&deep), None);
    }
}
