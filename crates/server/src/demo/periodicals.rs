//! The sandbox's periodicals; their editions are ingested like any other (docs/rules/sandbox.md).

use ::workers::ingest::{EditionOverrides, ingest_edition};
use anyhow::Context as _;
use domain::dates::parse_date;
use domain::{Category, EditionId, MAIN_SITE, Series, SeriesId, SiteId};
use jiff::Timestamp;
use sandbox::{SandboxEdition, SandboxSeries};

use crate::library::{Library, job_context};

/// Creates what is missing; returns the first periodical and its latest edition.
pub async fn create_periodicals(library: &Library, now: Timestamp) -> anyhow::Result<(SeriesId, EditionId)> {
    let all = tokio::task::spawn_blocking(sandbox::build_periodicals).await??;
    let mut first = None;
    for periodical in all {
        let series = new_series(&periodical, now)?;
        if store::periodicals::get(&library.db, &series.id).await?.is_none() {
            store::periodicals::insert(&library.db, &series).await?;
        }
        let mut latest = None;
        for edition in periodical.editions {
            latest = Some(ingest_sandbox_edition(library, &series.id, edition).await?);
        }
        first = first.or(latest.map(|latest| (series.id, latest)));
    }
    first.context("the sandbox has no periodical")
}

async fn ingest_sandbox_edition(
    library: &Library,
    series: &SeriesId,
    edition: SandboxEdition,
) -> anyhow::Result<EditionId> {
    let overrides = EditionOverrides {
        name: Some(edition.meta.edition_name),
        published: parse_date(&edition.meta.publication_date),
        ..EditionOverrides::new(series.clone())
    };
    let taken = ingest_edition(&job_context(library), edition.epub.into(), &overrides).await;
    Ok(taken.with_context(|| format!("ingesting {series}, {}", edition.slug))?.id)
}

fn new_series(periodical: &SandboxSeries, now: Timestamp) -> anyhow::Result<Series> {
    let meta = &periodical.meta;
    Ok(Series {
        id: SeriesId(format!("demo-{}", periodical.slug)),
        site: SiteId::from(MAIN_SITE),
        title: meta.title.clone(),
        series_type: meta.series_type.parse()?,
        issn: meta.issn.clone(),
        description: Some(meta.description.clone()),
        publisher: Some(meta.publisher.clone()),
        external_category_code: None,
        categories: meta.categories.iter().map(Category::service).collect(),
        languages: meta.languages.clone(),
        countries: meta.countries.iter().cloned().collect(),
        created: now,
        updated: now,
    })
}
