//! Records with arbitrary texts.

use std::collections::BTreeSet;

use domain::artifacts::{Certification, Content, Techniques, TextLanguages};
use domain::titles::{Metadata, StatedLanguages};
use domain::wire::WireEnum as _;
use domain::{Accessibility, ContentWarning, Contributor, ContributorType, Territory, UsageRestriction};
use jiff::Timestamp;
use metadata::{Action, Issue, Record, RecordFormat, RecordSubject, RecordWriter, Scheme, Sender};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

pub fn sample_sender() -> Sender {
    Sender { name: "The <Harbor> & Library".into(), sent_at: Timestamp::constant(1_795_262_400, 0) }
}

/// A title that readers can find.
pub fn issue_of(record: Record) -> Issue {
    let (created, changed) = (Timestamp::UNIX_EPOCH, sample_sender().sent_at);
    Issue { record, announced: false, music: false, formats: Vec::new(), created, changed, successor: None }
}

pub fn write_all(output: RecordFormat, issues: &[Issue]) -> Vec<u8> {
    let mut writer = RecordWriter::new(output, Vec::new(), &sample_sender()).unwrap();
    for issue in issues {
        writer.write_record(issue).unwrap();
    }
    writer.finish().unwrap()
}

/// A text that begins and ends with a visible character, and contains difficult ones.
fn any_text() -> impl Strategy<Value = String> {
    "[a-zé=+@<&;|(\"-]{1,2}[a-zé<>&;|,./:=\"'\\\\\u{1}\u{b}\r\n \u{2028}-]{0,10}[a-z.;\\\\]"
}

fn any_option<T: std::fmt::Debug>(of: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::of(of)
}

/// A description as plain text: lines of words.
fn any_description() -> impl Strategy<Value = String> {
    let word = "[a-z<>&;/]{1,5}|<b>|&amp;|&#65;|</script>|<!--|<br";
    let line = proptest::collection::vec(word, 1..5).prop_map(|words| words.join(" "));
    proptest::collection::vec(line, 1..4).prop_map(|lines| lines.join("\n"))
}

fn any_contributors() -> impl Strategy<Value = Vec<Contributor>> {
    let name = prop_oneof![
        any_text().prop_map(|name| (name, None)),
        (any_text(), any_text()).prop_map(|(shown, sorted)| (shown, Some(sorted))),
        Just(("Jan van Dijk".to_owned(), Some("Dijk, Jan van".to_owned()))),
        Just(("Martin Luther King, Jr.".to_owned(), Some("King, Martin Luther, Jr.".to_owned()))),
        Just(("Society of Keepers".to_owned(), None)),
        Just(("Homer".to_owned(), None)),
        Just(("C. S. Lewis".to_owned(), Some("Lewis, C. S. (Clive Staples)".to_owned()))),
    ];
    let one = (select(ContributorType::ALL), name)
        .prop_map(|(kind, (display_name, index_name))| Contributor { kind, display_name, index_name });
    proptest::collection::vec(one, 0..5).prop_map(remove_duplicates)
}

pub fn remove_duplicates<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

fn any_subjects() -> impl Strategy<Value = Vec<RecordSubject>> {
    let own = any_text().prop_map(|name| RecordSubject { scheme: Scheme::Own, code: None, name: Some(name) });
    let bisac = ("[A-Z]{3}[0-9]{6}", any_text()).prop_map(|(code, name)| RecordSubject {
        scheme: Scheme::Bisac,
        code: Some(code),
        name: Some(name),
    });
    let thema = ("[A-Y][A-Z]{1,3}|[1-6][A-Z]{1,3}(-[A-Z]{2})?", any_option(any_text()))
        .prop_map(|(code, name)| RecordSubject { scheme: Scheme::Thema, code: Some(code), name });
    let list = |of| proptest::collection::vec(of, 0..3);
    let thema = list(thema.boxed()).prop_map(|mut codes: Vec<RecordSubject>| {
        let mut known = BTreeSet::new();
        codes.retain(|one| known.insert(one.code.clone()));
        codes
    });
    (list(own.boxed()), list(bisac.boxed()), thema)
        .prop_map(|(own, bisac, thema)| remove_duplicates([own, bisac, thema].concat()))
}

