//! The tables of the Display Techniques for EPUB Accessibility Metadata. Those for ONIX are where records are
//! read.

use super::*;
use crate::artifacts::TextLanguages;
use crate::fixtures::{title, with_change};
use crate::wire::WireEnum as _;

fn to_strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The compact English texts of a section.
fn english_texts(claims: &Accessibility, section: Section) -> Vec<String> {
    let statements = Statements::from_claims(claims, false);
    let (_, found) = statements.sections.iter().find(|(of, _)| *of == section).unwrap();
    let text = |statement: &AccessibilityStatement| {
        let text = statement.text(Language::English, Style::Compact).text;
        match &statement.value {
            Some(Value::Text(value) | Value::Address(value) | Value::Mail(value)) => {
                format!("{text} {value}").trim().to_owned()
            }
            Some(Value::Date(date)) => format!("{text} {date}"),
            None => text,
        }
    };
    found.iter().map(text).collect()
}

fn with_features(names: &[&str]) -> Accessibility {
    Accessibility { features: to_strings(names), ..Accessibility::default() }
}

const ADJUSTMENTS_UNKNOWN: &str = "No information about appearance modifiability is available";
const READING_UNKNOWN: &str = "No information about nonvisual reading is available";
const AUDIO_UNKNOWN: &str = "No information about prerecorded audio is available";
const READABLE: &str = "Readable in read aloud or dynamic braille";
const PARTLY: &str = "Not fully readable in read aloud or dynamic braille";
const UNREADABLE: &str = "Not readable in read aloud or dynamic braille";
const ALTERNATIVES: &str = "Has alternative text";

#[test]
fn states_visual_adjustments() {
    let first = |claims: &Accessibility, fixed| {
        let statements = Statements::from_claims(claims, fixed);
        statements.sections[0].1[0].text(Language::English, Style::Compact).text
    };
    let changeable = with_features(&["displayTransformability"]);
    assert_eq!(first(&changeable, true), "Appearance can be modified");
    assert_eq!(first(&Accessibility::default(), true), "Appearance cannot be modified");
    assert_eq!(first(&Accessibility::default(), false), ADJUSTMENTS_UNKNOWN);
}

#[test]
fn nonvisual_reading_and_prerecorded_audio() {
    let synchronized = "Prerecorded audio synchronized with text";
    let only = "Prerecorded audio only";
    let clips = "Prerecorded audio clips";
    for (modes, sufficient, named, said) in [
        (&[][..], &[][..], &[][..], &[READING_UNKNOWN, AUDIO_UNKNOWN][..]),
        (&["textual"], &[], &[], &[READABLE, AUDIO_UNKNOWN]),
        (
            &["textual", "visual"],
            &["textual"],
            &["alternativeText"],
            &[READABLE, ALTERNATIVES, AUDIO_UNKNOWN],
        ),
        (&["textual", "visual"], &["textual,visual"], &[], &[PARTLY, AUDIO_UNKNOWN]),
        (&["textual", "visual"], &[], &[], &[PARTLY, AUDIO_UNKNOWN]),
        (&["visual"], &["visual"], &["longDescription"], &[PARTLY, ALTERNATIVES, AUDIO_UNKNOWN]),
        (&["visual"], &["textual,visual"], &[], &[PARTLY, AUDIO_UNKNOWN]),
        (&["visual"], &["visual"], &[], &[UNREADABLE, AUDIO_UNKNOWN]),
        (&["auditory"], &["auditory"], &[], &[UNREADABLE, only]),
        (&["textual", "auditory"], &["textual"], &["synchronizedAudioText"], &[READABLE, synchronized]),
        (&["textual", "auditory"], &["textual"], &[], &[READABLE, clips]),
        (&["auditory", "visual"], &[], &["describedMath"], &[PARTLY, ALTERNATIVES, clips]),
        (&[], &[], &["transcript"], &[PARTLY, ALTERNATIVES, AUDIO_UNKNOWN]),
        (&["auditory", "visual"], &[], &[], &[READING_UNKNOWN, clips]),
    ] {
        let claims = Accessibility {
            access_modes: to_strings(modes),
            access_modes_sufficient: to_strings(sufficient),
            ..with_features(named)
        };
        let found = english_texts(&claims, Section::WaysOfReading);
        assert_eq!(found[0], ADJUSTMENTS_UNKNOWN);
        assert_eq!(found[1..], *said, "{modes:?} {sufficient:?} {named:?}");
    }
}

