//! The record of an account, as membership staff get it.

use domain::ids::AccountId;

use crate::http::audit::Audit;
use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::MembershipStaff;
use crate::records::UserAccount;
use crate::state::Api;

/// The account as it is now. It tells of the proof of disability: nobody is shown without a record of it.
pub async fn record(
    api: &Api,
    staff: &MembershipStaff,
    audit: &Audit,
    id: &AccountId,
) -> Result<UserAccount> {
    audit.record(&api.db, [id]).await?;
    let now = staff.0.now();
    let reader = store::readers::by_account(&api.db, id, now).await?.ok_or(ErrorKey::UserNotFound)?;
    let grade = store::students::get(&api.db, id).await?.grade;
    Ok(UserAccount::new(api, &reader, grade, &staff.0.reader.account, now))
}
