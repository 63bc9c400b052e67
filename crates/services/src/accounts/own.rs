//! A user's own account (docs/rules/organizations.md#rule-2, docs/rules/accounts.md).

use domain::accounts::{Account, Role};
use domain::clients::Privilege;
use domain::ids::AccountId;
use domain::readers::Reader;
use domain::students::StudentProfile;
use store::Tx;

use super::details::{AccountDetails, Guardian, validate_profile};
use super::undo::Changes;
use super::{end_devices, user_exists_on_conflict};
use crate::caller::Caller;
use crate::error::{Error, Fault, Result};
use crate::faults::Faults;
use crate::fields::Field;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::partner::PartnerFault;
use crate::reason::Reason;
use crate::roles::{OrganizationMember, SignedIn, SignupKey};
use crate::values::NewPassword;

/// An account as its owner sees it.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The account with everything that belongs to it.
    pub reader: Reader,
    /// The school and grade that the person stated.
    pub student: StudentProfile,
    /// Credits; `None` for keys without membership privileges (docs/rules/records.md#rule-22).
    pub credits: Option<u64>,
}

/// The summary of one reader, for the caller's key.
pub async fn summarize(library: &Library, caller: &Caller, reader: Reader) -> Result<Summary> {
    let id = &reader.account.id;
    let student = store::students::get(&library.db, id).await?;
    let credits = if caller.client.has_privilege(Privilege::Membership) {
        Some(store::credits::get_balance(&library.db, id).await?)
    } else {
        None
    };
    Ok(Summary { reader, student, credits })
}

/// The summary of an account as it is now, after a change.
async fn summarize_after_change(library: &Library, caller: &Caller, id: &AccountId) -> Result<Summary> {
    let reader = store::readers::by_account(&library.db, id, caller.now).await?;
    summarize(library, caller, reader.ok_or(ErrorKey::UserNotFound)?).await
}

/// Signs an individual member up on the key's site, with details in which
/// [`validate_new`](super::validate_new) found no fault. A person who signs up with the partner's identity
/// token needs no password, and may set one later.
///
/// # Errors
/// `INVALID_PARAMETER` if the token does not prove the email address; `USER_EXISTS`.
pub async fn sign_up(
    library: &Library,
    caller: &SignupKey,
    details: AccountDetails,
    password: Option<NewPassword>,
    partner_token: Option<&str>,
) -> Result<Summary> {
    if let (Some(token), Some(email)) = (partner_token, &details.email_address) {
        same_address(library, token, &email.0).await?;
    }
    let id = AccountId(store::random_id(&mut library.request_rng()));
    let mut account = Account::new(id, caller.site.id.clone(), Role::Individual, caller.now);
    account.needs_new_password = password.is_none();
    details.apply_to_new(&mut account, caller.today())?;
    let hash = library.hash_if_sent(password.as_ref(), None).await?;
    let mut tx = library.db.begin().await?;
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(user_exists_on_conflict)?;
    tx.commit().await?;
    summarize_after_change(library, caller, &account.id).await
}

/// The token must prove that the email address is the caller's own (docs/rules/accounts.md).
async fn same_address(library: &Library, token: &str, email: &str) -> Result<()> {
    let refused = |reason: Reason| -> Error {
        Fault::new(ErrorKey::InvalidParameter, Field::PartnerIdToken, reason).into()
    };
    let Some(partner) = &library.partner else { return Err(refused("this library has no partner".into())) };
    match partner.verified_email(token, library.current_time()).await {
        Ok(verified) if store::accounts::fold_login(&verified) == store::accounts::fold_login(email) => {
            Ok(())
        }
        Ok(_) => Err(refused(Reason::from("its email address must be ").then_field(Field::EmailAddress))),
        Err(PartnerFault::Token(fault)) => Err(refused(fault.to_string().into())),
        Err(PartnerFault::Keys(fault)) => Err(fault.into()),
    }
}