#[test]
fn states_conformance() {
    let aa = "This publication meets accepted accessibility standards";
    let claim = |text: &str| format!("This publication claims to meet {text}");
    let older = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-";
    let nothing = || vec!["No information is available".to_owned()];
    let undetermined =
        "Conformance to accepted standards for accessibility of this publication cannot be determined";
    let unreadable = || vec![undetermined.to_owned(), claim("EPUB Accessibility 1.1")];
    for (claims, said) in [
        (vec![], nothing()),
        (vec!["PDF/UA-1".to_owned()], nothing()),
        (
            vec!["EPUB Accessibility 1.1 - WCAG 2.2 Level AA".to_owned()],
            vec![aa.to_owned(), claim("EPUB Accessibility 1.1 WCAG 2.2 Level AA")],
        ),
        (
            vec![format!("{older}aaa")],
            vec![
                "This publication exceeds accepted accessibility standards".to_owned(),
                claim("EPUB Accessibility 1.0 WCAG 2.0 Level AAA"),
            ],
        ),
        (
            vec![format!("{older}a")],
            vec![
                "This publication meets minimum accessibility standards".to_owned(),
                claim("EPUB Accessibility 1.0 WCAG 2.0 Level A"),
            ],
        ),
        (
            vec![format!("{older}a"), format!("{older}aa")],
            vec![aa.to_owned(), claim("EPUB Accessibility 1.0 WCAG 2.0 Level AA")],
        ),
        (
            vec![format!("{older}aa"), "EPUB Accessibility 1.1 - WCAG 2.1 Level AA".to_owned()],
            vec![aa.to_owned(), claim("EPUB Accessibility 1.1 WCAG 2.1 Level AA")],
        ),
        (
            vec![format!("{older}aaa"), "EPUB Accessibility 1.1 - WCAG 2.1 Level AA".to_owned()],
            vec![aa.to_owned(), claim("EPUB Accessibility 1.1 WCAG 2.1 Level AA")],
        ),
        // The first claim of the newer standard counts.
        (
            vec![
                "EPUB Accessibility 1.1 - WCAG 2.1 Level AA".to_owned(),
                "EPUB Accessibility 1.1 - WCAG 2.2 Level AAA".to_owned(),
            ],
            vec![aa.to_owned(), claim("EPUB Accessibility 1.1 WCAG 2.1 Level AA")],
        ),
        (vec!["EPUB Accessibility 1.1 - WCAG 2.1".to_owned()], unreadable()),
        (vec!["EPUB Accessibility 1.1 - WCAG 2.9 Level AA".to_owned()], unreadable()),
        (vec!["EPUB Accessibility 1.1 - WCAG 2.1 Level B".to_owned()], unreadable()),
        (vec!["EPUB Accessibility 1.1 - WCAG 2.1 Level AA, mostly".to_owned()], unreadable()),
        // Without guidelines and level nothing is claimed.
        (vec!["EPUB Accessibility 1.1".to_owned()], nothing()),
        (
            vec!["EPUB Accessibility 1.1".to_owned(), format!("{older}aa")],
            vec![aa.to_owned(), claim("EPUB Accessibility 1.0 WCAG 2.0 Level AA")],
        ),
    ] {
        let claims = Accessibility { conformances: claims, ..Accessibility::default() };
        assert_eq!(english_texts(&claims, Section::Conformance), said, "{claims:?}");
    }
}

#[test]
fn certifiers_are_named_and_reports_are_links() {
    let claims = Accessibility {
        conformances: to_strings(&["EPUB Accessibility 1.1 - WCAG 2.1 Level A"]),
        certifications: vec![Certification {
            certified_by: Some("Harbor Access".into()),
            credential: Some("https://harbor.example/badge".into()),
            report: Some("https://harbor.example/report".into()),
            date: Some("2026-03-01T10:00:00Z".into()),
        }],
        ..Accessibility::default()
    };
    let statements = conformance_of(&claims);
    let keys: Vec<_> = statements.iter().map(|statement| statement.keys()[0]).collect();
    assert_eq!(
        keys,
        [
            "conformance-a",
            "conformance-certifier",
            "conformance-certifier-credentials",
            "conformance-details-claim",
            "conformance-details-certification-info",
            "conformance-details-certifier-report",
        ]
    );
    assert_eq!(statements[4].value, Some(Value::Date(jiff::civil::date(2026, 3, 1))));
    assert_eq!(statements[1].value, Some(Value::Text("Harbor Access".into())));
    assert_eq!(statements[2].value, Some(Value::Address("https://harbor.example/badge".into())));
    assert_eq!(
        statements.iter().map(|one| one.detail).collect::<Vec<_>>(),
        [false, false, false, true, true, true]
    );
    let unclaimed = Accessibility { conformances: Vec::new(), ..claims.clone() };
    assert_eq!(english_texts(&unclaimed, Section::Conformance), ["No information is available"]);
    let script = Certification { credential: Some("javascript:x".into()), ..Certification::default() };
    let claims = Accessibility { certifications: vec![script], ..claims };
    assert_eq!(conformance_of(&claims)[1].value, Some(Value::Text("javascript:x".into())), "not a link");
}

