//! Addresses that emails link to: pages that an interface serves. All but the first are followed by a key.

pub use jobs::emails::{CONFIRM, CONFIRM_JOINING, FORGOT_PASSWORD, NEW_PASSWORD, UNDO_CHANGE};
