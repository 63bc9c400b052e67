//! The downloads that a user made, and those made for the user (docs/rules/records.md#rule-17).

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::downloads::{Download, Item};
use domain::ids::{AccountId, EditionId, TitleId};
use domain::periodicals::{Edition, Series};
use domain::titles::Title;

pub use store::download_history::HistorySort;

use crate::error::Result;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::rows::{PageRequest, RowPosition, Rows};

/// A place in the history.
pub type HistoryKey = RowPosition<i64>;

/// A downloaded title or edition.
#[derive(Debug, Clone)]
pub enum DownloadedItem {
    Title(Arc<Title>),
    /// An edition of a periodical.
    Edition(Box<(Series, Edition)>),
}

/// An entry of the history.
#[derive(Debug, Clone)]
pub struct HistoryEntry {
    pub download: Download,
    /// The title or edition. `None` if it no longer exists.
    pub item: Option<DownloadedItem>,
    /// Display name of the caller. Empty for a guest.
    pub caller_name: String,
    /// Display name of the recipient. Empty for a guest.
    pub recipient: String,
}

/// A page of the user's history: five statements, however long it is.
pub async fn list(
    library: &Library,
    user: &SignedIn,
    part: PageRequest<'_, HistorySort, i64>,
) -> Result<Rows<HistoryKey, HistoryEntry>> {
    let account = &user.reader.account;
    let total = store::download_history::count(&library.db, account).await?;
    let rows = store::download_history::page(&library.db, account, part).await?;
    let page = Rows::from_part_rows(rows, &part, total);
    let what = load_items(library, &page.items).await?;
    let names = recipient_names(library, &page.items).await?;
    let name = |id: &Option<AccountId>| id.as_ref().and_then(|id| names.get(id).cloned()).unwrap_or_default();
    let entry = |download: Download| HistoryEntry {
        item: what.get(&download.item).cloned(),
        caller_name: name(&download.caller),
        recipient: name(&download.recipient),
        download,
    };
    Ok(page.map_items(entry))
}

async fn load_items(library: &Library, downloads: &[Download]) -> Result<HashMap<Item, DownloadedItem>> {
    let items = || downloads.iter().map(|download| &download.item);
    let titles: BTreeSet<TitleId> = items().filter_map(Item::title).collect();
    let editions: BTreeSet<EditionId> = items().filter_map(|item| item.edition().cloned()).collect();
    let titles =
        store::titles::read_many_cached(&library.db, &titles.into_iter().collect::<Vec<_>>()).await?;
    let editions: Vec<EditionId> = editions.into_iter().collect();
    let editions = store::periodicals::editions::with_series(&library.db, &editions).await?;
    let titles = titles.into_iter().map(|title| (Item::Title(title.id), DownloadedItem::Title(title)));
    let editions = editions
        .into_iter()
        .map(|found| (Item::Edition(found.1.id.clone()), DownloadedItem::Edition(Box::new(found))));
    Ok(titles.chain(editions).collect())
}

async fn recipient_names(library: &Library, downloads: &[Download]) -> Result<HashMap<AccountId, String>> {
    let people: BTreeSet<&AccountId> =
        downloads.iter().flat_map(|download| [&download.caller, &download.recipient]).flatten().collect();
    let people: Vec<AccountId> = people.into_iter().cloned().collect();
    let accounts = store::accounts::get_many(&library.db, &people).await?;
    Ok(accounts.into_iter().map(|account| (account.id.clone(), account.display_name())).collect())
}