fn conformance_of(claims: &Accessibility) -> Vec<AccessibilityStatement> {
    super::conformance_statements(claims)
}

#[test]
fn every_feature_of_the_tables_has_its_statement() {
    for (feature, section, said) in [
        ("pageNavigation", Section::Navigation, "Go to page"),
        ("structuralNavigation", Section::Navigation, "Headings"),
        ("index", Section::Navigation, "Index"),
        ("tableOfContents", Section::Navigation, "Table of contents"),
        (
            "longDescription",
            Section::RichContent,
            "Information-rich images are described by extended descriptions",
        ),
        ("latex-chemistry", Section::RichContent, "Chemical formulas in LaTeX"),
        ("MathML-chemistry", Section::RichContent, "Chemical formulas in MathML"),
        ("describedMath", Section::RichContent, "Text descriptions of math are provided"),
        ("latex", Section::RichContent, "Math as LaTeX"),
        ("MathML", Section::RichContent, "Math as MathML"),
        ("closedCaptions", Section::RichContent, "Videos have closed captions"),
        ("openCaptions", Section::RichContent, "Videos have open captions"),
        ("transcript", Section::RichContent, "Transcript(s) provided"),
        ("pageBreakMarkers", Section::Additional, "Page breaks included"),
        ("printPageNumbers", Section::Additional, "Page breaks included"),
        ("aria", Section::Additional, "ARIA roles included"),
        ("audioDescription", Section::Additional, "Audio descriptions"),
        ("braille", Section::Additional, "Braille"),
        ("fullRubyAnnotations", Section::Additional, "Full ruby annotations"),
        ("highContrastAudio", Section::Additional, "High contrast between foreground and background audio"),
        ("highContrastDisplay", Section::Additional, "High contrast between foreground text and background"),
        ("largePrint", Section::Additional, "Large print"),
        ("rubyAnnotations", Section::Additional, "Some Ruby annotations"),
        ("signLanguage", Section::Additional, "Sign language"),
        ("tactileGraphic", Section::Additional, "Tactile graphics included"),
        ("tactileObject", Section::Additional, "Tactile 3D objects"),
        ("ttsMarkup", Section::Additional, "Text-to-speech hinting provided"),
    ] {
        assert_eq!(english_texts(&with_features(&[feature]), section), [said]);
    }
    let none = Accessibility::default();
    assert_eq!(english_texts(&none, Section::Navigation), ["No information is available"]);
    assert_eq!(english_texts(&none, Section::RichContent), ["No information is available"]);
    assert!(english_texts(&none, Section::Additional).is_empty());
    let all =
        english_texts(&with_features(&["tableOfContents", "index", "pageNavigation"]), Section::Navigation);
    assert_eq!(all, ["Go to page", "Index", "Table of contents"], "in the guide's order");
}

#[test]
fn states_hazards() {
    for (claims, said) in [
        (&[][..], &["No information is available"][..]),
        (&["none"], &["No hazards"]),
        (&["noFlashingHazard", "noMotionSimulationHazard", "noSoundHazard"], &["No hazards"]),
        (&["unknown"], &["The presence of hazards is unknown"]),
        (
            &["unknownFlashingHazard", "unknownMotionSimulationHazard", "unknownSoundHazard"],
            &["The presence of hazards is unknown"],
        ),
        (&["flashing"], &["Flashing content"]),
        (&["motionSimulation", "noSoundHazard"], &["Motion simulation", "No sound hazards"]),
        (
            &["sound", "unknownFlashingHazard", "noMotionSimulationHazard"],
            &["Sounds", "Flashing hazards not known", "No motion simulation hazards"],
        ),
        (
            &["unknownMotionSimulationHazard", "unknownSoundHazard", "noFlashingHazard"],
            &["Motion simulation hazards not known", "Sound hazards not known", "No flashing hazards"],
        ),
    ] {
        let claims = Accessibility { hazards: to_strings(claims), ..Accessibility::default() };
        assert_eq!(english_texts(&claims, Section::Hazards), said, "{claims:?}");
    }
}

