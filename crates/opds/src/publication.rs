//! A publication as the handlers make it; `json` and `atom` write it.

use std::collections::BTreeSet;

use domain::offering::AsOffering as _;
use domain::periodicals::Issue;
use domain::thema::ThemaCode;
use domain::{
    Accessibility, Category, CategoryType, Contributor, ContributorType, OfferedItem, Title, languages,
};
use jiff::Timestamp;
use services::downloads::{FileInfo, NextBookTimes};
use services::views::{View, cover_files};

use crate::acquisition::{self, Acquisition};
use crate::item_path::item_path;
use crate::{NavigationEntry, Visitor, percent_encode};

/// A title, or an edition of a periodical, as one visitor sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Publication {
    pub(crate) path: String,
    /// Identifies it for good: a URN.
    pub(crate) identifier: String,
    /// Further identifiers of the work: URNs.
    pub(crate) isbns: Vec<String>,
    pub(crate) title: String,
    pub(crate) sort_as: String,
    pub(crate) subtitle: Option<String>,
    /// People, with what each did.
    pub(crate) people: Vec<Person>,
    /// Languages as BCP 47 tags.
    pub(crate) languages: Vec<&'static str>,
    /// The language that the record states for the title.
    pub(crate) title_language: Option<String>,
    /// The language that the record states for the description.
    pub(crate) description_language: Option<String>,
    pub(crate) publisher: Option<String>,
    /// Year or date of publication: `1905`, or `2026-09-18`.
    pub(crate) published: Option<String>,
    /// The time of the record's last change.
    pub(crate) modified: Timestamp,
    /// The description as plain text with line breaks.
    pub(crate) description: Option<String>,
    pub(crate) subjects: Vec<Subject>,
    pub(crate) series: Option<Series>,
    /// Pages of the print edition.
    pub(crate) pages: Option<u32>,
    /// Length of its recorded narration, in seconds.
    pub(crate) duration: Option<u64>,
    /// The publisher's accessibility metadata.
    pub(crate) accessibility: Option<Accessibility>,
    /// Absolute addresses of the cover and the small cover, both JPEG.
    pub(crate) cover: Option<(String, String)>,
    /// The ways to get it.
    pub(crate) acquisitions: Vec<Acquisition>,
    /// The addresses at which the reader's position is exchanged: by OPDS Progression, and as a locator.
    /// Only for visitors who may read it themselves.
    pub(crate) progression: Option<(String, String)>,
    pub(crate) related: Vec<NavigationEntry>,
}

#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) sort_as: Option<String>,
    pub(crate) role: ContributorRole,
    /// A feed of the person's publications.
    pub(crate) path: Option<String>,
}

/// The role of a contributor, as far as OPDS 2.0 has a name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContributorRole {
    Author,
    Translator,
    Editor,
    Illustrator,
    Narrator,
    /// Something else: the code of the MARC relators.
    Other(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) name: String,
    /// Code within the scheme.
    pub(crate) code: Option<String>,
    /// Address of the scheme. `None` for the library's own categories.
    pub(crate) scheme: Option<&'static str>,
    /// A feed of publications with this subject.
    pub(crate) path: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) position: Option<f64>,
    /// A feed of its publications.
    pub(crate) path: Option<String>,
    pub(crate) kind: SeriesKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeriesKind {
    Books,
    Periodical,
}

/// BISAC subject headings, in the notation of the Readium Web Publication Manifest.
const BISAC_SCHEME: &str = "https://www.bisg.org/#bisac";
/// Thema subject categories and qualifiers: the address at which they are published.
const THEMA_SCHEME: &str = "https://ns.editeur.org/thema/";

impl Publication {
    pub(crate) fn from_view(
        visitor: &Visitor,
        view: &View,
        file_info: &FileInfo,
        next: &NextBookTimes,
    ) -> Self {
        let details = Self {
            path: item_path(&view.item.as_offering().address()),
            duration: view.artifacts().find_map(|artifact| artifact.details.duration_seconds),
            accessibility: view.artifacts().find_map(|artifact| artifact.details.accessibility.clone()),
            acquisitions: acquisition::list_acquisitions(visitor, view, file_info, next),
            ..Self::default()
        };
        match &view.item {
            OfferedItem::Title(title) => details.with_title(visitor, title, view.decision.is_open()),
            OfferedItem::Edition(issue) => details.with_edition(visitor, issue),
        }
    }

