//! Changes made by `PUT /v2/titles/{serviceId}` (docs/rules/titles.md#rule-7). People are replaced per role,
//! and categories per list: of two concurrent changes, one of the authors and one of the editors, both take
//! effect.

use std::collections::BTreeMap;

use domain::categories::{Category, CategoryType};
use domain::contributors::{Contributor, ContributorType};
use domain::titles::{Music, Title};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::CLOSED;
use crate::patch::{EditError, patched};

/// Fields that only the other members of [`MetadataEdit`] change.
const REPLACED: [&str; 2] = ["contributors", "categories"];

/// A change of metadata; fields that it omits stay.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MetadataEdit {
    /// A merge patch (RFC 7396) over the stored title.
    pub fields: Map<String, Value>,
    /// New people for these roles, replacing those with the same role.
    pub people: BTreeMap<ContributorType, Vec<Contributor>>,
    /// New categories for these lists, replacing the list.
    pub categories: BTreeMap<CategoryType, Vec<Category>>,
}

impl MetadataEdit {
    /// Returns the title after the edit. Endpoints call this before accepting an edit, so that every accepted
    /// edit can be applied.
    pub fn apply(&self, title: &Title) -> Result<Title, EditError> {
        if let Some(field) = self.fields.keys().find(|field| REPLACED.contains(&field.as_str())) {
            return Err(EditError::Closed(field.clone()));
        }
        let mut changed = patched(title, &self.fields, &CLOSED)?;
        let metadata = &mut changed.metadata;
        if !self.people.is_empty() {
            metadata.contributors = self.contributors(&title.metadata.contributors);
        }
        if !self.categories.is_empty() {
            metadata.categories = self.all_categories(&title.metadata.categories);
        }
        let own = metadata.isbn13.clone();
        metadata.related_isbns.retain(|isbn| Some(isbn) != own.as_ref());
        metadata.music = metadata.music.take().filter(|music| *music != Music::default());
        Ok(changed)
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
    use domain::fixtures::{title, with};
    use serde_json::json;

    use super::*;

    fn fields(value: Value) -> MetadataEdit {
        let Value::Object(fields) = value else { panic!("an object") };
        MetadataEdit { fields, ..MetadataEdit::default() }
    }

    fn person(kind: ContributorType, name: &str) -> Contributor {
        Contributor::new(kind, name)
    }

    fn shown(title: &Title) -> Vec<(ContributorType, &str)> {
        title.metadata.contributors.iter().map(|one| (one.kind, one.display_name.as_str())).collect()
    }

    #[test]
    fn people_of_a_role_replace_those_of_the_same_role() {
        use ContributorType::{Author, Editor, Illustrator, Translator};
        let book = with(title(), |title| {
            title.metadata.contributors = [(Author, "A"), (Editor, "B"), (Author, "C"), (Illustrator, "D")]
                .map(|(kind, name)| person(kind, name))
                .to_vec();
        });
        let replaced = |people: &[(ContributorType, &[&str])]| {
            let people = people.iter().map(|(kind, names)| {
                (*kind, names.iter().map(|name| person(*kind, name)).collect::<Vec<_>>())
            });
            MetadataEdit { people: people.collect(), ..MetadataEdit::default() }.apply(&book).unwrap()
        };
        let changed = replaced(&[(Author, &["X", "Y"]), (Translator, &["Z"])]);
        let all = [(Author, "X"), (Author, "Y"), (Editor, "B"), (Illustrator, "D"), (Translator, "Z")];
        assert_eq!(shown(&changed), all);
        let changed = replaced(&[(Author, &[]), (Editor, &["E"])]);
        assert_eq!(shown(&changed), [(Editor, "E"), (Illustrator, "D")]);
        assert_eq!(MetadataEdit::default().apply(&book).unwrap(), book, "nothing is sent, nothing changes");
    }

    #[test]
    fn each_list_of_categories_is_replaced_separately() {
        let (own, bisac) = (Category::service("Sea"), Category::bisac("FIC047000", "FICTION / Sea Stories"));
        let book = with(title(), |title| title.metadata.categories = vec![own.clone(), bisac.clone()]);
        let edit = |kind, categories: &[Category]| MetadataEdit {
            categories: BTreeMap::from([(kind, categories.to_vec())]),
            ..MetadataEdit::default()
        };
        let ships = Category::service("Ships");
        let changed = edit(CategoryType::Service, &[ships.clone(), own.clone()]);
        assert_eq!(changed.apply(&book).unwrap().metadata.categories, [ships, own.clone(), bisac]);
        assert_eq!(changed.own_categories(), ["Ships", "Sea"]);
        let changed = edit(CategoryType::Bisac, &[]);
        assert_eq!(changed.apply(&book).unwrap().metadata.categories, [own]);
        assert!(changed.own_categories().is_empty());
    }

    #[test]
    fn inner_records_keep_omitted_fields() {
        let book = with(title(), |title| title.territory.states = ["US-ME".to_owned()].into());
        let changed =
            fields(json!({"territory": {"worldwide": false, "countries": ["US"]}})).apply(&book).unwrap();
        assert!(!changed.territory.worldwide && changed.territory.states.contains("US-ME"));
        let score = fields(json!({"music": {"key": "D minor", "opus": "12"}})).apply(&book).unwrap();
        assert_eq!(score.metadata.music.clone().unwrap().key.as_deref(), Some("D minor"));
        let left = fields(json!({"music": {"key": null}})).apply(&score).unwrap().metadata.music.unwrap();
        assert_eq!((left.key, left.opus.as_deref()), (None, Some("12")));
        let none = fields(json!({"music": {"key": null, "opus": null}})).apply(&score).unwrap();
        assert_eq!(none.metadata.music, None);
    }

    #[test]
    fn an_isbn_is_not_related_to_itself() {
        let edit =
            fields(json!({"isbn13": "9780306406157", "relatedIsbns": ["9780306406157", "9799900000135"]}));
        assert_eq!(edit.apply(&title()).unwrap().metadata.related_isbns, ["9799900000135"]);
    }

    #[test]
    fn fields_with_verbs_of_their_own_cannot_be_edited() {
        for field in ["contributors", "categories", "status", "site", "artifacts", "updated"] {
            let edit = fields(json!({field: null}));
            assert!(matches!(edit.apply(&title()), Err(EditError::Closed(name)) if name == field), "{field}");
        }
        assert!(matches!(fields(json!({"numPages": "many"})).apply(&title()), Err(EditError::Invalid(_))));
    }

    #[test]
    fn the_queued_form_does_not_change() {
        let edit = MetadataEdit {
            people: BTreeMap::from([(
                ContributorType::CoWriter,
                vec![person(ContributorType::CoWriter, "Ada")],
            )]),
            categories: BTreeMap::from([(CategoryType::Service, vec![Category::service("Sea")])]),
            ..fields(json!({"notes": null, "music": {"key": "C"}}))
        };
        let text = serde_json::to_string(&edit).unwrap();
        assert_eq!(serde_json::from_str::<MetadataEdit>(&text).unwrap(), edit);
        assert_eq!(
            serde_json::from_value::<MetadataEdit>(serde_json::to_value(&edit).unwrap()).unwrap(),
            edit
        );
    }
}
