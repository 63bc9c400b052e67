//! PUT /v2/lists/{readingListId}: changes name, description and access.

use axum::extract::State;
use domain::accounts::Account;
use domain::lists::{ListAccess, ReadingList};

use super::{demand, held, no_org_list, seen};
use crate::http::errors::{ErrorBody, Result};
use crate::http::faults::Faults;
use crate::http::json::Json;
use crate::http::params::{Change, Draft, Replace};
use crate::http::path::Segments;
use crate::http::roles::{As, SignedIn};
use crate::http::values::{OneOf, ShortText, Text};
use crate::params;
use crate::records::ReadingListRecord;
use crate::state::Api;

params! {
    /// What to change; what is not sent stays.
    pub struct PutList {
        /// Name.
        name: Replace<ShortText>,
        /// Description; sent empty it is cleared.
        description: Change<Text<2000>>,
        /// Who sees it; only sponsors turn a list into their organization's.
        access: Replace<OneOf<ListAccess>>,
    }
}

/// Change a reading list
#[utoipa::path(
    put, path = "/v2/lists/{readingListId}", tag = "Reading lists", operation_id = "put_list",
    params(("readingListId" = String, Path, description = "Reading list identifier")),
    request_body(content = PutList, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("The owner, membership assistants of the site"))),
    responses(
        (status = 200, description = "The list", body = ReadingListRecord),
        (status = 400, description = "INVALID_PARAMETER", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn put_list(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    Segments(id): Segments<String>,
    draft: Draft<PutList>,
) -> Result<Json<ReadingListRecord>> {
    let account = &user.reader.account;
    let (params, faults) = draft.partial()?;
    let mut tx = api.db.begin().await?;
    // What is wrong with the parameters comes before what may not be, too.
    let (mut list, mut faults) = faults.before(held(&mut tx, &user, &id).await)?;
    let allowed = demand(list.is_edited_by(account));
    let before = list.access;
    params.apply(&mut list, account, &mut faults);
    faults.finish()?;
    allowed?;
    list.updated = list.updated.max(user.now());
    store::lists::update(&mut tx, &list).await?;
    if list.access != before {
        store::lists::end_unseen_subscriptions(&mut tx, &list).await?;
    }
    tx.commit().await?;
    let view = seen(&api, &user, &id).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, account)))
}

impl PutList {
    fn apply(self, list: &mut ReadingList, by: &Account, faults: &mut Faults) {
        if let Some(name) = self.name.0 {
            list.name = name.0;
        }
        match self.description {
            Change::Keep => {}
            Change::Clear => list.description = String::new(),
            Change::Set(text) => list.description = text.0,
        }
        if let Some(access) = self.access.0
            && !list.set_access(access.0, by)
        {
            faults.push(no_org_list());
        }
    }
}
