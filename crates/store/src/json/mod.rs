//! Records that are stored whole as JSON (docs/adr/0015-mixed-versions.md).
//!
//! A program of another version may have written a record: it has members that this program does not know. An
//! update therefore never writes what this program would make of the record alone. It reads the stored
//! document in the same transaction and changes in it only what the caller changed.
//!
//! Nothing else can write JSON: a type is either a [`StoredDocument`], or a [`ReplacedValue`] with the reason
//! why its old content does not matter.

mod merge;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};

use domain::periodicals::Edition;
use domain::recommendation_profiles::RecommendationProfile;
use domain::reference_organizations::ReferenceOrganization;
use domain::{Account, Organization, Preferences, Series, Title};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::conn::Conn as _;
use crate::{Result, Sql, Tx, Value};

/// A record that is edited and stored whole in the column `document` of its table.
pub(crate) trait StoredDocument: Serialize + DeserializeOwned {
    const TABLE: &'static str;
    /// The table's primary key.
    const KEY: &'static str;
}

/// A value that is stored as JSON and never edited: it is written once, or a new one replaces it.
pub(crate) trait ReplacedValue: Serialize {}

/// Declares every type of stored document, with its table and key. The tests run over the same list.
macro_rules! stored_documents {
    ($($kind:ident in $table:literal by $key:literal,)+) => {
        $(
            impl StoredDocument for $kind {
                const TABLE: &'static str = $table;
                const KEY: &'static str = $key;
            }
        )+

        /// The tables whose column `document` is a [`StoredDocument`].
        #[cfg(feature = "testkit")]
        pub(crate) const DOCUMENT_TABLES: &[&str] = &[$($table),+];

        #[cfg(test)]
        mod every_type {
            $(
                #[expect(non_snake_case, reason = "named after the type")]
                #[test]
                fn $kind() {
                    super::tests::edits_of_two_versions_lose_nothing::<super::$kind>();
                }
            )+
        }
    };
}

stored_documents! {
    Title in "titles" by "id",
    Account in "accounts" by "id",
    Organization in "organizations" by "id",
    ReferenceOrganization in "reference_organizations" by "id",
    Series in "series" by "id",
    Edition in "editions" by "id",
    Preferences in "preferences" by "account_id",
    RecommendationProfile in "recommendation_profiles" by "account_id",
}

/// A job's input is written once. A worker runs a job only if it knows every member of its input.
impl ReplacedValue for serde_json::Value {}
/// The findings of a conversion replace those of the one before.
impl ReplacedValue for domain::conversion_reports::Findings {}
/// An authority states it once.
impl ReplacedValue for domain::confirmations::Statement {}
/// An applicant applies once, and has no account before.
impl ReplacedValue for domain::joining::Applicant {}
/// Lists are computed again every day.
impl ReplacedValue for domain::popular_lists::PopularList {}
/// Titles of a popular list, with their readers: computed again every day.
impl ReplacedValue for Vec<(i64, u64)> {}
/// Neighbors of a title: computed again every day.
impl ReplacedValue for Vec<(i64, f64)> {}
/// The state of a member before or after a run is written once.
impl ReplacedValue for domain::roster_runs::MemberState {}
/// The members that undoing a run left unchanged are written once.
impl ReplacedValue for Vec<domain::roster_runs::KeptReason> {}
/// Why a file is held is written once.
impl ReplacedValue for domain::roster_holds::RosterHold {}
/// The data deleted with a removed member is written once, and read once.
impl ReplacedValue for domain::removed_members::RemovedMember {}
/// The options of an upload are written once.
impl ReplacedValue for domain::intake::IntakeOptions {}
/// The files of an upload are written once.
impl ReplacedValue for Vec<domain::intake::IntakeFile> {}
/// The numbers of a run replace those of a moment before.
impl ReplacedValue for domain::intake::IntakeCounts {}
/// The result of a run is written at its end; an attempt after an interruption replaces it.
impl ReplacedValue for domain::intake::IntakeDetails {}
/// The report of an erasure is written once.
impl ReplacedValue for domain::erasure::ErasureReport {}
/// An administrator replaces the whole notice of a site.
impl ReplacedValue for domain::site_notices::SiteNotice {}
/// A client's redirect addresses are set once.
impl ReplacedValue for Vec<String> {}
/// A client's privileges are set once.
impl ReplacedValue for BTreeSet<domain::clients::Privilege> {}

/// The document of a record that is not stored yet.
pub(crate) fn new_document<T: StoredDocument>(record: &T) -> Result<String> {
    Ok(serde_json::to_string(record)?)
}

/// The JSON of a value that is not edited.
pub(crate) fn replaced_value(value: &impl ReplacedValue) -> Result<String> {
    Ok(serde_json::to_string(value)?)
}

/// The document of one changed record, as by [`lock_and_change_documents`].
pub(crate) async fn lock_and_change_document<T: StoredDocument>(
    tx: &mut Tx,
    key: &str,
    record: &T,
) -> Result<String> {
    let mut documents = lock_and_change_documents(tx, &[(key, record)]).await?;
    documents.pop().map_or_else(|| new_document(record), Ok)
}

/// The documents that changed records are to be stored as, in the same order: each is the stored one, which
/// is read and locked, with the changes that the record makes to it. A record whose key is not stored is a
/// new document. One statement.
pub(crate) async fn lock_and_change_documents<T, K>(tx: &mut Tx, records: &[(K, &T)]) -> Result<Vec<String>>
where
    T: StoredDocument,
    K: Into<Value> + ToString + Copy,
{
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let statement = Sql::new(format!(
        "SELECT CAST({key} AS TEXT), document FROM {} WHERE {key} IN (?) ORDER BY {key}{}",
        T::TABLE,
        tx.lock_clause(),
        key = T::KEY,
    ))
    .bind_in(records.iter().map(|(key, _)| *key));
    let stored: HashMap<String, String> =
        tx.fetch_all::<(String, String)>(statement).await?.into_iter().collect();
    let change = |(key, record): &(K, &T)| match stored.get(&key.to_string()) {
        Some(stored) => change_document(stored, *record),
        None => new_document(*record),
    };
    records.iter().map(change).collect()
}

fn change_document<T: StoredDocument>(stored: &str, record: &T) -> Result<String> {
    let known: T = serde_json::from_str(stored)?;
    if serde_json::to_string(&known)? == stored {
        // This program knows everything in it.
        return new_document(record);
    }
    let reread = |document: serde_json::Value| serde_json::to_value(serde_json::from_value::<T>(document)?);
    let merged = merge::merge(serde_json::from_str(stored)?, &serde_json::to_value(record)?, reread)?;
    Ok(serde_json::to_string(&merged)?)
}
