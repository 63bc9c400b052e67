//! Downloads and reading events of the sandbox's second reader (docs/rules/sandbox.md).

use std::collections::BTreeMap;

use domain::reading::{MetricType, ReadingEvent};
use domain::{AccountId, Format, TitleId};
use jiff::Timestamp;
use store::Db;
use store::download_history::{PastDownload, add_past};

use super::days_before;

/// Book, and how many days ago each of its first chapters was begun.
const READING_DAYS: [(&str, &[i64]); 3] =
    [("mending", &[40, 39, 36, 35]), ("copyright", &[20, 18, 17]), ("creativeCommons", &[6, 3])];

/// Spine items before the first chapter: the title page and the contents.
const FRONT_MATTER_ITEMS: usize = 2;

/// Records the reading of books that were not begun yet.
pub async fn create_reading(
    db: &Db,
    titles: &BTreeMap<&'static str, TitleId>,
    now: Timestamp,
) -> anyhow::Result<()> {
    let reader = AccountId::from("demo-individual2");
    let books = READING_DAYS.iter().filter_map(|(key, days)| Some((*titles.get(key)?, *days)));
    for (title, days) in books {
        if store::reading::get_position(db, &reader, title, Format::Epub3).await?.is_some() {
            continue;
        }
        // All or nothing: a sandbox that was killed here is completed at the next start.
        let mut tx = db.begin().await?;
        for (chapter, days) in days.iter().enumerate() {
            let event = ReadingEvent {
                title,
                format: Format::Epub3,
                location: format!("epubcfi(/6/{}!/4/2)", 2 * (FRONT_MATTER_ITEMS + chapter + 1)),
                total_progression: None,
                metric: 1,
                metric_type: MetricType::Chapter,
                description: None,
                date: days_before(now, *days),
            };
            store::reading::record_event(&mut tx, &reader, &event).await?;
        }
        let begun = days.first().map_or(now, |days| days_before(now, *days));
        let download = PastDownload { reader: reader.clone(), title, format: Format::Epub3, date: begun };
        add_past(&mut tx, &[download]).await?;
        tx.commit().await?;
    }
    Ok(())
}
