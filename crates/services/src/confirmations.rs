//! Competent authorities confirm disabilities (docs/rules/accounts.md#rule-9, docs/rules/records.md#rule-31).
//! They have no account: the holder of the key in the email is the authority.

use domain::admission::AdmissionRules;
use domain::confirmations::{Confirmation, Evidence, PER_ADDRESS, PER_PERSON, Statement};
use domain::{Account, AuditedAct, Privilege, ProofSource};
use jiff::SignedDuration;
use jobs::emails::{SendEmail, enqueue};
use store::Tx;
use store::confirmations::ConfirmationRemarks;
use store::proofs::{Proof, Submission};

use crate::accounts::lock_open;
use crate::{Error, ErrorKey, Fault, Faults, Field, Operation, RequiredField, Result};

/// An open request to an authority.
#[derive(Debug, Clone)]
pub struct ConfirmationRequest {
    pub confirmation: Confirmation,
    /// The member who made the request.
    pub account: Account,
    pub proofs: Vec<Proof>,
}

/// The open request that a key is for: `RECORD_NOT_FOUND` if there is none, or if it was confirmed. The audit
/// records that it was read.
pub async fn get(op: &Operation, key: &str) -> Result<ConfirmationRequest> {
    op.require_privilege(Privilege::CompetentAuthority)?;
    let (confirmation, account) = find_by_key(op, key).await?;
    op.record_reads([&account.id]).await?;
    let proofs = store::proofs::list_for_account(op.db(), &account.id).await?;
    Ok(ConfirmationRequest { confirmation, account, proofs })
}

/// Names an open request to an authority.
#[derive(Debug, Clone, Copy)]
pub struct RequestAddress<'a> {
    /// The key in the email, or the member's user name or identifier.
    pub identifier: &'a str,
    /// The address that the request went to.
    pub email: &'a str,
}

