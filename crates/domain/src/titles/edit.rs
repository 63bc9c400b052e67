//! Changes of what is known about a title (docs/rules/titles.md#rule-7).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    ContentWarning, LexileCode, Metadata, Music, MusicScoreType, Quality, Territory, Title, UsageRestriction,
};
use crate::change::{Change, Edit, EditOf, edit};
use crate::thema::ThemaCode;
use crate::{Category, CategoryType, Contributor, ContributorType};

/// A change of a title; what it does not name stays. People are replaced by role, and categories by list: of
/// two concurrent changes, one of the authors and one of the editors, both take effect.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TitleEdit {
    pub fields: FieldsEdit,
    /// New people for these roles, replacing those with the same role.
    pub people: BTreeMap<ContributorType, Vec<Contributor>>,
    /// New categories for these lists, replacing the list.
    pub categories: BTreeMap<CategoryType, Vec<Category>>,
}

/// The fields of a title that change. JSON is a merge patch of the title (RFC 7396).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct FieldsEdit {
    #[serde(skip_serializing_if = "Edit::is_empty")]
    pub territory: TerritoryEdit,
    #[serde(skip_serializing_if = "Edit::is_empty")]
    pub usage: Option<UsageRestriction>,
    #[serde(flatten)]
    pub metadata: MetadataEdit,
}

edit! {
    /// A change of a [`Territory`], which describes the fields.
    pub struct TerritoryEdit of Territory {
        worldwide: Option<bool>,
        countries: Option<BTreeSet<String>>,
        states: Option<BTreeSet<String>>,
        marrakesh_available: Option<bool>,
        marrakesh_pod_exception: Option<bool>,
    }
}

edit! {
    /// A change of [`Metadata`], which describes the fields, except people and categories.
    pub struct MetadataEdit of Metadata {
        title: Option<String>,
        subtitle: Change<String>,
        synopsis: Change<String>,
        isbn13: Change<String>,
        /// Other ISBNs, as ISBN-13; the title's own is left out.
        related_isbns: Option<Vec<String>>,
        languages: Option<Vec<String>>,
        thema: Option<Vec<ThemaCode>>,
        grades: Option<Vec<String>>,
        content_warnings: Option<Vec<ContentWarning>>,
        adult_content: Option<bool>,
        allow_recommend: Option<bool>,
        nimac: Option<bool>,
        available_to_demo: Option<bool>,
        has_embedded_image_descriptions: Change<bool>,
        copyright_date: Change<i16>,
        copyright_holder: Change<String>,
        publisher: Change<String>,
        edition: Change<String>,
        series_title: Change<String>,
        series_subtitle: Change<String>,
        series_number: Change<String>,
        origin_country: Change<String>,
        external_category_code: Change<String>,
        product_identifier: Change<String>,
        lexile_code: Change<LexileCode>,
        lexile_number: Change<String>,
        reading_age_minimum: Change<i32>,
        reading_age_maximum: Change<i32>,
        num_pages: Change<i32>,
        notes: Change<String>,
        quality: Change<Quality>,
        music: MusicEdit,
    }
}

edit! {
    /// A change of [`Music`], which describes the fields.
    pub struct MusicEdit of Music {
        score_type: Change<MusicScoreType>,
        has_chord_symbols: Change<bool>,
        instruments: Option<Vec<String>>,
        vocal_parts: Change<String>,
        key: Change<String>,
        movement_number: Change<String>,
        movement_title: Change<String>,
        opus: Change<String>,
    }
}

/// A title about whose music nothing is left to say has none.
impl EditOf<Option<Music>> for MusicEdit {
    fn apply_to(&self, music: &mut Option<Music>) {
        let changed = self.apply(&music.take().unwrap_or_default());
        *music = Some(changed).filter(|music| *music != Music::default());
    }
}

impl TitleEdit {
    pub fn apply(&self, title: &Title) -> Title {
        let mut changed = title.clone();
        self.fields.territory.apply_to(&mut changed.territory);
        self.fields.usage.apply_to(&mut changed.usage);
        let metadata = &mut changed.metadata;
        self.fields.metadata.apply_to(metadata);
        metadata.forget_languages(&title.metadata);
        if !self.people.is_empty() {
            metadata.contributors = self.contributors(&title.metadata.contributors);
        }
        if !self.categories.is_empty() {
            metadata.categories = self.all_categories(&title.metadata.categories);
        }
        let own = metadata.isbn13.clone();
        metadata.related_isbns.retain(|isbn| Some(isbn) != own.as_ref());
        changed
    }

    /// Names of the library's own categories that the title is added to.
    pub fn own_categories(&self) -> Vec<String> {
        let own = self.categories.get(&CategoryType::Service).into_iter().flatten();
        own.map(|category| category.name.clone()).collect()
    }

