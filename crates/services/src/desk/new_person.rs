//! A new account for a reader who writes or calls (docs/rules/memberships.md#rule-21).

use domain::accounts::StaffedRole;
use domain::{Account, AccountId, AuditedAct, Site, name_key};
use jobs::emails::{SendEmail, enqueue};
use store::Tx;
use store::distinct_people::{self, Distinction, NamesakeKey};

use crate::accounts::manage::{AccountAdmission, AccountDraft, build_account};
use crate::accounts::{AccountDetails, user_exists_on_conflict};
use crate::{Error, ErrorKey, Fault, Faults, Field, Operation, Result, ShortText, sites};

/// A new individual member as staff describe them.
#[derive(Debug, Clone)]
pub struct NewPerson {
    /// The details that could be read.
    pub details: AccountDetails,
    /// The site, for administrators; the staff member's own if absent.
    pub site: Option<ShortText>,
    /// Accounts with the same name and birth date that the staff member knows to be of other people.
    pub other_people: Vec<AccountId>,
    /// True if the person gets an email with the link to choose a password.
    pub sends_email: bool,
}

/// The result of a form for a new account.
#[derive(Debug)]
pub enum NewPersonOutcome {
    Created(AccountId),
    /// Nothing is stored, because the form is wrong or the person may have an account.
    Refused(Box<NewPersonReview>),
}

/// What the form shows besides its own values.
#[derive(Debug, Default)]
pub struct NewPersonReview {
    pub faults: Vec<Fault>,
    /// The account that has the email address. `None` if there is none, or on a site that the staff member
    /// does not manage.
    pub email_owner: Option<Account>,
    /// Accounts of the site with the same name and birth date, oldest first; at most ten.
    pub namesakes: Vec<Account>,
    /// True if the staff member must say first that the namesakes are other people.
    pub asks_about_namesakes: bool,
    /// The sites that an administrator chooses from; empty for other staff.
    pub sites: Vec<Site>,
}

/// The sites on which the staff member may create accounts: every site for administrators, and none to choose
/// from for others, who create accounts on their own site.
pub async fn list_person_sites(op: &Operation) -> Result<Vec<Site>> {
    op.require_membership_staff()?;
    if op.sees_every_site() { Ok(store::sites::list(op.db()).await?) } else { Ok(Vec::new()) }
}

/// Creates the account of an individual member, who has no password yet, unless somebody on the site has the
/// same name and birth date who is not among [`NewPerson::other_people`]; the new account is not suspected to
/// be a duplicate of these. All faults are reported together, and with them the accounts that may be the
/// person's.
///
/// # Errors
/// Those of a role that is not membership staff; `FORBIDDEN` for a site of others.
pub async fn create_person(op: &Operation, new: NewPerson, mut faults: Faults) -> Result<NewPersonOutcome> {
    op.require_membership_staff()?;
    let NewPerson { details, site, other_people, sends_email } = new;
    let email_owner = find_email_owner(op, &details, &mut faults).await?;
    let namesakes = list_namesakes(op, &details, site.as_ref()).await?;
    let asks_about_namesakes = namesakes.iter().any(|namesake| !other_people.contains(&namesake.id));
    let draft = AccountDraft { details: Some(details.clone()), role: StaffedRole::Individual, site };
    let date_of_birth = details.date_of_birth.value().copied();
    let admission = AccountAdmission { details, date_of_birth, password: None };
    let faults = match build_account(op, draft, Some(admission), faults).await {
        Ok(_) if asks_about_namesakes => Vec::new(),
        Ok((account, _)) => match insert_person(op, &account, &namesakes, sends_email).await {
            Ok(()) => return Ok(NewPersonOutcome::Created(account.id)),
            // Somebody else has just taken the email address.
            Err(error) if error.key() == Some(ErrorKey::UserExists) => vec![email_fault()],
            Err(error) => return Err(error),
        },
        Err(Error::Invalid(faults)) => faults,
        Err(error) => return Err(error),
    };
    let sites = list_person_sites(op).await?;
    let review = NewPersonReview { faults, email_owner, namesakes, asks_about_namesakes, sites };
    Ok(NewPersonOutcome::Refused(Box::new(review)))
}

async fn insert_person(
    op: &Operation,
    account: &Account,
    namesakes: &[Account],
    sends_email: bool,
) -> Result<()> {
    let mut tx = op.db().begin().await?;
    store::accounts::insert(&mut tx, account, None).await.map_err(user_exists_on_conflict)?;
    op.record_change(&mut tx, AuditedAct::CreateAccount, &account.id).await?;
    mark_distinct(op, &mut tx, account, namesakes).await?;
    if sends_email {
        enqueue(&mut tx, &SendEmail::AccountCreated { account: account.id.clone() }, op.now).await?;
    }
    Ok(tx.commit().await?)
}

/// Remembers that the new account and each namesake belong to different people
/// (docs/rules/memberships.md#rule-18).
async fn mark_distinct(op: &Operation, tx: &mut Tx, account: &Account, namesakes: &[Account]) -> Result<()> {
    let ids: Vec<AccountId> = namesakes.iter().map(|namesake| namesake.id.clone()).collect();
    // Locked, so that nothing is remembered of an account that is being closed.
    let found = store::accounts::get_by_ids_for_update(tx, &ids).await?;
    let mut ids: Vec<AccountId> =
        found.into_values().filter(|namesake| !namesake.deleted).map(|namesake| namesake.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let others = Distinction { accounts: &ids, decided_by: op.signed_in_id(), decided: op.now };
    distinct_people::insert_for_account(tx, &account.id, &others).await?;
    ids.push(account.id.clone());
    op.record_changes(tx, AuditedAct::DistinguishPeople, &ids).await
}

/// The account that has the email address of the new one, and a fault if there is one.
async fn find_email_owner(
    op: &Operation,
    details: &AccountDetails,
    faults: &mut Faults,
) -> Result<Option<Account>> {
    let Some(email) = &details.email_address else { return Ok(None) };
    let Some((owner, _)) = store::accounts::find_by_login(op.db(), &email.0).await? else { return Ok(None) };
    faults.push(email_fault());
    Ok(Some(owner).filter(|owner| op.manages_membership(&owner.site)))
}

fn email_fault() -> Fault {
    let reason = "is the email address or user name of another account";
    Fault::new(ErrorKey::UserExists, Field::EmailAddress, reason)
}

/// The accounts of the new account's site with the same name and birth date.
async fn list_namesakes(
    op: &Operation,
    details: &AccountDetails,
    site: Option<&ShortText>,
) -> Result<Vec<Account>> {
    let (Some(first), Some(last)) = (&details.first_name, &details.last_name) else { return Ok(Vec::new()) };
    let Some(born) = details.date_of_birth.value() else { return Ok(Vec::new()) };
    let site = sites::choose_site(op, site);
    if !op.manages_membership(&site) {
        return Ok(Vec::new());
    }
    let key = NamesakeKey {
        last_name: name_key(&last.0),
        first_name: name_key(&first.0),
        birth_date: born.to_string(),
        site: site.0,
    };
    let found = distinct_people::list_namesakes(op.db(), &[key]).await?;
    Ok(found.into_iter().map(|namesake| namesake.account).collect())
}