pub const SAMPLE_ISBNS: [&str; 4] = ["9780306406157", "9780804429573", "9780141439587", "9780141439518"];

fn any_metadata() -> impl Strategy<Value = Metadata> {
    let texts = (
        any_text(),
        any_option(any_text()),
        any_option(any_description()),
        any_contributors(),
        any_option(any_text()),
        any_option(any_text()),
        any_option(any_text()),
    );
    let series = (
        any_option(any_text()),
        any_option(any_text()),
        any_option(prop_oneof![any_text(), Just("3".into()), Just("3.10".into())]),
    );
    let numbers = (
        subsequence(SAMPLE_ISBNS.to_vec(), 0..=4),
        any::<bool>(),
        subsequence(vec!["deu", "eng", "fra", "und", "zxx"], 0..=3),
        any_option(1_i16..=2100),
        any_option(1..5000),
        any_option(0..50),
        any_option(select(vec!["GB", "US", "FR"])),
    );
    let other = (any_option(any_text()), any_option(any_text()), any_option(any_text()), any::<bool>());
    let language = || any_option(select(vec!["de", "fr", "grc"]).prop_map(str::to_owned));
    let stated = (language(), language(), language(), language(), language());
    let shuffled = subsequence(vec!["P", "K", "1", "2", "7", "12", "13", "17", "4KHF"], 0..=9);
    let audience = (
        shuffled,
        subsequence(ContentWarning::ALL.to_vec(), 0..=3),
        any::<bool>(),
        any_option(select(vec!["AD", "NP"])),
        any_option("[1-9][0-9]{1,3}"),
        any_option(0..18),
        any_option(0..18),
    );
    (texts, series, numbers, (other, stated), audience).prop_map(
        |(texts, series, numbers, other, audience)| {
            let (other, stated) = other;
            // Only a text has a language.
            let stated_languages = StatedLanguages {
                title: stated.0,
                subtitle: stated.1.filter(|_| texts.1.is_some()),
                synopsis: stated.2.filter(|_| texts.2.is_some()),
                series_title: stated.3.filter(|_| series.0.is_some()),
                notes: stated.4.filter(|_| other.2.is_some()),
            };
            let strings = |all: &[&str]| -> Vec<String> { all.iter().map(|one| (*one).to_owned()).collect() };
            let isbns = strings(&numbers.0);
            let own = numbers.1.then(|| isbns.first().cloned()).flatten();
            let related = isbns.into_iter().filter(|isbn| Some(isbn) != own.as_ref()).collect();
            Metadata {
                title: texts.0,
                subtitle: texts.1,
                synopsis: texts.2,
                contributors: texts.3,
                copyright_holder: texts.4,
                publisher: texts.5,
                edition: texts.6,
                series_subtitle: series.1.filter(|_| series.0.is_some()),
                series_title: series.0,
                series_number: series.2,
                isbn13: own,
                related_isbns: related,
                languages: strings(&numbers.2),
                stated_languages,
                copyright_date: numbers.3,
                num_pages: numbers.4,
                num_images: numbers.5,
                origin_country: numbers.6.map(str::to_owned),
                external_category_code: other.0,
                product_identifier: other.1,
                notes: other.2,
                nimac: other.3,
                grades: strings(&audience.0),
                content_warnings: audience.1,
                adult_content: audience.2,
                lexile_code: audience.3.map(str::to_owned),
                lexile_number: audience.4,
                reading_age_minimum: audience.5,
                reading_age_maximum: audience.6,
                ..Metadata::default()
            }
        },
    )
}

