//! Accessibility metadata of a package: the publisher's statement, and what was detected.

use crate::epub::EpubSource;
use crate::model::{Book, PICTURES_ONLY, Survey};
use crate::xml::XmlWriter;

/// Properties and values to add to the package: never what the publisher has stated already, and
/// never what was not found.
pub(crate) type Claims = Vec<(&'static str, String)>;

/// Contents of the book that could harm or exclude readers.
#[derive(Debug, Default)]
struct MediaFacts {
    has_sound: bool,
    motion: bool,
}

const SUMMARY: &str = "schema:accessibilitySummary";

pub(super) fn find_claims(source: &EpubSource, book: &Book) -> Claims {
    let survey = book.survey();
    let mut claims = claims_for(book, &survey, &find_media(source, book));
    let is_stated = ["pageBreakSource", "source-of"].iter().any(|name| source.opf_text.contains(name));
    if survey.page_breaks + survey.page_list > 0
        && !is_stated
        && let Some(edition) = find_page_source(book)
    {
        claims.push(("pageBreakSource", edition.to_owned()));
    }
    claims
}

/// The edition whose pages a book has (EPUB Accessibility 1.1): the source that the publisher states.
pub(crate) fn find_page_source(book: &Book) -> Option<&str> {
    book.metadata.sources.iter().map(|source| source.trim()).find(|source| !source.is_empty())
}

/// The language of a claim in words, if the book has another.
pub(super) fn foreign_claim_language(property: &str, book: &Book) -> Option<&'static str> {
    let language = book.metadata.language();
    let is_english = language.get(..2).is_some_and(|main| main.eq_ignore_ascii_case("en"));
    (property == SUMMARY && !is_english).then_some("en")
}

/// The claims for a book that is written as text and images, narrated or not, with the ways into it that
/// `map` has.
pub(crate) fn written_book_claims(book: &Book, map: &Book, narrated: bool) -> Claims {
    let moving = |kind: &str| matches!(kind, "image/gif" | "image/webp" | "image/svg+xml");
    let motion = book.resources.list().iter().any(|resource| moving(&resource.media_type));
    let ways = map.survey();
    let all = book.survey();
    let clips = if narrated { all.clips } else { 0 };
    let mut survey = Survey { nav_points: ways.nav_points, page_list: ways.page_list, clips, ..all };
    if book.metadata.heard_only {
        // Headings are not the text of the book, and no text goes along with the sound.
        survey = Survey { words: 0, clips: 0, ..survey };
    }
    claims_for(book, &survey, &MediaFacts { motion, has_sound: narrated })
}

/// Writes a claim, or another statement of the package, with its language if the book has another.
pub(crate) fn write_claim(xml: &mut XmlWriter, property: &str, value: &str, book: &Book) {
    xml.open("meta").attr("property", property).attr_opt("xml:lang", foreign_claim_language(property, book));
    xml.text(value).close().end_line();
}

fn claims_for(book: &Book, survey: &Survey, media: &MediaFacts) -> Claims {
    let stated = &book.metadata.accessibility;
    let mut claims = Claims::new();
    let mut add = |property: &'static str, value: &str| claims.push((property, value.to_owned()));
    if stated.access_modes.is_empty() {
        for (mode, used) in [
            ("textual", survey.words > 0),
            ("visual", survey.images > 0 || survey.is_pictures()),
            ("auditory", media.has_sound),
        ] {
            if used {
                add("schema:accessMode", mode);
            }
        }
    }
    if stated.access_modes_sufficient.is_empty()
        && let Some(modes) = sufficient_mode(survey, media, book.metadata.heard_only)
    {
        add("schema:accessModeSufficient", modes);
    }
    for feature in list_features(survey, book) {
        if !stated.features.iter().any(|known| known == feature) {
            add("schema:accessibilityFeature", feature);
        }
    }
    if stated.hazards.is_empty() {
        for hazard in list_hazards(survey, media) {
            add("schema:accessibilityHazard", hazard);
        }
    }
    if stated.summary.is_none() {
        add(SUMMARY, &write_summary(survey, book));
    }
    claims
}

