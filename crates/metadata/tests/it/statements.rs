//! Rows of the tables of the Display Techniques for ONIX Accessibility Metadata: from elements of a record to
//! the statements of the display.

use domain::accessibility::{Section, Statements, Value};
use domain::artifacts::{Accessibility, Techniques};
use metadata::Record;
use metadata::onix::ProductReader;

const UNKNOWN_STATEMENTS: [&str; 3] = [
    "ways-of-reading-visual-adjustments-unknown",
    "ways-of-reading-nonvisual-reading-no-metadata",
    "conformance-no",
];

/// The record of a product with these elements of its descriptive detail.
fn record_with_detail(detail: &str) -> Record {
    let text = format!(
        "<ONIXMessage release=\"3.0\"><Header><Sender><SenderName>S</SenderName></Sender>\
         <SentDateTime>20260101</SentDateTime></Header><Product><RecordReference>r</RecordReference>\
         <NotificationType>03</NotificationType><DescriptiveDetail>{detail}<TitleDetail><TitleType>01</TitleType>\
         <TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>T</TitleText></TitleElement>\
         </TitleDetail></DescriptiveDetail></Product></ONIXMessage>"
    );
    let mut entries = ProductReader::new(text.as_bytes()).unwrap();
    entries.next().unwrap().unwrap().result.unwrap()
}

/// Elements by code: `09/36` is a feature of list 196, `12/13` a hazard, `81/10` a type of content, `E201` a
/// detail of the form.
fn elements_of(codes: &[&str]) -> String {
    let element = |code: &&str| match code.split_once('/') {
        Some(("81", code)) => format!("<PrimaryContentType>{code}</PrimaryContentType>"),
        Some((kind, value)) => format!(
            "<ProductFormFeature><ProductFormFeatureType>{kind}</ProductFormFeatureType>\
             <ProductFormFeatureValue>{value}</ProductFormFeatureValue>\
             <ProductFormFeatureDescription>text of {value}</ProductFormFeatureDescription></ProductFormFeature>"
        ),
        None => format!("<ProductFormDetail>{code}</ProductFormDetail>"),
    };
    codes.iter().map(element).collect()
}

/// The displayed statements of a section.
fn displayed_statements(codes: &[&str], section: Section) -> Vec<&'static str> {
    let said = record_with_detail(&elements_of(codes)).accessibility.unwrap_or_default();
    statement_keys(&said, |of| of == section)
}

fn statement_keys(said: &Accessibility, wanted: impl Fn(Section) -> bool) -> Vec<&'static str> {
    let statements = Statements::from_claims(said, false);
    let all: Vec<&'static str> = statements
        .displayed_sections()
        .filter(|(section, _)| wanted(*section))
        .flat_map(|(_, all)| all)
        .flat_map(|one| one.keys().iter().copied())
        .collect();
    all
}

#[test]
fn a_record_without_statements_displays_that_nothing_is_known() {
    for codes in [&[][..], &["81/10"], &["E200"]] {
        let said = record_with_detail(&elements_of(codes)).accessibility;
        assert_eq!(said, None, "{codes:?}");
    }
    let fixed = record_with_detail(&elements_of(&["E201"])).accessibility.unwrap();
    assert_eq!(fixed.techniques, Techniques::Onix);
    let statements = Statements::from_claims(&fixed, false);
    let first = statements.displayed_sections().next().unwrap().1[0].keys()[0];
    assert_eq!(first, "ways-of-reading-visual-adjustments-unmodifiable");
    assert_eq!(statement_keys(&Accessibility::default(), |_| true), UNKNOWN_STATEMENTS);
}

#[test]
fn displays_visual_adjustments() {
    let first = |codes: &[&str]| displayed_statements(codes, Section::WaysOfReading)[0];
    assert_eq!(first(&["09/36"]), "ways-of-reading-visual-adjustments-modifiable");
    assert_eq!(first(&["09/36", "E201"]), "ways-of-reading-visual-adjustments-modifiable");
    assert_eq!(first(&["09/11", "E201"]), "ways-of-reading-visual-adjustments-unmodifiable");
    assert_eq!(first(&["09/11", "E200", "E201"]), UNKNOWN_STATEMENTS[0]);
    assert_eq!(first(&["09/11"]), UNKNOWN_STATEMENTS[0]);
}

