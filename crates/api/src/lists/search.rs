//! GET /v2/lists (docs/rules/lists.md#rule-3): searches names and descriptions.

use domain::lists::may_create;
use domain::normalization::search_words_or_signs;
use domain::wire_enum;
use services::lists::{ListScope, ListSort};

use super::{ListOfLists, ListsPage};
use crate::http::{InRole, Json, ListAddress, OneOf, OrderParams, Params, Result, SignedIn, Text};
use crate::params;

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
    let owner = op.account()?;
    let scope = match params.access.map(|access| access.0) {
        Some(SearchAccess::Public) => ListScope::Public(words),
        Some(SearchAccess::Private) | None => ListScope::Private(words),
    };
    let order = params.order.map_sort(ListSort::from);
    ListsPage { op: &op, owner, can_create: may_create(owner), scope, order }.page(&api, &address).await
}

impl From<SearchSort> for ListSort {
    fn from(sort: SearchSort) -> Self {
        match sort {
            SearchSort::Name => Self::Name,
            SearchSort::DateUpdated => Self::DateUpdated,
        }
    }
}
