use std::borrow::Cow;

use domain::titles::MusicScoreType;
use domain::{Artifact, FormatStatus, Title, TitleStatus, UsageRestriction};

use super::{ArtifactRecord, TitleSight, TitleSummary, format_timestamp};
use crate::http::Link;
use crate::routes;

/// A title in full (docs/rules/records.md#rule-10): the summary and everything else.
#[endpoint::record]
pub struct TitleDetail {
    /// The summary's members.
    #[serde(flatten)]
    pub summary: TitleSummary,
    /// Closed to minors by default.
    pub adult_content: bool,
    /// May be recommended.
    pub allow_recommend: bool,
    /// Open to members of the Marrakesh treaty.
    pub marrakesh_available: bool,
    /// No proof of disability is required.
    #[serde(rename = "marrakeshPODException")]
    pub marrakesh_pod_exception: bool,
    /// One per format.
    pub artifacts: Vec<ArtifactRecord>,
    /// Deprecated: year and holder in one text.
    pub copyright: Option<String>,
    /// Copyright holder.
    pub copyright_holder: Option<String>,
    /// Edition statement.
    pub edition: Option<String>,
    /// A category code of an outside scheme.
    pub external_category_code: Option<String>,
    /// Musical key.
    pub key: Option<String>,
    /// Movement number.
    pub movement_number: Option<String>,
    /// Movement title.
    pub movement_title: Option<String>,
    /// fullScore, openScore or singleLine.
    #[schema(value_type = Option<String>)]
    pub music_score_type: Option<MusicScoreType>,
    /// Notes.
    pub notes: Option<String>,
    /// Opus.
    pub opus: Option<String>,
    /// Country of first publication.
    pub origin_country: Option<String>,
    /// Publisher.
    pub publisher: Option<String>,
    /// Series subtitle.
    pub series_subtitle: Option<String>,
    /// Where distribution is allowed; all codes if worldwide.
    #[schema(value_type = Vec<String>)]
    pub countries: Vec<Cow<'static, str>>,
    /// Grades.
    pub grades: Vec<GradeRecord>,
    /// Chord symbols are printed.
    pub has_chord_symbols: Option<bool>,
    /// Number of print pages.
    pub num_pages: Option<i32>,
    /// Other ISBNs.
    pub related_isbns: Vec<String>,
    /// The title that replaces it.
    pub replacement_id: Option<i64>,
    /// Usage restriction by copyright.
    pub usage_restriction: UsageRestrictionRecord,
}

/// A grade (docs/rules/records.md#rule-10).
#[endpoint::record]
pub struct GradeRecord {
    /// Display name.
    pub name: String,
    /// Deprecated, always null.
    pub grade_id: Option<String>,
    /// Code.
    pub grade_code: String,
    /// Always empty.
    pub links: Vec<Link>,
}

/// Usage restriction by copyright (docs/rules/records.md#rule-10).
#[endpoint::record]
pub struct UsageRestrictionRecord {
    /// `Copyright`, `Public Domain` or `Creative Commons`.
    pub name: &'static str,
    /// copyright, publicDomain or creativeCommons.
    #[schema(value_type = String)]
    pub restriction_code: UsageRestriction,
    /// `1`, `2` or `3`.
    pub usage_restriction_id: &'static str,
}

impl From<UsageRestriction> for UsageRestrictionRecord {
    fn from(usage: UsageRestriction) -> Self {
        Self { name: usage.name(), restriction_code: usage, usage_restriction_id: usage.id() }
    }
}