fn find_media(source: &EpubSource, book: &Book) -> MediaFacts {
    let mut media = MediaFacts::default();
    for item in &source.opf.items {
        let kind = item.media_type.as_str();
        media.has_sound |= kind.starts_with("audio/") || kind.starts_with("video/");
        media.motion |= kind.starts_with("video/") || kind == "image/gif" || kind == "image/webp";
        media.motion |=
            item.has_property("scripted") || kind.contains("javascript") || kind.contains("ecmascript");
        media.has_sound |= item.has_property("remote-resources");
        media.motion |= item.has_property("remote-resources");
        if let Some(path) =
            item.path.as_deref().filter(|path| kind == "text/css" && source.package.contains(path))
        {
            let Ok(style) = source.package.read(path, &source.opf.path) else { continue };
            let style = String::from_utf8_lossy(&style);
            media.motion |= style.contains("@keyframes") || style.contains("animation");
        }
    }
    media.has_sound |= !book.overlays.is_empty();
    media
}

/// Sets of senses, one of which is enough.
fn sufficient_mode(survey: &Survey, media: &MediaFacts, heard_only: bool) -> Option<&'static str> {
    if heard_only && media.has_sound {
        return Some("auditory");
    }
    let described = survey.images == survey.images_with_alt;
    match (survey.words > 0, described) {
        // Sound that is more than the text read aloud may say what no text says.
        (true, true) if !media.has_sound || survey.clips > 0 => Some("textual"),
        (true, false) if !media.has_sound || survey.clips > 0 => Some("textual,visual"),
        (false, _) if (survey.images > 0 || survey.is_pictures()) && !media.has_sound => Some("visual"),
        _ => None,
    }
}

fn list_features(survey: &Survey, book: &Book) -> Vec<&'static str> {
    [
        ("structuralNavigation", survey.headings > 0),
        ("tableOfContents", survey.nav_points > 0),
        ("displayTransformability", survey.words > 0 && !book.metadata.pre_paginated),
        ("alternativeText", survey.images > 0 && survey.images == survey.images_with_alt),
        ("longDescription", survey.images_described > 0),
        ("MathML", survey.formulas > 0),
        ("pageBreakMarkers", survey.page_breaks > 0),
        ("pageNavigation", survey.page_list > 0),
        ("synchronizedAudioText", survey.clips > 0),
        // A protected book is never read.
        ("unlocked", true),
    ]
    .into_iter()
    .filter_map(|(feature, found)| found.then_some(feature))
    .collect()
}

fn list_hazards(survey: &Survey, media: &MediaFacts) -> Vec<&'static str> {
    match (media.motion, media.has_sound, survey.images) {
        (false, false, 0) => vec!["none"],
        (false, false, _) => vec!["noFlashingHazard", "noSoundHazard", "unknownMotionSimulationHazard"],
        _ => vec!["unknown"],
    }
}

fn write_summary(survey: &Survey, book: &Book) -> String {
    let mut out = String::new();
    if book.metadata.heard_only {
        out.push_str("The book is heard; its headings and page numbers are text.");
    } else if survey.is_pictures() {
        out.push_str(PICTURES_ONLY);
    } else if survey.words > 0 && !book.metadata.pre_paginated {
        out.push_str("The text can be enlarged, restyled and read aloud.");
    } else if survey.words > 0 {
        out.push_str("The pages have a fixed layout.");
    } else {
        out.push_str("The book consists of images.");
    }
    let ways = [
        ("a table of contents", survey.nav_points > 0),
        ("headings", survey.headings > 0),
        ("the page numbers of a print edition", survey.page_breaks > 0 || survey.page_list > 0),
        ("narration synchronized with the text", survey.clips > 0),
    ];
    let ways: Vec<&str> = ways.into_iter().filter_map(|(way, found)| found.then_some(way)).collect();
    if let Some((last, rest)) = ways.split_last() {
        let list =
            if rest.is_empty() { (*last).to_owned() } else { format!("{} and {last}", rest.join(", ")) };
        out.extend([" It has ", &list, "."]);
    }
    let missing = survey.images - survey.images_with_alt;
    let images = match (survey.images, missing) {
        (0, _) => String::new(),
        (1, 0) => " Its image has a text alternative.".to_owned(),
        (all, 0) => format!(" All {all} images have text alternatives."),
        (all, missing) => format!(" {missing} of {all} images lack a text alternative."),
    };
    out.push_str(&images);
    if survey.formulas > 0 {
        out.push_str(" Formulas are in MathML.");
    }
    out
}
