//! Existing files: a reader's own copies, and converted files.

use domain::dates::time_before;
use domain::downloads::PACKAGE_LIFETIME;
use domain::{AccountId, CopySettings, DownloadStatus, EditionId, Format, Item, TitleId};
use jiff::Timestamp;

use crate::{ColumnReader, Conn, Record as _, Result, Row, Sql, parse_enum, placeholders, record};

/// A file of a title or an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownFile {
    /// The title or the edition.
    pub item: Item,
    pub format: Format,
    /// Its exact size in bytes. `None` if unknown.
    pub size: Option<u64>,
    pub kind: KnownKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KnownKind {
    /// A converted file, with the key that names what it was made of.
    Artifact(String),
    /// The reader's own copy, ready or in progress.
    Copy {
        artifact_version: u32,
        /// The preferences of the recipient that the copy follows.
        settings: CopySettings,
        requested_at: Timestamp,
        /// Time at which the package was finished. `None` if it is in progress.
        packaged: Option<Timestamp>,
    },
}

record! {
    KnownFile {
        item: "title_id, edition_id",
        format,
        size: "package_size",
        kind: "CAST(NULL AS TEXT), artifact_version, settings, status, date_requested, date_packaged",
    }
}

/// The columns of an artifact in place of those of a [`KnownFile`], which are those of a copy.
const ARTIFACT_COLUMNS: &str = "title_id, edition_id, format, file_size, key, CAST(0 AS BIGINT), '', '', \
     CAST(0 AS BIGINT), CAST(NULL AS BIGINT)";

impl Row for KnownKind {
    fn from_columns(columns: &mut ColumnReader<'_>) -> Result<Self> {
        let (key, artifact_version, settings) = columns.read::<(Option<String>, u32, CopySettings)>()?;
        let (status, requested_at, packaged) = columns.read::<(String, Timestamp, Option<Timestamp>)>()?;
        Ok(if let Some(key) = key {
            Self::Artifact(key)
        } else {
            let is_pending = parse_enum::<DownloadStatus>(&status)? == DownloadStatus::Pending;
            Self::Copy {
                artifact_version,
                settings,
                requested_at,
                packaged: packaged.filter(|_| !is_pending),
            }
        })
    }
}

/// The converted files of these titles and editions whose size is known, and the copies that `caller` has for
/// `recipient`, if they are in progress or ready at `now`: one statement, in no order.
pub async fn list(
    mut conn: impl Conn,
    reader: Option<(&AccountId, &AccountId)>,
    items: &[Item],
    now: Timestamp,
) -> Result<Vec<KnownFile>> {
    let titles: Vec<TitleId> = items.iter().filter_map(Item::title).collect();
    let editions: Vec<&EditionId> = items.iter().filter_map(Item::edition).collect();
    let any = |column: &str, first: usize, count: usize| {
        (count > 0).then(|| format!("{column} IN ({})", placeholders(first, count)))
    };
    let conditions: Vec<String> =
        [any("title_id", 1, titles.len()), any("edition_id", 1 + titles.len(), editions.len())]
            .into_iter()
            .flatten()
            .collect();
    if conditions.is_empty() {
        return Ok(Vec::new());
    }
    let conditions = conditions.join(" OR ");
    let artifacts =
        format!("SELECT {ARTIFACT_COLUMNS} FROM artifacts WHERE file_size IS NOT NULL AND ({conditions})");
    let listed =
        |statement: Sql| statement.bind_list(titles.iter().copied()).bind_list(editions.iter().copied());
    // A guest has no copies.
    let statement = match reader {
        None => listed(Sql::new(artifacts)),
        Some((caller, recipient)) => {
            let next = 1 + items.len();
            let (recipient_at, since) = (next + 1, next + 2);
            listed(Sql::new(format!(
                "{artifacts} UNION ALL SELECT {} FROM downloads \
                 WHERE caller_id = ${next} AND recipient_id = ${recipient_at} AND day IS NULL AND ({conditions}) \
                 AND (status = 'PENDING' \
                     OR (status IN ('AVAILABLE', 'DOWNLOADED') AND date_packaged > ${since}))",
                KnownFile::COLUMNS
            )))
            .bind_all((caller, recipient, time_before(now, PACKAGE_LIFETIME)))
        }
    };
    conn.fetch_all(statement).await
}

/// For each of these titles, the time at which the newest package was finished from which `caller`, as the
/// recipient, reads single files of a format. The package may have expired. Titles without one are left out.
/// One statement.
pub async fn read_by_file(
    mut conn: impl Conn,
    caller: &AccountId,
    format: Format,
    titles: &[TitleId],
) -> Result<Vec<(TitleId, Timestamp)>> {
    let select = Sql::new(
        "SELECT title_id, MAX(date_packaged) FROM downloads \
         WHERE recipient_id = $1 AND caller_id = $1 AND format = $2 AND day IS NOT NULL \
         AND date_packaged IS NOT NULL AND status IN ('AVAILABLE', 'DOWNLOADED', 'EXPIRED') \
         AND title_id IN (?) GROUP BY title_id",
    )
    .bind_all((caller, format));
    conn.fetch_each(select.for_keys(titles.iter().copied())).await
}
