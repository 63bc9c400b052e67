//! Reading selectors.

use super::positions::PositionFormula;
use super::{AttributeCondition, Combinator, Condition, Selector};
use crate::css::split::split_outside;

const MAX_PARTS: usize = 64;
/// Selectors in parentheses inside one another.
const MAX_NESTING: usize = 4;
/// Pseudo-classes for states that text that is read never has.
const NEVER_STATES: [&str; 7] =
    ["active", "focus", "focus-visible", "focus-within", "hover", "target", "visited"];

/// Signs of selectors that browsers read and that are not read here: for a part of an element, or for a
/// state of a form or window.
const OTHER_KINDS: [&str; 24] = [
    "::", " of ", ":autofill", ":checked", ":default", ":defined", ":dir(", ":disabled", ":enabled",
    ":first-letter", ":first-line", ":fullscreen", ":has(", ":host", ":in-range", ":indeterminate",
    ":invalid", ":optional", ":out-of-range", ":placeholder-shown", ":read-", ":required", ":scope",
    ":valid",
];

/// Returns true for a selector of a kind that is not read here, but that browsers know.
pub(in crate::css) fn is_known_to_browsers(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    OTHER_KINDS.iter().any(|kind| text.contains(kind))
}

/// Reads a selector without commas. `None` for one of an unknown kind.
pub(in crate::css) fn parse_selector(text: &str) -> Option<Selector> {
    parse_nested(text, 0)
}

fn parse_nested(text: &str, nesting: usize) -> Option<Selector> {
    let mut parser = Parser { rest: text.trim(), nesting };
    let selector = parser.parse_parts()?;
    parser.rest.is_empty().then_some(selector)
}

/// The selectors of a list; a comma in brackets or in a string divides none.
pub(in crate::css) fn split_selectors(text: &str) -> Vec<&str> {
    split_outside(text, ',', &[('(', ')'), ('[', ']')])
}

/// A walk through the text of a selector.
struct Parser<'t> {
    rest: &'t str,
    nesting: usize,
}

impl<'t> Parser<'t> {
    /// Takes a character, if it is the next one.
    fn take_char(&mut self, wanted: char) -> bool {
        let after = self.rest.strip_prefix(wanted);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn parse_parts(&mut self) -> Option<Selector> {
        let (mut parts, mut combinators) = (vec![self.parse_compound()?], Vec::new());
        while let Some(combinator) = self.parse_combinator() {
            if parts.len() >= MAX_PARTS {
                return None;
            }
            combinators.push(combinator);
            parts.push(self.parse_compound()?);
        }
        let subject = parts.pop()?;
        let context = combinators.into_iter().rev().zip(parts.into_iter().rev()).collect();
        Some(Selector { subject, context })
    }

    fn parse_combinator(&mut self) -> Option<Combinator> {
        let before = self.rest.len();
        self.skip_spaces();
        let has_space = self.rest.len() < before;
        let signs = [
            ('>', Combinator::Parent),
            ('+', Combinator::PreviousSibling),
            ('~', Combinator::EarlierSibling),
        ];
        for (sign, combinator) in signs {
            if self.take_char(sign) {
                self.skip_spaces();
                return Some(combinator);
            }
        }
        (has_space && !self.rest.is_empty()).then_some(Combinator::Ancestor)
    }

    /// Reads the conditions for one element.
    fn parse_compound(&mut self) -> Option<Vec<Condition>> {
        let before = self.rest.len();
        let mut conditions = Vec::new();
        let mut name = self.parse_type()?;
        if self.rest.starts_with('|') && !self.rest.starts_with("||") {
            // Elements are recognized by their local names.
            self.take_char('|');
            name = self.parse_type()?;
        }
        conditions.extend(Some(name).filter(|name| !name.is_empty()).map(Condition::Type));
        loop {
            if self.take_char('#') {
                conditions.push(Condition::Id(self.parse_name()?));
            } else if self.take_char('.') {
                conditions.push(Condition::Class(self.parse_name()?));
            } else if self.take_char('[') {
                conditions.push(Condition::Attribute(self.parse_attribute()?));
            } else if self.take_char(':') {
                conditions.push(self.parse_pseudo_class()?);
            } else {
                break;
            }
        }
        (self.rest.len() < before).then_some(conditions)
    }

    /// Reads the name of a type; an empty one for `*` and where there is none. `None` if it cannot be read.
    fn parse_type(&mut self) -> Option<String> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\');
        if self.take_char('*') || !self.rest.starts_with(is_name) {
            return Some(String::new());
        }
        self.parse_name()
    }

    fn parse_name(&mut self) -> Option<String> {
        let mut name = String::new();
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        while let Some(c) = self.rest.chars().next() {
            if c == '\\' {
                self.rest = &self.rest[1..];
                name.push(self.parse_escape()?);
            } else if c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() {
                self.rest = &self.rest[c.len_utf8()..];
                name.push(c);
            } else {
                break;
            }
        }
        (!name.is_empty()).then_some(name)
    }

