//! Operators of content MathML, and what they are applied to.

use roxmltree::Node;

use crate::xml::text_of;

/// Elements that say more about an operator.
pub(super) const QUALIFIERS: [&str; 8] =
    ["bvar", "condition", "degree", "domainofapplication", "logbase", "lowlimit", "momentabout", "uplimit"];
/// Operators between their operands: name, sign, precedence.
const INFIX_OPERATORS: [(&str, &str, u8); 34] = [
    ("implies", "⇒", 1),
    ("or", "∨", 2),
    ("xor", "⊻", 2),
    ("and", "∧", 3),
    ("eq", "=", 5),
    ("neq", "≠", 5),
    ("gt", ">", 5),
    ("lt", "<", 5),
    ("geq", "≥", 5),
    ("leq", "≤", 5),
    ("equivalent", "≡", 5),
    ("approx", "≈", 5),
    ("factorof", "|", 5),
    ("in", "∈", 5),
    ("notin", "∉", 5),
    ("subset", "⊆", 5),
    ("prsubset", "⊂", 5),
    ("notsubset", "⊈", 5),
    ("notprsubset", "⊄", 5),
    ("tendsto", "→", 5),
    ("union", "∪", 6),
    ("intersect", "∩", 6),
    ("setdiff", "∖", 6),
    ("plus", "+", SUM_PRECEDENCE),
    ("minus", "−", SUM_PRECEDENCE),
    ("times", "×", PRODUCT_PRECEDENCE),
    ("cartesianproduct", "×", PRODUCT_PRECEDENCE),
    ("cartesian_product", "×", PRODUCT_PRECEDENCE),
    ("vectorproduct", "×", PRODUCT_PRECEDENCE),
    ("scalarproduct", "·", PRODUCT_PRECEDENCE),
    ("outerproduct", "⊗", PRODUCT_PRECEDENCE),
    ("compose", "∘", PRODUCT_PRECEDENCE),
    ("left_compose", "∘", PRODUCT_PRECEDENCE),
    ("rem", "\u{a0}mod\u{a0}", PRODUCT_PRECEDENCE),
];
pub(super) const RELATION_PRECEDENCE: u8 = 5;
/// The precedence of what reaches as far to the right as it can: sums, integrals, quantifiers.
pub(super) const OPEN_PRECEDENCE: u8 = 6;
const SUM_PRECEDENCE: u8 = 7;
pub(super) const PRODUCT_PRECEDENCE: u8 = 8;
pub(super) const POWER_PRECEDENCE: u8 = 9;
pub(super) const ATOM_PRECEDENCE: u8 = 10;
/// Names of functions and constants that are written in another way.
const SYMBOLS: [(&str, &str); 27] = [
    ("determinant", "det"),
    ("real", "Re"),
    ("imaginary", "Im"),
    ("grad", "∇"),
    ("divergence", "div"),
    ("laplacian", "∇²"),
    ("sdev", "σ"),
    ("variance", "Var"),
    ("ident", "id"),
    ("pi", "π"),
    ("infinity", "∞"),
    ("exponentiale", "e"),
    ("imaginaryi", "i"),
    ("eulergamma", "γ"),
    ("gamma", "γ"),
    ("emptyset", "∅"),
    ("naturalnumbers", "ℕ"),
    ("integers", "ℤ"),
    ("rationals", "ℚ"),
    ("reals", "ℝ"),
    ("complexes", "ℂ"),
    ("primes", "ℙ"),
    ("notanumber", "NaN"),
    ("forall", "∀"),
    ("exists", "∃"),
    ("sum", "∑"),
    ("product", "∏"),
];

pub(super) struct Application<'a, 'i> {
    pub(super) operator: Node<'a, 'i>,
    pub(super) name: String,
    pub(super) qualifiers: Vec<Node<'a, 'i>>,
    pub(super) operands: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Application<'a, 'i> {
    /// Reads an element. `None` if it applies nothing.
    pub(super) fn from_node(node: Node<'a, 'i>) -> Option<Self> {
        if !matches!(node.tag_name().name(), "apply" | "bind" | "reln") {
            return None;
        }
        let mut parts = child_elements(node).into_iter();
        let operator = parts.next()?;
        let name = match operator.tag_name().name() {
            "csymbol" => text_of(operator),
            name => name.to_owned(),
        };
        let name = if name == "unary_minus" { "minus".to_owned() } else { name };
        let is_qualifier = |part: &Node<'_, '_>| QUALIFIERS.contains(&part.tag_name().name());
        let (mut qualifiers, mut operands) = (Vec::new(), Vec::new());
        for part in parts {
            if is_qualifier(&part) { qualifiers.push(part) } else { operands.push(part) }
        }
        Some(Self { operator, name, qualifiers, operands })
    }

    pub(super) fn find_qualifier(&self, name: &str) -> Option<Node<'a, 'i>> {
        self.qualifiers.iter().find(|one| one.tag_name().name() == name).copied()
    }

    /// The sign between the operands, and its precedence.
    pub(super) fn find_infix(&self) -> Option<(&'static str, u8)> {
        let row = INFIX_OPERATORS.iter().find(|(name, ..)| *name == self.name);
        row.filter(|_| self.qualifiers.is_empty()).map(|(_, sign, precedence)| (*sign, *precedence))
    }

    fn find_precedence(&self) -> u8 {
        match self.name.as_str() {
            "minus" => SUM_PRECEDENCE,
            "power" | "exp" | "transpose" | "inverse" => POWER_PRECEDENCE,
            "not" => PRODUCT_PRECEDENCE,
            "int" | "sum" | "product" | "limit" | "forall" | "exists" => OPEN_PRECEDENCE,
            _ if self.operands.len() < 2 => ATOM_PRECEDENCE,
            _ => self.find_infix().map_or(ATOM_PRECEDENCE, |(_, precedence)| precedence),
        }
    }
}

/// How strongly the parts of an element hold together.
pub(super) fn find_precedence(node: Node<'_, '_>) -> u8 {
    match node.tag_name().name() {
        "cn" if text_of(node).starts_with(['-', '−']) => SUM_PRECEDENCE,
        "lambda" => OPEN_PRECEDENCE,
        _ => {
            Application::from_node(node).map_or(ATOM_PRECEDENCE, |application| application.find_precedence())
        }
    }
}

/// The symbol of a function or constant; its name if it has none.
pub(super) fn find_symbol(name: &str) -> &str {
    SYMBOLS.iter().find(|(own, _)| *own == name).map_or(name, |(_, symbol)| symbol)
}

pub(super) fn child_elements<'a, 'i>(node: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    node.children().filter(Node::is_element).collect()
}