impl TitleDetail {
    /// The record of one title as one caller sees it.
    pub fn new(sight: &TitleSight<'_>) -> Self {
        let title = sight.title;
        let staff = sight.is_staff();
        let m = title.metadata.clone();
        let music = m.music.unwrap_or_default();
        let available = |artifact: &Artifact| {
            artifact.status == FormatStatus::Available && sight.look.can.can_make(artifact)
        };
        let shown = |artifact: &&Artifact| staff || available(artifact);
        Self {
            summary: TitleSummary::new(sight),
            adult_content: m.adult_content,
            allow_recommend: m.allow_recommend,
            marrakesh_available: title.territory.marrakesh_available,
            marrakesh_pod_exception: title.territory.marrakesh_pod_exception,
            artifacts: title
                .artifacts
                .iter()
                .filter(shown)
                .map(|artifact| ArtifactRecord::new(sight, artifact))
                .collect(),
            copyright: copyright_notice(m.copyright_date, m.copyright_holder.as_deref()),
            copyright_holder: m.copyright_holder,
            edition: m.edition,
            external_category_code: m.external_category_code,
            key: music.key,
            movement_number: music.movement_number,
            movement_title: music.movement_title,
            music_score_type: music.score_type,
            notes: m.notes,
            opus: music.opus,
            origin_country: m.origin_country,
            publisher: m.publisher,
            series_subtitle: m.series_subtitle,
            countries: country_codes(title),
            grades: m.grades.into_iter().map(GradeRecord::new).collect(),
            has_chord_symbols: music.has_chord_symbols,
            num_pages: m.num_pages,
            related_isbns: m.related_isbns,
            replacement_id: m.replacement.map(|id| id.0),
            usage_restriction: title.usage.into(),
        }
    }
}

impl GradeRecord {
    pub fn new(code: String) -> Self {
        Self { name: domain::grades::name(&code), grade_id: None, grade_code: code, links: Vec::new() }
    }
}

/// `2019 Ada Reed`, or the known part of it.
fn copyright_notice(year: Option<i16>, holder: Option<&str>) -> Option<String> {
    match (year, holder) {
        (Some(year), Some(holder)) => Some(format!("{year:04} {holder}")),
        (Some(year), None) => Some(format!("{year:04}")),
        (None, holder) => holder.map(str::to_owned),
    }
}

fn country_codes(title: &Title) -> Vec<Cow<'static, str>> {
    if title.territory.worldwide {
        domain::countries::codes().map(Cow::Borrowed).collect()
    } else {
        title.territory.countries.iter().cloned().map(Cow::Owned).collect()
    }
}

/// A title as collection staff see it (docs/rules/records.md#rule-11).
#[endpoint::record]
pub struct TitleComplete {
    /// The detail's members, with further links.
    #[serde(flatten)]
    pub detail: TitleDetail,
    /// Size of the DAISY text, bytes.
    pub dtbook_size: Option<i64>,
    /// When the record last changed; never null.
    pub last_updated: String,
    /// Who proofread the scan.
    pub proofreader: Option<String>,
    /// Its status.
    #[schema(value_type = String)]
    pub status: TitleStatus,
    /// The submitter.
    pub submitter: Option<String>,
    /// Where it came from.
    pub title_source: Option<String>,
    /// When it was withdrawn.
    pub withdrawal_date: Option<String>,
}

impl TitleComplete {
    /// The record of one title for staff.
    pub fn new(sight: &TitleSight<'_>) -> Self {
        let (api, title) = (sight.api, sight.title);
        let mut detail = TitleDetail::new(sight);
        let links = &mut detail.summary.links;
        links.push(Link::new("history", api.absolute_url(&routes::title_history(title.id))));
        if title.files.source.is_some() {
            links.push(Link::new("titleSource", api.absolute_url(&routes::title_source(title.id))));
        }
        if let Some(submitter) = &title.metadata.submitter {
            links.push(Link::new(
                "submitter",
                api.absolute_url(&routes::account_path(&submitter.as_str().into())),
            ));
        }
        Self {
            detail,
            dtbook_size: title.files.dtbook_size,
            last_updated: format_timestamp(title.dates.updated),
            proofreader: title.metadata.proofreader.clone(),
            status: title.status,
            submitter: title.metadata.submitter.clone(),
            title_source: title.metadata.title_source.clone(),
            withdrawal_date: title.dates.withdrawn.map(format_timestamp),
        }
    }
}
