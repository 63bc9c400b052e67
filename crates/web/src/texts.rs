//! The message files of these pages.

use std::sync::LazyLock;

use layout::{Language, Messages, message_files};

const MESSAGE_FILES: &[(Language, &str)] = message_files!("confirm", "enroll", "join", "password", "sign_in");

/// All messages, parsed when the first page is rendered.
pub(crate) static MESSAGES: LazyLock<Messages> = LazyLock::new(|| Messages::with_shared(MESSAGE_FILES));

#[cfg(test)]
mod tests {
    layout::message_tests!(&super::MESSAGES);

    #[test]
    fn every_message_is_named() {
        assert_eq!(layout::testkit::unused_messages(env!("CARGO_MANIFEST_DIR")), [""; 0]);
    }
}
