//! Sign-in and consent, which end with a code (docs/rules/authentication.md#rule-3). Nothing is stored before
//! the code: the interface keeps the progress of the user, and the request is checked again at every step.

use domain::{Account, Client, Peer, Site};
use oauth::{AuthorizeFault, AuthorizeQuery, AuthorizeRequest, Fault, Lifetimes};
use secrets::OpaqueToken;
use store::tokens::AuthorizationCode;

use super::client;
use crate::sign_in::{PasswordSignIn, SignInProof, VerifiedAccount, lock_verified, verify_password};
use crate::{Error, Operation, Result};

/// An authorization request of a registered app.
#[derive(Debug, Clone)]
pub struct AppRequest {
    pub request: AuthorizeRequest,
    pub client: Client,
}

/// An authorization request, and the site that its pages show.
#[derive(Debug)]
pub struct CheckedRequest<T> {
    /// The site of the app; the main site if no app is known. `None` if the site could not be read.
    pub site: Option<Site>,
    /// The request, if it is valid, and what else a caller gets about a valid one.
    pub app: Result<T, AuthorizeError>,
}

/// The reason why an authorization request leads to no page.
#[derive(Debug)]
pub enum AuthorizeError {
    /// A rule of OAuth refuses the request.
    Fault(AuthorizeFault),
    Operation(Error),
}

/// A step of the user towards the code.
#[derive(Clone, Copy)]
pub enum ConsentStep<'a> {
    /// Name and password were typed.
    SignIn { name: &'a str, password: &'a str, peer: &'a Peer },
    /// The consent page is shown again.
    Resume(&'a SignInProof),
    /// The user approves.
    Approve { proof: &'a SignInProof, lifetimes: &'a Lifetimes },
    /// A step that needs no data besides the request.
    Show,
}

#[derive(Debug)]
pub enum ConsentOutcome {
    /// The user is signed in, and may approve.
    SignedIn(Box<VerifiedAccount>),
    /// The user approved: the code for the app.
    Code(OpaqueToken),
    /// The sign-in is no longer valid: the account is locked or deleted, or has another password now.
    Ended,
    /// The request is still valid.
    Shown,
}

/// The query of an authorization request, and how strictly it is checked.
#[derive(Debug, Clone, Copy)]
pub struct AppQuery<'a> {
    pub query: &'a AuthorizeQuery,
    /// The operator's setting for clients without a secret.
    pub pkce_required: bool,
}

/// Checks an authorization request against the client's current registration.
pub async fn open(op: &Operation, asked: AppQuery<'_>) -> CheckedRequest<AppRequest> {
    let AppQuery { query, pkce_required } = asked;
    let client = match query.client_id() {
        Ok(key) => client::find_enabled(op, key).await,
        Err(_) => Ok(None),
    };
    let site = match &client {
        Ok(client) => client::find_site(op, client.as_ref()).await.ok().flatten(),
        Err(_) => None,
    };
    let app = match client {
        Ok(client) => check_request(query, client, pkce_required).map_err(AuthorizeError::Fault),
        Err(error) => Err(AuthorizeError::Operation(error)),
    };
    CheckedRequest { site, app }
}

fn check_request(
    query: &AuthorizeQuery,
    client: Option<Client>,
    pkce_required: bool,
) -> Result<AppRequest, AuthorizeFault> {
    let registration = client.as_ref().map(client::to_registration);
    // Any app can register the scheme that reading apps are redirected to, so the code alone must be
    // worthless.
    let of_reading_apps = client.as_ref().is_some_and(Client::is_reading_apps);
    let request = query.validate(registration, pkce_required || of_reading_apps)?;
    let client = client.ok_or(AuthorizeFault::Page(Fault::UnknownClient))?;
    Ok(AppRequest { request, client })
}

/// Checks an authorization request as [`open`] does, and takes a step if it is valid. Returns the request
/// with the result of the step.
pub async fn proceed(
    op: &Operation,
    asked: AppQuery<'_>,
    step: ConsentStep<'_>,
) -> CheckedRequest<(AppRequest, Result<ConsentOutcome>)> {
    let CheckedRequest { site, app } = open(op, asked).await;
    let app = match app {
        Ok(app) => {
            let outcome = take_step(op, &app, step).await;
            Ok((app, outcome))
        }
        Err(error) => Err(error),
    };
    CheckedRequest { site, app }
}

async fn take_step(op: &Operation, app: &AppRequest, step: ConsentStep<'_>) -> Result<ConsentOutcome> {
    match step {
        ConsentStep::SignIn { name, password, peer } => {
            let verified = verify_password(op, PasswordSignIn { name, password, peer }).await?;
            Ok(ConsentOutcome::SignedIn(Box::new(verified)))
        }
        ConsentStep::Resume(proof) => resume(op, proof).await,
        ConsentStep::Approve { proof, lifetimes } => approve(op, app, proof, lifetimes).await,
        ConsentStep::Show => Ok(ConsentOutcome::Shown),
    }
}

/// The account that has signed in; it may have been locked since.
async fn resume(op: &Operation, proof: &SignInProof) -> Result<ConsentOutcome> {
    let account = store::accounts::get(op.db(), &proof.account).await?;
    let account = account.filter(Account::may_sign_in);
    Ok(account.map_or(ConsentOutcome::Ended, |account| {
        ConsentOutcome::SignedIn(Box::new(VerifiedAccount { account, password: proof.password.clone() }))
    }))
}

/// Creates the code. The account is locked meanwhile: a change of its password either comes first, and then
/// there is no code, or voids the code.
async fn approve(
    op: &Operation,
    app: &AppRequest,
    proof: &SignInProof,
    lifetimes: &Lifetimes,
) -> Result<ConsentOutcome> {
    let now = op.now;
    let secret = OpaqueToken::generate(&mut op.rng());
    let mut tx = op.db().begin().await?;
    let Some(account) = lock_verified(&mut tx, proof).await? else { return Ok(ConsentOutcome::Ended) };
    let code = AuthorizationCode {
        hash: secret.hash(),
        client: app.client.id.clone(),
        account: account.id,
        redirect_uri: app.request.redirect.uri.clone(),
        challenge: app.request.code_challenge.clone(),
        expires: lifetimes.code_expiry(now),
    };
    store::tokens::insert_code(&mut tx, &code, now).await?;
    tx.commit().await?;
    Ok(ConsentOutcome::Code(secret))
}