#[test]
fn displays_nonvisual_reading() {
    let (yes, partly, no, described) = (
        "ways-of-reading-nonvisual-reading-readable",
        "ways-of-reading-nonvisual-reading-not-fully",
        "ways-of-reading-nonvisual-reading-none",
        "ways-of-reading-nonvisual-reading-alt-text",
    );
    for (codes, said) in [
        (&["09/52"][..], &[yes][..]),
        (&["09/52", "09/14"], &[yes, described]),
        (&["09/11", "81/10"], &[partly]),
        (&["09/14"], &[partly, described]),
        (&["09/15"], &[partly, described]),
        (&["09/16"], &[partly, described]),
        (&["V212"], &[partly, described]),
        (&["09/14", "81/01"], &[partly, described]),
        // Descriptions of formulas alone are not an alternative.
        (&["09/53"], &[UNKNOWN_STATEMENTS[1]]),
        (&["09/53", "81/10"], &[partly]),
        (&["09/11", "81/01"], &[no]),
        (&["81/01"], &[no]),
        (&["09/11"], &[UNKNOWN_STATEMENTS[1]]),
    ] {
        let found = displayed_statements(codes, Section::WaysOfReading);
        let found: Vec<_> = found.into_iter().filter(|key| key.contains("nonvisual")).collect();
        assert_eq!(found, said, "{codes:?}");
    }
}

#[test]
fn displays_prerecorded_audio() {
    let (only, clips, synchronized) = (
        "ways-of-reading-prerecorded-audio-only",
        "ways-of-reading-prerecorded-audio-complementary",
        "ways-of-reading-prerecorded-audio-synchronized",
    );
    for (codes, said) in [
        (&["09/39"][..], &[only][..]),
        (&["09/39", "81/01"], &[only]),
        (&["09/11", "81/01"], &[clips]),
        (&["09/11", "81/21"], &[clips]),
        (&["09/11", "81/22"], &[clips]),
        (&["09/11", "81/06"], &[clips]),
        (&["09/11", "81/25"], &[clips]),
        (&["09/11", "81/30"], &[clips]),
        (&["09/51", "09/20", "A305"], &[synchronized]),
        (&["09/51", "09/20", "81/10"], &[synchronized]),
        (&["09/51", "A305"], &[synchronized]),
        (&["09/39", "09/51", "09/20"], &[synchronized]),
        // What is synchronized must be all that there is.
        (&["09/20"], &[]),
        (&["09/20", "A305"], &[]),
        (&["09/51"], &[]),
        (&["09/51", "81/10"], &[]),
        (&["09/51", "81/06"], &[]),
        (&["09/51", "09/20", "81/06"], &[synchronized]),
        (&["09/51", "81/01"], &[clips]),
        (&["09/51", "09/20", "81/22"], &[clips]),
        (&["09/11"], &[]),
    ] {
        let found = displayed_statements(codes, Section::WaysOfReading);
        let found: Vec<_> = found.into_iter().filter(|key| key.contains("prerecorded")).collect();
        assert_eq!(found, said, "{codes:?}");
    }
}

#[test]
fn displays_conformance() {
    let (claim, old, new) = (
        "conformance-details-claim",
        "conformance-details-epub-accessibility-1-0",
        "conformance-details-epub-accessibility-1-1",
    );
    let wcag =
        ["conformance-details-wcag-2-0", "conformance-details-wcag-2-1", "conformance-details-wcag-2-2"];
    let level =
        ["conformance-details-level-a", "conformance-details-level-aa", "conformance-details-level-aaa"];
    for (codes, said) in [
        (&["09/02"][..], &["conformance-a", claim, old, wcag[0], level[0]][..]),
        (&["09/03"], &["conformance-aa", claim, old, wcag[0], level[1]]),
        (&["09/04", "09/80", "09/84"], &["conformance-a", claim, new, wcag[0], level[0]]),
        (&["09/04", "09/81", "09/85"], &["conformance-aa", claim, new, wcag[1], level[1]]),
        (&["09/04", "09/82", "09/86"], &["conformance-aaa", claim, new, wcag[2], level[2]]),
        (&["09/04", "09/80", "09/82", "09/84", "09/85"], &["conformance-aa", claim, new, wcag[2], level[1]]),
        // The detailed claim contains what is named.
        (&["09/82", "09/85"], &["conformance-aa", claim, wcag[2], level[1]]),
        (&["09/04", "09/85"], &["conformance-aa", claim, new, level[1]]),
        // What the code of the older standard says counts for each of the three.
        (&["09/02", "09/81", "09/85"], &["conformance-aa", claim, old, wcag[1], level[1]]),
        (&["09/04", "09/03"], &["conformance-aa", claim, new, wcag[0], level[1]]),
        (&["09/04", "09/81", "09/84", "09/03"], &["conformance-aa", claim, new, wcag[1], level[1]]),
        (&["09/03", "09/86"], &["conformance-aaa", claim, old, wcag[0], level[2]]),
        (&["09/01"], &["conformance-aa"]),
        (&["09/01", "09/04", "09/81", "09/84"], &["conformance-aa", claim, new, wcag[1], level[0]]),
        (&["09/01", "09/04", "09/81", "09/86"], &["conformance-aaa", claim, new, wcag[1], level[2]]),
        // Without a level nothing is claimed, and without a standard neither.
        (&["09/04"], &["conformance-no"]),
        (&["09/04", "09/81"], &["conformance-no"]),
        (&["09/82"], &["conformance-no"]),
        (&["09/85"], &["conformance-no"]),
        (&["09/11"], &["conformance-no"]),
        // A certifier is named without a claim, too.
        (
            &["09/90", "09/91"],
            &["conformance-no", "conformance-certifier", "conformance-details-certification-info"],
        ),
    ] {
        assert_eq!(displayed_statements(codes, Section::Conformance), said, "{codes:?}");
    }
}