    /// Reads an escaped character, after its backslash.
    fn parse_escape(&mut self) -> Option<char> {
        let digits = self.rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let c = self.rest.chars().next()?;
            self.rest = &self.rest[c.len_utf8()..];
            return Some(c);
        }
        let (code, after) = self.rest.split_at(digits);
        self.rest = after.strip_prefix([' ', '\t', '\n']).unwrap_or(after);
        u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
    }

    /// Reads a string, after its quotation mark.
    fn parse_string(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        while !self.take_char(quote) {
            let c = self.rest.chars().next()?;
            self.rest = &self.rest[c.len_utf8()..];
            text.push(if c == '\\' { self.parse_escape()? } else { c });
        }
        Some(text)
    }

    /// Reads the condition for an attribute, after its bracket.
    fn parse_attribute(&mut self) -> Option<AttributeCondition> {
        self.skip_spaces();
        let mut has_prefix = self.take_char('*');
        let mut name = if has_prefix { String::new() } else { self.parse_name()? };
        if self.rest.starts_with('|') && !self.rest.starts_with("|=") {
            self.take_char('|');
            has_prefix = true;
            name = self.parse_name()?;
        }
        // In documents of HTML the prefix is part of the name.
        if let Some(colon) = name.find(':') {
            name.drain(..=colon);
            has_prefix = true;
        }
        self.skip_spaces();
        let (mut comparison, mut ignores_case) = (None, false);
        if !self.take_char(']') {
            let operator = self.rest.chars().next().filter(|c| "~|^$*".contains(*c));
            self.rest = &self.rest[operator.map_or(0, char::len_utf8)..];
            if !self.take_char('=') {
                return None;
            }
            self.skip_spaces();
            comparison = Some((operator, self.parse_value()?));
            self.skip_spaces();
            ignores_case = self.take_char('i') || self.take_char('I');
            self.skip_spaces();
            if !self.take_char(']') {
                return None;
            }
        }
        (!name.is_empty()).then_some(AttributeCondition { name, has_prefix, comparison, ignores_case })
    }

    fn parse_value(&mut self) -> Option<String> {
        for quote in ['"', '\''] {
            if self.take_char(quote) {
                return self.parse_string(quote);
            }
        }
        // Numbers without quotation marks are wrong, and usual.
        let end = self.rest.find([']', ' '])?;
        let (value, after) = self.rest.split_at(end);
        self.rest = after;
        (!value.is_empty()).then(|| value.to_owned())
    }

    /// Reads a pseudo-class, after its colon.
    fn parse_pseudo_class(&mut self) -> Option<Condition> {
        let name = self.parse_name()?.to_ascii_lowercase();
        if self.rest.starts_with('(') {
            let argument = self.take_argument()?;
            return self.read_function(&name, argument);
        }
        let edge =
            |of_type, from_end| Condition::Position { formula: PositionFormula::FIRST, of_type, from_end };
        Some(match name.as_str() {
            "first-child" => edge(false, false),
            "last-child" => edge(false, true),
            "first-of-type" => edge(true, false),
            "last-of-type" => edge(true, true),
            "only-child" => Condition::OnlyChild { of_type: false },
            "only-of-type" => Condition::OnlyChild { of_type: true },
            "root" => Condition::Root,
            "empty" => Condition::Empty,
            "link" | "any-link" => Condition::Link,
            state if NEVER_STATES.contains(&state) => Condition::Never,
            _ => return None,
        })
    }

    fn take_argument(&mut self) -> Option<&'t str> {
        let (mut depth, mut quote) = (0_usize, None);
        for (at, c) in self.rest.char_indices() {
            match c {
                _ if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                '"' | '\'' => quote = Some(c),
                '(' => depth += 1,
                ')' if depth == 1 => {
                    let argument = &self.rest[1..at];
                    self.rest = &self.rest[at + 1..];
                    return Some(argument);
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    fn read_function(&self, name: &str, argument: &str) -> Option<Condition> {
        let position = |of_type, from_end| {
            let formula = PositionFormula::parse(argument)?;
            Some(Condition::Position { formula, of_type, from_end })
        };
        match name {
            "nth-child" => position(false, false),
            "nth-last-child" => position(false, true),
            "nth-of-type" => position(true, false),
            "nth-last-of-type" => position(true, true),
            "not" => self.parse_list(argument).map(Condition::NoneOf),
            "is" | "matches" | "-webkit-any" | "-moz-any" => {
                self.parse_forgiving_list(argument).map(Condition::AnyOf)
            }
            "where" => self.parse_forgiving_list(argument).map(Condition::Where),
            "lang" => {
                let range = argument.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
                (!range.is_empty()).then_some(Condition::Language(range))
            }
            _ => None,
        }
    }

    fn parse_list(&self, text: &str) -> Option<Vec<Selector>> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        split_selectors(text).into_iter().map(|one| parse_nested(one, self.nesting + 1)).collect()
    }

    /// Reads a list without the selectors of an unknown kind.
    fn parse_forgiving_list(&self, text: &str) -> Option<Vec<Selector>> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        let all = split_selectors(text).into_iter();
        Some(all.filter_map(|one| parse_nested(one, self.nesting + 1)).collect())
    }
}
