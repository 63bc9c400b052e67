//! Builds a book's catalog record from its own metadata.

use books::model::{Metadata as BookMetadata, PICTURES_ONLY, Survey};
use domain::accessibility::Inspection;
use domain::artifacts::{ArtifactDetails, Certification, Narrator, TextLanguages};
use domain::titles::{Dates, Metadata, Music, MusicScoreType, StatedLanguages, parse_vocal_parts};
use domain::{
    Accessibility, Artifact, AudioTools, ContentType, Contributor, ContributorType, Format, FormatStatus,
    NarratorType, Title, TitleFiles, TitleId, TitleStatus, WireEnum as _, isbn, languages,
};
use jiff::Timestamp;
use metadata::plain;

use crate::ingest::Overrides;
use crate::known::KnownCategories;
use crate::{contributors, subjects};

/// Limit of a line about a score in characters, as in forms.
const MAX_LINE_CHARS: usize = 255;
/// Valid publication years; programs write implausible ones for unknown years.
const VALID_YEARS: std::ops::Range<i16> = 1..3000;
/// The sense that books of pictures require (`schema:accessMode`).
const VISUAL_MODE: &str = "visual";

/// Builds the record: live, in every format that can be made. Its id and files are not known yet.
pub fn build_title(
    metadata: &BookMetadata,
    survey: &Survey,
    overrides: &Overrides,
    categories: &KnownCategories,
    now: Timestamp,
) -> Title {
    let details = build_details(metadata, survey);
    let languages = to_alpha3_codes(&metadata.languages);
    let artifacts = list_artifacts(Format::ALL, (metadata, survey), &details, &languages[0], now);
    Title {
        id: TitleId(0),
        site: overrides.site.clone(),
        sharing: overrides.sharing.clone(),
        status: TitleStatus::Live,
        owner: None,
        content_type: if metadata.music.is_some() { ContentType::MusicScore } else { ContentType::Text },
        usage: overrides.usage,
        territory: overrides.territory.clone(),
        metadata: build_metadata(metadata, survey, categories),
        artifacts,
        files: TitleFiles::default(),
        inspection: Some(build_inspection(metadata, survey)),
        dates: Dates { created: now, updated: now, published: Some(now), withdrawn: None },
    }
}

/// Facts about accessibility that were found while reading a book.
fn build_inspection(metadata: &BookMetadata, survey: &Survey) -> Inspection {
    Inspection {
        words: survey.words,
        images: survey.images,
        images_with_alternatives: survey.images_with_alt,
        images_described: survey.images_described,
        headings: survey.headings,
        formulas: survey.formulas,
        page_breaks: survey.page_breaks,
        page_list: survey.page_list,
        contents: survey.nav_points,
        clips: survey.clips,
        heard_only: metadata.heard_only,
        fixed_layout: metadata.pre_paginated,
    }
}

/// The formats among these that can be made from a book. An audio-only book gets the formats that keep its
/// narration; one of pictures only, those that show them.
pub fn list_artifacts(
    formats: &[Format],
    (metadata, survey): (&BookMetadata, &Survey),
    details: &ArtifactDetails,
    language: &str,
    now: Timestamp,
) -> Vec<Artifact> {
    let fit = formats.iter().copied().filter(|format| {
        (keeps_narration(*format) || !metadata.heard_only)
            && (shows_pictures(*format) || !survey.is_pictures())
    });
    fit.map(|format| new_artifact(format, details, language, now)).collect()
}

/// Returns true if a book without any text is useful in a format: its pages look as in the source.
pub fn shows_pictures(format: Format) -> bool {
    matches!(format, Format::Epub3 | Format::Pdf)
}

/// Returns true if an edition's record describes a book of pictures only.
pub fn is_pictures(details: &ArtifactDetails) -> bool {
    let modes = details.accessibility.as_ref().map(|said| said.access_modes.as_slice()).unwrap_or_default();
    !modes.is_empty() && modes.iter().all(|mode| mode == VISUAL_MODE)
}

/// Returns true if a format keeps the recordings of its source.
pub fn keeps_narration(format: Format) -> bool {
    format.is_audio() || format == Format::Epub3
}

