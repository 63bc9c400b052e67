//! Roles of people whose entries state none: from the statement of responsibility (field 245 `$c`), which
//! names them, with a semicolon between different kinds of work.

use domain::ContributorType;
use domain::normalization::words;

use super::MarcRecord;

/// Beginnings of words that say what the people next to them did, folded. They are long enough not to begin
/// names (Edith, Overstreet).
const WORK_STEMS: [(&str, ContributorType); 8] = [
    (
        "translat tradu tradotto ubersetz ubertrag vertaal vertaling oversat overset",
        ContributorType::Translator,
    ),
    ("illus ilustr drawing picture zeichnung dessin", ContributorType::Illustrator),
    ("edited editor editeur edition compil herausg hrsg redig redak direction", ContributorType::Editor),
    ("introduc introduz einleit einfuhr inleid", ContributorType::IntroductionBy),
    ("foreword prefac prefaz prolog vorwort voorwoord", ContributorType::ForwardBy),
    ("afterword nachwort postface epilog", ContributorType::EpilogueBy),
    ("abridge", ContributorType::Abridger),
    ("adapted adaptat retold", ContributorType::Adapter),
];

/// Abbreviations of the same, folded. They count only before one of [`AGENT_PREPOSITIONS`], because a name
/// may be written like one (Ed).
const ABBREVIATIONS: [(&str, ContributorType); 3] = [
    ("ed eds hg comp", ContributorType::Editor),
    ("tr trad trans", ContributorType::Translator),
    ("ill", ContributorType::Illustrator),
];

/// Words between what was done and who did it.
const AGENT_PREPOSITIONS: &str = "by von par de di por da af av door";

/// Words for people by what they did, which may follow their names.
const AGENT_NOUNS: &str = "editor editors translator translators illustrator illustrators compiler compilers \
                           herausgeber hrsg";

/// The statement of responsibility of a record, as folded words, one list for each kind of work.
pub(super) struct Responsibility(Vec<Vec<String>>);

impl Responsibility {
    pub(super) fn from_record(marc: &MarcRecord) -> Self {
        let title = marc.fields(&["245"]).next();
        Self::from_statement(title.and_then(|field| field.first_subfield("c")).unwrap_or_default())
    }

    fn from_statement(statement: &str) -> Self {
        Self(statement.split(';').map(to_folded_words).collect())
    }

    /// The role of a person by the name to sort by (`Pratchett, Terry`): an author, unless a word next to the
    /// name states another role. `None` if the statement does not name the person.
    pub(super) fn find_role(&self, index_name: &str) -> Option<ContributorType> {
        let family = to_folded_words(index_name.split([',', '(']).next().unwrap_or(index_name));
        let family = family.last()?;
        let (part, at) =
            self.0.iter().find_map(|part| Some((part, part.iter().position(|word| word == family)?)))?;
        let before = (0..at).rev().find_map(|place| find_contributor_type(part, place));
        let is_agent = |place: &usize| is_in(AGENT_NOUNS, &part[*place]);
        let after =
            || (at + 1..part.len()).find(is_agent).and_then(|place| find_contributor_type(part, place));
        Some(before.or_else(after).unwrap_or(ContributorType::Author))
    }
}

fn to_folded_words(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

/// The contributor type that the word at a position states.
fn find_contributor_type(part: &[String], place: usize) -> Option<ContributorType> {
    let word = &part[place];
    let is_before_agent = part.get(place + 1).is_some_and(|next| is_in(AGENT_PREPOSITIONS, next));
    let short = ABBREVIATIONS.iter().find(|(list, _)| is_before_agent && is_in(list, word));
    let begins = |list: &str| list.split(' ').any(|stem| word.starts_with(stem));
    let stem = || WORK_STEMS.iter().find(|(list, _)| begins(list));
    short.or_else(stem).map(|(_, kind)| *kind)
}

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_of_one_part_did_the_same_work() {
        use ContributorType as Type;
        for (statement, name, role) in [
            ("Neil Gaiman and Terry Pratchett.", "Pratchett, Terry.", Some(Type::Author)),
            ("by Ed Gray, Edith Overstreet & Zoë Ruiz-Peña", "Ruiz-Peña, Zoë", Some(Type::Author)),
            ("Leo Tolstoy ; translated by Constance Garnett", "Garnett, Constance", Some(Type::Translator)),
            ("Lev Tolstoj ; aus dem Russischen übersetzt von Ada Reed", "Reed, Ada", Some(Type::Translator)),
            ("Homer ; ed. and tr. by Ada Reed", "Reed, Ada", Some(Type::Translator)),
            ("by A. Milne ; with drawings by E. Shepard", "Shepard, E.", Some(Type::Illustrator)),
            ("by A. Milne, illustrated by E. Shepard", "Shepard, E.", Some(Type::Illustrator)),
            ("edited by Ann Lee and Bo Chen", "Chen, Bo", Some(Type::Editor)),
            ("Ann Lee, Bo Chen, editors", "Chen, Bo", Some(Type::Editor)),
            ("hrsg. von Ann Lee und Bo Chen", "Chen, Bo", Some(Type::Editor)),
            ("Ann Lee ; with an introduction by Bo Chen", "Chen, Bo", Some(Type::IntroductionBy)),
            ("Ann Lee ; préface de Bo Chen", "Chen, Bo", Some(Type::ForwardBy)),
            ("Ann Lee", "Chen, Bo", None),
            ("", "Chen, Bo", None),
            ("Ann Lee", "", None),
        ] {
            assert_eq!(Responsibility::from_statement(statement).find_role(name), role, "{statement}");
        }
    }
}
