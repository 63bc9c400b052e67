//! Editions of periodicals: `openshelf ingest --periodical SERIES PATH...`, and uploads of collection staff.
//! Name and publication date come from the file unless the operator or the member of staff sets them.

use bytes::Bytes;
use conversion::BookReading;
use delivery::reading::{BookRead, BookReadRequest};
use domain::conversion_reports::Findings;
use domain::dates::{parse_date, start_of};
use domain::periodicals::{Edition, FORMATS, PeriodicalEvent};
use domain::{
    AuditSubject, AuditedAct, EditionId, HistoryAction, Item, Series, SeriesId, TitleFiles, UsageRestriction,
    utc_date,
};
use holdings::ingest::read_book;
use holdings::record;
use jiff::Timestamp;
use jiff::civil::Date;
use store::periodicals::{self, editions, history};

use super::{IngestActor, IngestError, IngestedItem, READ_TIMEOUT, hash_book, record_change};
use crate::WorkerContext;

const MAX_NAME_CHARS: usize = 255;

/// Values that the file lacks or that replace the file's.
#[derive(Debug, Clone)]
pub struct EditionOverrides {
    pub series: SeriesId,
    pub usage: UsageRestriction,
    /// Name; by default the file's title without the periodical's.
    pub name: Option<String>,
    /// Publication date; by default the file's date, or today.
    pub published: Option<Date>,
    /// Last day; `None` for permanent.
    pub expires: Option<Date>,
    /// Who adds it. `None` for the operator's command.
    pub actor: Option<IngestActor>,
}

impl EditionOverrides {
    /// Values from the file, in copyright, permanent.
    pub fn new(series: SeriesId) -> Self {
        let usage = UsageRestriction::Copyright;
        Self { series, usage, name: None, published: None, expires: None, actor: None }
    }
}

/// Adds an EPUB or DAISY book as an edition of a periodical, available immediately in every format of
/// periodicals that can be made from it.
pub async fn ingest_edition(
    ctx: &WorkerContext,
    book: Bytes,
    overrides: &EditionOverrides,
) -> Result<IngestedItem<EditionId>, IngestError> {
    let unknown = || IngestError::Book(format!("there is no periodical {}", overrides.series));
    let series = periodicals::get(ctx.db(), &overrides.series).await?.ok_or_else(unknown)?;
    let hash = hash_book(&book).await?;
    if let Some(edition) = editions::find_by_source_hash(ctx.db(), &series.id, &hash).await? {
        return Ok(IngestedItem { id: edition, is_new: false, findings: Findings::default() });
    }
    let order = BookReadRequest { book: book.clone(), sent_as: None, sidecar: None, time: READ_TIMEOUT };
    let BookRead { reading, findings, .. } = read_book(ctx.holdings(), order).await?;
    let (source, _) = ctx.delivery().put_source(book, &reading.extension).await?;
    let now = ctx.now();
    let mut edition = build_edition(&series, &reading, overrides, now);
    edition.id = EditionId(store::random_id(&mut ctx.rng()));
    edition.files.source = Some(source.to_string());
    insert_edition(ctx, edition, (&hash, overrides.actor.as_ref()), findings, now).await
}

/// Builds the record; its id and file are not known yet.
fn build_edition(
    series: &Series,
    reading: &BookReading,
    overrides: &EditionOverrides,
    now: Timestamp,
) -> Edition {
    let found = &reading.metadata;
    let date = overrides.published.or_else(|| parse_date(found.published.as_deref()?));
    let name = overrides.name.as_deref().unwrap_or_else(|| strip_series_name(&found.title, &series.title));
    let details = record::build_details(&reading.metadata, &reading.survey);
    let languages = record::to_alpha3_codes(&reading.metadata.languages);
    Edition {
        id: EditionId(String::new()),
        series: series.id.clone(),
        name: name.trim().chars().take(MAX_NAME_CHARS).collect(),
        published: start_of(date.unwrap_or_else(|| utc_date(now))),
        expires: overrides.expires.map(start_of),
        withdrawn: None,
        usage: overrides.usage,
        artifacts: record::list_artifacts(&FORMATS, (found, &reading.survey), &details, &languages[0], now),
        files: TitleFiles { source_format: reading.format, ..TitleFiles::default() },
        created: now,
        updated: now,
    }
}

/// `The Merrow Weekly, 18 September 2026` is `18 September 2026` in `The Merrow Weekly`.
fn strip_series_name<'a>(title: &'a str, series: &str) -> &'a str {
    let rest = title.trim().strip_prefix(series.trim()).unwrap_or(title);
    let own =
        rest.trim_start_matches(|c: char| c.is_whitespace() || ",:;.-\u{2013}\u{2014}|".contains(c)).trim();
    if own.is_empty() { title } else { own }
}

/// Writes the edition with its history, or finds it if another process was faster.
async fn insert_edition(
    ctx: &WorkerContext,
    edition: Edition,
    (hash, actor): (&str, Option<&IngestActor>),
    findings: Findings,
    now: Timestamp,
) -> Result<IngestedItem<EditionId>, IngestError> {
    let mut tx = ctx.db().begin().await?;
    match editions::insert(&mut tx, &edition, Some(hash)).await {
        Ok(()) => {}
        Err(error) if error.is_conflict() => {
            tx.rollback().await?;
            let there = editions::find_by_source_hash(ctx.db(), &edition.series, hash).await?;
            return there
                .map(|id| IngestedItem { id, is_new: false, findings })
                .ok_or(IngestError::Store(error));
        }
        Err(error) => return Err(error.into()),
    }
    let events = [HistoryAction::Submitted, HistoryAction::Published].map(|action| PeriodicalEvent {
        series: edition.series.clone(),
        edition: Some(edition.id.clone()),
        date: now,
        person: None,
        action,
        comment: None,
    });
    history::append_many(&mut tx, &events).await?;
    let change = (AuditedAct::AddEdition, AuditSubject::Series(&edition.series));
    record_change(&mut tx, actor, change, now).await?;
    store::conversion_reports::put(&mut tx, &Item::Edition(edition.id.clone()), None, &findings, now).await?;
    tx.commit().await?;
    Ok(IngestedItem { id: edition.id, is_new: true, findings })
}

