//! Programs of two versions edit the same records in turn, and nothing that either of them wrote is lost.

use std::collections::BTreeSet;

use domain::artifacts::{ArtifactDetails, Certification, Narrator};
use domain::fixtures::{account, edition, school, series, title, united_states, with_change};
use domain::periodicals::Edition;
use domain::recommendation_profiles::RecommendationProfile;
use domain::reference_organizations::ReferenceOrganization;
use domain::thema::ThemaCode;
use domain::titles::{Music, StatedLanguages};
use domain::{
    Accessibility, Account, Category, ContentWarning, Contributor, ContributorType, DisabilityPlan, Format,
    Membership, Name, NarratorType, Organization, Preferences, Role, Series, Title, WireEnum as _,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::merge::merge;
use super::{StoredDocument, change_document};

/// Edits of each type, by both versions.
const EDITS: usize = 10_000;
/// Edits after which the version before is another one.
const EDITS_PER_VERSION: usize = 50;

/// A record with something in every member, and with lists of several objects. Every stored type needs one.
pub(super) trait Sample: StoredDocument {
    fn sample() -> Self;
}

fn artifact_details() -> ArtifactDetails {
    let certification = |by: &str| Certification {
        certified_by: Some(by.into()),
        credential: Some("https://example.org/credential".into()),
        report: Some("https://example.org/report".into()),
        date: Some("2026-05-04".into()),
    };
    let accessibility = Accessibility {
        summary: Some("Complete.".into()),
        conformances: vec!["EPUB Accessibility 1.1 - WCAG 2.2 Level AA".into()],
        certifications: vec![certification("Ada"), certification("Bea")],
        contact: Some("help@example.org".into()),
        ..Accessibility::default()
    };
    ArtifactDetails {
        producers: vec!["A".into(), "B".into()],
        supplier: Some("S".into()),
        narrator: Some(Narrator { name: "N".into(), gender: None, kind: NarratorType::Human }),
        duration_seconds: Some(600),
        accessibility: Some(accessibility),
        ..ArtifactDetails::default()
    }
}

fn categories() -> Vec<Category> {
    vec![Category::service("Sea"), Category::service("Ships"), Category::bisac("FIC047000", "FICTION / Sea")]
}

impl Sample for Title {
    fn sample() -> Self {
        with_change(title(), |title| {
            title.owner = Some("ada".into());
            title.inspection = Some(domain::accessibility::Inspection::default());
            title.files.others = [(Format::Pdf, "sources/1001/book.pdf".to_owned())].into();
            for artifact in &mut title.artifacts {
                artifact.details = artifact_details();
            }
            let metadata = &mut title.metadata;
            metadata.subtitle = Some("A novel".into());
            metadata.synopsis = Some("The sea.".into());
            metadata.contributors.push(Contributor::new(ContributorType::Translator, "Jo March"));
            metadata.contributors.push(Contributor::new(ContributorType::Author, "Ada Reed"));
            metadata.categories = categories();
            metadata.thema = ["FFC", "1DDR"]
                .into_iter()
                .filter_map(|code| ThemaCode::new(code, Some("Heading")))
                .collect();
            metadata.stated_languages = StatedLanguages {
                title: Some("fr".into()),
                notes: Some("fr".into()),
                ..StatedLanguages::default()
            };
            metadata.other_script.title = Some("港の朝".into());
            metadata.content_warnings = vec![ContentWarning::Drugs];
            metadata.copyright_date = Some(1999);
            metadata.notes = Some("Notes".into());
            metadata.music = Some(Music { key: Some("C".into()), ..Music::default() });
        })
    }
}

impl Sample for Account {
    fn sample() -> Self {
        with_change(account("ada", Role::OrganizationMember), |ada| {
            ada.guardian = Some(Name::new("Mara", "Reed"));
            ada.phone_number = Some("1".into());
            ada.membership = Some(Membership {
                title: Some("Teacher".into()),
                grade: Some("05".into()),
                plans: DisabilityPlan::ALL.iter().copied().collect(),
                allow_search_downloads: Some(true),
                roster_tag: Some(7),
                sourced_id: Some("p-7".into()),
                ..Membership::new("school".into())
            });
        })
    }
}

impl Sample for Organization {
    fn sample() -> Self {
        with_change(school().organization, |school| {
            school.phone_number = Some("1".into());
            school.notes = Some("Notes".into());
            school.books_allowed = Some(100);
            school.reference_org_id = Some("41-0007".into());
        })
    }
}

impl Sample for ReferenceOrganization {
    fn sample() -> Self {
        Self {
            id: "41-0007".into(),
            name: "Alder Creek School".into(),
            parent_name: Some("Salem District".into()),
            kind: "school".into(),
            address: united_states(),
            location: Some(united_states()),
        }
    }
}

impl Sample for Series {
    fn sample() -> Self {
        with_change(series(), |series| {
            series.description = Some("News".into());
            series.categories = categories();
            series.countries = ["CA".to_owned(), "US".to_owned()].into();
        })
    }
}

impl Sample for Edition {
    fn sample() -> Self {
        with_change(edition(), |edition| {
            edition.expires = Some(edition.published);
            for artifact in &mut edition.artifacts {
                artifact.details = artifact_details();
            }
        })
    }
}

impl Sample for Preferences {
    fn sample() -> Self {
        Self {
            format: Some(Format::Brf),
            more_formats: vec![Format::Daisy],
            display: Some("large".into()),
            ..Self::default()
        }
    }
}

impl Sample for RecommendationProfile {
    fn sample() -> Self {
        Self {
            include_global_collection: Some(false),
            reading_age: Some(9),
            excluded_authors: vec!["A".into()],
            included_authors: vec!["B".into(), "C".into()],
            ..Self::default()
        }
    }
}

/// Members that identify objects in lists: an object with another identity is another object.
const IDENTITY: [&str; 6] = ["id", "format", "code", "type", "name", "display_name"];

/// One edit of a document, by JSON pointers.
#[derive(Debug)]
enum Edit {
    Set(String, Value),
    RemoveElement(String, usize),
    SwapElements(String, usize, usize),
}

impl Edit {
    fn apply(&self, document: &mut Value) {
        match self {
            Self::Set(pointer, value) => *document.pointer_mut(pointer).unwrap() = value.clone(),
            Self::RemoveElement(list, index) => drop(elements(document, list).remove(*index)),
            Self::SwapElements(list, one, other) => elements(document, list).swap(*one, *other),
        }
    }
}

fn elements<'a>(document: &'a mut Value, list: &str) -> &'a mut Vec<Value> {
    document.pointer_mut(list).and_then(Value::as_array_mut).unwrap()
}

