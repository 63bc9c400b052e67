//! Common data of books and editions for the EPUB builder.

use super::wording::{self, EpubWording};
use crate::{
    BisacHeading, BookContributor, BookMeta, BookNarrator, ChapterMeta, EditionMeta, SandboxError, SeriesMeta,
};

/// One publication: a book or an edition of a periodical.
pub(crate) struct Publication<'a> {
    /// Folder of the sources, with the closing slash.
    pub(super) folder: String,
    /// Unique identifier of the package.
    pub(super) identifier: String,
    pub(super) isbn: Option<&'a str>,
    pub(super) title: String,
    pub(super) subtitle: Option<&'a str>,
    pub(super) series: Option<(&'a str, Option<&'a str>)>,
    pub(super) lang: &'a str,
    pub(super) contributors: &'a [BookContributor],
    pub(super) narrator: Option<&'a BookNarrator>,
    pub(super) publisher: &'a str,
    /// Year, or year-month-day.
    pub(super) date: String,
    pub(super) synopsis: &'a str,
    pub(super) headings: Vec<BisacHeading>,
    pub(super) rights: String,
    pub(super) accessibility_note: Option<&'a str>,
    pub(super) modified: &'a str,
    pub(super) chapters: &'a [ChapterMeta],
    /// Description of the cover, if there is one.
    pub(super) cover_alt: Option<&'a str>,
    pub(super) wording: &'static EpubWording,
}

impl<'a> Publication<'a> {
    pub(crate) fn from_book(folder: &str, meta: &'a BookMeta) -> Result<Self, SandboxError> {
        let known = crate::read_bisac_headings()?;
        let headings = meta
            .bisac
            .iter()
            .map(|code| {
                known.iter().find(|heading| &heading.code == code).cloned().ok_or_else(|| {
                    SandboxError::Content {
                        file: folder.to_owned(),
                        fault: format!("unknown BISAC code {code}"),
                    }
                })
            })
            .collect::<Result<_, _>>()?;
        let wording = wording::find_wording(&meta.lang);
        let rights = match meta.usage_restriction.as_str() {
            "publicDomain" => wording.public_domain.to_owned(),
            "creativeCommons" => wording.creative_commons.to_owned(),
            _ => {
                let holder = meta.copyright_holder.as_deref().unwrap_or(&meta.publisher);
                format!("© {} {holder}. {}", meta.copyright_date, wording.copyright)
            }
        };
        Ok(Self {
            folder: folder.to_owned(),
            identifier: format!("urn:isbn:{}", meta.isbn13),
            isbn: Some(&meta.isbn13),
            title: meta.title.clone(),
            subtitle: meta.subtitle.as_deref(),
            series: meta.series_title.as_deref().map(|title| (title, meta.series_number.as_deref())),
            lang: &meta.lang,
            contributors: &meta.contributors,
            narrator: meta.narrator.as_ref(),
            publisher: &meta.publisher,
            date: meta.copyright_date.to_string(),
            synopsis: &meta.synopsis,
            headings,
            rights,
            accessibility_note: meta.accessibility_note.as_deref(),
            modified: &meta.modified,
            chapters: &meta.chapters,
            cover_alt: Some(&meta.cover_alt),
            wording,
        })
    }

    pub(crate) fn from_edition(
        folder: &str,
        identifier: String,
        series: &'a SeriesMeta,
        edition: &'a EditionMeta,
    ) -> Self {
        let wording = wording::find_wording(&series.lang);
        Self {
            folder: folder.to_owned(),
            identifier,
            isbn: None,
            title: format!("{}, {}", series.title, edition.edition_name),
            subtitle: None,
            series: None,
            lang: &series.lang,
            contributors: &edition.contributors,
            narrator: None,
            publisher: &series.publisher,
            date: edition.publication_date.clone(),
            synopsis: &series.description,
            headings: Vec::new(),
            rights: format!(
                "© {} {}. {}",
                year_of_date(&edition.publication_date),
                series.publisher,
                wording.copyright
            ),
            accessibility_note: None,
            modified: &edition.modified,
            chapters: &edition.chapters,
            cover_alt: None,
            wording,
        }
    }
}

/// The year of a date, `YYYY-MM-DD`.
fn year_of_date(date: &str) -> &str {
    date.split('-').next().unwrap_or(date)
}
