//! The sandbox's titles: the books of the `sandbox` crate, ingested like any other book, with the catalog
//! record from their `book.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::workers::ingest::{Overrides, ingest_book};
use anyhow::Context as _;
use bytes::Bytes;
use domain::artifacts::Narrator;
use domain::sites::Sharing;
use domain::titles::{Dates, Metadata, Music};
use domain::{
    AccountId, Category, Contributor, Format, SiteId, Title, TitleId, TitleStatus, UsageRestriction,
};
use jiff::SignedDuration;
use sandbox::{BisacHeading, SandboxBook};

use crate::library::{Library, current_time, job_context};

/// Ingests missing books; returns all titles by the names of docs/rules/sandbox.md#rule-5.
pub async fn create_titles(library: &Library) -> anyhow::Result<BTreeMap<&'static str, TitleId>> {
    let headings = sandbox::read_bisac_headings()?;
    create_vocabulary(library, &headings).await?;
    let books = tokio::task::spawn_blocking(sandbox::build_books).await??;
    let context = job_context(library);
    let mut titles = BTreeMap::new();
    for (at, book) in books.iter().enumerate() {
        let key = book.key;
        let epub = Bytes::from(book.epub.clone());
        // A minute apart, as if a person had ingested them, so that the order by date is definite.
        let age = SignedDuration::from_mins(i64::try_from(books.len() - at)?);
        let overrides = to_overrides(book, &headings, age)?;
        let taken =
            ingest_book(&context, epub, &overrides).await.with_context(|| format!("ingesting {key}"))?;
        titles.insert(key, taken.id);
    }
    assign_title(library, &titles).await?;
    Ok(titles)
}

async fn create_vocabulary(library: &Library, headings: &[BisacHeading]) -> anyhow::Result<()> {
    let names: Vec<String> = sandbox::read_categories()?.into_iter().map(|category| category.name).collect();
    store::categories::upsert_many(&library.db, &names).await?;
    let headings: Vec<_> = headings
        .iter()
        .map(|heading| store::bisac::BisacHeading {
            code: heading.code.clone(),
            description: heading.description.clone(),
        })
        .collect();
    store::bisac::upsert_many(&library.db, &headings).await?;
    Ok(())
}

/// One title is assigned to the student who can sign in.
async fn assign_title(library: &Library, titles: &BTreeMap<&'static str, TitleId>) -> anyhow::Result<()> {
    let title = titles.get("copyright").context("the sandbox has no copyright title")?;
    let (pupil, teacher) = (AccountId::from("demo-orgMember"), AccountId::from("demo-sponsor"));
    store::assignments::assign(&library.db, &pupil, *title, Some(&teacher), current_time()).await?;
    Ok(())
}

/// Values that the book's own file lacks or that its `book.toml` replaces.
fn to_overrides(
    book: &SandboxBook,
    headings: &[BisacHeading],
    age: SignedDuration,
) -> anyhow::Result<Overrides> {
    let usage: UsageRestriction = book.meta.usage_restriction.parse()?;
    let mut overrides = Overrides::new(SiteId::from(book.meta.site.as_str()), usage);
    // Only titles that docs/rules/sandbox.md#rule-5 calls shared leave their site.
    overrides.sharing = if book.key == "labShared" { Sharing::All } else { Sharing::None };
    overrides.territory.worldwide = book.meta.countries.is_empty();
    overrides.territory.countries = book.meta.countries.iter().cloned().collect();
    let record = Arc::new(record(book, headings, age)?);
    overrides.adjust = Some(Arc::new(move |title: &mut Title| record.apply_to(title)));
    Ok(overrides)
}

/// A catalog record in the domain's types.
struct CatalogRecord {
    metadata: Metadata,
    status: TitleStatus,
    content_type: domain::titles::ContentType,
    narrator: Option<Narrator>,
    seconds: u64,
    /// Time since it was added to the library.
    age: SignedDuration,
}

