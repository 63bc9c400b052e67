//! The list of organizations that exist, from which organizations register and readers choose their school.

use std::collections::HashMap;

use domain::name_key;
use domain::normalization::SearchWord;
use domain::reference_organizations::ReferenceOrganization;
use serde::Serialize;

use crate::json::lock_and_change_documents;
use crate::sql::{ROWS_PER_STATEMENT, TableRow, starts_with_pattern};
use crate::{
    Conn, KeyPage, OnConflict, PageRequest, Result, RowPosition, Sql, Tx, insert_rows, placeholders,
};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReferenceFilter {
    /// In this state (ISO 3166-2).
    pub state: String,
    /// All these words, in one of the ways to write each, are in the name; a word may be a part of one there.
    pub words: Vec<SearchWord>,
    /// In this city, in any case.
    pub city: Option<String>,
    /// Types, all if empty.
    pub kinds: Vec<String>,
}

impl ReferenceFilter {
    /// The condition of a WHERE clause, with the values of `$1` and so on.
    fn sql_condition(&self) -> (String, Vec<String>) {
        let mut conditions = vec!["state = $1".to_owned()];
        let mut values = vec![self.state.clone()];
        if let Some(city) = &self.city {
            conditions.push("city = $2".to_owned());
            values.push(name_key(city));
        }
        if !self.kinds.is_empty() {
            conditions.push(format!("kind IN ({})", placeholders(values.len() + 1, self.kinds.len())));
            values.extend(self.kinds.iter().cloned());
        }
        push_word_conditions(&self.words, &mut conditions, &mut values);
        (conditions.join(" AND "), values)
    }
}

/// Adds a condition for each word, with its values: one of its forms is in the name.
fn push_word_conditions(words: &[SearchWord], conditions: &mut Vec<String>, values: &mut Vec<String>) {
    for word in words {
        let mut any = Vec::with_capacity(word.len());
        for form in word {
            values.push(format!("%{}", starts_with_pattern(form)));
            any.push(format!("sort_name LIKE ${} ESCAPE '\\'", values.len()));
        }
        conditions.push(format!("({})", any.join(" OR ")));
    }
}

/// Criteria of a search for one organization in all places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferenceSearch {
    /// All these words, in one of the ways to write each, are in the name.
    pub words: Vec<SearchWord>,
    /// In this city, in any case.
    pub city: Option<String>,
}

impl ReferenceSearch {
    /// The condition of a WHERE clause, with the values of `$1` and so on. Always true without criteria.
    fn sql_condition(&self) -> (String, Vec<String>) {
        let mut conditions = vec!["TRUE".to_owned()];
        let mut values = Vec::new();
        if let Some(city) = &self.city {
            values.push(name_key(city));
            conditions.push("city = $1".to_owned());
        }
        push_word_conditions(&self.words, &mut conditions, &mut values);
        (conditions.join(" AND "), values)
    }
}

/// The position of an entry in the list by name: its sort key, and its identifier.
pub type ReferencePosition = (String, String);

/// A page of the entries that match, by name, each with its position; of all entries without criteria.
pub async fn list(
    mut conn: impl Conn,
    search: &ReferenceSearch,
    page: &KeyPage<ReferencePosition>,
) -> Result<Vec<(ReferencePosition, ReferenceOrganization)>> {
    let (condition, values) = search.sql_condition();
    let text = format!("SELECT sort_name, id, document FROM reference_organizations WHERE {condition}");
    let mut statement = Sql::new(text).bind_list(values);
    if let Some((name, id)) = &page.after {
        let number = statement.next_number();
        let beyond = format!(" AND (sort_name, id) > (${number}, ${})", number + 1);
        statement = statement.append(&beyond).bind(name).bind(id);
    }
    conn.fetch_all(statement.append(&format!(" ORDER BY sort_name, id LIMIT {}", page.limit))).await
}

pub async fn count_matches(conn: impl Conn, search: &ReferenceSearch) -> Result<u64> {
    count_where(conn, search.sql_condition()).await
}

/// The first entries that match, by name; none without criteria.
pub async fn find(
    conn: impl Conn,
    search: &ReferenceSearch,
    limit: u32,
) -> Result<Vec<ReferenceOrganization>> {
    if *search == ReferenceSearch::default() {
        return Ok(Vec::new());
    }
    let entries = list(conn, search, &KeyPage::first_page(limit)).await?;
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

pub async fn has_entries(mut conn: impl Conn) -> Result<bool> {
    conn.fetch_one(Sql::new("SELECT EXISTS (SELECT 1 FROM reference_organizations)")).await
}

/// A page of the entries by name, each with its position. The name is the only sort key.
pub async fn page(
    mut conn: impl Conn,
    sought: &ReferenceFilter,
    page_request: PageRequest<'_, (), String>,
) -> Result<Vec<(RowPosition<String>, ReferenceOrganization)>> {
    let (condition, values) = sought.sql_condition();
    let statement =
        Sql::new(format!("SELECT sort_name, id, document FROM reference_organizations WHERE {condition}"));
    conn.fetch_all(page_request.complete(statement.bind_list(values), "sort_name", "id")).await
}

pub async fn count(conn: impl Conn, sought: &ReferenceFilter) -> Result<u64> {
    count_where(conn, sought.sql_condition()).await
}

/// Counts the entries that meet a condition, which comes with its values.
async fn count_where(mut conn: impl Conn, (condition, values): (String, Vec<String>)) -> Result<u64> {
    let text = format!("SELECT COUNT(*) FROM reference_organizations WHERE {condition}");
    conn.fetch_one(Sql::new(text).bind_list(values)).await
}

pub async fn get(mut conn: impl Conn, id: &str) -> Result<Option<ReferenceOrganization>> {
    conn.fetch_optional(Sql::new("SELECT document FROM reference_organizations WHERE id = $1").bind(id)).await
}

/// The existing entries with these identifiers, by identifier. One statement for some hundred of them.
pub async fn find_many(mut conn: impl Conn, ids: &[&str]) -> Result<HashMap<String, ReferenceOrganization>> {
    let select = Sql::new("SELECT id, document FROM reference_organizations WHERE id IN (?)");
    conn.fetch_each(select.for_keys(ids.iter().copied())).await
}

/// Adds entries, or replaces existing ones. No identifier may appear twice in `entries`.
pub async fn upsert_many(tx: &mut Tx, entries: &[ReferenceOrganization]) -> Result<()> {
    for chunk in entries.chunks(ROWS_PER_STATEMENT) {
        let records: Vec<(&str, &ReferenceOrganization)> =
            chunk.iter().map(|entry| (entry.id.as_str(), entry)).collect();
        let documents = lock_and_change_documents(tx, &records).await?;
        let row = |(entry, document): (&ReferenceOrganization, String)| {
            let place = entry.physical_address();
            TableRow::new("reference_organizations")
                .set("id", &entry.id)
                .set("state", place.state.clone().unwrap_or_default())
                .set("city", name_key(place.city.as_deref().unwrap_or_default()))
                .set("sort_name", name_key(&entry.name))
                .set("kind", entry.kind.as_str())
                .set("document", document)
        };
        let rows = chunk.iter().zip(documents).map(row);
        tx.execute_each(insert_rows(rows, OnConflict::Replace(&["id"]))).await?;
    }
    Ok(())
}

/// Removes an entry. False if there is none.
pub async fn remove(mut conn: impl Conn, id: &str) -> Result<bool> {
    conn.affects_rows(Sql::new("DELETE FROM reference_organizations WHERE id = $1").bind(id)).await
}
