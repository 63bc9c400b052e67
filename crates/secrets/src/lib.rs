//! Secrets and the values that check them: random tokens and their stored hashes ([`OpaqueToken`]), passwords
//! ([`Passwords`]), also of easy words ([`generate_easy_password`]), and values that the server signs, hands
//! out and accepts again ([`PurposeKey`]).
//!
//! Every interface compares and hashes secrets with these functions, and no other crate of the server names a
//! hash function for them. There are two exceptions: `marks`, whose fingerprints are hidden in copies, and
//! the devices of `services`, because KOReader sends the MD5 of a password.

mod easy_words;
mod passwords;
mod purpose_key;
mod tokens;

pub use easy_words::generate_easy_password;
pub use passwords::{HashSlot, HashWork, PasswordError, Passwords};
pub use purpose_key::PurposeKey;
pub use tokens::{OpaqueToken, equals_in_constant_time, hash_token, matches_token_hash};
