//! Rules that apply only to some media or some programs.

use super::comments::strip_comments;
use super::imports::begins_with;

/// Conditions inside one another.
const MAX_DEPTH: usize = 8;
/// Rules whose contents are rules.
const CONDITIONAL_RULES: [&str; 3] = ["@media", "@supports", "@layer"];
/// Beginnings of properties that only browsers of the past have.
const FOREIGN_PREFIXES: [&str; 2] = ["-ms-", "-moz-"];

/// A sheet without comments, with the rules among the others whose conditions hold: for these media, for
/// programs that know a property, in layers.
pub(super) fn unwrap_conditions(text: &str, media: &[&str]) -> String {
    let mut text = strip_comments(text);
    // Signs of comments in HTML mean nothing in a sheet.
    if text.contains("<!--") {
        text = text.replace("<!--", " ").replace("-->", " ").into();
    }
    if find_conditional_rule(&text).is_none() {
        return text.into_owned();
    }
    let mut out = String::with_capacity(text.len());
    push_unwrapped(&text, media, 0, &mut out);
    out
}

fn push_unwrapped(text: &str, media: &[&str], depth: usize, out: &mut String) {
    let mut rest = text;
    while let Some((at, rule)) = find_conditional_rule(rest) {
        out.push_str(&rest[..at]);
        let conditional = &rest[at + rule.len()..];
        let Some(end) = conditional.find(['{', ';']) else { return };
        let (condition, block) = conditional.split_at(end);
        let Some(inside) = block.strip_prefix('{') else {
            // An order of layers.
            rest = &block[1..];
            continue;
        };
        let length = block_length(inside);
        let holds = match rule {
            "@media" => applies_to_media(condition, media),
            "@supports" => is_supported(condition, 0),
            _ => true,
        };
        if holds && depth < MAX_DEPTH {
            push_unwrapped(&inside[..length], media, depth + 1, out);
        }
        rest = inside.get(length + 1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The first rule whose contents are rules, with its place.
fn find_conditional_rule(text: &str) -> Option<(usize, &'static str)> {
    text.match_indices('@').find_map(|(at, _)| {
        let is_here = |rule: &&str| begins_with(&text[at..], rule);
        Some((at, CONDITIONAL_RULES.into_iter().find(is_here)?))
    })
}

/// The length of what is in braces, after the first of them.
pub(super) fn block_length(inside: &str) -> usize {
    let mut depth = 1_usize;
    let end = inside.char_indices().find(|(_, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or(inside.len(), |(at, _)| at)
}

/// Returns true if a list of media queries holds for one of these media. What depends on the size or the
/// abilities of a screen does not hold.
pub(super) fn applies_to_media(queries: &str, media: &[&str]) -> bool {
    let known = |name: &str| name == "all" || media.contains(&name);
    queries.trim().is_empty()
        || queries.split(',').any(|query| {
            let query = query.trim().to_ascii_lowercase();
            match query.strip_prefix("not ") {
                Some(other) => !other.contains('(') && !known(other.trim()),
                None => known(query.strip_prefix("only ").unwrap_or(&query).trim()),
            }
        })
}

/// Returns true if a program of today meets a condition of `@supports`.
fn is_supported(condition: &str, depth: usize) -> bool {
    let condition = condition.trim().to_ascii_lowercase();
    if depth > MAX_DEPTH {
        return false;
    }
    let (parts, is_choice) = split_at_words(&condition);
    if let [only] = parts.as_slice() {
        let only = only.trim();
        if let Some(other) = only.strip_prefix("not").filter(|other| other.starts_with([' ', '('])) {
            return !is_supported(other, depth + 1);
        }
        let inside = only.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        return match inside.map(str::trim) {
            Some(inside) if inside.starts_with('(') || inside.starts_with("not ") => {
                is_supported(inside, depth + 1)
            }
            Some(declaration) => !FOREIGN_PREFIXES.iter().any(|prefix| declaration.starts_with(prefix)),
            // A function, such as one about selectors.
            None => true,
        };
    }
    let mut all = parts.iter().map(|part| is_supported(part, depth + 1));
    if is_choice { all.any(|holds| holds) } else { all.all(|holds| holds) }
}

/// The parts of a condition between `and` or `or` outside of parentheses; true if one of them is enough.
fn split_at_words(condition: &str) -> (Vec<&str>, bool) {
    let mut parts = Vec::new();
    let mut is_choice = false;
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in condition.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && at >= start => {
                let word = [" and ", " or "].into_iter().find(|word| condition[at..].starts_with(word));
                if let Some(word) = word {
                    is_choice |= word == " or ";
                    parts.push(&condition[start..at]);
                    start = at + word.len();
                }
            }
            _ => {}
        }
    }
    parts.push(condition.get(start..).unwrap_or_default());
    (parts, is_choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_about_properties_hold_for_programs_of_today() {
        for condition in [
            "(font-size: 0)",
            " (display:grid) and (not (-ms-ime-align: auto)) ",
            "not (-moz-appearance: none)",
            "((a: b) or (-ms-x: y))",
            "selector(a > b)",
        ] {
            assert!(is_supported(condition, 0), "{condition}");
        }
        for condition in ["not (font-size: 0)", "(-ms-x: y)", "(a: b) and (-ms-x: y)"] {
            assert!(!is_supported(condition, 0), "{condition}");
        }
        for broken in ["", "(", ")", "(a) and and or (b)", " and ", "not", "\u{e9} or \u{e9}"] {
            is_supported(broken, 0);
        }
    }

    #[test]
    fn rules_under_conditions_that_hold_are_among_the_others() {
        let sheet = "a{b:c}@supports (x:y){d{e:f}@media print{g{h:i}}}@layer one;@layer two{j{k:l}}m{n:o}";
        assert_eq!(unwrap_conditions(sheet, &["screen"]), "a{b:c}d{e:f}j{k:l}m{n:o}");
        assert_eq!(unwrap_conditions("@supports (x:y){a{b:c}", &[]), "a{b:c}");
        assert_eq!(unwrap_conditions("a{b:c}@media", &[]), "a{b:c}");
    }
}