fn any_territory() -> impl Strategy<Value = Option<Territory>> {
    let set = |codes: Vec<&str>| -> BTreeSet<String> { codes.into_iter().map(str::to_owned).collect() };
    let one = (
        any::<bool>(),
        subsequence(vec!["CA", "FR", "GB", "US"], 0..=4),
        subsequence(vec!["CA-ON", "FR-IDF", "US-CA", "US-PR"], 0..=2),
        any::<bool>(),
        any::<bool>(),
    );
    any_option(one.prop_map(move |(worldwide, countries, states, marrakesh, exception)| Territory {
        worldwide,
        countries: if worldwide { BTreeSet::new() } else { set(countries) },
        states: set(states),
        marrakesh_available: marrakesh,
        marrakesh_pod_exception: exception,
    }))
}

fn any_accessibility() -> impl Strategy<Value = Option<Accessibility>> {
    let lists = (
        subsequence(vec!["PDF/UA-1", "EPUB Accessibility 1.1 - WCAG 2.2 Level AA"], 0..=2),
        subsequence(
            vec!["alternativeText", "ARIA", "highContrastDisplay", "tableOfContents", "sea; sound"],
            0..=5,
        ),
        subsequence(vec!["noFlashingHazard", "sound", "storm"], 0..=3),
        subsequence(vec!["textual", "visual"], 0..=2),
        subsequence(vec!["textual", "auditory", "textual,visual"], 0..=3),
    );
    let language = || any_option(select(vec!["de", "fr", "grc"]).prop_map(str::to_owned));
    let more = (
        subsequence(vec!["eaa-microenterprise", "eaa-fundamental-alteration"], 0..=2),
        (any_option(any_text()), any_option(any_text()), any_option(any_text())),
        (language(), language(), language()),
        subsequence(Content::ALL.to_vec(), 0..=Content::ALL.len()),
        select(Techniques::ALL),
    );
    let certification =
        (any_option(any_text()), any_option(any_text()), any_option(any_text()), any_option(any_text()));
    let said = (any_option(any_text()), any_option(certification), lists, more);
    let accessibility = said.prop_map(|(summary, certification, lists, more)| {
        let strings = |all: Vec<&str>| -> Vec<String> { all.into_iter().map(str::to_owned).collect() };
        let (limitations, addendum, contact) = more.1;
        let languages = TextLanguages {
            summary: more.2.0.filter(|_| summary.is_some()),
            limitations: more.2.1.filter(|_| limitations.is_some()),
            addendum: more.2.2.filter(|_| addendum.is_some()),
        };
        let certification = certification.map(|(by, credential, report, date)| Certification {
            certified_by: by,
            credential,
            report,
            date,
        });
        let said = Accessibility {
            techniques: Techniques::default(),
            summary,
            certifications: certification
                .into_iter()
                .filter(|one| *one != Certification::default())
                .collect(),
            conformances: strings(lists.0),
            features: strings(lists.1),
            hazards: strings(lists.2),
            access_modes: strings(lists.3),
            access_modes_sufficient: strings(lists.4),
            exemptions: strings(more.0),
            limitations,
            addendum,
            languages,
            contact,
            contents: more.3,
        };
        (said != Accessibility::default()).then_some(Accessibility { techniques: more.4, ..said })
    });
    any_option(accessibility).prop_map(Option::flatten)
}

pub fn any_record() -> impl Strategy<Value = Record> {
    let reference = "[a-z(]{0,2}[a-z)=&;<|.:\\\\]{0,4}[0-9]{1,4}";
    (
        reference,
        any_metadata(),
        any_subjects(),
        any_option(select(UsageRestriction::ALL)),
        any_territory(),
        any_accessibility(),
    )
        .prop_map(|(reference, metadata, subjects, usage, territory, accessibility)| Record {
            reference,
            action: Action::Full,
            metadata,
            subjects,
            usage,
            territory,
            accessibility,
        })
}
