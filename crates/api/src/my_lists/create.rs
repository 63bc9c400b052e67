//! POST /v2/myLists (docs/rules/lists.md#rule-3): creates an empty list owned by the caller.

use axum::extract::State;
use domain::lists::ListAccess;
use services::lists::{self, NewList};

use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::params::{ParamDraft, ValidatedParam};
use crate::http::roles::{InRole, ListMaker};
use crate::http::values::{OneOf, ShortText, Text};
use crate::params;
use crate::records::ReadingListRecord;
use crate::state::Api;

params! {
    /// A new list.
    pub struct CreateList {
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
    State(api): State<Api>,
    InRole(op, _): InRole<ListMaker>,
    draft: ParamDraft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let (form, faults) = draft.valid_params()?;
    let view = lists::create(&op, form.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}

impl CreateList {
    /// Converts the form for the operation.
    pub fn into_request(self) -> NewList {
        NewList {
            name: self.name.0.map(|name| name.0),
            access: self.access.0.map(|access| access.0),
            description: self.description.map(|text| text.0),
        }
    }
}
