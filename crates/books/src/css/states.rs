//! Rules for what a reader does, such as checking a box. An answer that a book hides until then is part of
//! its text.

/// The property by which such a rule says that an element is shown. No book can state one with a space.
pub(crate) const REVEAL_PROPERTY: &str = " reveal";
/// The states that a reader brings about. What links lead to is found by its links.
const READER_STATES: [&str; 6] = ["active", "checked", "focus", "focus-visible", "focus-within", "hover"];

/// Returns true if a declaration shows what is hidden otherwise.
pub(super) fn is_revealing(name: &str, value: &str) -> bool {
    match name {
        "display" => !value.eq_ignore_ascii_case("none"),
        "visibility" => value.eq_ignore_ascii_case("visible"),
        _ => false,
    }
}

/// A selector without the states that a reader brings about. `None` if it has none, or something in
/// parentheses, where a state may be denied.
pub(super) fn remove_states(selector: &str) -> Option<String> {
    if selector.contains('(') || !selector.contains(':') {
        return None;
    }
    let is_separator = |c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~');
    let mut out = String::with_capacity(selector.len());
    let mut has_state = false;
    let mut parts = selector.split(':');
    out.push_str(parts.next()?);
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(part.len());
        let (name, after) = part.split_at(end);
        if !READER_STATES.iter().any(|state| name.eq_ignore_ascii_case(state)) {
            out.push(':');
            out.push_str(part);
            continue;
        }
        has_state = true;
        if (out.is_empty() || out.ends_with(is_separator)) && !after.starts_with(['.', '#', '[']) {
            out.push('*');
        }
        out.push_str(after);
    }
    has_state.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_taken_out_of_selectors() {
        for (selector, expected) in [
            ("#show:checked ~ .answer", Some("#show ~ .answer")),
            ("input:checked:focus+p", Some("input+p")),
            (":hover > .answer", Some("* > .answer")),
            (".card:Hover .back:first-child", Some(".card .back:first-child")),
            ("p :hover", Some("p *")),
            ("a:hovering b", None),
            ("p:first-child", None),
            (".answer", None),
            ("input:not(:checked) ~ p", None),
        ] {
            assert_eq!(remove_states(selector).as_deref(), expected, "{selector}");
        }
    }
}
