//! Printed codes with which members sign one browser or one device in, once
//! (docs/rules/authentication.md#rule-17).
//! Sponsors make them by
//! [`MemberAct::MakeEnrollmentCodes`](crate::member_acts::MemberAct::MakeEnrollmentCodes).

use domain::enrollment_codes::EnrollmentCode;
use domain::sessions::Browser;
use domain::{Account, AccountId, AuditedAct, Device, Peer, SessionKind};
use secrets::{OpaqueToken, hash_token};
use store::Tx;
use store::throttle::{self, AttemptKind};

use crate::devices::DeviceDraft;
use crate::{Error, Operation, Result, sessions};

#[derive(Clone, Copy)]
pub struct TypedCode<'a> {
    pub text: &'a str,
    /// The network address by which wrong codes are counted.
    pub peer: &'a Peer,
}

/// A member as a page names them before a browser is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnrolledPerson {
    /// The given name, and the first letter of the family name.
    pub short_name: String,
}

/// The member whose browser a code signs in. The code stays valid.
///
/// # Errors
/// [`Error::Credentials`] for a code that is unknown, used, too old or of somebody who may not sign in;
/// [`Error::Wait`] if this address has sent too many wrong codes.
pub async fn find_person(op: &Operation, code: TypedCode<'_>) -> Result<EnrolledPerson> {
    let (account, _) = find_account(op, code).await?;
    Ok(EnrolledPerson { short_name: shorten_name(&account) })
}

/// The form of somebody who confirms that the browser is theirs.
pub struct EnrollmentForm<'a> {
    pub code: TypedCode<'a>,
    /// The value of the session's cookie that the browser still has. `None` if it has none.
    pub previous: Option<&'a str>,
    pub browser: Browser,
}

/// Uses a code: the browser has a session of its member from now on, and its previous one ends. Of two
/// requests with the same code one succeeds.
///
/// # Errors
/// Those of [`find_person`].
pub async fn enroll(op: &Operation, form: EnrollmentForm<'_>) -> Result<OpaqueToken> {
    let EnrollmentForm { code, previous, browser } = form;
    let (account, hash) = find_account(op, code).await?;
    let mut tx = op.db().begin().await?;
    let account = use_code(op, &mut tx, &account.id, &hash).await?;
    let begun = (SessionKind::Enrollment, browser);
    let secret = sessions::insert_session(op, &mut tx, &account.id, begun).await?;
    tx.commit().await?;
    if let Some(previous) = previous {
        sessions::end(op, previous).await?;
    }
    tracing::info!(account = %account.id, "browser enrolled");
    Ok(secret)
}

/// Uses a code: the member has another device from now on, an app or a reading device with a sign-in of its
/// own. Returns it with its password, which is not kept. Of two requests with the same code one succeeds.
///
/// # Errors
/// Those of [`find_person`]; `INVALID_PARAMETER` for the name; `OPERATION_NOT_ALLOWED` for an account that
/// has as many devices as it may: the code stays valid.
pub async fn enroll_device(op: &Operation, code: TypedCode<'_>, name: &str) -> Result<(Device, String)> {
    let (account, hash) = find_account(op, code).await?;
    let draft = DeviceDraft::prepare(op, name.into()).await?;
    let mut tx = op.db().begin().await?;
    let account = use_code(op, &mut tx, &account.id, &hash).await?;
    let made = draft.add_device(op, tx, &account).await?;
    tracing::info!(account = %account.id, "device enrolled");
    Ok(made)
}

/// Uses a code up, and returns its account, locked until the transaction ends.
async fn use_code(op: &Operation, tx: &mut Tx, account: &AccountId, hash: &str) -> Result<Account> {
    // The account before the code, as everybody locks them who makes codes void.
    let account = store::accounts::get_for_update(tx, account).await?;
    let account = account.filter(may_enroll).ok_or(Error::Credentials)?;
    if !store::enrollment_codes::use_up(tx, &account.id, hash, op.now).await? {
        return Err(Error::Credentials);
    }
    op.record_change(tx, AuditedAct::UseEnrollmentCode, &account.id).await?;
    Ok(account)
}

/// The account of a code that is valid now, and the hash of the code. Each wrong code is counted for its
/// address alone: unknown, used and void ones take the same steps.
async fn find_account(op: &Operation, code: TypedCode<'_>) -> Result<(Account, String)> {
    let TypedCode { text, peer } = code;
    let code = EnrollmentCode::parse(text);
    let hash = hash_token(code.as_ref().map_or(text, EnrollmentCode::letters));
    let address = peer.failure_key(&hash);
    let kind = AttemptKind::EnrollmentCode;
    if let Some(wait) = throttle::remaining_delay_at(op.db(), kind, &address, op.now).await? {
        tracing::warn!(address = peer.log_address(), "enrollment refused: too many failures");
        return Err(Error::retry_after(wait, "Too many wrong codes; try again later."));
    }
    let account = store::enrollment_codes::find_account(op.db(), &hash, op.now).await?;
    if let Some(account) = account.filter(may_enroll) {
        return Ok((account, hash));
    }
    throttle::record_failure_at(op.db(), kind, &address, op.now).await?;
    tracing::info!(address = peer.log_address(), "enrollment failed");
    Err(Error::Credentials)
}

/// Returns true if a code signs the account in: only those that a school manages have codes.
fn may_enroll(account: &Account) -> bool {
    account.may_sign_in() && account.is_sponsor_manageable() && account.membership.is_some()
}

fn shorten_name(account: &Account) -> String {
    let first = account.name.first.trim();
    match account.name.last.trim().chars().next() {
        Some(letter) if !first.is_empty() => format!("{first} {letter}."),
        _ => account.display_name(),
    }
}

#[cfg(test)]
mod tests {
    use domain::Name;
    use domain::fixtures::individual;

    use super::shorten_name;

    #[test]
    fn a_page_names_the_given_name_and_a_letter() {
        let mut account = individual("ada").account;
        for (first, last, short) in
            [("Ada", "Lovelace", "Ada L."), ("Ada", "", "Ada"), ("", "Lovelace", "Lovelace")]
        {
            account.name = Name::new(first, last);
            assert_eq!(shorten_name(&account), short);
        }
    }
}
