//! Estimates the cost of the style sheets of a drawing. Their parser copies all declarations of a rule for
//! each of its selectors, and a selector is compared with every choice of the elements around one.

/// Comparisons of selectors with elements.
const MAX_COMPARISONS: usize = 20_000_000;
/// Declarations, counted once for each selector that they are for.
const MAX_DECLARATIONS: usize = 2_000_000;

/// Returns true if style sheets can be read, and compared with this many elements, within bounds.
/// `depth`: how deep the elements are in one another.
pub(crate) fn are_light<'t>(sheets: impl Iterator<Item = &'t str>, elements: usize, depth: usize) -> bool {
    let (mut compared, mut declared) = (0_usize, 0_usize);
    for sheet in sheets {
        let Some(cost) = SheetCost::from_sheet(sheet, depth) else { return false };
        compared = compared.saturating_add(cost.comparisons);
        declared = declared.saturating_add(cost.declarations);
    }
    compared.saturating_mul(elements) <= MAX_COMPARISONS && declared <= MAX_DECLARATIONS
}

#[derive(Debug, Default, PartialEq, Eq)]
struct SheetCost {
    comparisons: usize,
    declarations: usize,
}

impl SheetCost {
    /// `None` if a brace is in a string, because a parser may then see other rules than are counted here.
    fn from_sheet(sheet: &str, depth: usize) -> Option<Self> {
        let mut cost = Self::default();
        let mut quote = None;
        // Text before a brace, and the number of selectors of the innermost rules.
        let (mut before, mut selectors) = (String::new(), 1);
        let mut rest = sheet;
        while let Some(c) = rest.chars().next() {
            if quote.is_none() && rest.starts_with("/*") {
                rest = rest[2..].split_once("*/").map_or("", |(_, after)| after);
                before.push(' ');
                continue;
            }
            rest = &rest[c.len_utf8()..];
            match c {
                '{' | '}' if quote.is_some() => return None,
                '"' | '\'' if quote == Some(c) => quote = None,
                '"' | '\'' if quote.is_none() => quote = Some(c),
                '{' => {
                    let all = before.split(',');
                    let ways = all.clone().map(|selector| count_ancestor_choices(selector, depth));
                    cost.comparisons = ways.fold(cost.comparisons, usize::saturating_add);
                    selectors = selectors.max(all.count());
                    before.clear();
                    continue;
                }
                '}' => {
                    selectors = 1;
                    before.clear();
                    continue;
                }
                ':' => cost.declarations = cost.declarations.saturating_add(selectors),
                _ => {}
            }
            before.push(c);
        }
        Some(cost)
    }
}

/// In how many ways the parts of a selector may be among the elements around one.
fn count_ancestor_choices(selector: &str, depth: usize) -> usize {
    let parts = selector.split_ascii_whitespace().filter(|part| !matches!(*part, ">" | "+" | "~"));
    count_choices(parts.count(), depth)
}

/// In how many ways this many parts of a selector may be among the elements around one.
pub(super) fn count_choices(parts: usize, depth: usize) -> usize {
    let mut chosen = 1_usize;
    let mut sum = 1_usize;
    for part in 1..parts {
        chosen = chosen.saturating_mul((depth + 1).saturating_sub(part)) / part;
        sum = sum.saturating_add(chosen);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_selector_and_each_choice_of_the_elements_around_counts() {
        let of =
            |sheet: &str| SheetCost::from_sheet(sheet, 10).map(|cost| (cost.comparisons, cost.declarations));
        assert_eq!(of(".a { b: c; d: e }"), Some((1, 2)));
        assert_eq!(of("a, b > c, d { e: f } g { h: i; j: k }"), Some((4 + 10, 5)));
        assert_eq!(of("a b { c: d }"), Some((1 + 10, 1)));
        assert_eq!(of("a/* {' */b c { d: e }"), Some((1 + 10 + 45, 1)));
        assert_eq!(of("@media x { a, b { c: d } }"), Some((11 + 2, 2)));
        assert_eq!(of("[a='{'], b { c: d }"), None);
        assert!(of(&format!("{}a {{ b: c }}", "a ".repeat(60))).unwrap().0 >= 1 << 10);
    }

    #[test]
    fn sheets_of_drawing_programs_are_light() {
        let sheet =
            (0..300).map(|n| format!(".cls-{n}, .st{n} {{ fill: red; font-family: 'a'; stroke: none }}\n"));
        let sheet = sheet.collect::<String>();
        assert!(are_light([sheet.as_str()].into_iter(), 20_000, 12));
        assert!(!are_light([sheet.as_str()].into_iter(), 200_000, 12));
        assert!(!are_light(["a b c d e f g h i j k {}"].into_iter(), 60, 60));
    }
}