    fn with_title(self, visitor: &Visitor, title: &Title, open: bool) -> Self {
        let m = &title.metadata;
        let isbns: BTreeSet<&String> = m.isbn13.iter().chain(&m.related_isbns).collect();
        Self {
            identifier: format!("{}/v2/titles/{}", visitor.root_url(), title.id),
            isbns: isbns.into_iter().map(|isbn| format!("urn:isbn:{isbn}")).collect(),
            title: m.title.clone(),
            sort_as: title.sort_title(),
            subtitle: m.subtitle.clone(),
            people: list_people(title),
            languages: language_tags(&m.languages),
            title_language: m.stated_languages.title.clone(),
            description_language: m.stated_languages.synopsis.clone(),
            publisher: m.publisher.clone(),
            published: m.copyright_date.map(|year| format!("{year:04}")),
            modified: title.dates.updated,
            description: m.synopsis.clone(),
            subjects: list_subjects(&m.categories, &m.thema),
            series: series_title(title).map(|name| Series {
                name: name.to_owned(),
                position: m.series_position(),
                path: Some(filtered_path("series", name)),
                kind: SeriesKind::Books,
            }),
            pages: m.num_pages.and_then(|pages| u32::try_from(pages).ok()).filter(|pages| *pages > 0),
            cover: cover_files(title).map(|cover| {
                let address = |name: &str| format!("{}/covers/{}", visitor.root_url(), percent_encode(name));
                (address(&cover.image), address(&cover.thumbnail))
            }),
            progression: (open && visitor.base.member.is_none())
                .then(|| (format!("{}/progression", self.path), format!("{}/locator", self.path))),
            related: related_entries(visitor, title, &self.path),
            ..self
        }
    }

    fn with_edition(self, visitor: &Visitor, issue: &Issue) -> Self {
        let (series, edition) = (&issue.series, &issue.edition);
        let series_path = format!("/periodicals/{}", percent_encode(series.id.as_str()));
        Self {
            identifier: format!("{}/v2{}", visitor.root_url(), self.path),
            isbns: series.issn.iter().map(|issn| format!("urn:issn:{issn}")).collect(),
            title: issue.full_name(),
            sort_as: issue.sort_title(),
            languages: language_tags(&series.languages),
            publisher: series.publisher.clone(),
            published: Some(domain::dates::utc_date(edition.published).to_string()),
            modified: edition.updated,
            description: series.description.clone(),
            subjects: list_subjects(&series.categories, &[]),
            series: Some(Series {
                name: series.title.clone(),
                position: None,
                path: Some(series_path.clone()),
                kind: SeriesKind::Periodical,
            }),
            related: vec![
                NavigationEntry::for_publications(series.title.clone(), series_path).with_rel("collection"),
            ],
            ..self
        }
    }
}

impl Publication {
    /// The language of its title: as stated, otherwise that of the publication. `None` if it has several.
    pub(crate) fn title_language(&self) -> Option<&str> {
        self.title_language.as_deref().or_else(|| self.single_language())
    }

    /// The language of its description: as stated, otherwise that of the publication. `None` if it has
    /// several.
    pub(crate) fn description_language(&self) -> Option<&str> {
        self.description_language.as_deref().or_else(|| self.single_language())
    }

    fn single_language(&self) -> Option<&'static str> {
        match self.languages.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Replaces the acquisition of the same format by this one, which is known better than from the title
    /// alone.
    pub(crate) fn with_acquisition(mut self, way: Option<Acquisition>) -> Self {
        let Some(way) = way else { return self };
        match self.acquisitions.iter_mut().find(|one| one.name == way.name) {
            Some(one) => *one = way,
            None => self.acquisitions.push(way),
        }
        self
    }
}

/// Maximum number of authors whose feeds are related to a title; each author is in the metadata.
const MAX_RELATED_AUTHORS: usize = 5;

