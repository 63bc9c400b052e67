//! The account in a path of membership staff. For staff of another site it does not exist
//! (docs/rules/access.md#rule-24).

use domain::accounts::Account;

use crate::http::errors::Result;
use crate::http::roles::MembershipStaff;
use crate::state::Api;

/// The account `{userIdentifier}`, for reading: 404 `USER_NOT_FOUND` if it does not exist, or belongs to a
/// site that the staff does not manage. Removed accounts are found by their `userAccountId`; their record
/// says so.
pub async fn named(api: &Api, staff: &MembershipStaff, identifier: &str) -> Result<Account> {
    Ok(services::accounts::named(&api.services(&staff.0), identifier).await?)
}