impl CatalogRecord {
    fn apply_to(&self, title: &mut Title) {
        let from_file = std::mem::replace(&mut title.metadata, self.metadata.clone());
        title.metadata.num_images = title.metadata.num_images.or(from_file.num_images);
        title.metadata.num_pages = title.metadata.num_pages.or(from_file.num_pages);
        title.content_type = self.content_type;
        title.status = self.status;
        let Dates { created, updated, published, .. } = &mut title.dates;
        for date in [created, updated].into_iter().chain(published) {
            *date -= self.age;
        }
        if self.status == TitleStatus::Withdrawn {
            title.dates.withdrawn = title.dates.published;
        }
        for artifact in &mut title.artifacts {
            if artifact.format == Format::Epub3 {
                artifact.details.narrator.clone_from(&self.narrator);
                artifact.details.duration_seconds = (self.seconds > 0).then_some(self.seconds);
            } else if artifact.format.is_audio() && self.narrator.is_some() {
                artifact.details.narrator.clone_from(&self.narrator);
            }
        }
    }
}

fn record(
    book: &SandboxBook,
    headings: &[BisacHeading],
    age: SignedDuration,
) -> anyhow::Result<CatalogRecord> {
    let narrator = match &book.meta.narrator {
        Some(n) => {
            Some(Narrator { name: n.name.clone(), gender: Some(n.gender.parse()?), kind: n.kind.parse()? })
        }
        None => None,
    };
    Ok(CatalogRecord {
        metadata: to_metadata(book, headings)?,
        status: book.meta.status.parse()?,
        content_type: book.meta.title_content_type.parse()?,
        narrator,
        seconds: book.facts.narration_ms.div_ceil(1000),
        age,
    })
}

fn to_metadata(book: &SandboxBook, headings: &[BisacHeading]) -> anyhow::Result<Metadata> {
    let meta = book.meta.clone();
    let contributors = meta
        .contributors
        .into_iter()
        .map(|c| {
            Ok(Contributor { kind: c.kind.parse()?, display_name: c.name, index_name: Some(c.index_name) })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let warnings =
        meta.content_warnings.iter().map(|w| Ok(w.parse()?)).collect::<anyhow::Result<Vec<_>>>()?;
    let bisac = meta.bisac.iter().filter_map(|code| headings.iter().find(|h| &h.code == code));
    let categories = meta
        .categories
        .iter()
        .map(Category::service)
        .chain(bisac.map(|h| Category::bisac(&h.code, &h.description)))
        .collect();
    Ok(Metadata {
        title: meta.title,
        subtitle: meta.subtitle,
        synopsis: Some(meta.synopsis),
        contributors,
        isbn13: Some(meta.isbn13),
        languages: meta.languages,
        categories,
        grades: meta.grades,
        content_warnings: warnings,
        adult_content: meta.adult_content,
        allow_recommend: meta.allow_recommend,
        nimac: meta.nimac,
        has_embedded_image_descriptions: Some(book.facts.images > 0),
        copyright_date: i16::try_from(meta.copyright_date).ok(),
        copyright_holder: meta.copyright_holder,
        publisher: Some(meta.publisher),
        edition: meta.edition,
        series_title: meta.series_title,
        series_subtitle: meta.series_subtitle,
        series_number: meta.series_number,
        origin_country: meta.origin_country,
        reading_age_minimum: meta.reading_age_minimum.map(i32::from),
        reading_age_maximum: meta.reading_age_maximum.map(i32::from),
        num_pages: (book.facts.pages > 0).then(|| i32::try_from(book.facts.pages).unwrap_or(i32::MAX)),
        notes: meta.notes,
        music: meta.music.map(to_music).transpose()?,
        ..Metadata::default()
    })
}

fn to_music(music: sandbox::MusicDetails) -> anyhow::Result<Music> {
    let instruments = music.instruments.unwrap_or_default();
    Ok(Music {
        score_type: Some(music.music_score_type.parse()?),
        has_chord_symbols: Some(music.has_chord_symbols),
        instruments: instruments.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        vocal_parts: music.vocal_parts,
        key: music.key,
        opus: music.opus,
        ..Music::default()
    })
}
