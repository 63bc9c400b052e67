//! Reading lists (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-1). `services::lists` has the
//! operations.
//! `PUT /v2/lists/{readingListId}`: changes name, description and access.

pub mod members;
pub mod titles;

use axum::http::StatusCode;
use domain::lists::{ListAccess, may_create};
use domain::normalization::search_words_or_signs;
use domain::{Account, wire_enum};
use services::Operation;
use services::lists::{self, ListChange, ListScope, ListSort, ListView, OwnedLists};

use crate::http::{
    Change, CutPage, InRole, Json, Link, ListAddress, OneOf, OrderParams, ParamDraft, Params, Replace,
    Result, Segments, ShortText, SignedIn, Text,
};
use crate::records::{ListUserView, ReadingListRecord};
use crate::{Api, endpoints, params};

endpoints! {
    "Reading lists": search_lists, get_list, put_list, delete_list;
    with members, titles;
}

/// A page of reading lists (docs/rules/records.md#rule-19).
#[endpoint::record]
pub struct ListOfLists {
    /// POST if the caller may create lists.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// The page.
    pub lists: Vec<ListUserView>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}

/// The page of the caller's lists in a scope: two statements for any length.
pub(crate) async fn list_page(
    api: &Api,
    op: &Operation,
    scope: ListScope<'_>,
    order: &OrderParams<ListSort>,
    address: &ListAddress,
) -> Result<Json<ListOfLists>> {
    let owner = op.account()?;
    // The owner is named twice, so that tokens of earlier versions stay valid.
    let list = order.open(&api.cursor_key, op.now, &("lists", &owner.id, &owner.id, scope))?;
    let page = lists::list(op, OwnedLists { owner, scope }, list.page_request()).await?;
    let page = list.to_page(page, address)?;
    Ok(Json(ListOfLists::new(api, page, owner, owner, may_create(owner))))
}

impl ListOfLists {
    /// The page for `viewer`; `can_create`: the viewer may create lists for the owner.
    pub fn new(
        api: &Api,
        page: CutPage<ListView>,
        owner: &Account,
        viewer: &Account,
        can_create: bool,
    ) -> Self {
        Self {
            allows: can_create.then(|| vec!["POST"]),
            limit: page.limit,
            links: page.links,
            lists: page.items.iter().map(|view| ListUserView::new(api, view, owner, viewer)).collect(),
            next: page.next,
            total_results: page.total_results,
        }
    }
}

wire_enum! {
    /// Which lists are searched.
    pub enum SearchAccess {
        /// Lists shared with the whole site.
        Public = "public",
        /// The caller's own, those that the caller was put on, and the organization's.
        Private = "private",
    }
}

wire_enum! {
    /// Orders of a search for lists (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum SearchSort {
        /// Name.
        #[default]
        Name = "name",
        /// Last change.
        DateUpdated = "dateUpdated",
    }
}

params! {
    /// Parameters of a search for lists.
    pub struct SearchLists {
        /// Words in name or description, in any case; all must match.
        keyword: Option<Text<500>>,
        /// private by default.
        access: Option<OneOf<SearchAccess>>,
        /// Page and order.
        order: OrderParams<SearchSort>,
    }
}

/// Further words are ignored.
const MAX_WORDS: usize = 20;

/// Search reading lists
#[endpoint::get("/v2/lists", returns "A page of lists")]
pub async fn search_lists(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<SearchLists>,
) -> Result<Json<ListOfLists>> {
    let words = params.keyword.map(|text| search_words_or_signs(&text.0)).unwrap_or_default();
    let words = &words[..words.len().min(MAX_WORDS)];
    let scope = match params.access.map(|access| access.0) {
        Some(SearchAccess::Public) => ListScope::Public(words),
        Some(SearchAccess::Private) | None => ListScope::Private(words),
    };
    list_page(&api, &op, scope, &params.order.map_sort(ListSort::from), &address).await
}

impl From<SearchSort> for ListSort {
    fn from(sort: SearchSort) -> Self {
        match sort {
            SearchSort::Name => Self::Name,
            SearchSort::DateUpdated => Self::DateUpdated,
        }
    }
}

/// Get a reading list
#[endpoint::get(
    "/v2/lists/{readingListId}", returns "The list as the caller sees it", who "Users who can see the list",
    errors(ListNotFound),
)]
pub async fn get_list(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<Json<ListUserView>> {
    let view = lists::get(&op, &id).await?;
    Ok(Json(ListUserView::for_user(&api, &view, op.account()?)))
}

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

/// Delete a reading list
#[endpoint::delete(
    "/v2/lists/{readingListId}", returns "Deleted", who "The owner, membership assistants of the site",
    errors(OperationNotAllowed, ListNotFound),
)]
pub async fn delete_list(
    InRole { op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<StatusCode> {
    lists::remove(&op, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
