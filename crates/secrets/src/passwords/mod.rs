//! Hashes and checks passwords with Argon2id, off the asynchronous threads and with bounded concurrency.

mod hashing;
mod queue;

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use rand::CryptoRng;
use unicode_normalization::UnicodeNormalization as _;

use hashing::{hash_password, is_hash_of};
use queue::Queue;
pub use queue::{HashSlot, HashWork};

/// Maximum password length in bytes; longer ones never match.
const MAX_PASSWORD_BYTES: usize = 1024;

/// A hash of the same cost as a real one that no password matches: checked if there is no account, so that
/// timing reveals nothing.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9ibw$Ymxhbmt2YWx1ZWJsYW5rdmFsdWVibGFua3ZhbHVlISE";

/// Why a password could not be hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many calls are waiting, or too many of the same account.
    #[error("too many passwords are being checked")]
    Busy,
    /// The password is longer than 1024 bytes.
    #[error("the password is too long")]
    TooLong,
    /// The hash function failed, or its thread died.
    #[error("hashing failed: {0}")]
    Failed(String),
}

/// Hashes and checks. Cheap to clone; clones share the bounds.
#[derive(Clone)]
pub struct Passwords {
    queue: Arc<Queue>,
}

impl Passwords {
    /// At most `concurrent` hashes are computed concurrently (at least one); use the number of cores.
    pub fn new(concurrent: usize) -> Self {
        Self { queue: Arc::new(Queue::new(concurrent.max(1))) }
    }

    /// Waits for a slot; hold it while related data is read and written, and drop it soon.
    ///
    /// # Errors
    /// [`PasswordError::Busy`] if too many wait already, or too many of the same account.
    pub async fn acquire_slot(&self, work: HashWork<'_>) -> Result<HashSlot, PasswordError> {
        self.queue.acquire_slot(work).await
    }

    /// Returns a new hash as a PHC string, `$argon2id$...`, with its own salt. `owner` is the account that
    /// has it computed; `None` for callers without an account.
    pub async fn hash(
        &self,
        password: &str,
        owner: Option<&str>,
        rng: &mut impl CryptoRng,
    ) -> Result<String, PasswordError> {
        let mut salt = [0_u8; 16];
        rng.fill_bytes(&mut salt);
        self.acquire_slot(HashWork::NewPassword { owner }).await?.hash_blocking(password, salt).await
    }

    /// Returns true if the password matches, as for a sign-in with this name; see [`HashSlot::verify`].
    pub async fn verify(
        &self,
        name: &str,
        password: &str,
        hash: Option<&str>,
    ) -> Result<bool, PasswordError> {
        self.acquire_slot(HashWork::SignIn { name }).await?.verify(password, hash).await
    }
}

impl HashSlot {
    async fn hash_blocking(&self, password: &str, salt: [u8; 16]) -> Result<String, PasswordError> {
        if password.len() > MAX_PASSWORD_BYTES {
            return Err(PasswordError::TooLong);
        }
        let password = normalize(password);
        self.compute(move |blocks| hash_password(password.as_bytes(), &salt, blocks)).await
    }

    /// Returns true if the password matches the hash. Without a hash the result is false, after the same
    /// time.
    ///
    /// # Errors
    /// [`PasswordError::Failed`] when the stored hash cannot be read.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, PasswordError> {
        let known = hash.is_some() && password.len() <= MAX_PASSWORD_BYTES;
        let hash = hash.unwrap_or(DUMMY_HASH).to_owned();
        let password = if known { normalize(password) } else { String::new() };
        let compare = self.compute(move |blocks| {
            let hash = PasswordHash::new(&hash).map_err(to_failure)?;
            Ok(is_hash_of(&hash, password.as_bytes(), blocks))
        });
        Ok(compare.await? == Some(true) && known)
    }
}

/// Normalizes a password, independent of how a keyboard composes characters (Unicode normalization form C,
/// as RFC 8265, 4.2 requires).
fn normalize(password: &str) -> String {
    password.nfc().collect()
}

fn to_failure(error: impl std::fmt::Display) -> PasswordError {
    PasswordError::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::{DUMMY_HASH, PasswordError, Passwords};

    #[tokio::test]
    async fn a_password_matches_only_its_own_hash() {
        let passwords = Passwords::new(2);
        let mut rng = StdRng::seed_from_u64(1);
        let one = passwords.hash("correct horse 1", None, &mut rng).await.unwrap();
        let two = passwords.hash("correct horse 1", None, &mut rng).await.unwrap();
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two, "each has its own salt");
        assert!(passwords.verify("ann", "correct horse 1", Some(&one)).await.unwrap());
        let composed = passwords.hash("p\u{e4}sswort1", None, &mut rng).await.unwrap();
        assert!(passwords.verify("ann", "pa\u{308}sswort1", Some(&composed)).await.unwrap());
        assert!(!passwords.verify("ann", "passwort1", Some(&composed)).await.unwrap());
        assert!(passwords.verify("ann", "correct horse 1", Some(&two)).await.unwrap());
        assert!(!passwords.verify("ann", "correct horse 2", Some(&one)).await.unwrap());
        assert!(!passwords.verify("ann", "", Some(&one)).await.unwrap());
    }

    #[tokio::test]
    async fn a_missing_hash_never_matches() {
        let passwords = Passwords::new(1);
        assert!(!passwords.verify("ann", "anything 1", None).await.unwrap());
        assert!(!passwords.verify("ann", "", None).await.unwrap());
        assert!(!passwords.verify("ann", "", Some(DUMMY_HASH)).await.unwrap());
    }

    #[tokio::test]
    async fn overlong_passwords_and_unreadable_hashes_are_errors() {
        let passwords = Passwords::new(1);
        let mut rng = StdRng::seed_from_u64(1);
        let long = "a".repeat(1025);
        assert!(matches!(passwords.hash(&long, None, &mut rng).await, Err(PasswordError::TooLong)));
        assert!(!passwords.verify("ann", &long, Some(DUMMY_HASH)).await.unwrap());
        assert!(matches!(
            passwords.verify("ann", "x", Some("not a hash")).await,
            Err(PasswordError::Failed(_))
        ));
    }
}
