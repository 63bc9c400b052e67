//! Apps that are known to work with the library, and where to enter its address in each.

use crate::Wording;

/// Each app, and the message that says where to enter the library's address.
const KNOWN_APPS: &[(&str, &str)] = &[
    ("Thorium Reader", "apps-thorium"),
    ("KOReader", "apps-koreader"),
    ("Readest", "apps-readest"),
    ("Cantook", "apps-cantook"),
    ("FBReader", "apps-fbreader"),
    ("Foliate", "apps-foliate"),
];

/// The name of each app, with a sentence about it.
pub fn describe_apps<'a>(words: impl Into<Wording<'a>>) -> Vec<(&'static str, String)> {
    let words = words.into();
    KNOWN_APPS.iter().map(|(name, id)| (*name, words.text(id))).collect()
}

#[cfg(test)]
mod tests {
    use super::KNOWN_APPS;
    use crate::Messages;
    use crate::testkit::assert_messages;

    #[test]
    fn every_app_is_explained_in_every_language() {
        assert_messages(&Messages::with_shared(&[]), KNOWN_APPS.iter().map(|(_, id)| id));
    }
}
