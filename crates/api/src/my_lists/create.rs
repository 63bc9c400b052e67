//! POST /v2/myLists: makes an empty list of the caller's own.

use axum::extract::State;
use domain::accounts::Account;
use domain::lists::{ListAccess, ReadingList, may_create, organization_of};
use jiff::Timestamp;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::{Draft, Required};
use crate::http::roles::{As, FromCaller, SignedIn};
use crate::http::values::{OneOf, ShortText, Text};
use crate::lists::{no_org_list, seen};
use crate::params;
use crate::records::ReadingListRecord;
use crate::state::Api;

params! {
    /// A new list.
    pub struct CreateList {
        /// Name; need not be the only one of its kind.
        name: Required<ShortText>,
        /// Who sees it; only sponsors make lists of their organization.
        access: Required<OneOf<ListAccess>>,
        /// Description.
        description: Option<Text<2000>>,
    }
}

/// Somebody who makes lists; 403 `OPERATION_NOT_ALLOWED` for other users, to whom the list of lists does not
/// allow POST (spec 4, 4.3).
#[derive(Debug, Clone)]
pub struct Maker(pub SignedIn);

impl FromCaller for Maker {
    fn from_caller(caller: &Caller) -> services::Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        if may_create(&user.reader.account) {
            Ok(Self(user))
        } else {
            Err(ErrorKey::OperationNotAllowed.into())
        }
    }
}

/// Create a reading list
#[utoipa::path(
    post, path = "/v2/myLists", tag = "Reading lists", operation_id = "create_list",
    request_body(content = CreateList, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Individual members, sponsors, membership assistants"))),
    responses(
        (status = 200, description = "The new list", body = ReadingListRecord),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "OPERATION_NOT_ALLOWED", body = ErrorBody),
    )
)]
pub async fn create_list(
    State(api): State<Api>,
    As(Maker(user)): As<Maker>,
    draft: Draft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let account = &user.reader.account;
    let list = CreateList::of(draft, account)?.list(&api, account, user.now())?;
    store::lists::insert(&api.db, &list).await?;
    let view = seen(&api, &user, &list.id).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, account)))
}

impl CreateList {
    /// The form, when nothing is wrong with it: 400 for an org list of somebody who sponsors no organization (spec 4,
    /// 4.7).
    pub fn of(mut draft: Draft<Self>, owner: &Account) -> Result<Self> {
        if let Some(Required(OneOf(access))) = draft.peek("access")
            && organization_of(access, owner).is_err()
        {
            draft.faults.push(no_org_list());
        }
        draft.finish()
    }

    /// The empty list of its owner.
    pub fn list(self, api: &Api, owner: &Account, now: Timestamp) -> Result<ReadingList> {
        let access = self.access.0.0;
        Ok(ReadingList {
            id: store::random_id(&mut api.jobs_context().rng()),
            site: owner.site.clone(),
            owner: owner.id.clone(),
            organization: organization_of(access, owner).map_err(|_| no_org_list().0)?,
            name: self.name.0.0,
            description: self.description.map_or_else(String::new, |text| text.0),
            access,
            updated: now,
        })
    }
}
