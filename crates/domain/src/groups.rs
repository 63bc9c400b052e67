//! Groups: named sets of members of an organization. Classes come from files of members; sponsors make others
//! by hand (docs/rules/organizations.md#rule-17).

use crate::normalization::fold;
use crate::wire_enum;

/// Maximum number of groups of an organization.
pub const MAX_GROUPS_PER_ORGANIZATION: usize = 1_000;
/// Maximum number of groups that a member is in.
pub const MAX_GROUPS_PER_MEMBER: usize = 100;
/// Maximum length of a group's name, in characters.
pub const MAX_GROUP_NAME_CHARS: usize = 100;
/// Maximum length of a name's key, in characters: an index holds it. Some characters are many in a key.
const MAX_KEY_CHARS: usize = 300;

wire_enum! {
    /// Where a group comes from.
    pub enum GroupOrigin {
        /// A sponsor made it. Files never change it.
        ByHand = "byHand",
        /// A class that a table names by its text.
        ClassName = "className",
        /// A class of an export with an identifier of its own.
        ClassId = "classId",
    }
}

/// The name of a group as it is stored: with single spaces. `None` if it is empty or too long.
pub fn parse_group_name(text: &str) -> Option<String> {
    let name = clean_name(text);
    (name.chars().count() <= MAX_GROUP_NAME_CHARS && has_usable_key(&name)).then_some(name)
}

/// The name of the group for a class with this title, cut if it is too long. `None` for an empty title.
pub fn class_group_name(title: &str) -> Option<String> {
    let name: String = clean_name(title).chars().take(MAX_GROUP_NAME_CHARS).collect();
    let name = name.trim_end();
    has_usable_key(name).then(|| name.to_owned())
}

/// Returns false for names of nothing but invisible characters, and for those whose keys are too long.
fn has_usable_key(name: &str) -> bool {
    (1..=MAX_KEY_CHARS).contains(&group_name_key(name).chars().count())
}

/// The key by which names of groups are compared: an organization has each only once.
pub fn group_name_key(name: &str) -> String {
    fold(&clean_name(name))
}

/// The name, or the first of `name (2)`, `name (3)` and so on whose key is free.
pub fn unused_group_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut number = 1_u64;
    while is_taken(&group_name_key(&free)) {
        number += 1;
        let ending = format!(" ({number})");
        let kept = MAX_GROUP_NAME_CHARS.saturating_sub(ending.chars().count());
        let start: String = name.chars().take(kept).collect();
        free = format!("{}{ending}", start.trim_end());
    }
    free
}

/// Single spaces between words, and no control characters.
fn clean_name(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{
        MAX_GROUP_NAME_CHARS, class_group_name, group_name_key, parse_group_name, unused_group_name,
    };

    #[test]
    fn a_name_has_single_spaces_and_a_length() {
        assert_eq!(parse_group_name("  Reading \t club\n"), Some("Reading club".to_owned()));
        assert_eq!(parse_group_name(" \u{0} "), None);
        assert_eq!(parse_group_name(&"x".repeat(100)).map(|name| name.len()), Some(100));
        assert_eq!(parse_group_name(&"x".repeat(101)), None);
        assert_eq!(class_group_name(&"x".repeat(101)).map(|name| name.len()), Some(100));
        assert_eq!(class_group_name(" "), None);
        assert_eq!(parse_group_name(&"\u{fdfa}".repeat(100)), None, "its key would be too long");
        assert_eq!(group_name_key("6A"), group_name_key(" 6a "));
        assert_ne!(group_name_key("6a"), group_name_key("6 a"));
    }

    #[test]
    fn a_taken_name_gets_the_first_free_number() {
        let taken = HashSet::from(["6a", "6a (2)"].map(group_name_key));
        let free = |name: &str| unused_group_name(name, |key| taken.contains(key));
        assert_eq!((free("6b"), free("6A")), ("6b".to_owned(), "6A (3)".to_owned()));
    }

    proptest! {
        #[test]
        fn classes_of_any_titles_get_different_names(titles in proptest::collection::vec(".{0,120}", 0..12)) {
            let mut taken = HashSet::new();
            for name in titles.iter().filter_map(|title| class_group_name(title)) {
                let free = unused_group_name(&name, |key| taken.contains(key));
                prop_assert!(free.chars().count() <= MAX_GROUP_NAME_CHARS);
                prop_assert_eq!(parse_group_name(&free), Some(free.clone()));
                prop_assert!(taken.insert(group_name_key(&free)));
            }
        }
    }
}
