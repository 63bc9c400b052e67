//! The title or the edition of a periodical that a request names.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{Alert, Relation};
use domain::offering::AsOffering as _;
use domain::periodicals::Issue;
use domain::{AlertCode, EditionId, Item, ItemAddress, OfferedItem, Reader, TitleId};

use crate::periodicals::editions::{self, EditionAddress};
use crate::queries::sort_unique;
use crate::titles::{self, Alternatives};
use crate::views::View;
use crate::{Operation, Result, periodicals};

/// One title or edition as the caller sees it: `TITLE_NOT_FOUND`, or `PERIODICAL_NOT_FOUND` and
/// `EDITION_NOT_FOUND`.
pub async fn get(op: &Operation, address: &ItemAddress) -> Result<View> {
    Ok(match address {
        ItemAddress::Title(id) => titles::get(op, *id).await?.into(),
        ItemAddress::Edition { series, edition } => {
            let address = EditionAddress { series: series.as_str(), edition: edition.as_str() };
            editions::get(op, address).await?.into()
        }
    })
}

/// A title or an edition that the access rule refuses, with all reasons.
#[derive(Debug, Clone)]
pub struct RefusedItem {
    pub item: OfferedItem,
    pub alerts: Vec<Alert>,
    /// Other titles that help.
    pub alternatives: Alternatives,
}

/// Everything about the refusal of a title or edition, whose key is among the reasons.
pub async fn explain_refusal(op: &Operation, address: &ItemAddress, code: AlertCode) -> Result<RefusedItem> {
    let view = get(op, address).await?;
    let mut alerts = view.decision.alerts.clone();
    if !view.decision.has_alert(code) {
        alerts.insert(0, code.into());
    }
    let alternatives = match &view.item {
        OfferedItem::Title(title) => titles::find_alternatives(op, title, &alerts, None).await?,
        OfferedItem::Edition(_) => Alternatives::default(),
    };
    Ok(RefusedItem { item: view.item, alerts, alternatives })
}

/// Titles and editions in this order, as the caller sees them: as many statements for many as for one. Those
/// that no longer exist are left out, and so are editions that the caller may not see.
pub async fn view_many(op: &Operation, items: &[Item]) -> Result<Vec<View>> {
    let (titles, editions) = split_items(items);
    let titles = titles::view_page(op, &titles).await?.into_iter().map(View::from);
    let editions = editions::list_by_ids(op, &editions).await?.into_iter().map(View::from);
    let by_item = |view: View| (view.item.as_offering().item(), view);
    let mut views: HashMap<Item, View> = titles.chain(editions).map(by_item).collect();
    Ok(items.iter().filter_map(|item| views.remove(item)).collect())
}

/// One title or edition that the caller may ask for a copy of. An edition may be withdrawn or expired: the
/// access rule then says so, and a caller with yesterday's address learns why it is closed.
pub(crate) async fn find(op: &Operation, address: &ItemAddress) -> Result<OfferedItem> {
    Ok(match address {
        ItemAddress::Title(id) => titles::find_visible(op, *id).await?.into(),
        ItemAddress::Edition { series, edition } => {
            let series = periodicals::find_visible(op, series.as_str()).await?;
            editions::find_issue(op, series, edition.as_str()).await?.into()
        }
    })
}

/// The relation of a reader to a title or an edition; that of a guest is empty.
pub(crate) async fn find_relation(op: &Operation, reader: Option<&Reader>, item: &Item) -> Result<Relation> {
    match item {
        Item::Title(id) => titles::find_relation(op, reader, *id).await,
        Item::Edition(id) => {
            let relations = editions::find_relations(op, reader, std::slice::from_ref(id)).await?;
            Ok(relations.get(id).copied().unwrap_or_default())
        }
    }
}

/// Those of these titles and editions that exist: at most two statements.
pub(crate) async fn load_many(op: &Operation, items: &[Item]) -> Result<HashMap<Item, OfferedItem>> {
    let (titles, editions) = split_items(items);
    let titles = store::titles::read_many_cached(op.db(), &titles).await?;
    let editions = store::periodicals::editions::with_series(op.db(), &editions).await?;
    let editions =
        editions.into_iter().map(|(series, edition)| Issue::new(Arc::new(series), edition, op.now));
    let titles = titles.into_iter().map(OfferedItem::from);
    let all = titles.chain(editions.map(|issue| Arc::new(issue).into()));
    Ok(all.map(|item: OfferedItem| (item.as_offering().item(), item)).collect())
}

/// Title numbers and edition identifiers, each once.
fn split_items(items: &[Item]) -> (Vec<TitleId>, Vec<EditionId>) {
    let titles = items.iter().filter_map(Item::title);
    let editions = items.iter().filter_map(Item::edition).cloned();
    (sort_unique(titles), sort_unique(editions))
}