/// A format made from a title's source. `details` comes from the source; `language` is its main one
/// (alpha-3).
pub fn new_artifact(format: Format, details: &ArtifactDetails, language: &str, now: Timestamp) -> Artifact {
    Artifact {
        format,
        status: FormatStatus::Available,
        date_added: now,
        version: 1,
        details: match format {
            Format::Epub3 => details.clone(),
            format if format.is_audio() => crate::narration::expected_details(details),
            Format::Brf => crate::braille::expected_details(remove_audio(details), language),
            _ => remove_audio(details),
        },
    }
}

fn build_metadata(source: &BookMetadata, survey: &Survey, categories: &KnownCategories) -> Metadata {
    let mut isbns = source.isbns.iter().chain(&source.source_isbns).filter_map(|text| isbn::parse(text).ok());
    let own = isbns.next();
    let mut related: Vec<String> = Vec::new();
    for other in isbns.filter(|other| Some(*other) != own).map(|other| other.to_string()) {
        if !related.contains(&other) {
            related.push(other);
        }
    }
    // A set is a way of selling books; readers search for series.
    let series = source.series.iter().find(|s| s.kind.as_deref() == Some("series")).or(source.series.first());
    Metadata {
        title: source.title.trim().to_owned(),
        subtitle: nonempty(source.subtitle.as_deref()),
        synopsis: source.description.as_deref().and_then(plain::to_plain_text),
        contributors: build_contributors(source),
        isbn13: own.map(|own| own.to_string()),
        related_isbns: related,
        languages: to_alpha3_codes(&source.languages),
        stated_languages: StatedLanguages {
            title: source.title_language.clone(),
            subtitle: source.subtitle_language.clone(),
            synopsis: source.description_language.clone(),
            series_title: series.and_then(|series| series.language.clone()),
            notes: None,
        },
        categories: subjects::find_categories(&source.subjects, categories),
        thema: subjects::find_thema_codes(&source.subjects),
        allow_recommend: true,
        has_embedded_image_descriptions: (survey.images > 0)
            .then_some(survey.images_with_alt == survey.images),
        copyright_date: copyright_date(source),
        copyright_holder: source
            .music
            .as_ref()
            .and_then(|_| parse_rights(source))
            .and_then(|(_, holder)| holder),
        publisher: nonempty(source.publisher.as_deref()).filter(|name| !name.eq_ignore_ascii_case("unknown")),
        series_title: series.map(|series| series.name.clone()),
        series_number: series.and_then(|series| nonempty(series.position.as_deref())),
        num_images: to_count(survey.images + survey.images_decorative),
        num_pages: to_count(survey.page_list.max(survey.page_breaks)).filter(|pages| *pages > 0),
        title_source: nonempty(source.sources.first().map(String::as_str)),
        music: source.music.as_deref().map(build_music),
        ..Metadata::default()
    }
}

/// The people. A score's creator counts as composer, which formats without composers call author.
fn build_contributors(metadata: &BookMetadata) -> Vec<Contributor> {
    let mut people = contributors::list_contributors(&metadata.contributors);
    if metadata.music.is_some() {
        let is_composer = |person: &Contributor| person.kind == ContributorType::Composer;
        let composers: Vec<String> = people
            .iter()
            .filter(|person| is_composer(person))
            .map(|person| person.display_name.clone())
            .collect();
        people.retain(|person| {
            person.kind != ContributorType::Author || !composers.contains(&person.display_name)
        });
    }
    people
}

/// The year of publication; for a score, whose date is the file's, the year of its copyright statement.
fn copyright_date(metadata: &BookMetadata) -> Option<i16> {
    match metadata.music {
        None => metadata.published.as_deref().and_then(parse_year),
        Some(_) => parse_rights(metadata).map(|(year, _)| year),
    }
}

/// Year and holder, from a statement such as `Copyright 1999 by The Port`.
fn parse_rights(metadata: &BookMetadata) -> Option<(i16, Option<String>)> {
    metadata.rights.iter().find_map(|statement| {
        let claim = statement.to_lowercase();
        let claimed = ["\u{a9}", "(c)", "copyright"].iter().any(|word| claim.contains(word));
        let from = &statement[statement.find(|c: char| c.is_ascii_digit()).filter(|_| claimed)?..];
        let (digits, holder) = from.split_at(from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len()));
        let year = parse_year(digits).filter(|_| digits.len() == 4)?;
        let holder = holder.trim_start_matches(|c: char| !c.is_alphabetic());
        Some((year, nonempty(Some(holder.strip_prefix("by ").unwrap_or(holder)))))
    })
}

