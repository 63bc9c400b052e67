//! A new sign-in that can be read aloud.

use domain::{Account, AccountId, AuditedAct, InterfaceLanguage, Role, wire_enum};
use store::Conn;

use super::{ServedPerson, ServicePoint};
use crate::values::easy_password;
use crate::{ErrorKey, NewPassword, Operation, Result};

wire_enum! {
    /// Why the caller does not give a person a new password.
    pub enum SignInBar {
        /// The account is more than a member's, so that its owner alone decides how it signs in
        /// (docs/rules/organizations.md#rule-5).
        ManagesItself = "manages-itself",
        IsStaff = "staff",
        HasNoSignInName = "no-name",
    }
}

/// A new password for a person.
#[derive(Debug, Clone, Copy)]
pub struct SignInReset<'a> {
    /// Identifies the password that is replaced: a form that is sent twice replaces it once.
    pub replaced: &'a str,
    /// The language of the words of the password.
    pub language: InterfaceLanguage,
}

/// A sign-in that is read aloud once.
#[derive(Debug, Clone)]
pub struct NewSignIn {
    /// The name as others see it.
    pub name: String,
    /// The user name, or the email address.
    pub sign_in_name: String,
    /// The password, which is not kept.
    pub password: NewPassword,
}

/// The reason why the caller may not give the owner of this account a new password, if any.
pub(super) fn find_sign_in_bar(op: &Operation, point: ServicePoint, account: &Account) -> Option<SignInBar> {
    let is_own_affair = !account.is_sponsor_manageable() || account.has_role(Role::OrganizationSponsor);
    match point {
        ServicePoint::School if is_own_affair => Some(SignInBar::ManagesItself),
        ServicePoint::Desk if account.is_staff() || !op.may_change_account(account) => {
            Some(SignInBar::IsStaff)
        }
        _ => (!account.has_sign_in_name()).then_some(SignInBar::HasNoSignInName),
    }
}

/// Identifies the present password of an account without telling anything about it.
pub(super) async fn identify_password(conn: impl Conn, account: &AccountId) -> Result<String> {
    let hashes = store::passwords::list_hashes(conn, std::slice::from_ref(account)).await?;
    Ok(secrets::hash_token(hashes.get(account).map(String::as_str).unwrap_or_default()))
}

/// Gives a person a new password of easy words, which is not kept and must be changed at the next sign-in.
/// All sign-ins but devices end. `None` if the password has been replaced since the caller saw the form.
///
/// # Errors
/// `USER_NOT_FOUND`; `NOT_MANAGEABLE` or `OPERATION_NOT_ALLOWED` for a [`SignInBar`]; `TOO_MANY_REQUESTS` if
/// too many passwords are being hashed.
pub async fn reset_sign_in(
    op: &Operation,
    person: &ServedPerson,
    reset: SignInReset<'_>,
) -> Result<Option<NewSignIn>> {
    let account = person.find(op).await?.account;
    require_no_bar(op, person.point, &account)?;
    if identify_password(op.db(), &account.id).await? != reset.replaced {
        return Ok(None);
    }
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let password = easy_password(&mut op.rng(), reset.language);
    let hash = op.hash_password(&password).await?;
    let mut tx = op.db().begin().await?;
    let account = person.lock(op, &mut tx).await?;
    require_no_bar(op, person.point, &account)?;
    if identify_password(&mut tx, &account.id).await? != reset.replaced {
        return Ok(None);
    }
    store::passwords::change_password(&mut tx, &account.id, &hash, true, op.now).await?;
    op.commit_change(tx, AuditedAct::ResetPassword, &account.id).await?;
    tracing::info!(account = %account.id, by = op.log_name(), "a new sign-in was read aloud");
    let sign_in_name = account.sign_in_name().to_owned();
    Ok(Some(NewSignIn { name: account.display_name(), sign_in_name, password }))
}

fn require_no_bar(op: &Operation, point: ServicePoint, account: &Account) -> Result<()> {
    match find_sign_in_bar(op, point, account) {
        None => Ok(()),
        Some(SignInBar::ManagesItself) => Err(ErrorKey::NotManageable.into()),
        Some(SignInBar::IsStaff | SignInBar::HasNoSignInName) => Err(ErrorKey::OperationNotAllowed.into()),
    }
}
