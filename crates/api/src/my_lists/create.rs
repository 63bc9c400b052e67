//! POST /v2/myLists (docs/rules/lists.md#rule-3): creates an empty list owned by the caller.

use domain::lists::ListAccess;
use services::lists::{self, NewList};

use crate::http::{InRole, Json, ListMaker, OneOf, ParamDraft, Result, ShortText, Text, ValidatedParam};
use crate::params;
use crate::records::ReadingListRecord;

params! {
    /// A new list.
    pub struct CreateList into NewList {
        /// Name; need not be unique.
        name: ValidatedParam<ShortText>,
        /// Who sees it; only sponsors may create lists of their organization.
        access: ValidatedParam<OneOf<ListAccess>>,
        /// Description.
        description: Option<Text<2000>>,
    }
}

/// Create a reading list
#[endpoint::post("/v2/myLists", returns "The new list")]
pub async fn create_list(
    InRole { api, op, .. }: InRole<ListMaker>,
    draft: ParamDraft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let (form, faults) = draft.valid_params()?;
    let view = lists::create(&op, form.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}
