//! PUT /v2/lists/{readingListId} (docs/rules/lists.md#rule-3): changes name, description and access.

use domain::lists::ListAccess;
use services::lists::{self, ListChange};

use crate::http::{
    Change, InRole, Json, OneOf, ParamDraft, Replace, Result, Segments, ShortText, SignedIn, Text,
};
use crate::params;
use crate::records::ReadingListRecord;

params! {
    /// What to change; omitted parameters keep their value.
    pub struct PutList into ListChange {
        /// Name.
        name: Replace<ShortText>,
        /// Description; an empty value clears it.
        description: Change<Text<2000>>,
        /// Who sees it; only sponsors may turn a list into their organization's.
        access: Replace<OneOf<ListAccess>>,
    }
}

/// Change a reading list
#[endpoint::put(
    "/v2/lists/{readingListId}", returns "The list", who "The owner, membership assistants of the site",
    errors(OperationNotAllowed, ListNotFound),
)]
pub async fn put_list(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    draft: ParamDraft<PutList>,
) -> Result<Json<ReadingListRecord>> {
    let (params, faults) = draft.valid_params()?;
    let view = lists::change(&op, &id, params.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}