#[test]
fn ways_of_reading_and_conformance_are_shown_also_if_nothing_is_known() {
    let statements = title().accessibility_statements();
    assert!(statements.sections().flat_map(|(_, all)| all).all(|statement| !statement.informs));
    let shown: Vec<(Section, Vec<&str>)> = statements
        .displayed_sections()
        .map(|(section, all)| (section, all.into_iter().map(|one| one.keys()[0]).collect()))
        .collect();
    assert_eq!(
        shown,
        [
            (
                Section::WaysOfReading,
                vec![
                    "ways-of-reading-visual-adjustments-unknown",
                    "ways-of-reading-nonvisual-reading-no-metadata"
                ]
            ),
            (Section::Conformance, vec!["conformance-no"]),
        ]
    );
    let book = Inspection { words: 10, headings: 2, fixed_layout: true, ..Inspection::default() };
    let fixed = with_change(title(), |title| title.inspection = Some(book)).accessibility_statements();
    let first = fixed.displayed_sections().next().unwrap().1[0];
    assert_eq!(first.keys(), ["ways-of-reading-visual-adjustments-unmodifiable"]);
    assert!(
        !fixed.displayed_sections().any(|(section, _)| section == Section::Navigation),
        "seen, not claimed"
    );
}

#[test]
fn exemptions_are_shown_only_if_they_are_claimed() {
    let claiming =
        |claim: &str| Accessibility { exemptions: to_strings(&[claim]), ..Accessibility::default() };
    for claim in ["eaa-microenterprise", "eaa-disproportionate-burden", "eaa-fundamental-alteration"] {
        let said = ["Claims an accessibility exemption in some jurisdictions"];
        assert_eq!(english_texts(&claiming(claim), Section::Legal), said);
    }
    for claims in [Accessibility::default(), claiming("no-time")] {
        let statements = Statements::from_claims(&claims, false);
        assert!(!statements.displayed_sections().any(|(section, _)| section == Section::Legal));
    }
}

#[test]
fn the_summary_is_the_publishers_own() {
    let claims =
        Accessibility { summary: Some(" All images described. ".into()), ..Accessibility::default() };
    assert_eq!(english_texts(&claims, Section::Summary), ["All images described."]);
    assert_eq!(english_texts(&Accessibility::default(), Section::Summary), ["No information is available"]);
}

#[test]
fn texts_of_the_publisher_name_their_language() {
    let claims = Accessibility {
        summary: Some("Zusammenfassung".into()),
        languages: TextLanguages { summary: Some("de".into()), ..TextLanguages::default() },
        ..Accessibility::default()
    };
    assert_eq!(super::summary_statements(&claims)[0].value_language.as_deref(), Some("de"));
    let unstated = Accessibility { languages: TextLanguages::default(), ..claims };
    assert_eq!(super::summary_statements(&unstated)[0].value_language, None);
}

#[test]
fn every_statement_has_words_in_every_language_and_style() {
    let all: Vec<&str> = Feature::ALL.iter().map(|feature| feature.as_str()).collect();
    let claims = Accessibility {
        hazards: to_strings(&["flashing", "noSoundHazard", "unknownMotionSimulationHazard"]),
        conformances: to_strings(&["EPUB Accessibility 1.1 - WCAG 2.2 Level AA"]),
        ..with_features(&all)
    };
    for claims in [claims, Accessibility::default()] {
        for (section, statements) in Statements::from_claims(&claims, false).sections() {
            for language in Language::ALL {
                assert!(!section.heading(language).text.is_empty());
                for statement in statements {
                    for style in [Style::Compact, Style::Descriptive] {
                        assert!(!statement.text(language, style).text.is_empty(), "{statement:?} {language}");
                    }
                }
            }
        }
    }
    let modifiable = AccessibilityStatement::new("ways-of-reading-visual-adjustments-unmodifiable");
    let german = modifiable.text(Language::German, Style::Descriptive);
    assert_eq!(german.language, Language::German);
    assert_ne!(german.text, modifiable.text(Language::German, Style::Compact).text);
}
