//! The message files of the pages.

use layout::{Language, Messages, message_files};

/// The files of this crate.
const FILES: &[(Language, &str)] = message_files!(
    "account",
    "design",
    "documents",
    "leave",
    "library",
    "lists",
    "periodicals",
    "problem_reports",
    "read",
    "search",
    "steps",
    "titles",
);

/// All messages, parsed.
pub(crate) fn load() -> Messages {
    Messages::of_pages(FILES)
}

#[cfg(test)]
mod tests {
    use layout::testkit::{differences, unknown};

    use super::load;

    #[test]
    fn every_language_has_every_message_with_the_same_variables() {
        assert_eq!(differences(env!("CARGO_MANIFEST_DIR")), [""; 0]);
    }

    #[test]
    fn every_message_that_a_page_names_exists() {
        assert_eq!(unknown(env!("CARGO_MANIFEST_DIR"), &load()), [""; 0]);
    }
}
