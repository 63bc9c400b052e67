//! POST /v2/accounts/{userIdentifier}/lists (docs/rules/lists.md#rule-7): creates an empty list for another
//! owner.

use services::lists;

use crate::http::{InRole, Json, MembershipStaff, ParamDraft, Result, Segments};
use crate::my_lists::create::CreateList;
use crate::records::ReadingListRecord;

/// Create a reading list for another user
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/lists", returns "The new list",
    errors(
        InvalidParameter: "also an org list whose owner is not a sponsor",
        OperationNotAllowed: "an administrator's account, for others", UserNotFound,
    ),
)]
pub async fn create_account_list(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let (form, faults) = draft.valid_params()?;
    let view = lists::create_for(&op, &name, form.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}
