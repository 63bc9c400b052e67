use domain::offering::{Offering as _, available_artifacts};
use domain::{ContentType, ContentWarning, ContributorType, Title};
use services::TitleView;
use services::views::{ViewDecision, cover_files};

use super::{
    AlertRecord, CategoryRecord, ContributorRecord, FormatRecord, FormatStatusRecord, NameRecord,
    format_timestamp,
};
use crate::http::Link;
use crate::{Api, routes};

/// One caller's view of one title: the source of a title record.
#[derive(Debug, Clone)]
pub struct TitleSight<'a> {
    /// Builds the links.
    pub api: &'a Api,
    pub title: &'a Title,
    /// The caller-specific part.
    pub look: &'a ViewDecision,
}

impl<'a> TitleSight<'a> {
    pub fn new(api: &'a Api, seen: &'a TitleView) -> Self {
        Self { api, title: &seen.item, look: &seen.decision }
    }

    /// Returns true if the caller gets the staff's record and links.
    pub fn is_staff(&self) -> bool {
        self.look.staff
    }

    fn contributor_names(&self, kind: ContributorType) -> Vec<NameRecord> {
        self.title.contributors(kind).map(|c| c.name().into()).collect()
    }

    /// Links of a title (docs/rules/records.md#rule-9).
    pub fn title_links(&self) -> Vec<Link> {
        let (api, title) = (self.api, self.title);
        let mut links = vec![Link::new("self", api.title_url(title.id))];
        if self.look.available {
            let path = routes::download_template(&routes::title_path(title.id), self.look.sponsor);
            links.push(Link::new("download", api.absolute_url(&path)));
        }
        if let Some(cover) = cover_files(title) {
            let image = |rel, name: &str| {
                Link::with_type(rel, api.absolute_url(&routes::cover_path(name)), "image/jpeg")
            };
            links.push(image("coverimage", &cover.image));
            links.push(image("thumbnail", &cover.thumbnail));
        }
        if let Some(replacement) = title.metadata.replacement {
            links.push(Link::new("replacement", api.title_url(replacement)));
        }
        links
    }
}

/// A title in a list (docs/rules/records.md#rule-9).
#[endpoint::record]
pub struct TitleSummary {
    /// GET if it is available; PUT and DELETE for collection assistants; null otherwise.
    pub allows: Option<Vec<&'static str>>,
    /// Title identifier, a number of at most 15 digits.
    #[schema(value_type = i64)]
    pub service_id: i64,
    /// Title proper.
    pub title: String,
    /// Subtitle.
    pub subtitle: Option<String>,
    /// Plain text; may contain line breaks.
    pub synopsis: Option<String>,
    /// Deprecated form of the contributors.
    pub authors: Vec<NameRecord>,
    /// Deprecated form of the contributors.
    pub editors: Vec<NameRecord>,
    /// Deprecated form of the contributors.
    pub composers: Vec<NameRecord>,
    /// Deprecated form of the contributors.
    pub lyricists: Vec<NameRecord>,
    /// Deprecated form of the contributors.
    pub arrangers: Vec<NameRecord>,
    /// Deprecated form of the contributors.
    pub translators: Vec<NameRecord>,
    /// Contributors with their roles.
    pub contributors: Vec<ContributorRecord>,
    /// ISBN-13.
    pub isbn13: Option<String>,
    /// Series title.
    pub series_title: Option<String>,
    /// Number in the series, a string.
    pub series_number: Option<String>,
    /// Instruments joined by `, `.
    pub instruments: Option<String>,
    /// A combination of S, A, T, B.
    pub vocal_parts: Option<String>,
    /// Year, four digits, a string.
    pub copyright_date: Option<String>,
    /// When it went live here.
    pub publish_date: Option<String>,
    /// When it went live here.
    pub date_added: Option<String>,
    /// Deprecated: formats that can be downloaded.
    pub formats: Vec<FormatRecord>,
    /// Every format of the title.
    pub format_statuses: Vec<FormatStatusRecord>,
    /// text or musicScore.
    #[schema(value_type = String)]
    pub title_content_type: ContentType,
    /// The caller can get at least one format.
    pub available: bool,
    /// ISO 639-2 alpha-3 codes.
    pub languages: Vec<String>,
    /// Content warnings.
    #[schema(value_type = Vec<String>)]
    pub content_warnings: Vec<ContentWarning>,
    /// The library's own first, then BISAC.
    pub categories: Vec<CategoryRecord>,
    /// Youngest reader, in years.
    pub reading_age_minimum: Option<i32>,
    /// Oldest reader, in years.
    pub reading_age_maximum: Option<i32>,
    /// Number of images.
    pub num_images: Option<i32>,
    /// Lexile prefix.
    pub lexile_code: Option<String>,
    /// Lexile measure, a string.
    pub lexile_number: Option<String>,
    /// From the national source for students.
    pub nimac: bool,
    /// Display name, on a user's own document.
    pub owner: Option<String>,
    /// Site identifier.
    pub site: String,
    /// Why it is not available, and other information.
    pub title_access_alerts: Vec<AlertRecord>,
    /// self, download, coverimage, thumbnail, replacement.
    pub links: Vec<Link>,
}

impl TitleSummary {
    /// The record of one title as one caller sees it.
    pub fn new(sight: &TitleSight<'_>) -> Self {
        let title = sight.title;
        let m = title.metadata.clone();
        let music = m.music.unwrap_or_default();
        let published = title.dates.published.map(format_timestamp);
        Self {
            allows: sight.look.verb_names(),
            service_id: title.id.0,
            title: m.title,
            subtitle: m.subtitle,
            synopsis: m.synopsis,
            authors: sight.contributor_names(ContributorType::Author),
            editors: sight.contributor_names(ContributorType::Editor),
            composers: sight.contributor_names(ContributorType::Composer),
            lyricists: sight.contributor_names(ContributorType::Lyricist),
            arrangers: sight.contributor_names(ContributorType::Arranger),
            translators: sight.contributor_names(ContributorType::Translator),
            contributors: m.contributors.iter().map(ContributorRecord::from).collect(),
            isbn13: m.isbn13,
            series_title: m.series_title,
            series_number: m.series_number,
            instruments: (!music.instruments.is_empty()).then(|| music.instruments.join(", ")),
            vocal_parts: music.vocal_parts,
            copyright_date: m.copyright_date.map(|year| format!("{year:04}")),
            publish_date: published.clone(),
            date_added: published,
            formats: available_artifacts(title, sight.look.can)
                .map(|artifact| artifact.format.into())
                .collect(),
            format_statuses: title
                .artifacts
                .iter()
                .map(|a| FormatStatusRecord::new(a.format, title.format_status(a, sight.look.can)))
                .collect(),
            title_content_type: title.content_type,
            available: sight.look.available,
            languages: m.languages,
            content_warnings: m.content_warnings,
            categories: m.categories.iter().map(|c| CategoryRecord::new(sight.api, c)).collect(),
            reading_age_minimum: m.reading_age_minimum,
            reading_age_maximum: m.reading_age_maximum,
            num_images: m.num_images,
            lexile_code: m.lexile_code,
            lexile_number: m.lexile_number,
            nimac: m.nimac,
            owner: sight.look.owner.clone(),
            site: title.site.to_string(),
            title_access_alerts: sight.look.alerts.iter().map(AlertRecord::from).collect(),
            links: sight.title_links(),
        }
    }
}