/// Metadata of scores.
fn build_music(music: &books::model::Music) -> Music {
    let short = |text: &str| text.chars().take(MAX_LINE_CHARS).collect::<String>();
    let line = |text: &Option<String>| nonempty(text.as_deref()).map(|text| short(&text));
    Music {
        score_type: music.single_line.then_some(MusicScoreType::SingleLine),
        has_chord_symbols: Some(music.chord_symbols),
        instruments: music.instruments.iter().map(|name| short(name)).collect(),
        vocal_parts: music.vocal_parts.as_deref().and_then(parse_vocal_parts),
        key: line(&music.key),
        movement_number: line(&music.movement_number),
        movement_title: line(&music.movement_title),
        opus: line(&music.opus),
    }
}

/// Alpha-3 codes, each once; `und` for a book without a known language.
pub fn to_alpha3_codes(tags: &[String]) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for code in tags.iter().filter_map(|tag| languages::alpha3(tag)) {
        if !codes.iter().any(|known| known == code) {
            codes.push(code.to_owned());
        }
    }
    if codes.is_empty() { vec!["und".to_owned()] } else { codes }
}

/// The accessibility metadata of the publisher's files, and the narrator.
pub fn build_details(metadata: &BookMetadata, survey: &Survey) -> ArtifactDetails {
    let claims = &metadata.accessibility;
    let mut accessibility = Accessibility {
        summary: nonempty(claims.summary.as_deref()),
        conformances: claims.conforms_to.clone(),
        certifications: claims
            .certifications
            .iter()
            .map(|c| Certification {
                certified_by: nonempty(Some(&c.certified_by)),
                credential: c.credential.clone(),
                report: c.report.clone(),
                date: c.date.clone(),
            })
            .collect(),
        features: claims.features.clone(),
        hazards: claims.hazards.clone(),
        access_modes: claims.access_modes.clone(),
        access_modes_sufficient: claims.access_modes_sufficient.clone(),
        exemptions: claims.exemptions.clone(),
        languages: TextLanguages { summary: claims.summary_language.clone(), ..TextLanguages::default() },
        ..Accessibility::default()
    };
    if survey.is_pictures() {
        if accessibility.summary.is_none() {
            accessibility.summary = Some(PICTURES_ONLY.to_owned());
            accessibility.languages.summary = Some("en".to_owned());
        }
        for modes in [&mut accessibility.access_modes, &mut accessibility.access_modes_sufficient] {
            if modes.is_empty() {
                modes.push(VISUAL_MODE.to_owned());
            }
        }
    }
    let narrated = survey.clips > 0;
    let narrator = metadata.narrators.first().filter(|_| narrated);
    ArtifactDetails {
        producers: metadata.publisher.iter().cloned().collect(),
        narrator: narrator.map(|name| Narrator {
            name: name.clone(),
            gender: None,
            kind: NarratorType::Human,
        }),
        duration_seconds: metadata.duration.filter(|_| narrated).map(|duration| duration.as_secs()),
        audio_tools: narrated.then(|| needed_audio_tools(survey)),
        accessibility: (accessibility != Accessibility::default()).then_some(accessibility),
        ..ArtifactDetails::default()
    }
}

/// Shortest duration of a spoken word, milliseconds.
const MIN_WORD_MILLISECONDS: u64 = 150;

/// The tools that a narrated book needs: a speech engine if much of it is not recorded, an encoder if the
/// recordings are not MP3.
fn needed_audio_tools(survey: &Survey) -> AudioTools {
    match (survey.narration >= survey.words * MIN_WORD_MILLISECONDS, survey.other_recordings) {
        (false, _) => AudioTools::Speech,
        (true, true) => AudioTools::Encoder,
        (true, false) => AudioTools::None,
    }
}

