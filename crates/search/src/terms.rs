//! Filters of titles, as terms of the field `tag`: `kind:value`.

use domain::access::ViewPlace;
use domain::accessibility::{AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments};
use domain::artifacts::{BrailleType, BrailleVolumes};
use domain::normalization::fold;
use domain::recommendations::Feature;
use domain::sorting::identity_key;
use domain::{
    AudioTools, BrailleGrade, ContentType, ContentWarning, Format, NarratorType, SiteId, Territory,
    TitleStatus,
};

/// A term that no title has.
pub(crate) const NOTHING_TERM: &str = "nothing:";
/// Titles that are closed to minors.
pub(crate) const ADULT_TERM: &str = "adult:";
/// Titles that come from a record alone, of which the library has no book. Removed titles need none.
pub(crate) const WITHOUT_BOOK_TERM: &str = "bookless:";
/// Titles shared with every site.
pub(crate) const SHARED_WITH_ALL_TERM: &str = "shared:*";
/// Titles that may be distributed everywhere.
pub(crate) const WORLDWIDE_TERM: &str = "place:*";
/// Titles open to members of the Marrakesh treaty.
pub(crate) const TREATY_TERM: &str = "treaty:";
/// Titles that are not limited to some states.
pub(crate) const ALL_STATES_TERM: &str = "state:*";

pub(crate) fn status(status: TitleStatus) -> String {
    format!("status:{status}")
}

pub(crate) fn site(site: &SiteId) -> String {
    format!("site:{site}")
}

pub(crate) fn shared_with_site(site: &SiteId) -> String {
    format!("shared:={site}")
}

pub(crate) fn country(code: &str) -> String {
    format!("place:={code}")
}

pub(crate) fn state(code: &str) -> String {
    format!("state:={code}")
}

pub(crate) fn origin(country: &str) -> String {
    format!("origin:{}", country.to_ascii_uppercase())
}

pub(crate) fn language(code: &str) -> String {
    format!("language:{}", code.to_ascii_lowercase())
}

pub(crate) fn stemming_language(language: &str) -> String {
    format!("stems:{language}")
}

pub(crate) fn format(format: Format) -> String {
    format!("format:{format}")
}

/// A format with narration that these tools are enough for.
pub(crate) fn format_made_with(tools: AudioTools, format: Format) -> String {
    format!("made:{tools}:{format}")
}

pub(crate) fn narrator_type(kind: NarratorType) -> String {
    format!("narrator:{kind}")
}

pub(crate) fn braille_type(kind: BrailleType) -> String {
    format!("braille:{kind}")
}

/// Returns the term of a braille code in any case.
pub(crate) fn braille_code(code: &str) -> String {
    format!("cells:{}", code.to_ascii_lowercase())
}

pub(crate) fn braille_grade(grade: BrailleGrade) -> String {
    format!("grade:{grade}")
}

pub(crate) fn braille_volumes(volumes: BrailleVolumes) -> String {
    format!("volumes:{volumes}")
}

pub(crate) fn nonvisual_reading(reading: NonvisualReading) -> String {
    format!("nonvisual:{reading}")
}

pub(crate) fn visual_adjustments(adjustments: VisualAdjustments) -> String {
    format!("adjustable:{adjustments}")
}

/// Narration that these tools are enough for.
pub(crate) fn narration_made_with(narration: Narration, tools: AudioTools) -> String {
    format!("heard:{tools}:{narration}")
}

pub(crate) fn accessibility_feature(feature: AccessibilityFeature) -> String {
    format!("has:{feature}")
}

pub(crate) fn without_hazard(hazard: Hazard) -> String {
    format!("without:{hazard}")
}

pub(crate) fn content_type(kind: ContentType) -> String {
    format!("content:{kind}")
}

pub(crate) fn warning(warning: ContentWarning) -> String {
    format!("warning:{warning}")
}

pub(crate) fn category(name: &str) -> String {
    format!("category:{}", fold(name.trim()))
}

pub(crate) fn bisac_heading(description: &str) -> String {
    format!("heading:{}", fold(description.trim()))
}

pub(crate) fn bisac_code(code: &str) -> String {
    format!("code:{}", code.trim().to_ascii_uppercase())
}

pub(crate) fn author(display_name: &str) -> String {
    format!("author:{}", identity_key(display_name))
}

/// Returns the term of a feature that titles can share; a category has the same term as in searches.
pub(crate) fn feature(feature: &Feature) -> String {
    match feature {
        Feature::Series(name) => format!("series:{name}"),
        Feature::Contributor(name) => format!("by:{name}"),
        Feature::Category(name) => category(name),
    }
}

pub(crate) fn isbn(isbn13: &str) -> String {
    format!("isbn:{isbn13}")
}

pub(crate) fn external_code(code: &str) -> String {
    format!("external:{code}")
}

/// Returns the terms of the places where a title may be distributed.
pub(crate) fn territory_terms(territory: &Territory) -> Vec<String> {
    let mut terms: Vec<String> = territory.countries.iter().map(|code| country(code)).collect();
    terms.extend(territory.worldwide.then(|| WORLDWIDE_TERM.to_owned()));
    terms.extend(territory.marrakesh_available.then(|| TREATY_TERM.to_owned()));
    terms.extend(territory.states.iter().map(|code| state(code)));
    terms.extend(territory.states.is_empty().then(|| ALL_STATES_TERM.to_owned()));
    terms
}

/// The terms of which a title offered at `place` has one: by country (docs/rules/access.md#rule-4).
pub(crate) fn offered_in_country(place: &ViewPlace) -> Vec<String> {
    let mut terms = vec![WORLDWIDE_TERM.to_owned(), country(&place.country)];
    terms.extend(place.marrakesh.then(|| TREATY_TERM.to_owned()));
    terms
}

/// The terms of which a title offered at `place` has one: by state (the same rule).
pub(crate) fn offered_in_state(place: &ViewPlace) -> Vec<String> {
    let own = place.state.as_deref().map(state);
    own.into_iter().chain([ALL_STATES_TERM.to_owned()]).collect()
}
