//! POST /oauth/token (docs/rules/authentication.md#rule-5).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::clients::{Client, Privilege};
use domain::ids::AccountId;
use jiff::Timestamp;
use oauth::codes::{CodeRedemption, CodeTerms};
use oauth::{Fault, Grant, TokenResponse};
use secrets::{OpaqueToken, hash_token};
use store::tokens::{NewTokenPair, RedeemedCode, RefreshCheck};
use store::{Db, Tx};

use crate::address::PeerAddress;
use crate::client;
use crate::form::FormParams;
use crate::replies::{TokenProblem, require_json};
use crate::sign_in::sign_in;
use crate::state::WebState;

/// Exchanges a code, a refresh token or a password for a pair of tokens.
pub(crate) async fn exchange(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Result<Json<TokenResponse>, TokenProblem> {
    require_json(&headers)?;
    let form = form?;
    let client = client::authenticate(&state.db, &headers, &form).await?;
    let grant = Grant::from_form(&form, client.has_privilege(Privilege::PasswordGrant))?;
    let pair = TokenPair::generate(&state);
    match grant {
        Grant::AuthorizationCode { code, redirect_uri, code_verifier } => {
            let sent =
                CodeRedemption { redirect_uri: &redirect_uri, code_verifier: code_verifier.as_deref() };
            pair.store_for_code(&state.db, &client, &code, sent).await?;
        }
        Grant::RefreshToken { refresh_token } => {
            pair.store_for_refresh(&state.db, &client, &refresh_token).await?;
        }
        Grant::Password { username, password } => {
            let account = sign_in(&state, &username, &password, &peer, pair.now).await?;
            let mut tx = state.db.begin().await?;
            pair.insert(&mut tx, &client, &account.id, &pair.access.hash(), None).await?;
            tx.commit().await?;
        }
    }
    Ok(Json(TokenResponse::new(&pair.access, &pair.refresh, &state.settings.lifetimes)))
}

/// A new pair of tokens.
struct TokenPair {
    access: OpaqueToken,
    refresh: OpaqueToken,
    now: Timestamp,
    access_end: Timestamp,
    refresh_end: Timestamp,
}

impl TokenPair {
    fn generate(state: &WebState) -> Self {
        let (mut rng, now) = (state.new_rng(), state.current_time());
        let lifetimes = &state.settings.lifetimes;
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
        db: &Db,
        client: &Client,
        code: &str,
        sent: CodeRedemption<'_>,
    ) -> Result<(), TokenProblem> {
        let mut tx = db.begin().await?;
        let code = match store::tokens::redeem_code(&mut tx, &hash_token(code), &client.id, self.now).await? {
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
    async fn store_for_refresh(&self, db: &Db, client: &Client, refresh: &str) -> Result<(), TokenProblem> {
        let mut tx = db.begin().await?;
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

    async fn insert(
        &self,
        tx: &mut Tx,
        client: &Client,
        account: &AccountId,
        family: &str,
        replaces: Option<&str>,
    ) -> Result<(), TokenProblem> {
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
async fn may_sign_in(tx: &mut Tx, account: &AccountId) -> Result<bool, TokenProblem> {
    let account = store::accounts::get(&mut *tx, account).await?;
    Ok(account.is_some_and(|account| account.may_sign_in()))
}