#[test]
fn displays_certifier_credential_date_and_report() {
    let text = elements_of(&["09/04", "09/81", "09/85", "09/90", "09/91", "09/93", "09/94"])
        .replace("text of 91", "2026-03-01")
        .replace("text of 93", "https://lab.example/")
        .replace("text of 94", "https://lab.example/report");
    let said = record_with_detail(&text).accessibility.unwrap();
    let statements = Statements::from_claims(&said, false);
    let (_, all) =
        statements.displayed_sections().find(|(section, _)| *section == Section::Conformance).unwrap();
    let values: Vec<_> = all.iter().filter_map(|one| Some((one.keys()[0], one.value.clone()?))).collect();
    assert_eq!(
        values,
        [
            ("conformance-certifier", Value::Text("text of 90".into())),
            ("conformance-certifier-credentials", Value::Address("https://lab.example/".into())),
            ("conformance-details-certification-info", Value::Date("2026-03-01".parse().unwrap())),
            ("conformance-details-certifier-report", Value::Address("https://lab.example/report".into())),
        ]
    );
    // Who credentialled the certifier counts if the certifier has no page.
    let older = record_with_detail(&elements_of(&["09/85", "09/88"])).accessibility.unwrap();
    assert_eq!(older.certifications[0].credential.as_deref(), Some("text of 88"));
    let dated = record_with_detail(&text.replace("2026-03-01", "20260301")).accessibility.unwrap();
    let statements = Statements::from_claims(&dated, false);
    let mut all = statements.displayed_sections().flat_map(|(_, all)| all);
    assert!(all.any(|one| one.value == Some(Value::Date("2026-03-01".parse().unwrap()))));
}

#[test]
fn displays_navigation_and_rich_content() {
    for (codes, section, said) in [
        (&["09/11"][..], Section::Navigation, &["navigation-toc"][..]),
        (&["09/12"], Section::Navigation, &["navigation-index"]),
        (&["09/29"], Section::Navigation, &["navigation-structural"]),
        (&["09/41"], Section::Navigation, &["navigation-page-navigation"]),
        (&["09/36"], Section::Navigation, &[]),
        (&["09/17"], Section::RichContent, &["rich-content-accessible-math-as-mathml"]),
        (&["09/35"], Section::RichContent, &["rich-content-accessible-math-as-latex"]),
        (&["09/53"], Section::RichContent, &["rich-content-accessible-math-described"]),
        // Page numbers and descriptions by the codes that version 2.0 reads.
        (&["09/19"], Section::Navigation, &["navigation-page-navigation"]),
        (&["09/14", "81/48"], Section::RichContent, &["rich-content-accessible-math-described"]),
        (&["09/14", "09/17", "81/48"], Section::RichContent, &["rich-content-accessible-math-as-mathml"]),
        (&["09/14"], Section::RichContent, &[]),
        (&["81/48", "09/11"], Section::RichContent, &[]),
        (&["09/54"], Section::RichContent, &["rich-content-accessible-chemistry-as-latex"]),
        (&["09/34"], Section::RichContent, &["rich-content-accessible-chemistry-as-mathml"]),
        (&["09/15"], Section::RichContent, &["rich-content-extended"]),
        (&["09/16"], Section::RichContent, &["rich-content-extended"]),
        (&["V210"], Section::RichContent, &["rich-content-closed-captions"]),
        (&["V211"], Section::RichContent, &["rich-content-open-captions"]),
        (&["V212"], Section::RichContent, &["rich-content-transcript"]),
        (&["09/14"], Section::RichContent, &[]),
        (&["09/11"], Section::RichContent, &[]),
    ] {
        assert_eq!(displayed_statements(codes, section), said, "{codes:?}");
    }
}

