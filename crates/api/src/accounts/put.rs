//! PUT /v2/accounts/{userIdentifier} (docs/rules/memberships.md#rule-7).

use domain::accounts::StaffedRole;
use services::accounts::manage;

use crate::http::{
    Field, InRole, Json, MembershipStaff, OneOf, ParamDraft, Replace, Result, Segments, ShortText,
};
use crate::my_account::form::AccountForm;
use crate::records::UserAccount;
use crate::{joint_params, params};

params! {
    /// Parameters for membership staff besides the details.
    pub struct Posting {
        /// Replaces the roles that staff assign; roles in an organization stay.
        role: Replace<OneOf<StaffedRole>>,
        /// For administrators.
        site: Replace<ShortText>,
    }
}

joint_params! {
    /// Changes of an account; omitted parameters keep their value.
    pub struct PutAccount {
        /// The same as when people change their own account.
        details: AccountForm,
        /// The other parameters.
        posting: Posting,
    }
}

/// Change an account
///
/// Omitted parameters keep their value; an empty value clears a nullable one. A new password ends existing
/// sign-ins, and must be changed by the person.
#[endpoint::put(
    "/v2/accounts/{userIdentifier}", returns "The account",
    errors(
        MissingParameter, Forbidden: "not membership staff, or another site",
        OperationNotAllowed: "an administrator", UserNotFound: "no account of the caller's site, or removed",
        UserExists: "the email address is taken",
    ),
)]
pub async fn put_account(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<PutAccount>,
) -> Result<Json<UserAccount>> {
    let sends_password = draft.has_value(Field::Password);
    let (form, faults) = draft.valid_params()?;
    let PutAccount { details, posting } = form;
    let changes = manage::StaffChanges {
        details: details.into_request(),
        role: posting.role.0.map(|role| role.0),
        site: posting.site.0,
        sends_password,
    };
    let shown = manage::change(&op, &name, changes, faults).await?;
    Ok(Json(UserAccount::from_managed(&api, &op, shown)?))
}
