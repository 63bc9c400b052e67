//! Maps libraries' relator codes to the contributor types of the contract (docs/rules/values.md#rule-5).

use books::model::Contributor as BookContributor;
use domain::{Contributor, ContributorType};

/// MARC relator codes and their types. Roles that are missing here (publishers' staff, type designers, ...)
/// are dropped; narrators belong to the artifact.
const ROLE_TYPES: [(&str, ContributorType); 20] = [
    ("aut", ContributorType::Author),
    ("cre", ContributorType::Author),
    ("dub", ContributorType::Author),
    ("cwt", ContributorType::CoWriter),
    ("cmm", ContributorType::CoWriter),
    ("aft", ContributorType::EpilogueBy),
    ("wfw", ContributorType::ForwardBy),
    ("aui", ContributorType::IntroductionBy),
    ("win", ContributorType::IntroductionBy),
    ("edt", ContributorType::Editor),
    ("com", ContributorType::Editor),
    ("cmp", ContributorType::Composer),
    ("arr", ContributorType::Arranger),
    ("lyr", ContributorType::Lyricist),
    ("lbt", ContributorType::Lyricist),
    ("trl", ContributorType::Translator),
    ("trc", ContributorType::Transcriber),
    ("abr", ContributorType::Abridger),
    ("adp", ContributorType::Adapter),
    ("ill", ContributorType::Illustrator),
];

/// The contributors in order, once per role. A creator without a role is an author; a contributor without a
/// role is dropped, because the contribution is unknown.
pub(crate) fn list_contributors(contributors: &[BookContributor]) -> Vec<Contributor> {
    let mut all: Vec<Contributor> = Vec::new();
    for person in contributors.iter().filter(|person| !person.name.trim().is_empty()) {
        for kind in contributor_types(person) {
            let contributor = to_contributor(kind, person);
            if !all.contains(&contributor) {
                all.push(contributor);
            }
        }
    }
    all
}

fn contributor_types(person: &BookContributor) -> Vec<ContributorType> {
    let known = |code: &String| ROLE_TYPES.iter().find(|(role, _)| role == code).map(|(_, kind)| *kind);
    let kinds: Vec<_> = person.roles.iter().filter_map(known).collect();
    if kinds.is_empty() && person.roles.is_empty() && person.creator {
        vec![ContributorType::Author]
    } else {
        kinds
    }
}

fn to_contributor(kind: ContributorType, person: &BookContributor) -> Contributor {
    let name = person.name.trim();
    match person.file_as.as_deref().map(str::trim).filter(|sorted| !sorted.is_empty()) {
        Some(sorted) => {
            // A name that is sorted as it is displayed, such as that of an organization, is never inverted.
            let index_name = (sorted != name).then(|| sorted.to_owned());
            Contributor { kind, display_name: name.to_owned(), index_name }
        }
        None => Contributor::new(kind, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_person(name: &str, roles: &[&str], creator: bool) -> BookContributor {
        BookContributor {
            name: name.into(),
            file_as: None,
            roles: roles.iter().map(|r| (*r).into()).collect(),
            creator,
        }
    }

    #[test]
    fn relators_become_contributor_types() {
        let found = [
            found_person("Jane Austen", &[], true),
            BookContributor {
                file_as: Some("Giles, Lionel".into()),
                ..found_person("Lionel Giles", &["trl", "ann"], false)
            },
            found_person("Hugh Thomson", &["ill"], false),
            found_person("The Press", &["bkp", "pbl"], false),
            found_person("Somebody", &[], false),
            BookContributor {
                file_as: Some("The Harbor Press".into()),
                ..found_person("The Harbor Press", &["edt"], false)
            },
            found_person("A Narrator", &["nrt"], true),
        ];
        let all = list_contributors(&found);
        let said: Vec<_> = all.iter().map(|c| (c.kind, c.display_name.as_str(), c.sort_name())).collect();
        assert_eq!(
            said,
            [
                (ContributorType::Author, "Jane Austen", "Austen, Jane"),
                (ContributorType::Translator, "Lionel Giles", "Giles, Lionel"),
                (ContributorType::Illustrator, "Hugh Thomson", "Thomson, Hugh"),
                (ContributorType::Editor, "The Harbor Press", "The Harbor Press"),
            ]
        );
    }
}
