//! The exchange of a code, a refresh token or a password for a pair of tokens
//! (docs/rules/authentication.md#rule-5).

use domain::{AccountId, Client, Peer, Privilege};
use jiff::Timestamp;
use oauth::{CodeRedemption, CodeTerms, Credentials, Fault, Grant, Lifetimes, Params, TokenResponse};
use secrets::{OpaqueToken, hash_token};
use store::Tx;
use store::tokens::{NewTokenPair, RedeemedCode, RefreshCheck};

use super::client;
use super::error::GrantError;
use crate::sign_in::{PasswordSignIn, lock_verified, verify_password};
use crate::{Error, Operation};

#[derive(Clone, Copy)]
pub struct TokenRequest<'a> {
    /// Key and secret of the client.
    pub credentials: &'a Credentials,
    /// The grant: its kind and its parameters.
    pub form: &'a Params,
    /// The network address by which wrong passwords are counted.
    pub peer: &'a Peer,
    pub lifetimes: &'a Lifetimes,
}

/// Issues a pair of tokens for a grant.
///
/// # Errors
/// [`Fault::WrongClient`], then the faults of the form, then those of the grant; [`Error::Credentials`] and
/// [`Error::Wait`] for the password grant; those of the database.
pub async fn exchange(op: &Operation, request: TokenRequest<'_>) -> Result<TokenResponse, GrantError> {
    let TokenRequest { credentials, form, peer, lifetimes } = request;
    let client = client::authenticate(op, credentials).await?;
    let grant = Grant::from_form(form, client.has_privilege(Privilege::PasswordGrant))?;
    let pair = TokenPair::generate(op, lifetimes);
    match grant {
        Grant::AuthorizationCode { code, redirect_uri, code_verifier } => {
            let sent =
                CodeRedemption { redirect_uri: &redirect_uri, code_verifier: code_verifier.as_deref() };
            pair.store_for_code(op, &client, &code, sent).await?;
        }
        Grant::RefreshToken { refresh_token } => {
            pair.store_for_refresh(op, &client, &refresh_token).await?;
        }
        Grant::Password { username, password } => {
            pair.store_for_password(op, &client, (&username, &password), peer).await?;
        }
    }
    Ok(TokenResponse::new(&pair.access, &pair.refresh, lifetimes))
}

struct TokenPair {
    access: OpaqueToken,
    refresh: OpaqueToken,
    now: Timestamp,
    access_end: Timestamp,
    refresh_end: Timestamp,
}

impl TokenPair {
    fn generate(op: &Operation, lifetimes: &Lifetimes) -> Self {
        let mut rng = op.rng();
        let now = op.now;
        Self {
            access: OpaqueToken::generate(&mut rng),
            refresh: OpaqueToken::generate(&mut rng),
            now,
            access_end: lifetimes.access_token_expiry(now),
            refresh_end: lifetimes.refresh_token_expiry(now),
        }
    }

    /// Stores the pair for the account of the code, which is then used up. A code sent a second time revokes
    /// the tokens of the first.
    async fn store_for_code(
        &self,
        op: &Operation,
        client: &Client,
        code: &str,
        sent: CodeRedemption<'_>,
    ) -> Result<(), GrantError> {
        let mut tx = op.db().begin().await?;
        let hash = hash_token(code);
        let code = match store::tokens::redeem_code(&mut tx, &hash, &client.id, self.now).await? {
            RedeemedCode::Fresh(code) => code,
            RedeemedCode::Reused => {
                tx.commit().await?;
                tracing::warn!(client = %client.id, "a code was used twice; its tokens are revoked");
                return Err(Fault::CodeUsed.into());
            }
            RedeemedCode::Expired | RedeemedCode::Unknown => return Err(Fault::BadCode.into()),
        };
        // Failing here drops the transaction: the code stays valid for its rightful client.
        CodeTerms { redirect_uri: &code.redirect_uri, code_challenge: code.challenge.as_deref() }
            .check_redemption(sent)?;
        if !may_sign_in(&mut tx, &code.account).await? {
            return Err(Fault::BadCode.into());
        }
        self.insert(&mut tx, client, &code.account, &code.hash, None).await?;
        Ok(tx.commit().await?)
    }

    /// Stores the pair for the account of an older pair. The old access token stays valid until it expires;
    /// the old refresh token until the new pair is first used, because the response may get lost.
    async fn store_for_refresh(
        &self,
        op: &Operation,
        client: &Client,
        refresh: &str,
    ) -> Result<(), GrantError> {
        let mut tx = op.db().begin().await?;
        let hash = hash_token(refresh);
        let old = match store::tokens::use_refresh_token(&mut tx, &hash, &client.id, self.now).await? {
            RefreshCheck::Valid(old) => old,
            RefreshCheck::Replayed => {
                tx.commit().await?;
                tracing::warn!(client = %client.id, "a refresh token was used after its successor; all tokens of the sign-in are revoked");
                return Err(Fault::BadRefreshToken.into());
            }
            RefreshCheck::Unknown | RefreshCheck::Expired | RefreshCheck::Revoked => {
                return Err(Fault::BadRefreshToken.into());
            }
        };
        if !may_sign_in(&mut tx, &old.account).await? {
            return Err(Fault::BadRefreshToken.into());
        }
        self.insert(&mut tx, client, &old.account, &old.family, Some(&hash)).await?;
        Ok(tx.commit().await?)
    }

    /// Stores the pair for the account with this name and password.
    async fn store_for_password(
        &self,
        op: &Operation,
        client: &Client,
        (name, password): (&str, &str),
        peer: &Peer,
    ) -> Result<(), GrantError> {
        let verified = verify_password(op, PasswordSignIn { name, password, peer }).await?;
        let mut tx = op.db().begin().await?;
        let account = lock_verified(&mut tx, &verified.to_proof()).await?.ok_or(Error::Credentials)?;
        self.insert(&mut tx, client, &account.id, &self.access.hash(), None).await?;
        Ok(tx.commit().await?)
    }

    async fn insert(
        &self,
        tx: &mut Tx,
        client: &Client,
        account: &AccountId,
        family: &str,
        replaces: Option<&str>,
    ) -> Result<(), GrantError> {
        let pair = NewTokenPair {
            access_hash: &self.access.hash(),
            refresh_hash: &self.refresh.hash(),
            access_expires: self.access_end,
            refresh_expires: self.refresh_end,
            client: &client.id,
            account,
            family,
            replaces,
        };
        Ok(store::tokens::insert_pair(tx, &pair, self.now).await?)
    }
}

/// Returns true if the account exists and may sign in.
async fn may_sign_in(tx: &mut Tx, account: &AccountId) -> Result<bool, GrantError> {
    let account = store::accounts::get(&mut *tx, account).await?;
    Ok(account.is_some_and(|account| account.may_sign_in()))
}