    /// Contributors of each kind take the position of that kind's first one; new kinds are appended.
    fn contributors(&self, before: &[Contributor]) -> Vec<Contributor> {
        let mut left = self.people.clone();
        let mut after = Vec::new();
        for person in before {
            match left.remove(&person.kind) {
                Some(people) => after.extend(people),
                None if self.people.contains_key(&person.kind) => {}
                None => after.push(person.clone()),
            }
        }
        after.extend(left.into_values().flatten());
        after
    }

    /// The library's own categories first, then BISAC.
    fn all_categories(&self, before: &[Category]) -> Vec<Category> {
        let of = |kind: CategoryType| match self.categories.get(&kind) {
            Some(categories) => categories.clone(),
            None => before.iter().filter(|category| category.kind == kind).cloned().collect(),
        };
        [of(CategoryType::Service), of(CategoryType::Bisac)].concat()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::fixtures::{title, with_change};
    use crate::titles::StatedLanguages;

    fn edit_from(value: Value) -> TitleEdit {
        TitleEdit { fields: serde_json::from_value(value).unwrap(), ..TitleEdit::default() }
    }

    fn new_person(kind: ContributorType, name: &str) -> Contributor {
        Contributor::new(kind, name)
    }

    fn contributor_names(title: &Title) -> Vec<(ContributorType, &str)> {
        title.metadata.contributors.iter().map(|one| (one.kind, one.display_name.as_str())).collect()
    }

    #[test]
    fn people_of_a_role_replace_those_of_the_same_role() {
        use ContributorType::{Author, Editor, Illustrator, Translator};
        let book = with_change(title(), |title| {
            title.metadata.contributors = [(Author, "A"), (Editor, "B"), (Author, "C"), (Illustrator, "D")]
                .map(|(kind, name)| new_person(kind, name))
                .to_vec();
        });
        let replaced = |people: &[(ContributorType, &[&str])]| {
            let people = people.iter().map(|(kind, names)| {
                (*kind, names.iter().map(|name| new_person(*kind, name)).collect::<Vec<_>>())
            });
            TitleEdit { people: people.collect(), ..TitleEdit::default() }.apply(&book)
        };
        let changed = replaced(&[(Author, &["X", "Y"]), (Translator, &["Z"])]);
        let all = [(Author, "X"), (Author, "Y"), (Editor, "B"), (Illustrator, "D"), (Translator, "Z")];
        assert_eq!(contributor_names(&changed), all);
        let changed = replaced(&[(Author, &[]), (Editor, &["E"])]);
        assert_eq!(contributor_names(&changed), [(Editor, "E"), (Illustrator, "D")]);
        assert_eq!(TitleEdit::default().apply(&book), book, "nothing is sent, nothing changes");
    }

    #[test]
    fn each_list_of_categories_is_replaced_separately() {
        let (own, bisac) = (Category::service("Sea"), Category::bisac("FIC047000", "FICTION / Sea Stories"));
        let book = with_change(title(), |title| title.metadata.categories = vec![own.clone(), bisac.clone()]);
        let edit = |kind, categories: &[Category]| TitleEdit {
            categories: BTreeMap::from([(kind, categories.to_vec())]),
            ..TitleEdit::default()
        };
        let ships = Category::service("Ships");
        let changed = edit(CategoryType::Service, &[ships.clone(), own.clone()]);
        assert_eq!(changed.apply(&book).metadata.categories, [ships, own.clone(), bisac]);
        assert_eq!(changed.own_categories(), ["Ships", "Sea"]);
        let changed = edit(CategoryType::Bisac, &[]);
        assert_eq!(changed.apply(&book).metadata.categories, [own]);
        assert!(changed.own_categories().is_empty());
    }

    #[test]
    fn inner_records_keep_omitted_fields() {
        let book = with_change(title(), |title| title.territory.states = ["US-ME".to_owned()].into());
        let changed = edit_from(json!({"territory": {"worldwide": false, "countries": ["US"]}})).apply(&book);
        assert!(!changed.territory.worldwide && changed.territory.states.contains("US-ME"));
        let score = edit_from(json!({"music": {"key": "D minor", "opus": "12"}})).apply(&book);
        assert_eq!(score.metadata.music.clone().unwrap().key.as_deref(), Some("D minor"));
        let left = edit_from(json!({"music": {"key": null}})).apply(&score).metadata.music.unwrap();
        assert_eq!((left.key, left.opus.as_deref()), (None, Some("12")));
        let none = edit_from(json!({"music": {"key": null, "opus": null}})).apply(&score);
        assert_eq!(none.metadata.music, None);
    }

    #[test]
    fn a_text_that_is_replaced_loses_its_language() {
        let french = || Some("fr".to_owned());
        let stated = StatedLanguages {
            title: french(),
            subtitle: french(),
            synopsis: french(),
            series_title: french(),
            notes: french(),
        };
        let book = with_change(title(), |title| {
            title.metadata.notes = Some("Deux cartes.".into());
            title.metadata.stated_languages = stated.clone();
        });
        let same = edit_from(json!({"title": book.metadata.title, "publisher": "P"})).apply(&book);
        assert_eq!(same.metadata.stated_languages, stated);
        let other = edit_from(json!({"synopsis": "The tide.", "notes": null})).apply(&book);
        let left = StatedLanguages { synopsis: None, notes: None, ..stated };
        assert_eq!(other.metadata.stated_languages, left);
    }

    #[test]
    fn an_isbn_is_not_related_to_itself() {
        let edit =
            edit_from(json!({"isbn13": "9780306406157", "relatedIsbns": ["9780306406157", "9799900000135"]}));
        assert_eq!(edit.apply(&title()).metadata.related_isbns, ["9799900000135"]);
    }

    #[test]
    fn fields_with_verbs_of_their_own_cannot_be_edited() {
        for closed in [
            "id", "site", "owner", "status", "artifacts", "files", "created", "updated", "published",
            "withdrawn", "contributors", "categories", "replacement", "submitter",
        ] {
            let edit = edit_from(json!({closed: null, "notes": "N"}));
            let changed = edit.apply(&title());
            assert_eq!(changed.metadata.notes.as_deref(), Some("N"));
            let as_before = with_change(changed, |changed| changed.metadata.notes = title().metadata.notes);
            assert_eq!(as_before, title(), "{closed}");
        }
        assert!(serde_json::from_value::<FieldsEdit>(json!({"numPages": "many"})).is_err());
    }

    #[test]
    fn each_field_is_changed_and_cleared() {
        let mut all = json!({
            "territory": {"worldwide": false, "countries": ["CA"], "states": ["CA-ON"],
                "marrakeshAvailable": true, "marrakeshPodException": true},
            "usage": "publicDomain", "title": "T", "subtitle": "S", "synopsis": "Y",
            "isbn13": "9780306406157", "relatedIsbns": ["9799900000135"], "languages": ["fra"],
            "grades": ["05"], "contentWarnings": ["drugs"], "adultContent": true, "allowRecommend": true,
            "nimac": true, "availableToDemo": true, "hasEmbeddedImageDescriptions": true,
            "copyrightDate": 1999, "copyrightHolder": "H", "publisher": "P", "edition": "2",
            "seriesTitle": "R", "seriesSubtitle": "U", "seriesNumber": "7", "originCountry": "CA",
            "externalCategoryCode": "X", "productIdentifier": "I", "lexileCode": "AD",
            "lexileNumber": "500", "readingAgeMinimum": 7, "readingAgeMaximum": 9, "numPages": 12,
            "notes": "N", "quality": "good",
            "music": {"scoreType": "openScore", "hasChordSymbols": true, "instruments": ["flute"],
                "vocalParts": "SA", "key": "C", "movementNumber": "1", "movementTitle": "Largo",
                "opus": "12"},
        });
        all["thema"] = json!([{"code": "FFC"}, {"code": "1DDR", "name": "Ireland"}]);
        let edit = edit_from(all.clone());
        assert_eq!(serde_json::to_value(&edit.fields).unwrap(), all, "as it is queued");
        let changed = edit.apply(&title());
        let written = serde_json::to_value(&changed).unwrap();
        for (name, value) in all.as_object().unwrap() {
            assert_eq!(written.get(name), Some(value), "{name}");
        }
        let optional =
            ["subtitle", "isbn13", "copyrightDate", "lexileCode", "quality", "numPages", "publisher"];
        let cleared = edit_from(optional.iter().map(|name| ((*name).to_owned(), Value::Null)).collect());
        let written = serde_json::to_value(cleared.apply(&changed)).unwrap();
        for name in optional {
            assert!(written.get(name).is_none_or(Value::is_null), "{name}");
        }
        assert_eq!(TitleEdit::default().apply(&changed), changed);
    }

    #[test]
    fn the_queued_form_does_not_change() {
        let edit = TitleEdit {
            people: BTreeMap::from([(
                ContributorType::CoWriter,
                vec![new_person(ContributorType::CoWriter, "Ada")],
            )]),
            categories: BTreeMap::from([(CategoryType::Service, vec![Category::service("Sea")])]),
            ..edit_from(json!({"notes": null, "music": {"key": "C"}}))
        };
        let text = serde_json::to_string(&edit).unwrap();
        assert_eq!(serde_json::from_str::<TitleEdit>(&text).unwrap(), edit);
        assert_eq!(serde_json::from_value::<TitleEdit>(serde_json::to_value(&edit).unwrap()).unwrap(), edit);
    }
}
