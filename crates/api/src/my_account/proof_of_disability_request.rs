//! POST /v2/myAccount/proofOfDisabilityRequest (spec 4, 1.3): asks a competent authority to confirm a disability.

use axum::extract::State;
use domain::accounts::Account;
use domain::confirmations::{Confirmation, PER_ADDRESS, PER_PERSON};
use domain::proofs::ProofSource;
use jiff::SignedDuration;
use jobs::letters::{SendLetter, enqueue};
use store::proofs::Submission;
use store::{Tx, accounts, confirmations};

use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::{Draft, Required};
use crate::http::roles::{As, IndividualMember, SignedIn};
use crate::http::values::{Email, ShortText, Text};
use crate::params;
use crate::records::{StatusKey, StatusRecord};
use crate::state::Api;

params! {
    /// Whom to ask.
    pub struct AskAuthority {
        /// E-mail address of the authority: a physician, a teacher, a librarian.
        email_address: Required<Email>,
        /// The authority's name.
        name: Option<ShortText>,
        /// What to tell the authority; it stands in the letter.
        message: Option<Text<1000>>,
    }
}

/// Ask an authority to confirm a disability
///
/// Sends a letter with a link, good for 60 days, to the authority. The proof of disability is submitted then, unless one
/// is active. Five requests a day.
#[utoipa::path(
    post, path = "/v2/myAccount/proofOfDisabilityRequest", tag = "My account", operation_id = "ask_authority",
    request_body(content = AskAuthority, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Individual members"))),
    responses(
        (status = 200, description = "SUCCESS", body = StatusRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER; INVALID_EMAIL: also the own address",
            body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "FORBIDDEN: not an individual member", body = ErrorBody),
        (status = 429, description = "TOO_MANY_REQUESTS: enough for today", body = ErrorBody),
    )
)]
pub async fn ask_authority(
    State(api): State<Api>,
    As(IndividualMember(user)): As<IndividualMember>,
    mut draft: Draft<AskAuthority>,
) -> Result<Json<StatusRecord>> {
    judge(&mut draft, &user.reader.account);
    let id = store::random_id(&mut api.rng());
    let asked = draft.finish()?.confirmation(id, &user);
    let mut tx = api.db.begin().await?;
    ask(&mut tx, &user, &asked).await?;
    tx.commit().await?;
    let message = format!("A letter goes to {}.", asked.email);
    Ok(Json(StatusRecord::new(StatusKey::Success, message)))
}

/// Nobody confirms the own disability.
fn judge(draft: &mut Draft<AskAuthority>, account: &Account) {
    let own = account.email.as_deref().map(accounts::fold);
    if let Some(Required(Email(email))) = draft.peek("emailAddress")
        && own.is_some_and(|own| own == accounts::fold(&email))
    {
        draft.faults.add(ErrorKey::InvalidEmail, "emailAddress: must be the address of somebody else");
    }
}

impl AskAuthority {
    fn confirmation(self, id: String, user: &SignedIn) -> Confirmation {
        Confirmation {
            id,
            account: user.id().clone(),
            email: self.email_address.0.0,
            authority: self.name.map(|name| name.0),
            message: self.message.map(|message| message.0),
            requested: user.now(),
        }
    }
}

/// The request, the submission and the letter, all or none.
async fn ask(tx: &mut Tx, user: &SignedIn, asked: &Confirmation) -> Result<()> {
    // Locked first, so that requests sent at once are counted one after the other.
    accounts::for_update(tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    let now = user.now();
    let (own, to_address) = confirmations::recent(&mut *tx, user.id(), &asked.email, now).await?;
    if let Some(wait) = own.wait(PER_PERSON, now).max(to_address.wait(PER_ADDRESS, now)) {
        return Err(too_often(wait));
    }
    confirmations::insert(&mut *tx, asked).await?;
    let submission = Submission {
        source: Some(ProofSource::Faxed),
        membership_id: None,
        kinds: [].into(),
        note: Some(format!("Asked {} to confirm", asked.email)),
        date: now,
    };
    store::proofs::submit(&mut *tx, user.id(), &submission).await?;
    enqueue(tx, &SendLetter::ConfirmationAsked { confirmation: asked.id.clone() }, now).await?;
    Ok(())
}

fn too_often(wait: SignedDuration) -> ApiError {
    let hours = wait.as_hours() + 1;
    let message =
        format!("Enough letters have been sent today; the next one may be sent within {hours} hours.");
    let seconds = u64::try_from(wait.as_secs()).unwrap_or(0).saturating_add(1);
    ApiError::new(ErrorKey::TooManyRequests, vec![message]).retry_after(seconds)
}