/// Pointers to every value that may be set, and to every list of different objects.
#[derive(Default)]
struct Targets {
    values: Vec<String>,
    lists: Vec<String>,
}

impl Targets {
    fn from_document(document: &Value) -> Self {
        let mut targets = Self::default();
        targets.collect(document, "", false);
        targets
    }

    fn collect(&mut self, value: &Value, pointer: &str, is_identity: bool) {
        if !pointer.is_empty() && !is_identity {
            self.values.push(pointer.to_owned());
        }
        match value {
            Value::Object(object) => {
                let in_list = pointer.rsplit('/').next().is_some_and(|step| step.parse::<usize>().is_ok());
                for (name, value) in object {
                    let is_identity = in_list && IDENTITY.contains(&name.as_str());
                    self.collect(value, &format!("{pointer}/{name}"), is_identity);
                }
            }
            Value::Array(list) => {
                let differ = (1..list.len()).all(|at| !list[..at].contains(&list[at]));
                if list.iter().all(Value::is_object) && differ {
                    self.lists.push(pointer.to_owned());
                }
                for (index, value) in list.iter().enumerate().filter(|(_, value)| value.is_object()) {
                    self.collect(value, &format!("{pointer}/{index}"), true);
                }
            }
            _ => {}
        }
    }
}

