//! The downloads that a user made, and those made for the user (docs/rules/records.md#rule-17).

use std::collections::BTreeSet;

use domain::{AccountId, Download, Item, OfferedItem};

pub use store::download_history::HistorySort;

use crate::accounts::list_display_names;
use crate::{Operation, PageRequest, Result, RowPosition, Rows, items};

pub type HistoryKey = RowPosition<i64>;

#[derive(Debug, Clone)]
pub struct HistoryEntry {
    pub download: Download,
    /// The title or edition. `None` if it no longer exists.
    pub item: Option<OfferedItem>,
    /// Display name of the caller. Empty for a guest.
    pub caller_name: String,
    /// Display name of the recipient. Empty for a guest.
    pub recipient: String,
}

/// A page of the user's history: five statements, however long it is.
pub async fn list(
    op: &Operation,
    page_request: PageRequest<'_, HistorySort, i64>,
) -> Result<Rows<HistoryKey, HistoryEntry>> {
    let account = op.account()?;
    let total = store::download_history::count(op.db(), account).await?;
    let rows = store::download_history::page(op.db(), account, page_request).await?;
    let page = Rows::from_part_rows(rows, &page_request, total);
    let items: Vec<Item> = page.items.iter().map(|download| download.item.clone()).collect();
    let items = items::load_many(op, &items).await?;
    let people: BTreeSet<&AccountId> =
        page.items.iter().flat_map(|download| [&download.caller, &download.recipient]).flatten().collect();
    let names = list_display_names(op, people).await?;
    let name = |id: &Option<AccountId>| id.as_ref().and_then(|id| names.get(id).cloned()).unwrap_or_default();
    let entry = |download: Download| HistoryEntry {
        item: items.get(&download.item).cloned(),
        caller_name: name(&download.caller),
        recipient: name(&download.recipient),
        download,
    };
    Ok(page.map_items(entry))
}
