//! The message files of the catalog.

use std::sync::LazyLock;

use layout::{Language, Messages, message_files};

/// The files of this crate.
const FILES: &[(Language, &str)] = message_files!("feeds", "problems", "sign_in");

/// All messages, parsed.
pub(crate) fn load() -> Messages {
    Messages::with_shared(FILES)
}

/// The same, for responses without the state of a server.
pub(crate) fn shared() -> &'static Messages {
    static SHARED: LazyLock<Messages> = LazyLock::new(load);
    &SHARED
}

#[cfg(test)]
mod tests {
    use layout::testkit::{language_differences, unknown_literals, unknown_messages, unused_messages};

    use super::load;

    const CRATE: &str = env!("CARGO_MANIFEST_DIR");

    #[test]
    fn every_language_has_every_message_with_the_same_variables() {
        assert_eq!(language_differences(CRATE), [""; 0]);
    }

    #[test]
    fn every_message_that_a_feed_names_exists_and_no_other() {
        let messages = load();
        assert_eq!(unknown_messages(CRATE, &messages), [""; 0]);
        let first =
            ["feed", "problem", "place", "sign-in", "shelf", "popular", "nav", "field", "order", "reason"];
        assert_eq!(unknown_literals(CRATE, &messages, &first), [""; 0]);
        assert_eq!(unused_messages(CRATE), [""; 0]);
    }
}
