//! Accounts of all sites, as the operator manages them (docs/operations.md).

use std::collections::BTreeSet;

use domain::staff_roles::StaffRole;
use domain::{Account, AccountId, Address, AuditedAct, Name, Role, SiteId, WireEnum as _};
use jiff::civil::Date;
use store::Tx;

use super::{manage, user_exists_on_conflict};
use crate::values::{Country, Email, generated_password};
use crate::{Faults, KeyPage, NewPassword, Operation, Result, ShortText, sites};

#[derive(Debug, Clone)]
pub struct NewAccount {
    /// Email address, also the user name.
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    /// Roles of the account, including those of staff.
    pub roles: BTreeSet<Role>,
    pub site: ShortText,
    /// Country of residence.
    pub country: Country,
    /// Birth date. `None` if it is unknown.
    pub date_of_birth: Option<Date>,
}

/// Creates an account; returns it with a random password, which its owner must change and of which only the
/// hash is kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; the fault of a site that does not exist; `USER_EXISTS`.
pub async fn create(op: &Operation, new: NewAccount) -> Result<(Account, NewPassword)> {
    op.require_operator()?;
    let mut faults = Faults::default();
    let site = sites::resolve_site(op, Some(&new.site), &mut faults).await?;
    faults.into_result()?;
    let mut account = Account::new(op.random_id(), site, Role::Individual, op.now);
    account.roles = new.roles;
    account.set_email(new.email.0);
    account.name = Name::new(new.first_name, new.last_name);
    account.date_of_birth = new.date_of_birth;
    account.address = Address { country: Some(new.country.0), ..Address::default() };
    account.needs_new_password = true;
    let password = generated_password(&mut op.rng());
    let hash = op.hash_password(&password).await?;
    let mut tx = op.db().begin().await?;
    store::accounts::insert(&mut tx, &account, Some(&hash)).await.map_err(user_exists_on_conflict)?;
    op.record_change(&mut tx, AuditedAct::CreateAccount, &account.id).await?;
    record_staff_roles(op, &mut tx, &account).await?;
    tx.commit().await?;
    Ok((account, password))
}

async fn record_staff_roles(op: &Operation, tx: &mut Tx, account: &Account) -> Result<()> {
    let has_role = |role: &&StaffRole| account.has_role((**role).into());
    for role in StaffRole::ALL.iter().filter(has_role) {
        op.record_change(tx, role.give_act(), &account.id).await?;
    }
    Ok(())
}

/// A page of the accounts of a site, or of all, by identifier; removed ones too.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator.
pub async fn list(op: &Operation, site: Option<&SiteId>, page: &KeyPage<AccountId>) -> Result<Vec<Account>> {
    op.require_operator()?;
    Ok(store::accounts::list(op.db(), site, page).await?)
}

/// Gives an account a random password, as [`manage::set_password`] does, and returns it.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; those of [`manage::set_password`].
pub async fn reset_password(op: &Operation, person: &str) -> Result<NewPassword> {
    op.require_operator()?;
    let password = generated_password(&mut op.rng());
    manage::set_password(op, person, &password).await?;
    Ok(password)
}
