//! Names and passwords, throttled (docs/rules/authentication.md#rule-11), and the proof that a password was
//! verified, with which sessions, tokens and codes are made.

use domain::accounts::MAX_SIGN_IN_BYTES;
use domain::{Account, AccountId, Peer};
use secrets::{HashWork, equals_in_constant_time, hash_token};
use store::Tx;
use store::throttle::{self, AttemptKind};

use crate::{Error, Operation, Result};

/// Identifies the password that an account has at a moment: a digest of its stored hash, which differs for
/// every new password, even an equal one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordVersion(String);

impl PasswordVersion {
    /// The version of a stored hash; `None` for an account without a password.
    pub fn from_hash(hash: Option<&str>) -> Self {
        Self(hash_token(hash.unwrap_or_default()))
    }

    /// The version as text, for notes that an interface signs.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for PasswordVersion {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// An account whose owner proved its password.
#[derive(Debug, Clone)]
pub struct VerifiedAccount {
    /// The account, as it was when the password was checked.
    pub account: Account,
    pub password: PasswordVersion,
}

impl VerifiedAccount {
    /// The proof, without the account's details.
    pub fn to_proof(&self) -> SignInProof {
        SignInProof { account: self.account.id.clone(), password: self.password.clone() }
    }
}

/// The proof that somebody knew the password of an account. It is good until the password changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInProof {
    pub account: AccountId,
    pub password: PasswordVersion,
}

/// Locks the account of a proof until the transaction ends. `None` if the account has another password by
/// now, or may no longer sign in: a password takes long to check, and a page may stay open for an hour, so
/// every sign-in is checked again in the transaction that stores it.
pub(crate) async fn lock_verified(tx: &mut Tx, proof: &SignInProof) -> Result<Option<Account>> {
    let found = store::accounts::get_with_password_for_update(tx, &proof.account).await?;
    Ok(found.and_then(|(account, hash)| {
        let present = PasswordVersion::from_hash(hash.as_deref());
        let is_same = equals_in_constant_time(present.as_str(), proof.password.as_str());
        (is_same && account.may_sign_in()).then_some(account)
    }))
}

/// A name and a password with which somebody signs in.
#[derive(Clone, Copy)]
pub struct PasswordSignIn<'a> {
    /// The user name or email address, in any case.
    pub name: &'a str,
    pub password: &'a str,
    /// The network address by which wrong passwords are counted.
    pub peer: &'a Peer,
}

/// The account with this name, its user name or email address in any case, and password. Locked and deleted
/// accounts are refused like wrong passwords, in the same time.
///
/// # Errors
/// [`Error::Credentials`]; [`Error::Wait`] if this name or this address has failed too often: then the
/// password is not even checked.
pub async fn verify_password(op: &Operation, sign_in: PasswordSignIn<'_>) -> Result<VerifiedAccount> {
    let PasswordSignIn { name, password, peer } = sign_in;
    if name.len() > MAX_SIGN_IN_BYTES {
        return Err(Error::Credentials);
    }
    let address = peer.failure_key(name);
    // Failures are counted while the slot is held, so that concurrent attempts cannot outrun the count.
    let slot = op.library().passwords().acquire_slot(HashWork::SignIn { name }).await?;
    if let Some(wait) =
        throttle::remaining_delay(op.db(), AttemptKind::SignIn, name, &address, op.now).await?
    {
        tracing::warn!(address = peer.log_address(), "sign-in refused: too many failures");
        return Err(Error::retry_after(wait, "Too many wrong passwords; try again later."));
    }
    let (account, hash) = store::accounts::find_by_login(op.db(), name).await?.unzip();
    let hash = hash.flatten();
    let fits = slot.verify(password, hash.as_deref()).await?;
    match account {
        Some(account) if fits && account.may_sign_in() => {
            throttle::forget_login_failures(op.db(), AttemptKind::SignIn, name).await?;
            tracing::info!(account = %account.id, "signed in");
            Ok(VerifiedAccount { account, password: PasswordVersion::from_hash(hash.as_deref()) })
        }
        _ => {
            throttle::record_failure(op.db(), AttemptKind::SignIn, name, &address, op.now).await?;
            tracing::info!(address = peer.log_address(), "sign-in failed");
            Err(Error::Credentials)
        }
    }
}