fn remove_audio(details: &ArtifactDetails) -> ArtifactDetails {
    ArtifactDetails { narrator: None, duration_seconds: None, audio_tools: None, ..details.clone() }
}

fn nonempty(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

fn to_count(n: u64) -> Option<i32> {
    i32::try_from(n).ok()
}

/// The year of a date in any form: its first four digits, otherwise four digits of their own, as in `3 Nov
/// 2008`, `03.11.2008` and `[2008]`.
fn parse_year(date: &str) -> Option<i16> {
    // A year before the common era.
    if date.trim_start().starts_with(['-', '\u{2212}']) {
        return None;
    }
    let is_year = |text: &&str| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let digits = date.trim().get(..4).filter(is_year);
    let digits = digits.or_else(|| date.split(|c: char| !c.is_ascii_digit()).find(is_year))?;
    let year: i16 = digits.parse().ok()?;
    let year = year + i16::from(is_eve_in_utc(date));
    Some(year).filter(|year| VALID_YEARS.contains(year))
}

/// Returns true for the first midnight of a year in a time zone east of Greenwich: Calibre writes it in UTC,
/// as `2016-12-31T23:00:00+00:00` for a book of 2017.
fn is_eve_in_utc(date: &str) -> bool {
    let Some((day, time)) = date.trim().split_once(['T', ' ']) else { return false };
    let time = time.strip_suffix('Z').or_else(|| time.strip_suffix("+00:00"));
    let hour = time.and_then(|time| time.strip_suffix(":00:00").or_else(|| time.strip_suffix(":30:00")));
    day.len() == 10 && day.ends_with("-12-31") && hour.is_some_and(|hour| ("12"..="23").contains(&hour))
}

#[cfg(test)]
mod tests {
    use domain::accessibility::{AccessibilityFeature, NonvisualReading, VisualAdjustments};
    use domain::{SiteId, UsageRestriction};

    use super::*;

    fn test_record(found: &BookMetadata, survey: &Survey) -> Title {
        let overrides = Overrides::new(SiteId::from("service"), UsageRestriction::Copyright);
        build_title(found, survey, &overrides, &KnownCategories::default(), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn facts_read_from_a_book_are_kept_apart_from_claims_of_its_publisher() {
        let survey = Survey { words: 90, images: 2, images_with_alt: 1, formulas: 3, ..Survey::default() };
        let mut found = BookMetadata { pre_paginated: true, ..BookMetadata::default() };
        found.accessibility.access_modes_sufficient = vec!["textual".into()];
        let title = test_record(&found, &survey);
        let facts = title.accessibility_facts();
        assert_eq!(facts.nonvisual_reading.claimed, Some(NonvisualReading::Yes));
        assert_eq!(facts.nonvisual_reading.seen, Some(NonvisualReading::Partly));
        assert_eq!(facts.visual_adjustments.seen, Some(VisualAdjustments::No));
        assert!(facts.features_seen.contains(&AccessibilityFeature::MathMl));
        assert!(facts.features_claimed.is_empty());
    }

    #[test]
    fn a_book_becomes_a_live_title_in_every_format_that_can_be_made() {
        let found = BookMetadata {
            title: " Emma ".into(),
            languages: vec!["en-GB".into(), "fr".into()],
            ..BookMetadata::default()
        };
        let title = test_record(&found, &Survey::default());
        assert_eq!(title.metadata.title, "Emma");
        assert_eq!(title.metadata.languages, ["eng", "fra"]);
        assert_eq!(title.status, TitleStatus::Live);
        assert_eq!(title.dates.published, Some(Timestamp::UNIX_EPOCH));
        assert!(title.territory.worldwide);
        let formats: Vec<_> = title.available_formats().collect();
        assert!(formats.contains(&Format::Epub3) && formats.contains(&Format::Daisy), "{formats:?}");
    }

    #[test]
    fn the_year_of_a_date_is_read_in_any_form() {
        for (date, expected) in [
            ("2008-11-03T00:00:00Z", Some(2008)),
            ("20081103", Some(2008)),
            ("2008", Some(2008)),
            ("3 Nov 2008", Some(2008)),
            ("03.11.2008", Some(2008)),
            ("[c2008]", Some(2008)),
            ("9999-12-31", None),
            ("-0044-03-15", None),
            ("0000", None),
            ("11/08", None),
            ("", None),
        ] {
            assert_eq!(parse_year(date), expected, "{date}");
        }
    }

    #[test]
    fn a_score_becomes_a_title_of_music() {
        let person = |name: &str, roles: &[&str]| books::model::Contributor {
            name: name.into(),
            roles: roles.iter().map(|role| (*role).into()).collect(),
            ..Default::default()
        };
        let music = books::model::Music {
            titled: true,
            instruments: vec!["Oboe".into()],
            vocal_parts: Some("SA".into()),
            key: Some("D minor".into()),
            opus: Some("Op. 7".into()),
            movement_title: Some("x".repeat(300)),
            single_line: true,
            ..Default::default()
        };
        let found = BookMetadata {
            title: "Tides".into(),
            languages: vec!["en".into(), "de".into()],
            contributors: vec![person("Ada Harbor", &["cmp", "aut"]), person("Jo Marsh", &["lyr"])],
            published: Some("2024-05-06".into()),
            rights: vec!["All rights reserved 2020".into(), "Copyright \u{a9} 1999, by The Port".into()],
            music: Some(Box::new(music)),
            ..BookMetadata::default()
        };
        let title = test_record(&found, &Survey::default());
        assert_eq!(title.content_type, ContentType::MusicScore);
        let Metadata { contributors, copyright_date, copyright_holder, languages, music, .. } =
            title.metadata;
        let people: Vec<_> = contributors.iter().map(|one| (one.kind, one.display_name.as_str())).collect();
        assert_eq!(
            people,
            [(ContributorType::Composer, "Ada Harbor"), (ContributorType::Lyricist, "Jo Marsh")]
        );
        assert_eq!((copyright_date, copyright_holder.as_deref()), (Some(1999), Some("The Port")));
        assert_eq!(languages, ["eng", "deu"]);
        let music = music.unwrap();
        assert_eq!(
            (music.score_type, music.vocal_parts.as_deref()),
            (Some(MusicScoreType::SingleLine), Some("SA"))
        );
        assert_eq!((music.key.as_deref(), music.opus.as_deref()), (Some("D minor"), Some("Op. 7")));
        assert_eq!((music.instruments, music.has_chord_symbols), (vec!["Oboe".to_owned()], Some(false)));
        assert_eq!(music.movement_title.unwrap().len(), MAX_LINE_CHARS);
        let free = BookMetadata { rights: vec!["Public domain 1850".into()], ..found };
        assert_eq!(test_record(&free, &Survey::default()).metadata.copyright_date, None);
    }

    #[test]
    fn numbers_are_checked_and_never_repeated() {
        let found = BookMetadata {
            isbns: vec!["9780141439587".into(), "not a number".into()],
            source_isbns: vec!["0-14-143958-0".into(), "9780141439518".into()],
            published: Some("1815-12-23T00:00:00Z".into()),
            ..BookMetadata::default()
        };
        let metadata = test_record(&found, &Survey::default()).metadata;
        assert_eq!(metadata.isbn13.as_deref(), Some("9780141439587"));
        assert_eq!(metadata.related_isbns, ["9780141439518"]);
        assert_eq!(metadata.copyright_date, Some(1815));
        assert_eq!(metadata.languages, ["und"]);
    }

    #[test]
    fn the_first_midnight_of_a_year_in_utc_is_in_that_year() {
        for (date, year) in [
            ("2016-12-31T23:00:00+00:00", 2017),
            ("2016-12-31T18:30:00Z", 2017),
            ("2016-12-31T05:00:00+00:00", 2016),
            ("2016-12-31T23:00:00+01:00", 2016),
            ("2016-12-31", 2016),
            ("2016-11-30T23:00:00+00:00", 2016),
        ] {
            assert_eq!(parse_year(date), Some(year), "{date}");
        }
    }

    #[test]
    fn images_and_pages_are_counted_in_the_text() {
        let survey = Survey { images: 3, images_with_alt: 2, page_list: 120, ..Survey::default() };
        let metadata = test_record(&BookMetadata::default(), &survey).metadata;
        assert_eq!(metadata.num_images, Some(3));
        assert_eq!(metadata.has_embedded_image_descriptions, Some(false));
        assert_eq!(metadata.num_pages, Some(120));
        let bare = test_record(&BookMetadata::default(), &Survey::default()).metadata;
        assert_eq!(
            (bare.num_images, bare.has_embedded_image_descriptions, bare.num_pages),
            (Some(0), None, None)
        );
    }

    #[test]
    fn a_narrated_book_needs_tools_for_unrecorded_parts() {
        let needs = |survey: &Survey| {
            let title = test_record(&BookMetadata::default(), survey);
            title.artifact(Format::DaisyAudio).map(domain::artifacts::Artifact::audio_tools)
        };
        let narrated = Survey { clips: 12, words: 1000, narration: 300_000, ..Survey::default() };
        assert_eq!(needs(&narrated), Some(AudioTools::None));
        assert_eq!(needs(&Survey { other_recordings: true, ..narrated }), Some(AudioTools::Encoder));
        assert_eq!(needs(&Survey { narration: 60_000, ..narrated }), Some(AudioTools::Speech));
        assert_eq!(needs(&Survey { words: 1000, ..Survey::default() }), Some(AudioTools::Speech));
    }

    #[test]
    fn a_book_of_pictures_is_marked_and_gets_formats_that_show_them() {
        let pictures = Survey { images: 12, ..Survey::default() };
        let title = test_record(&BookMetadata::default(), &pictures);
        let formats: Vec<_> = title.available_formats().collect();
        assert_eq!(formats, Format::ALL.iter().copied().filter(|f| shows_pictures(*f)).collect::<Vec<_>>());
        let epub = &title.artifact(Format::Epub3).unwrap().details;
        assert!(is_pictures(epub));
        let said = epub.accessibility.as_ref().unwrap();
        assert_eq!(said.summary.as_deref(), Some(PICTURES_ONLY));
        assert_eq!(said.access_modes_sufficient, ["visual"]);
        // A text alternative is text, and so is a person's recording.
        for survey in [
            Survey { images_with_alt: 1, ..pictures },
            Survey { images_described: 1, ..pictures },
            Survey { words: 1, ..pictures },
            Survey { clips: 1, ..pictures },
        ] {
            let title = test_record(&BookMetadata::default(), &survey);
            assert!(title.artifact(Format::Brf).is_some(), "{survey:?}");
            assert!(!is_pictures(&title.artifact(Format::Epub3).unwrap().details));
        }
    }

    #[test]
    fn formats_of_text_do_not_name_the_narrator() {
        let found = BookMetadata {
            narrators: vec!["Stuart Wills".into()],
            duration: Some(std::time::Duration::from_mins(31)),
            epub_version: 3,
            ..BookMetadata::default()
        };
        let title = test_record(&found, &Survey { clips: 12, ..Survey::default() });
        let epub = &title.artifact(Format::Epub3).unwrap().details;
        assert_eq!(
            epub.narrator.as_ref().map(|n| (n.name.as_str(), n.kind)),
            Some(("Stuart Wills", NarratorType::Human))
        );
        assert_eq!(epub.duration_seconds, Some(1860));
        assert_eq!(title.artifact(Format::Daisy).unwrap().details.narrator, None);
    }

    #[test]
    fn a_daisy_book_keeps_its_voice_in_epub_and_the_formats_with_audio() {
        let found = BookMetadata { narrators: vec!["Nora Reader".into()], ..BookMetadata::default() };
        let survey = Survey { clips: 12, ..Survey::default() };
        let title = test_record(&found, &survey);
        assert!(title.artifact(Format::Epub3).unwrap().details.narrator.is_some());
        let heard = test_record(&BookMetadata { heard_only: true, ..found }, &survey);
        let formats: Vec<_> = heard.available_formats().collect();
        assert_eq!(formats, [Format::DaisyAudio, Format::Daisy2Audio, Format::Epub3]);
        let narrator = heard.artifact(Format::Daisy2Audio).unwrap().details.narrator.as_ref().unwrap();
        assert_eq!((narrator.name.as_str(), narrator.kind), ("Nora Reader", NarratorType::Human));
    }
}