/// A random edit of what a program sees. `whole` is a document to restore values from.
fn random_edit(seen: &Value, whole: Option<&Value>, rng: &mut StdRng) -> Option<Edit> {
    let targets = Targets::from_document(seen);
    if let (0..2, Some(list)) = (rng.random_range(0..10), targets.lists.choose(rng)) {
        let len = seen.pointer(list)?.as_array()?.len();
        let mut index = || (len > 0).then(|| rng.random_range(0..len));
        let (one, other) = (index()?, index()?);
        return Some(if rng.random_bool(0.7) {
            Edit::SwapElements(list.clone(), one, other)
        } else {
            Edit::RemoveElement(list.clone(), one)
        });
    }
    let pointer = targets.values.choose(rng)?;
    let value = match (seen.pointer(pointer)?, whole) {
        (_, Some(whole)) if rng.random_bool(0.3) => whole.pointer(pointer)?.clone(),
        _ if rng.random_bool(0.1) => Value::Null,
        (Value::String(text), _) if text.len() < 60 => json!(format!("{text}{}", rng.random_range(0..10))),
        (Value::String(_), _) => json!(rng.random_range(0..10).to_string()),
        (Value::Bool(value), _) => json!(!value),
        (Value::Number(number), _) => json!(number.as_i64()? + 1),
        _ => return None,
    };
    Some(Edit::Set(pointer.clone(), value))
}

/// Names of members by their way through the document; `*` is any element of a list.
type Member = Vec<String>;

fn collect_members(value: &Value, way: &mut Member, found: &mut BTreeSet<Member>) {
    match value {
        Value::Object(object) => {
            let in_list = way.last().is_some_and(|step| step == "*");
            for (name, value) in object {
                way.push(name.clone());
                if !(in_list && IDENTITY.contains(&name.as_str())) {
                    found.insert(way.clone());
                }
                collect_members(value, way, found);
                way.pop();
            }
        }
        Value::Array(list) => {
            way.push("*".to_owned());
            for value in list {
                collect_members(value, way, found);
            }
            way.pop();
        }
        _ => {}
    }
}

/// The document without these members: what a version before knows of it.
fn prune_members(value: &Value, removed: &BTreeSet<Member>, way: &mut Member) -> Value {
    let mut inside = |step: &str, value: &Value| {
        way.push(step.to_owned());
        let value = (!removed.contains(&*way)).then(|| prune_members(value, removed, way));
        way.pop();
        value
    };
    match value {
        Value::Object(object) => {
            let known = object.iter().filter_map(|(name, value)| Some((name.clone(), inside(name, value)?)));
            Value::Object(known.collect())
        }
        Value::Array(list) => list.iter().filter_map(|value| inside("*", value)).collect(),
        other => other.clone(),
    }
}

fn reread<T: StoredDocument>(document: Value) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_value::<T>(document)?)
}

/// The later version has the whole type; the version before lacks some of its members.
pub(super) fn edits_of_two_versions_lose_nothing<T: Sample>() {
    let whole = serde_json::to_value(T::sample()).unwrap();
    let mut all = BTreeSet::new();
    collect_members(&whole, &mut Vec::new(), &mut all);
    let all: Vec<Member> = all.into_iter().collect();
    let mut rng = StdRng::seed_from_u64(1);
    let (mut stored, mut removed) = (whole.clone(), BTreeSet::new());
    let (mut edits, mut by_before) = (0, 0);
    for attempt in 0.. {
        assert!(attempt < 100 * EDITS, "most edits make no valid record: {edits}");
        if edits == EDITS {
            break;
        }
        if attempt % EDITS_PER_VERSION == 0 {
            let count = rng.random_range(1..=all.len().div_ceil(3));
            removed = all.sample(&mut rng, count).cloned().collect();
        }
        let is_before = rng.random_bool(0.5);
        let nothing = BTreeSet::new();
        let unknown = if is_before { &removed } else { &nothing };
        let read = |document: Value| -> serde_json::Result<Value> {
            Ok(prune_members(&reread::<T>(document)?, unknown, &mut Vec::new()))
        };
        let seen = read(stored.clone()).unwrap();
        let Some(edit) = random_edit(&seen, (!is_before).then_some(&whole), &mut rng) else { continue };
        let mut expected = stored.clone();
        edit.apply(&mut expected);
        let Ok(expected) = reread::<T>(expected) else { continue };
        let new = read(expected.clone()).unwrap();
        let merged = merge(stored.clone(), &new, read).unwrap();
        assert_eq!(merged, expected, "{edit:?} of {stored:#} by a version without {unknown:?}");
        stored = merged;
        edits += 1;
        by_before += usize::from(is_before);
    }
    assert!(by_before > EDITS / 10, "{by_before}");
    edits_keep_members_of_a_newer_program::<T>(&whole);
}