#[cfg(test)]
mod tests {
    use books::testkit::EpubBuilder;
    use domain::Format;
    use domain::fixtures::{self, series};
    use jiff::civil::date;
    use store::db_test;

    use super::*;
    use crate::testing::Bench;

    fn sample_file(title: &str) -> Bytes {
        EpubBuilder::new(title).chapter("One", "<p>The harbor froze.</p>").build().into()
    }

    async fn library_with_series(db: store::Db) -> Bench {
        let bench = Bench::new(db).await;
        periodicals::insert(bench.db(), &series()).await.unwrap();
        bench
    }

    #[test]
    fn an_edition_is_named_after_its_file_without_the_periodicals_title() {
        assert_eq!(strip_series_name("The Tide Post, 20 November 2026", "The Tide Post"), "20 November 2026");
        assert_eq!(strip_series_name(" The Tide Post \u{2014} Winter ", "The Tide Post"), "Winter");
        assert_eq!(strip_series_name("Winter", "The Tide Post"), "Winter");
        assert_eq!(strip_series_name("The Tide Post", "The Tide Post"), "The Tide Post");
    }

    db_test! {
        async fn a_file_becomes_an_available_edition(db: Db) {
            let bench = library_with_series(db).await;
            let overrides = EditionOverrides::new(series().id);
            let taken = ingest_edition(&bench.ctx, sample_file("The Tide Post, Winter"), &overrides).await.unwrap();
            assert!(taken.is_new && !taken.id.as_str().is_empty());
            let edition = editions::get(bench.db(), &taken.id).await.unwrap().unwrap();
            assert_eq!((edition.name.as_str(), edition.usage), ("Winter", UsageRestriction::Copyright));
            assert!(edition.is_current(bench.current_time()));
            let formats: Vec<Format> = edition.artifacts.iter().map(|artifact| artifact.format).collect();
            assert!(formats.iter().all(|format| FORMATS.contains(format)), "{formats:?}");
            assert!([Format::Epub3, Format::Daisy].iter().all(|format| formats.contains(format)));
            assert_eq!(bench.list_files("sources").await, [edition.files.source.clone().unwrap()]);
            let events = history::list(bench.db(), &series().id, &store::KeyPage::first_page(9)).await.unwrap();
            let actions: Vec<_> = events.iter().map(|(_, event)| event.action).collect();
            assert_eq!(actions, [HistoryAction::Published, HistoryAction::Submitted]);
            assert!(events.iter().all(|(_, event)| event.edition.as_ref() == Some(&taken.id)));

            let again = ingest_edition(&bench.ctx, sample_file("The Tide Post, Winter"), &overrides).await.unwrap();
            assert_eq!((again.id, again.is_new), (taken.id, false));
        }

        async fn the_operator_has_the_last_word(db: Db) {
            let bench = library_with_series(db).await;
            let overrides = EditionOverrides {
                usage: UsageRestriction::CreativeCommons,
                name: Some("No. 7".into()),
                published: Some(date(2026, 11, 1)),
                expires: Some(date(2026, 11, 30)),
                ..EditionOverrides::new(series().id)
            };
            let taken = ingest_edition(&bench.ctx, sample_file("The Tide Post"), &overrides).await.unwrap();
            let edition = editions::get(bench.db(), &taken.id).await.unwrap().unwrap();
            assert_eq!((edition.name.as_str(), edition.usage), ("No. 7", UsageRestriction::CreativeCommons));
            assert_eq!(edition.published, "2026-11-01T00:00:00Z".parse().unwrap());
            assert_eq!(edition.expires, Some("2026-11-30T00:00:00Z".parse().unwrap()));
        }

        async fn a_file_that_is_not_a_book_or_has_no_periodical_is_refused(db: Db) {
            let bench = library_with_series(db).await;
            let tide = EditionOverrides::new(series().id);
            let broken = ingest_edition(&bench.ctx, Bytes::from_static(b"PK"), &tide).await;
            assert!(matches!(broken, Err(IngestError::Refused { .. })));
            let nowhere = ingest_edition(&bench.ctx, sample_file("A"), &EditionOverrides::new("nothing".into())).await;
            assert_eq!(nowhere.unwrap_err().to_string(), "there is no periodical nothing");
            assert_eq!(bench.list_files("sources").await, [] as [&str; 0]);
        }

        async fn racing_attempts_make_one_edition(db: Db) {
            let bench = library_with_series(db).await;
            let overrides = EditionOverrides::new(series().id);
            let attempts = (0..4).map(|_| ingest_edition(&bench.ctx, sample_file("The Tide Post, Spring"), &overrides));
            let taken = futures_util::future::try_join_all(attempts).await.unwrap();
            assert_eq!(taken.iter().filter(|taken| taken.is_new).count(), 1);
            assert!(taken.iter().all(|one| one.id == taken[0].id));
            let now = fixtures::noon() + jiff::SignedDuration::from_hours(1);
            assert_eq!(editions::count(bench.db(), &series().id, now).await.unwrap(), 1);
        }
    }
}
