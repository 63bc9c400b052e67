//! Chinese characters in the traditional and the simplified form.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::data::{Table, parse_table};

static VARIANTS: LazyLock<Table<2>> = LazyLock::new(|| parse_table(include_str!("../../data/chinese.tsv")));

/// The simplified form of each character that has one.
static SIMPLIFIED_FORMS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let forms = |row: &[&'static str; 2]| {
        let simplified = row[0].chars().next();
        row[1].chars().filter_map(move |variant| Some((variant, simplified?)))
    };
    VARIANTS.rows().iter().flat_map(forms).collect()
});

/// Returns true if a character is a Chinese one, as Chinese, Japanese and Korean write them.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// The character that a Chinese character is compared as: its simplified form.
pub(super) fn simplify(ideograph: char) -> char {
    SIMPLIFIED_FORMS.get(&ideograph).copied().unwrap_or(ideograph)
}

#[cfg(test)]
mod tests {
    use super::{SIMPLIFIED_FORMS, VARIANTS, is_ideograph, simplify};

    #[test]
    fn traditional_characters_are_compared_as_simplified_ones() {
        let simplified = |text: &str| text.chars().map(simplify).collect::<String>();
        assert_eq!(simplified("紅樓夢"), "红楼梦");
        assert_eq!(simplified("新華字典"), "新华字典");
        assert_eq!(simplified("後面"), "后面");
        assert_eq!(simplified("日本語"), "日本语");
        assert_eq!(simplified("红楼梦"), "红楼梦");
    }

    #[test]
    fn no_form_is_simplified_twice() {
        assert!(VARIANTS.rows().is_sorted());
        for (variant, simplified) in &*SIMPLIFIED_FORMS {
            assert!(is_ideograph(*variant) && is_ideograph(*simplified));
            assert_eq!(simplify(*simplified), *simplified, "{variant}");
        }
    }
}
