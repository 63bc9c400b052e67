//! The message files of these pages.

use std::sync::LazyLock;

use layout::{Language, Messages, message_files};

/// The files of this crate.
const FILES: &[(Language, &str)] = message_files!("confirm", "devices", "password", "sign_in");

/// All messages, parsed when the first page is made.
pub(crate) static MESSAGES: LazyLock<Messages> = LazyLock::new(|| Messages::of_pages(FILES));

#[cfg(test)]
mod tests {
    use layout::testkit::{differences, unknown, unused};

    use super::MESSAGES;

    #[test]
    fn every_language_has_every_message_with_the_same_variables() {
        assert_eq!(differences(env!("CARGO_MANIFEST_DIR")), [""; 0]);
    }

    #[test]
    fn every_message_that_a_page_names_exists_and_every_message_is_named() {
        assert_eq!(unknown(env!("CARGO_MANIFEST_DIR"), &MESSAGES), [""; 0]);
        assert_eq!(unused(env!("CARGO_MANIFEST_DIR")), [""; 0]);
    }
}