/// Confirms a disability: the member has an active proof of each disability named, unless the site's staff
/// review the confirmation first. A request is confirmed once.
///
/// # Errors
/// `RECORD_NOT_FOUND`; `INVALID_EMAIL` if the request went to another address.
pub async fn confirm(op: &Operation, request: RequestAddress<'_>, statement: &Statement) -> Result<()> {
    op.require_privilege(Privilege::CompetentAuthority)?;
    let (confirmation, evidence) = find_request(op, request).await?;
    let done = confirm_by_key(op, &confirmation, AuthorityAnswer { evidence, statement }).await?;
    if done.is_some() { Ok(()) } else { Err(ErrorKey::RecordNotFound.into()) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfirmationOutcome {
    /// The member has active proofs.
    Active,
    /// The site's staff review the confirmation first.
    AwaitsReview,
}

#[derive(Debug, Clone, Copy)]
pub struct AuthorityAnswer<'a> {
    pub evidence: Evidence,
    pub statement: &'a Statement,
}

/// Confirms a disability in the name of the authority that holds the key of the request, and tells the member
/// by email, unless the site's staff review it first: then the proof stays submitted until they add it. They
/// also review it if confirmations of such an authority do not suffice (docs/rules/joining.md#rule-5).
/// `None` if the request was confirmed before.
pub async fn confirm_by_key(
    op: &Operation,
    confirmation: &Confirmation,
    answer: AuthorityAnswer<'_>,
) -> Result<Option<ConfirmationOutcome>> {
    let AuthorityAnswer { evidence, statement } = answer;
    let (email, account) = (&confirmation.email, &confirmation.account);
    let Some(member) = store::accounts::get(op.db(), account).await? else { return Ok(None) };
    let rule = store::sites::confirmation_review(op.db(), &member.site).await?;
    let confirmed = store::confirmations::count_confirmed_by(op.db(), email, account).await?;
    let admission = store::sites::admission_rules(op.db(), &member.site).await?;
    let suffices = admission.accepts_confirmation(statement.certifier);
    let awaits_review = !suffices || rule.needs_review(evidence, email, confirmed);
    let mut tx = op.db().begin().await?;
    // Locked first: a decision of staff is on what they have seen.
    let Some(confirmation) = lock_request(&mut tx, confirmation).await? else { return Ok(None) };
    let account = &confirmation.account;
    let note = describe_for_staff(&confirmation, evidence, statement, awaits_review);
    let remarks = ConfirmationRemarks { note: &note, suffices, awaits_review };
    if !store::confirmations::confirm(&mut tx, &confirmation, statement, remarks, op.now).await? {
        tx.rollback().await?;
        return Ok(None);
    }
    if !awaits_review {
        enqueue(&mut tx, &SendEmail::ConfirmationGiven { account: account.clone() }, op.now).await?;
    }
    op.commit_change(tx, AuditedAct::ConfirmProof, account).await?;
    tracing::info!(%account, awaits_review, "a disability was confirmed by an authority");
    Ok(Some(if awaits_review { ConfirmationOutcome::AwaitsReview } else { ConfirmationOutcome::Active }))
}

/// The request as it is now, with its member locked. `None` if it was confirmed, or there is no such member.
/// A merge of accounts moves requests while it holds both accounts: then the request is the kept account's.
async fn lock_request(tx: &mut Tx, request: &Confirmation) -> Result<Option<Confirmation>> {
    if store::accounts::get_for_update(tx, &request.account).await?.is_none() {
        return Ok(None);
    }
    let Some(current) = store::confirmations::get(&mut *tx, &request.id).await? else { return Ok(None) };
    let is_locked = current.account == request.account
        || store::accounts::get_for_update(tx, &current.account).await?.is_some();
    Ok(is_locked.then_some(current))
}

/// The request that is confirmed, which must have gone to this address, and the evidence for it.
async fn find_request(op: &Operation, request: RequestAddress<'_>) -> Result<(Confirmation, Evidence)> {
    let RequestAddress { identifier, email } = request;
    let (requests, evidence) = match find_by_key(op, identifier).await {
        Ok((confirmation, _)) => (vec![confirmation], Evidence::EmailedKey),
        Err(Error::Refused(ErrorKey::RecordNotFound)) => {
            let account = store::accounts::find_by_identifier(op.db(), identifier).await?;
            let account =
                account.filter(|account| is_of_site(op, account)).ok_or(ErrorKey::RecordNotFound)?;
            let open = store::confirmations::list_open(op.db(), &account.id, op.now).await?;
            (open, assess_caller(op, &account, email))
        }
        Err(error) => return Err(error),
    };
    if requests.is_empty() {
        return Err(ErrorKey::RecordNotFound.into());
    }
    let asked = requests.into_iter().find(|confirmation| confirmation.went_to(email));
    let asked = asked.ok_or_else(|| {
        let reason = "must be the address that the email went to";
        Fault::new(ErrorKey::InvalidEmail, Field::EmailAddress, reason)
    })?;
    Ok((asked, evidence))
}

async fn find_by_key(op: &Operation, key: &str) -> Result<(Confirmation, Account)> {
    let found = find_open(op, key).await?;
    let found = found.filter(|(_, account)| is_of_site(op, account));
    found.ok_or_else(|| ErrorKey::RecordNotFound.into())
}

/// Assesses the evidence of a caller that names the member instead of the key in the email.
fn assess_caller(op: &Operation, member: &Account, email: &str) -> Evidence {
    let own = op.reader.as_deref().map(|reader| &reader.account);
    if own.is_some_and(|own| own.id == member.id) {
        return Evidence::MemberThemselves;
    }
    let address = own.and_then(|own| own.email.as_deref()).map(store::accounts::fold_login);
    if op.proved_secret || address == Some(store::accounts::fold_login(email)) {
        Evidence::ProvenCaller
    } else {
        Evidence::ApiKeyAlone
    }
}

/// The line for staff in the member's submissions.
fn describe_for_staff(
    confirmation: &Confirmation,
    evidence: Evidence,
    statement: &Statement,
    awaits_review: bool,
) -> String {
    let authority = statement.describe_authority(&confirmation.email);
    let how = match evidence {
        Evidence::EmailedKey => "",
        Evidence::ProvenCaller => "; software or an account of the authority named the member",
        Evidence::ApiKeyAlone => "; an app named the member without proving its secret",
        Evidence::MemberThemselves => "; named by the member's own sign-in",
    };
    let review = if awaits_review { "; waits for review by the staff" } else { "" };
    format!("Confirmed by {authority}{how}{review}")
}

/// Returns true if the member is of the key's site; locked and deleted accounts have no requests.
fn is_of_site(op: &Operation, account: &Account) -> bool {
    account.may_sign_in() && account.site == op.site.id
}

/// The open request that a key is for, with the member who made it, whatever the site. `None` if there is
/// none, if it was confirmed, or if the member's account is locked or deleted.
async fn find_open(op: &Operation, key: &str) -> Result<Option<(Confirmation, Account)>> {
    let hash = secrets::hash_token(key);
    let Some(confirmation) = store::confirmations::find_by_key(op.db(), &hash, op.now).await? else {
        return Ok(None);
    };
    let account = store::accounts::get(op.db(), &confirmation.account).await?;
    Ok(account.filter(Account::may_sign_in).map(|account| (confirmation, account)))
}

/// An open request with the rules of the member's site.
#[derive(Debug, Clone)]
pub struct OpenRequest {
    pub confirmation: Confirmation,
    /// The member who made the request.
    pub account: Account,
    /// The rules of the member's site: who may confirm.
    pub rules: AdmissionRules,
}

/// The open request that a key is for, for the page on which the authority answers. `None` if there is none,
/// if it was confirmed, or if the member's account is locked or deleted.
pub async fn open_request(op: &Operation, key: &str) -> Result<Option<OpenRequest>> {
    let Some((confirmation, account)) = find_open(op, key).await? else { return Ok(None) };
    let rules = store::sites::admission_rules(op.db(), &account.site).await?;
    Ok(Some(OpenRequest { confirmation, account, rules }))
}

/// A request to an authority as a member makes it.
#[derive(Debug, Clone)]
pub struct NewRequest {
    /// Email address of the authority: a physician, a teacher, a librarian.
    pub email_address: RequiredField<String>,
    pub name: Option<String>,
    /// A message to the authority, which the email contains.
    pub message: Option<String>,
}

/// Asks an authority by email to confirm the user's disability. The proof of disability is submitted then,
/// unless one is active. Returns the request.
///
/// # Errors
/// The faults of the request, for example `INVALID_EMAIL` for the user's own address; `FORBIDDEN` on pages
/// whose site asks no authorities (docs/rules/joining.md#rule-4); `USER_NOT_FOUND` if the account was closed
/// meanwhile; [`Error::Wait`] after too many requests in a day.
pub async fn request(op: &Operation, new: NewRequest, mut faults: Faults) -> Result<Confirmation> {
    let member = op.require_individual_member()?;
    let rules = store::sites::admission_rules(op.db(), &member.account.site).await?;
    let suffices = rules.accepts_source(ProofSource::Faxed);
    if op.client.is_pages() && !suffices {
        return Err(ErrorKey::Forbidden.into());
    }
    let own = op.account()?.email.as_deref().map(store::accounts::fold_login);
    let email = new.email_address.into_value();
    // No one confirms their own disability.
    if email.as_deref().is_some_and(|email| own.as_deref() == Some(&*store::accounts::fold_login(email))) {
        faults.add(ErrorKey::InvalidEmail, Field::EmailAddress, "must be the address of somebody else");
    }
    let confirmation = Confirmation {
        id: op.random_id(),
        account: op.account_id()?.clone(),
        email: faults.complete_with(email)?,
        authority: new.name,
        message: new.message,
        requested: op.now,
    };
    let mut tx = op.db().begin().await?;
    // Locked first, so that concurrent requests are counted one after the other.
    lock_open(&mut tx, op.account_id()?).await?;
    // The form was sent again.
    if op.find_created::<String>(&mut tx).await?.is_some() {
        return Ok(confirmation);
    }
    op.note_created(&mut tx, confirmation.id.as_str()).await?;
    send_request(op, &mut tx, &confirmation, suffices).await?;
    op.commit_change(tx, AuditedAct::RequestConfirmation, op.account_id()?).await?;
    Ok(confirmation)
}

/// Stores the request, the submission and the email in one transaction.
async fn send_request(
    op: &Operation,
    tx: &mut Tx,
    confirmation: &Confirmation,
    suffices: bool,
) -> Result<()> {
    let now = op.now;
    let (own, to_address) =
        store::confirmations::count_recent(&mut *tx, op.account_id()?, &confirmation.email, now).await?;
    if let Some(wait) =
        own.wait_until_allowed(PER_PERSON, now).max(to_address.wait_until_allowed(PER_ADDRESS, now))
    {
        return Err(too_many(wait));
    }
    store::confirmations::insert(&mut *tx, confirmation).await?;
    let submission = Submission {
        source: Some(ProofSource::Faxed),
        membership_id: None,
        kinds: [].into(),
        note: Some(format!("Asked {} to confirm", confirmation.email)),
        date: now,
        suffices,
    };
    store::proofs::record_submission(&mut *tx, op.account_id()?, &submission).await?;
    enqueue(tx, &SendEmail::ConfirmationAsked { confirmation: confirmation.id.clone() }, now).await?;
    Ok(())
}

fn too_many(wait: SignedDuration) -> Error {
    let hours = wait.as_hours() + 1;
    let reason =
        format!("Enough emails have been sent today; the next one may be sent within {hours} hours.");
    Error::retry_after(wait, reason)
}
