//! User names (docs/rules/accounts.md#rule-10, docs/rules/records.md#rule-36).

use services::user_names;

use crate::http::{InRole, Json, Link, MembershipStaffOrKey, Result, Segments};
use crate::records::UserNameRecord;
use crate::{endpoints, routes};

endpoints! {
    "Limited-client services": get_user_name;
}

/// Whether a user name is taken
///
/// User names and email addresses share one namespace across all sites, compared case-insensitively.
#[endpoint::get("/v2/userNames/{userName}", returns "It is taken", errors(UserNotFound: "the name is free"))]
pub async fn get_user_name(
    InRole { api, op, .. }: InRole<MembershipStaffOrKey>,
    Segments((user_name,)): Segments<(String,)>,
) -> Result<Json<UserNameRecord>> {
    user_names::require_existing(&op, &user_name).await?;
    let links = vec![Link::new("self", api.absolute_url(&routes::user_name(&user_name)))];
    Ok(Json(UserNameRecord { user_name, links }))
}