/// The feed of the titles with this value of a filter.
fn filtered_path(filter: &str, value: &str) -> String {
    format!("/all?{filter}={}", percent_encode(value))
}

fn series_title(title: &Title) -> Option<&str> {
    title.metadata.series_title.as_deref().filter(|name| !name.trim().is_empty())
}

/// Feeds with titles of the same authors, of the same series, and with similar ones.
fn related_entries(visitor: &Visitor, title: &Title, path: &str) -> Vec<NavigationEntry> {
    let words = visitor.wording();
    let mut authors: Vec<&str> = Vec::new();
    for author in title.authors().map(|author| author.display_name.as_str()) {
        if !author.trim().is_empty() && !authors.contains(&author) {
            authors.push(author);
        }
    }
    let authors = authors.into_iter().take(MAX_RELATED_AUTHORS);
    let authors = authors.map(|name| {
        let path = filtered_path("author", name);
        NavigationEntry::for_publications(words.with_name("feed-by-author", name), path)
    });
    let series = series_title(title).map(|name| {
        let path = filtered_path("series", name);
        NavigationEntry::for_publications(words.with_name("feed-of-series", name), path)
    });
    let similar = NavigationEntry::for_publications(words.text("title-similar"), format!("{path}/similar"));
    authors.chain(series).chain([similar]).map(|entry| entry.with_rel("related")).collect()
}

/// Contributors in order, then the people who narrate a format.
fn list_people(title: &Title) -> Vec<Person> {
    let contributor = |of: &Contributor| {
        let (name, role) = (&of.display_name, contributor_role(of.kind));
        let filter = if role == ContributorRole::Author { "author" } else { "contributor" };
        let path = (!name.trim().is_empty()).then(|| filtered_path(filter, name));
        Person { name: name.clone(), sort_as: of.index_name.clone(), role, path }
    };
    let narrators: BTreeSet<&str> = title
        .artifacts
        .iter()
        .filter_map(|artifact| artifact.details.narrator.as_ref())
        .map(|narrator| narrator.name.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    let narrator = |name: &str| Person {
        name: name.to_owned(),
        sort_as: None,
        role: ContributorRole::Narrator,
        path: None,
    };
    let contributors = title.metadata.contributors.iter().map(contributor);
    contributors.chain(narrators.into_iter().map(narrator)).collect()
}

/// The role of a contributor. The codes are those of the MARC relators.
fn contributor_role(kind: ContributorType) -> ContributorRole {
    match kind {
        ContributorType::Author | ContributorType::CoWriter => ContributorRole::Author,
        ContributorType::Translator => ContributorRole::Translator,
        ContributorType::Editor => ContributorRole::Editor,
        ContributorType::Illustrator => ContributorRole::Illustrator,
        ContributorType::EpilogueBy => ContributorRole::Other("aft"),
        ContributorType::ForwardBy | ContributorType::IntroductionBy => ContributorRole::Other("aui"),
        ContributorType::Composer => ContributorRole::Other("cmp"),
        ContributorType::Arranger => ContributorRole::Other("arr"),
        ContributorType::Lyricist => ContributorRole::Other("lyr"),
        ContributorType::Transcriber => ContributorRole::Other("trc"),
        ContributorType::Abridger => ContributorRole::Other("abr"),
        ContributorType::Adapter => ContributorRole::Other("adp"),
    }
}

fn language_tags(codes: &[String]) -> Vec<&'static str> {
    codes.iter().filter_map(|code| languages::tag(code)).collect()
}

fn list_subjects(categories: &[Category], thema: &[ThemaCode]) -> Vec<Subject> {
    let subject = |category: &Category| Subject {
        name: category.name.clone(),
        code: category.code.clone(),
        scheme: (category.kind == CategoryType::Bisac).then_some(BISAC_SCHEME),
        path: Some(filtered_path("category", &category.name)),
    };
    let of_thema = |one: &ThemaCode| Subject {
        name: one.name.as_ref().unwrap_or(&one.code).clone(),
        code: Some(one.code.clone()),
        scheme: Some(THEMA_SCHEME),
        path: None,
    };
    categories.iter().map(subject).chain(thema.iter().map(of_thema)).collect()
}
