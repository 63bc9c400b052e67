//! The record of an account, as membership staff get it.

use domain::ids::AccountId;
use domain::readers::Reader;

use crate::http::audit::Audit;
use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::MembershipStaff;
use crate::records::UserAccount;
use crate::state::Api;

/// The account as it is now.
pub async fn record(
    api: &Api,
    staff: &MembershipStaff,
    audit: &Audit,
    id: &AccountId,
) -> Result<UserAccount> {
    let reader = store::readers::by_account(&api.db, id, staff.0.now()).await?;
    told(api, staff, audit, &reader.ok_or(ErrorKey::UserNotFound)?).await
}

/// The record of an account. It tells of the proof of disability: nobody is shown without a record of it.
pub async fn told(api: &Api, staff: &MembershipStaff, audit: &Audit, reader: &Reader) -> Result<UserAccount> {
    let id = &reader.account.id;
    audit.record(&api.library, [id]).await?;
    let grade = store::students::get(&api.db, id).await?.grade;
    Ok(UserAccount::new(api, reader, grade, &staff.0.reader.account, staff.0.now()))
}