/// Every value of the sample is edited by this program, with a member that it does not know in every object.
fn edits_keep_members_of_a_newer_program<T: Sample>(whole: &Value) {
    /// Objects by format: a program that does not know a format cannot read the record at all.
    const BY_FORMAT: &str = "others";
    fn with_news(value: &Value) -> Value {
        match value {
            Value::Object(object) => {
                let news = [("news".to_owned(), json!({"of": ["a newer", {"program": 1}]}))];
                let members = object.iter().map(|(name, value)| {
                    let value = if name == BY_FORMAT { value.clone() } else { with_news(value) };
                    (name.clone(), value)
                });
                Value::Object(members.chain(news).collect())
            }
            Value::Array(list) => list.iter().map(with_news).collect(),
            other => other.clone(),
        }
    }
    let stored = with_news(whole);
    assert_eq!(&reread::<T>(stored.clone()).unwrap(), whole);
    let mut edits = 0;
    for pointer in Targets::from_document(whole).values {
        let other = match whole.pointer(&pointer).unwrap() {
            Value::String(text) => json!(format!("{text}x")),
            Value::Bool(value) => json!(!value),
            Value::Number(number) => json!(number.as_i64().unwrap() + 1),
            _ => continue,
        };
        let edit = Edit::Set(pointer, other);
        let mut changed = whole.clone();
        edit.apply(&mut changed);
        let Ok(changed) = serde_json::from_value::<T>(changed) else { continue };
        let merged: Value =
            serde_json::from_str(&change_document(&stored.to_string(), &changed).unwrap()).unwrap();
        let mut expected = stored.clone();
        edit.apply(&mut expected);
        assert_eq!(merged, expected, "{edit:?}");
        edits += 1;
    }
    assert!(edits > 0);
}

#[test]
fn an_object_that_is_left_out_keeps_its_unknown_members() {
    let book = with_change(title(), |title| title.metadata.stated_languages.title = Some("fr".into()));
    let mut stored = serde_json::to_value(&book).unwrap();
    stored["statedLanguages"]["blurb"] = json!("de");
    let cleared = with_change(book, |title| title.metadata.stated_languages = StatedLanguages::default());
    let merged = change_document(&stored.to_string(), &cleared).unwrap();
    let merged: Value = serde_json::from_str(&merged).unwrap();
    assert_eq!(merged["statedLanguages"], json!({"blurb": "de"}));
    assert_eq!(serde_json::from_value::<Title>(merged).unwrap(), cleared);
}

#[test]
fn an_object_that_is_removed_takes_its_unknown_members_with_it() {
    let book =
        with_change(title(), |title| title.inspection = Some(domain::accessibility::Inspection::default()));
    let mut stored = serde_json::to_value(&book).unwrap();
    stored["inspection"]["tables"] = json!(4);
    let removed = with_change(book, |title| title.inspection = None);
    let merged = change_document(&stored.to_string(), &removed).unwrap();
    let merged: Value = serde_json::from_str(&merged).unwrap();
    assert!(merged.get("inspection").is_none_or(Value::is_null), "{merged:#}");
}

#[test]
fn members_of_a_list_belong_to_the_same_person_wherever_the_person_stands() {
    let people = |names: &[&str]| {
        with_change(title(), |title| {
            title.metadata.contributors =
                names.iter().map(|name| Contributor::new(ContributorType::Author, *name)).collect();
        })
    };
    let mut stored = serde_json::to_value(people(&["Ada Reed", "Bea Stone"])).unwrap();
    stored["contributors"][0]["orcid"] = json!("a");
    stored["contributors"][1]["orcid"] = json!("b");
    let changed = people(&["Cy Young", "Bea Stone"]);
    let merged = change_document(&stored.to_string(), &changed).unwrap();
    let merged: Value = serde_json::from_str(&merged).unwrap();
    assert_eq!(merged["contributors"][0].get("orcid"), None, "of another person");
    assert_eq!(merged["contributors"][1]["orcid"], json!("b"));
}

#[test]
fn a_record_that_would_be_read_differently_is_refused() {
    let stored = json!({"old": 1, "new": 2});
    // The version before reads `new` only if `old` is absent.
    let read = |document: Value| {
        let value = document.get("old").or(document.get("new")).cloned();
        Ok(json!({ "value": value }))
    };
    assert!(merge(stored, &json!({"value": 3}), read).is_err());
}
