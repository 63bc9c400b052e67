//! GET /v2/myAccount/history (spec 4, 2.8 and 3.2).

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use domain::downloads::{Download, Item};
use domain::ids::{AccountId, EditionId, TitleId};
use serde::Serialize;
use store::download_history::HistorySort;
use utoipa::ToSchema;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::listing::{Order, Paging};
use crate::http::params::Params;
use crate::http::roles::{As, SignedIn};
use crate::http::values::{Direction, OneOf};
use crate::params;
use crate::records::{Downloaded, TitleDownload};
use crate::state::Api;

params! {
    /// Parameters of the history.
    pub struct ListHistory {
        /// Which page.
        page: Paging,
        /// Title when absent.
        sort_order: Option<OneOf<HistorySort>>,
        /// Descending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// A page of the history.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TitleDownloadList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub title_downloads: Vec<TitleDownload>,
    /// Exact count.
    pub total_results: u64,
}

/// List the own downloads
///
/// Requests made by the caller, and those made for the caller.
#[utoipa::path(
    get, path = "/v2/myAccount/history", tag = "My account", operation_id = "list_my_history",
    params(ListHistory), extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "A page of downloads", body = TitleDownloadList),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
    )
)]
pub async fn list_my_history(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    address: ListAddress,
    Params(params): Params<ListHistory>,
) -> Result<Json<TitleDownloadList>> {
    let order = params.order();
    let list = order.open(&api.cursor_key, user.now(), &("history", user.id()))?;
    let account = &user.reader.account;
    let total_results = store::download_history::count(&api.db, account).await?;
    let rows = store::download_history::page(&api.db, account, list.part()).await?;
    let page = list.cut(rows, total_results, &address)?;
    Ok(Json(TitleDownloadList {
        allows: None,
        limit: page.limit,
        links: page.links,
        next: page.next,
        title_downloads: lines(&api, &user.caller, &page.items).await?,
        total_results: page.total_results,
    }))
}

impl ListHistory {
    fn order(self) -> Order<HistorySort> {
        Order {
            page: self.page,
            sort: self.sort_order.map_or(HistorySort::Title, |sort| sort.0),
            descending: self.direction.is_none_or(|direction| direction.0 == Direction::Desc),
        }
    }
}

/// The lines of a page: three statements, for the titles, the editions and the names.
async fn lines(api: &Api, caller: &Caller, page: &[Download]) -> Result<Vec<TitleDownload>> {
    let titles: BTreeSet<TitleId> = page.iter().filter_map(|download| download.item.title()).collect();
    let titles = store::titles::read_many(&api.db, &titles.into_iter().collect::<Vec<_>>()).await?;
    let editions: BTreeSet<EditionId> =
        page.iter().filter_map(|download| download.item.edition().cloned()).collect();
    let editions: Vec<EditionId> = editions.into_iter().collect();
    let editions = store::periodicals::editions::with_series(&api.db, &editions).await?;
    let titles = titles.iter().map(|title| (Item::Title(title.id), Downloaded::from(&**title)));
    let editions = editions.iter().map(|found| (Item::Edition(found.1.id.clone()), found.into()));
    let what: HashMap<Item, Downloaded> = titles.chain(editions).collect();
    let people: BTreeSet<AccountId> =
        page.iter().flat_map(|d| [d.caller.clone(), d.recipient.clone()]).flatten().collect();
    let people: Vec<AccountId> = people.into_iter().collect();
    let accounts = store::accounts::many(&api.db, &people).await?;
    let names: HashMap<_, _> = accounts.into_iter().map(|a| (a.id.clone(), a.display_name())).collect();
    let name = |id: &AccountId| names.get(id).cloned().unwrap_or_default();
    let line = |d: &Download| what.get(&d.item).map(|what| TitleDownload::new(api, caller, d, what, name));
    Ok(page.iter().filter_map(line).collect())
}
