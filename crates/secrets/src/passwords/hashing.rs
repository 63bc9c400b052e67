//! Argon2id in memory that is kept for the next hash.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};

use super::{PasswordError, to_failure};

/// The memory of hashes: a piece for each one that runs, kept for later ones. The allocator would keep freed
/// pieces for each of many threads: a few hundred sign-ins took two gigabytes.
#[derive(Clone, Default)]
pub(super) struct HashMemory(Arc<Mutex<Vec<Vec<Block>>>>);

impl HashMemory {
    /// Calls a function with a piece that nobody else uses meanwhile.
    pub(super) fn lend_blocks<T>(&self, compute: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let mut blocks = self.lock_unused().pop().unwrap_or_default();
        let computed = compute(&mut blocks);
        self.lock_unused().push(blocks);
        computed
    }

    fn lock_unused(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new hash as a PHC string.
pub(super) fn hash_password(
    password: &[u8],
    salt: &[u8],
    blocks: &mut Vec<Block>,
) -> Result<String, PasswordError> {
    let function = argon2id();
    let output = compute_output(&function, password, salt, Params::DEFAULT_OUTPUT_LEN, blocks)?;
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(function.params()).map_err(to_failure)?,
        salt: Some(Salt::new(salt).map_err(to_failure)?),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

/// Returns true if this is a hash of the password. `None` if another function has made it.
pub(super) fn is_hash_of(hash: &PasswordHash, password: &[u8], blocks: &mut Vec<Block>) -> Option<bool> {
    let salt = hash.salt.as_ref()?;
    let output = hash.hash.as_ref()?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = match hash.version {
        Some(number) => Version::try_from(number).ok()?,
        None => Version::default(),
    };
    let function = Argon2::new(algorithm, version, Params::try_from(hash).ok()?);
    let computed = compute_output(&function, password, salt, output.len(), blocks).ok()?;
    // Outputs are compared in constant time.
    Some(computed == *output)
}

fn compute_output(
    function: &Argon2<'_>,
    password: &[u8],
    salt: &[u8],
    length: usize,
    blocks: &mut Vec<Block>,
) -> Result<Output, PasswordError> {
    blocks.resize(function.params().block_count(), Block::new());
    let mut buffer = [0; Output::MAX_LENGTH];
    let output = &mut buffer[..length];
    function
        .hash_password_into_with_memory(password, salt, output, blocks.as_mut_slice())
        .map_err(to_failure)?;
    Output::new(output).map_err(to_failure)
}

/// Argon2id with 19 MiB, two passes, one lane, stated explicitly so that updates of the library change
/// nothing.
fn argon2id() -> Argon2<'static> {
    let params = Params::new(19_456, 2, 1, None).expect("constant parameters are within the bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use argon2::PasswordHasher as _;
    use argon2::password_hash::phc::PasswordHash;

    use super::{HashMemory, argon2id, hash_password, is_hash_of};

    const SALT: [u8; 16] = [7; 16];

    #[test]
    fn hashes_are_those_of_the_library_and_share_memory() {
        let memory = HashMemory::default();
        for password in ["correct horse 1", "another 2"] {
            let hash =
                memory.lend_blocks(|blocks| hash_password(password.as_bytes(), &SALT, blocks)).unwrap();
            let expected: PasswordHash =
                argon2id().hash_password_with_salt(password.as_bytes(), &SALT).unwrap();
            assert_eq!(hash, expected.to_string());
            let is_it = |typed: &str| {
                memory.lend_blocks(|blocks| is_hash_of(&expected, typed.as_bytes(), blocks)).unwrap()
            };
            assert!(is_it(password));
            assert!(!is_it("wrong horse 1"));
        }
        assert_eq!(memory.lock_unused().len(), 1, "one piece for all, one after the other");
    }

    #[test]
    fn a_hash_of_another_function_matches_nothing() {
        let hash = PasswordHash::new("$pbkdf2-sha256$i=4096$c2FsdHNhbHRzYWx0$Ymxhbmt2YWx1ZWJsYW5r").unwrap();
        assert_eq!(is_hash_of(&hash, b"correct horse 1", &mut Vec::new()), None);
    }
}