/// Changes the user's own account. A new password no longer has to be changed; other sessions end. The
/// previous address is informed of another address or password, with a link that undoes the change.
///
/// # Errors
/// The faults of the request; `USER_EXISTS`; [`Error::Wait`] after ten changes of address or password in an
/// hour.
pub async fn change_own(
    library: &Library,
    user: &SignedIn,
    mut details: AccountDetails,
    mut faults: Faults,
) -> Result<Summary> {
    // Hashed before the transaction begins: hashing is slow, and SQLite has one writer.
    let password = details.password.take().filter(|_| faults.is_empty());
    let email = details.email_address.clone().filter(|_| faults.is_empty());
    let email = email.as_ref().map(|email| email.0.as_str());
    Changes::compare(&user.reader.account, email, password.is_some())
        .count_against_limit(library, user.id(), user.request_time())
        .await?;
    let hash = library.hash_if_sent(password.as_ref(), Some(user.id())).await?;
    let mut tx = library.db.begin().await?;
    let mut account =
        store::accounts::get_for_update(&mut tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    let before = account.clone();
    details.apply_to(&mut account, user.caller.today(), Guardian::NeededWhenTold, &mut faults);
    faults.into_result()?;
    let changes = Changes::compare(&before, account.email.as_deref(), hash.is_some());
    changes.record_and_notify(&mut tx, library, &before, user.request_time()).await?;
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    if let Some(hash) = hash {
        choose_password(&mut tx, user, &hash).await?;
    }
    tx.commit().await?;
    summarize_after_change(library, &user.caller, user.id()).await
}

/// Makes a member of an organization an individual member as well. Devices that the account had are revoked:
/// sponsors know their passwords, and no longer manage what the account may read. `details` is `None` if a
/// required field is missing, which is then among the faults.
///
/// # Errors
/// The faults of the request; `ALREADY_EXISTS` for individual members; `USER_EXISTS`; [`Error::Wait`] as for
/// [`change_own`].
pub async fn become_individual(
    library: &Library,
    user: &OrganizationMember,
    sketch: Option<AccountDetails>,
    password: Option<NewPassword>,
    details: Option<AccountDetails>,
    mut faults: Faults,
) -> Result<Summary> {
    let today = user.caller.today();
    let password = password.filter(|_| faults.is_empty());
    Changes::compare(&user.reader.account, None, password.is_some())
        .count_against_limit(library, user.id(), user.request_time())
        .await?;
    let hash = library.hash_if_sent(password.as_ref(), Some(user.id())).await?;
    let mut tx = library.db.begin().await?;
    let mut account =
        store::accounts::get_for_update(&mut tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    let before = account.clone();
    let managed = account.is_sponsor_manageable();
    let is_new = account.roles.insert(Role::Individual);
    if let Some(sketch) = sketch {
        validate_profile(sketch, account.clone(), today, &mut faults);
    }
    let details = faults.complete_with(details)?;
    if !is_new {
        return Err(ErrorKey::AlreadyExists.into());
    }
    account.username = None;
    details.apply_to_new(&mut account, today)?;
    let changes = Changes::compare(&before, account.email.as_deref(), hash.is_some());
    changes.record_and_notify(&mut tx, library, &before, user.request_time()).await?;
    store::accounts::update(&mut tx, &account).await.map_err(user_exists_on_conflict)?;
    if managed {
        end_devices(&mut tx, user.actor(), &account, user.request_time()).await?;
    }
    if let Some(hash) = hash {
        choose_password(&mut tx, user, &hash).await?;
    }
    tx.commit().await?;
    summarize_after_change(library, &user.caller, user.id()).await
}

/// Gives the user the password that they chose; other sessions end.
async fn choose_password(tx: &mut Tx, user: &SignedIn, hash: &str) -> Result<()> {
    let own = user.caller.token.as_deref().unwrap_or_default();
    store::passwords::choose_password(tx, user.id(), hash, own, user.request_time()).await?;
    Ok(())
}