#[test]
fn displays_hazards() {
    for (codes, said) in [
        (&["12/00"][..], &["hazards-none"][..]),
        (&["12/14", "12/16", "12/18"], &["hazards-none"]),
        (&["12/24", "12/25", "12/26"], &["hazards-unknown"]),
        (&["09/08"], &["hazards-unknown"]),
        (&["12/13"], &["hazards-flashing"]),
        (&["12/17"], &["hazards-motion"]),
        (&["12/15"], &["hazards-sound"]),
        (&["12/13", "12/15", "12/17"], &["hazards-flashing", "hazards-motion", "hazards-sound"]),
        (&["09/11"], &[]),
    ] {
        assert_eq!(displayed_statements(codes, Section::Hazards), said, "{codes:?}");
    }
}

#[test]
fn displays_limits_addendum_and_summary() {
    let text = |codes: &[&str]| {
        let said = record_with_detail(&elements_of(codes)).accessibility.unwrap();
        let statements = Statements::from_claims(&said, false);
        let summary = statements.displayed_sections().find(|(section, _)| *section == Section::Summary);
        let values = summary.into_iter().flat_map(|(_, all)| all).filter_map(|one| match &one.value {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        });
        values.collect::<Vec<_>>()
    };
    assert_eq!(text(&["09/00"]), ["text of 00"]);
    assert_eq!(text(&["09/00", "09/92"]), ["text of 92"], "the addendum replaces the summary");
    assert_eq!(text(&["09/00", "09/09"]), ["text of 09", "text of 00"]);
    assert_eq!(text(&["09/09", "09/92"]), ["text of 09", "text of 92"]);
    assert!(text(&["09/11"]).is_empty());
}

#[test]
fn texts_name_their_language_or_that_of_an_element_around_them() {
    let text = elements_of(&["09/00", "09/09", "09/92"])
        .replacen("<ProductFormFeatureDescription>", "<ProductFormFeatureDescription language=\"fre\">", 1)
        .replacen(
            "</ProductFormFeature><ProductFormFeature>",
            "</ProductFormFeature><ProductFormFeature language=\"ger\">",
            1,
        );
    let languages = record_with_detail(&text).accessibility.unwrap().languages;
    assert_eq!(languages.summary.as_deref(), Some("fr"));
    assert_eq!(languages.limitations.as_deref(), Some("de"));
    assert_eq!(languages.addendum, None);
}

#[test]
fn the_publisher_is_asked_by_mail() {
    for (address, value) in [
        ("access@press.example", Value::Mail("access@press.example".into())),
        ("mailto:access@press.example", Value::Mail("access@press.example".into())),
        ("https://press.example/access", Value::Address("https://press.example/access".into())),
        ("by telephone", Value::Text("by telephone".into())),
    ] {
        let said = record_with_detail(&elements_of(&["09/99"]).replace("text of 99", address))
            .accessibility
            .unwrap();
        let statements = Statements::from_claims(&said, false);
        let (_, all) =
            statements.displayed_sections().find(|(section, _)| *section == Section::Summary).unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].keys(), ["accessibility-summary-publisher-contact"]);
        assert_eq!(all[0].value, Some(value));
    }
    let after = displayed_statements(&["09/00", "09/99"], Section::Summary);
    assert_eq!(after, ["accessibility-summary-publisher-contact"], "and the summary, which is in no list");
}

#[test]
fn displays_legal_considerations() {
    for code in ["09/75", "09/76", "09/77"] {
        assert_eq!(displayed_statements(&[code], Section::Legal), ["legal-considerations-exempt"]);
    }
    assert!(displayed_statements(&["09/11"], Section::Legal).is_empty());
}

#[test]
fn displays_additional_information() {
    for (code, said) in [
        ("09/19", "page-breaks"),
        ("09/21", "text-to-speech-hinting"),
        ("09/24", "dyslexia-readability"),
        ("09/25", "color-not-sole-means-of-conveying-information"),
        ("09/26", "high-contrast-between-text-and-background"),
        ("09/27", "high-contrast-between-foreground-and-background-audio"),
        ("09/37", "ultra-high-contrast-between-text-and-background"),
        ("V213", "sign-language"),
        ("E205", "visible-page-numbering"),
        ("A312", "without-background-sounds"),
    ] {
        assert_eq!(
            displayed_statements(&[code], Section::Additional),
            [format!("additional-accessibility-information-{said}")],
            "{code}"
        );
    }
}
