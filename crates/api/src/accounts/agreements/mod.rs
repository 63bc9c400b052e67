//! The signed agreements of an account, as membership staff keep them (document 3).

pub mod create;
pub mod expire;
pub mod get;
pub mod list;

use std::collections::BTreeSet;

use domain::accounts::Account;
use domain::agreements::Agreement;
use domain::ids::{AccountId, AgreementId};
use domain::organizations::Organization;
use store::Tx;

use crate::accounts::held;
use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::MembershipStaff;
use crate::records::AgreementRecord;
use crate::state::Api;

/// The account that a path names, with the organization that it sponsors, both to be changed.
async fn signer(tx: &mut Tx, staff: &MembershipStaff, name: &str) -> Result<(Account, Option<Organization>)> {
    // The organization is always taken before the people in it.
    let organization = store::organizations::sponsored_for_update(tx, name).await?;
    let account = held(tx, staff, name).await?;
    let organization = organization.filter(|organization| account.sponsors(&organization.id));
    Ok((account, organization))
}

/// The agreement of this account, or 404.
async fn of(conn: impl store::Conn, account: &Account, id: String) -> Result<Agreement> {
    let found = store::agreements::get(conn, &AgreementId(id)).await?;
    let own = found.filter(|agreement| agreement.account == account.id);
    own.ok_or_else(|| ErrorKey::AgreementNotFound.into())
}

/// The records of an account's agreements: one statement for all who recorded them.
async fn records(api: &Api, owner: &Account, agreements: Vec<Agreement>) -> Result<Vec<AgreementRecord>> {
    let ids: BTreeSet<&AccountId> = agreements.iter().filter_map(|a| a.recorded_by.as_ref()).collect();
    let ids: Vec<AccountId> = ids.into_iter().cloned().collect();
    let recorders = store::accounts::many(&api.db, &ids).await?;
    let record = |agreement: Agreement| {
        let by = recorders.iter().find(|recorder| Some(&recorder.id) == agreement.recorded_by.as_ref());
        AgreementRecord::new(api, agreement, owner, by)
    };
    Ok(agreements.into_iter().map(record).collect())
}

/// The record of one.
async fn record(api: &Api, owner: &Account, agreement: Agreement) -> Result<AgreementRecord> {
    let recorder = match &agreement.recorded_by {
        Some(id) => store::accounts::get(&api.db, id).await?,
        None => None,
    };
    Ok(AgreementRecord::new(api, agreement, owner, recorder.as_ref()))
}
