//! Relations between readers and titles: assignments, lists, earlier downloads.

use std::collections::HashMap;

use domain::access::Relation;
use domain::{AccountId, Reader, TitleId, quotas};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, placeholders};

/// Assigned, on a list, downloaded before, last use of the reader's quota and of the organization's.
type RelationColumns = (bool, bool, bool, Option<Timestamp>, Option<Timestamp>);

/// The five columns for one account and one title, given as SQL.
///
/// A list counts if it has the member, and an org list of the member's organization if the member subscribes
/// to it (docs/rules/access.md#rule-12).
fn relation_columns(account: &str, organization: &str, title: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM assignments x WHERE x.account_id = {account} AND x.title_id = {title}), \
         EXISTS (SELECT 1 FROM reading_list_titles x JOIN reading_lists l ON l.id = x.list_id \
             WHERE x.title_id = {title} AND ( \
                 EXISTS (SELECT 1 FROM reading_list_members m \
                     WHERE m.list_id = l.id AND m.account_id = {account}) \
                 OR (l.access = 'org' AND l.organization_id = {organization} \
                     AND EXISTS (SELECT 1 FROM reading_list_subscriptions s \
                         WHERE s.list_id = l.id AND s.account_id = {account})))), \
         EXISTS (SELECT 1 FROM downloads x WHERE x.recipient_id = {account} AND x.title_id = {title} \
             AND x.date_downloaded IS NOT NULL), \
         (SELECT MAX(x.taken_at) FROM quota_usage x WHERE x.account_id = {account} AND x.title_id = {title} \
             AND x.organization_id IS NULL), \
         (SELECT MAX(x.taken_at) FROM quota_usage x WHERE x.account_id = {account} AND x.title_id = {title} \
             AND x.organization_id = {organization})"
    )
}

fn relation_from_columns(columns: RelationColumns, reader: &Reader, now: Timestamp) -> Relation {
    let (assigned, on_list, downloaded_before, own, shared) = columns;
    let counted = own.is_some_and(|at| at >= quotas::window_start(reader, now));
    let counted_for_organization = shared.is_some_and(|at| at >= quotas::organization_window_start(now));
    Relation { assigned, on_list, downloaded_before, counted, counted_for_organization }
}

/// The organization's identifier; for none an identifier that no organization has.
fn organization_id(reader: &Reader) -> &str {
    reader.account.membership.as_ref().map_or("", |m| m.organization.as_str())
}

/// The relation of one reader to each of these titles. Every given title is in the result.
pub async fn for_titles(
    mut conn: impl Conn,
    reader: &Reader,
    titles: &[TitleId],
    now: Timestamp,
) -> Result<HashMap<TitleId, Relation>> {
    let mut relations: HashMap<_, _> = titles.iter().map(|id| (*id, Relation::default())).collect();
    let columns = relation_columns("$1", "$2", "t.id");
    let select = Sql::new(format!("SELECT t.id, {columns} FROM titles t WHERE t.id IN (?)"))
        .bind_all((&reader.account.id, organization_id(reader)));
    let rows: Vec<(TitleId, RelationColumns)> =
        conn.fetch_each(select.for_keys(titles.iter().copied())).await?;
    for (id, columns) in rows {
        relations.insert(id, relation_from_columns(columns, reader, now));
    }
    Ok(relations)
}

/// The relation of each of these readers, a roster, to one title. Every given reader is in the result.
pub async fn for_readers(
    conn: impl Conn,
    readers: &[Reader],
    title: TitleId,
    now: Timestamp,
) -> Result<HashMap<AccountId, Relation>> {
    let relations = for_pairs(conn, readers, &[title], now).await?;
    Ok(relations.into_iter().map(|((account, _), relation)| (account, relation)).collect())
}

/// The relation of each of these readers to each of these titles: one statement. Every given pair is in the
/// result.
pub async fn for_pairs(
    mut conn: impl Conn,
    readers: &[Reader],
    titles: &[TitleId],
    now: Timestamp,
) -> Result<HashMap<(AccountId, TitleId), Relation>> {
    let pair = |reader: &Reader, title: TitleId| ((reader.account.id.clone(), title), Relation::default());
    let mut relations: HashMap<_, _> =
        readers.iter().flat_map(|reader| titles.iter().map(move |title| pair(reader, *title))).collect();
    if relations.is_empty() {
        return Ok(relations);
    }
    let statement = Sql::new(format!(
        "SELECT a.id, t.id, {} FROM accounts a CROSS JOIN titles t WHERE a.id IN ({}) AND t.id IN ({})",
        relation_columns("a.id", "a.organization_id", "t.id"),
        placeholders(1, readers.len()),
        placeholders(1 + readers.len(), titles.len())
    ))
    .bind_list(readers.iter().map(|r| &r.account.id))
    .bind_list(titles.iter().copied());
    let rows = conn.fetch_all::<((AccountId, TitleId), RelationColumns)>(statement).await?;
    let by_id: HashMap<&AccountId, &Reader> = readers.iter().map(|r| (&r.account.id, r)).collect();
    for (pair, columns) in rows {
        if let Some(reader) = by_id.get(&pair.0) {
            let relation = relation_from_columns(columns, reader, now);
            relations.insert(pair, relation);
        }
    }
    Ok(relations)
}
