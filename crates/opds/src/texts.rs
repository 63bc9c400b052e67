//! The message files of the catalog.

use std::sync::LazyLock;

use layout::{Language, Messages, message_files};

const MESSAGE_FILES: &[(Language, &str)] = message_files!("feeds", "problems", "sign_in");

pub(crate) fn load_messages() -> Messages {
    Messages::with_shared(MESSAGE_FILES)
}

/// All messages, parsed once, for responses without the state of a server.
pub(crate) fn shared_messages() -> &'static Messages {
    static SHARED_MESSAGES: LazyLock<Messages> = LazyLock::new(load_messages);
    &SHARED_MESSAGES
}

#[cfg(test)]
mod tests {
    use layout::testkit::{language_differences, unknown_literals, unknown_messages, unused_messages};

    use super::load_messages;

    const CRATE_FOLDER: &str = env!("CARGO_MANIFEST_DIR");

    #[test]
    fn every_language_has_every_message_with_the_same_variables() {
        assert_eq!(language_differences(CRATE_FOLDER), [""; 0]);
    }

    #[test]
    fn every_message_that_a_feed_names_exists_and_no_other() {
        let messages = load_messages();
        assert_eq!(unknown_messages(CRATE_FOLDER, &messages), [""; 0]);
        let first =
            ["feed", "problem", "place", "sign-in", "shelf", "popular", "nav", "field", "order", "reason"];
        assert_eq!(unknown_literals(CRATE_FOLDER, &messages, &first), [""; 0]);
        assert_eq!(unused_messages(CRATE_FOLDER), [""; 0]);
    }
}
