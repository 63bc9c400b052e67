//! People and bodies of a MARC record.

use domain::{Contributor, ContributorType};

use super::map::Punctuation;
use super::other_script::Representations;
use super::responsibility::Responsibility;
use super::{MarcField, MarcRecord};
use crate::plain;
use crate::record::add_once;

/// Relator codes and terms, and their contributor types.
const RELATOR_CODES: [(&str, &str, ContributorType); 17] = [
    ("aut", "author", ContributorType::Author),
    ("cre", "creator", ContributorType::Author),
    ("aft", "author of afterword, colophon, etc.", ContributorType::EpilogueBy),
    ("wfw", "writer of foreword", ContributorType::ForwardBy),
    ("aui", "author of introduction, etc.", ContributorType::IntroductionBy),
    ("win", "writer of introduction", ContributorType::IntroductionBy),
    ("edt", "editor", ContributorType::Editor),
    ("com", "compiler", ContributorType::Editor),
    ("cmp", "composer", ContributorType::Composer),
    ("arr", "arranger", ContributorType::Arranger),
    ("lyr", "lyricist", ContributorType::Lyricist),
    ("lbt", "librettist", ContributorType::Lyricist),
    ("trl", "translator", ContributorType::Translator),
    ("trc", "transcriber", ContributorType::Transcriber),
    ("abr", "abridger", ContributorType::Abridger),
    ("adp", "adapter", ContributorType::Adapter),
    ("ill", "illustrator", ContributorType::Illustrator),
];

/// Other terms of relators: abbreviations of older rules, and terms in other languages.
const RELATOR_TERMS: [(&str, ContributorType); 41] = [
    ("joint author", ContributorType::Author),
    ("supposed author", ContributorType::Author),
    ("attributed author", ContributorType::Author),
    ("dubious author", ContributorType::Author),
    ("writer", ContributorType::Author),
    ("writer of text", ContributorType::Author),
    ("autor", ContributorType::Author),
    ("autora", ContributorType::Author),
    ("auteur", ContributorType::Author),
    ("autore", ContributorType::Author),
    ("verfasser", ContributorType::Author),
    ("verfasserin", ContributorType::Author),
    ("forfatter", ContributorType::Author),
    ("författare", ContributorType::Author),
    ("kirjoittaja", ContributorType::Author),
    ("ed", ContributorType::Editor),
    ("joint ed", ContributorType::Editor),
    ("joint editor", ContributorType::Editor),
    ("comp", ContributorType::Editor),
    ("hrsg", ContributorType::Editor),
    ("herausgeber", ContributorType::Editor),
    ("herausgeberin", ContributorType::Editor),
    ("éditeur scientifique", ContributorType::Editor),
    ("tr", ContributorType::Translator),
    ("joint tr", ContributorType::Translator),
    ("trans", ContributorType::Translator),
    ("übersetzer", ContributorType::Translator),
    ("übersetzerin", ContributorType::Translator),
    ("traducteur", ContributorType::Translator),
    ("traductor", ContributorType::Translator),
    ("traductora", ContributorType::Translator),
    ("traduttore", ContributorType::Translator),
    ("kääntäjä", ContributorType::Translator),
    ("illus", ContributorType::Illustrator),
    ("illustratorin", ContributorType::Illustrator),
    ("illustrateur", ContributorType::Illustrator),
    ("ilustrador", ContributorType::Illustrator),
    ("ilustradora", ContributorType::Illustrator),
    ("illustratore", ContributorType::Illustrator),
    ("komponist", ContributorType::Composer),
    ("compositeur", ContributorType::Composer),
];

/// The relator code and term of a contributor type. Co-writers are authors.
fn relator_of(kind: ContributorType) -> (&'static str, &'static str) {
    let found = RELATOR_CODES.iter().find(|(_, _, other)| *other == kind);
    found.map_or(("aut", "author"), |(code, term, _)| (*code, *term))
}

/// The end of the tag, the first indicator and the subfields of an entry for the roles of one person or body.
pub(super) fn describe_entry(roles: &[Contributor]) -> (&'static str, char, Vec<(char, &str)>) {
    let Some(one) = roles.first() else { return ("00", '0', Vec::new()) };
    let (kind, first) = match &one.index_name {
        Some(_) => ("00", '1'),
        // A name of several words without a sort form is a corporate body.
        None if one.display_name.trim().contains(char::is_whitespace) => ("10", '2'),
        None => ("00", '0'),
    };
    let (name, fuller) = match &one.index_name {
        Some(index_name) => split_fuller_form(index_name),
        None => (one.sort_name(), ""),
    };
    let relators: Vec<(&str, &str)> = roles.iter().map(|one| relator_of(one.kind)).collect();
    let mut subfields = vec![('a', name), ('q', fuller)];
    subfields.extend(relators.iter().map(|(_, term)| ('e', *term)));
    subfields.extend(relators.iter().map(|(code, _)| ('4', *code)));
    (kind, first, subfields)
}

/// Titles that come before a name.
const HONORIFICS: [&str; 14] = [
    "Sir", "Dame", "Lady", "Lord", "Mrs.", "Mr.", "Miss", "Ms.", "Dr.", "Prof.", "Rev.", "Saint", "Sister",
    "Father",
];

/// The contributors, once per role.
pub(super) fn map_contributors(marc: &MarcRecord, cards: Punctuation) -> Vec<Contributor> {
    collect_contributors(marc, cards, |field| format_name(field, cards))
}

/// The contributors whose names the record also has in another script, by these names.
pub(super) fn map_represented_contributors(
    marc: &MarcRecord,
    cards: Punctuation,
    representations: &Representations<'_>,
) -> Vec<Contributor> {
    collect_contributors(marc, cards, |field| format_name(&representations.find_field(field)?, cards))
}

/// The contributors with the names that `find_name` gives them.
fn collect_contributors(
    marc: &MarcRecord,
    cards: Punctuation,
    find_name: impl Fn(&MarcField) -> Option<(String, String)>,
) -> Vec<Contributor> {
    let mut all = Vec::new();
    let statement = Responsibility::from_record(marc);
    let has_main_entry = marc.fields(&["100", "110", "111"]).next().is_some();
    for field in marc.fields(&["100", "110", "111", "700", "710", "711", "720"]) {
        // An entry under a title is another work.
        let is_other_work = field.first_subfield("t").is_some();
        let Some((display_name, index)) = find_name(field).filter(|_| !is_other_work) else { continue };
        let mut kinds = contributor_types(field);
        // An added entry of a person without a role; other bodies often only published the work.
        if matches!(field.tag.as_str(), "700" | "720") && field.first_subfield("4e").is_none() {
            let otherwise = (!has_main_entry).then_some(ContributorType::Author);
            // The statement names people as the entry does.
            let role = format_name(field, cards).and_then(|(_, index)| statement.find_role(&index));
            kinds.extend(role.or(otherwise));
        }
        for kind in kinds {
            let index_name = Some(index.clone()).filter(|index| *index != display_name);
            add_once(&mut all, Contributor { kind, display_name: display_name.clone(), index_name });
        }
    }
    all
}

/// The roles of an entry. A main entry without one that titles can hold is an author.
fn contributor_types(field: &MarcField) -> Vec<ContributorType> {
    // Among meetings, `$e` is a subordinate unit.
    let roles = if field.tag.ends_with("11") { "4j" } else { "4e" };
    let mut kinds = Vec::new();
    for role in field.subfields(roles) {
        let role = role.rsplit('/').next().unwrap_or(role).to_lowercase();
        match find_relator(&role) {
            Some(kind) => add_once(&mut kinds, kind),
            // `tr. [and] ed.`, `author, illustrator`
            None => split_roles(&role).filter_map(find_relator).for_each(|kind| add_once(&mut kinds, kind)),
        }
    }
    if kinds.is_empty() && field.tag.starts_with('1') {
        kinds.push(ContributorType::Author);
    }
    kinds
}

/// The contributor type of a relator's code or term, in small letters.
fn find_relator(role: &str) -> Option<ContributorType> {
    let role = role.trim().trim_end_matches(['.', ',']);
    let is_term = |term: &str| term.trim_end_matches('.') == role;
    let coded = RELATOR_CODES.iter().find(|(code, term, _)| *code == role || is_term(term));
    let named = || RELATOR_TERMS.iter().find(|(term, _)| *term == role);
    coded.map(|(_, _, kind)| *kind).or_else(|| named().map(|(_, kind)| *kind))
}

/// The roles in a statement of several.
fn split_roles(roles: &str) -> impl Iterator<Item = &str> {
    let parts = roles.split([',', '&', ';', '[', ']']);
    parts.flat_map(|part| part.split(" and ")).map(|part| part.trim().trim_start_matches("and "))
}

/// A name as it is displayed, and as it is sorted.
fn format_name(field: &MarcField, cards: Punctuation) -> Option<(String, String)> {
    // Some systems write `<>` where another script has the name.
    let name = cards.trim_optional(field.first_subfield("a")).filter(|_| field.has_words())?;
    // An uncontrolled name (720) may be that of a person, too.
    let is_person = field.tag.ends_with("00") || field.tag == "720" && field.indicators[0] == '1';
    if !is_person {
        // A body and its units: United States. Congress. Senate
        let units =
            field.subfields(if field.tag.ends_with("10") { "b" } else { "" }).map(|unit| cards.trim(unit));
        let whole = std::iter::once(name).chain(units).filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let whole = whole.join(". ");
        return Some((whole.clone(), whole));
    }
    let name = plain::space_commas(&name);
    let turned = match name.split_once(", ") {
        Some((last, first)) if field.indicators[0] != '0' => {
            format!("{} {last}", first.split(", ").next().unwrap_or(first))
        }
        _ => name.clone(),
    };
    let (mut display, mut index) = (turned, name);
    // Lewis, C. S. (Clive Staples)
    if let Some(fuller) = field.first_subfield("q").and_then(parse_fuller_form) {
        index = format!("{index} ({fuller})");
    }
    // John Paul II
    if let Some(number) = cards.trim_optional(field.first_subfield("b")) {
        display = format!("{display} {number}");
        index = format!("{index} {number}");
    }
    for title in field.subfields("c").map(|title| cards.trim(title)).filter(|title| !title.is_empty()) {
        // Its full stop was removed with the punctuation of cards.
        let dotted = format!("{title}.");
        let honorific = HONORIFICS.into_iter().find(|one| *one == title || *one == dotted);
        display = match honorific {
            Some(honorific) => format!("{honorific} {display}"),
            None => format!("{display}, {title}"),
        };
        index = format!("{index}, {}", honorific.unwrap_or(&title));
    }
    // Follower of Titian
    if let Some(attribution) = cards.trim_optional(field.first_subfield("j")) {
        let attribution = attribution.trim_end_matches('.');
        display = format!("{attribution} {display}");
        index = format!("{index}, {attribution}");
    }
    Some((display, index))
}

/// The fuller form of a name (`$q`) without its parentheses.
fn parse_fuller_form(text: &str) -> Option<String> {
    let text = plain::to_plain_line(text);
    let inner = text.trim().trim_start_matches('(').split(')').next().unwrap_or_default();
    let inner = inner.trim().trim_end_matches([',', ';', ':']).trim_end();
    inner.contains(char::is_alphanumeric).then(|| inner.to_owned())
}

/// Separates the fuller form from a name to sort by, with its parentheses, if it is at the end.
fn split_fuller_form(index_name: &str) -> (&str, &str) {
    let place = index_name.find(" (").filter(|_| index_name.ends_with(')'));
    let (name, fuller) = place.map_or((index_name, ""), |at| index_name.split_at(at));
    let is_fuller_form = fuller.matches(['(', ')']).count() == 2 && name.contains(char::is_alphanumeric);
    if is_fuller_form { (name, fuller.trim_start()) } else { (index_name, "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format_name_of(tag: &str, first: char, subfields: &[(char, &str)]) -> (String, String) {
        let subfields = subfields.iter().map(|(code, text)| (*code, (*text).to_owned())).collect();
        format_name(&MarcField { tag: tag.into(), indicators: [first, ' '], subfields }, Punctuation(true))
            .unwrap()
    }

    #[test]
    fn numbers_and_titles_are_parts_of_names() {
        for (subfields, display, index) in [
            (
                &[('a', "John Paul"), ('b', "II,"), ('c', "Pope,"), ('d', "1920-2005.")][..],
                "John Paul II, Pope",
                "John Paul II, Pope",
            ),
            (
                &[('a', "King, Martin Luther,"), ('c', "Jr.,"), ('d', "1929-1968.")],
                "Martin Luther King, Jr.",
                "King, Martin Luther, Jr.",
            ),
            (
                &[('a', "Doyle, Arthur Conan,"), ('c', "Sir,")],
                "Sir Arthur Conan Doyle",
                "Doyle, Arthur Conan, Sir",
            ),
            (&[('a', "Wood, Henry,"), ('c', "Mrs.,")], "Mrs. Henry Wood", "Wood, Henry, Mrs."),
            (
                &[('a', "Lewis, C. S."), ('q', "(Clive Staples),"), ('d', "1898-1963.")],
                "C. S. Lewis",
                "Lewis, C. S. (Clive Staples)",
            ),
            (&[('a', "H. D."), ('q', "(Hilda Doolittle)")], "H. D.", "H. D. (Hilda Doolittle)"),
            (&[('a', "Ada,"), ('j', "Follower of.")], "Follower of Ada", "Ada, Follower of"),
            (&[('a', "Zola, Émile,")], "Émile Zola", "Zola, Émile"),
            (&[('a', "Zola,Émile,")], "Émile Zola", "Zola, Émile"),
        ] {
            let first = if subfields[0].1.contains(',') { '1' } else { '0' };
            assert_eq!(format_name_of("100", first, subfields), (display.to_owned(), index.to_owned()));
        }
    }

    #[test]
    fn units_are_parts_of_bodies() {
        let body =
            format_name_of("110", '1', &[('a', "United States."), ('b', "Congress."), ('b', "Senate.")]);
        assert_eq!(body.0, "United States. Congress. Senate");
        let keepers = [('a', "Keepers, Society of")];
        assert_eq!(format_name_of("720", '2', &keepers).0, "Keepers, Society of");
        let person = format_name_of("720", '1', &[('a', "Harbor, Ada.")]);
        assert_eq!(person, ("Ada Harbor".to_owned(), "Harbor, Ada".to_owned()), "an uncontrolled name");
        let meeting = MarcField {
            tag: "111".into(),
            indicators: ['2', ' '],
            subfields: vec![('a', "Harbor Days".into()), ('e', "Committee.".into())],
        };
        assert_eq!(contributor_types(&meeting), [ContributorType::Author], "a unit is not a role");
    }

    #[test]
    fn roles_of_older_records_and_other_languages_are_understood() {
        use ContributorType as Type;
        for (tag, role, kinds) in [
            ("700", "tr. [and] ed.", &[Type::Translator, Type::Editor][..]),
            ("700", "editor and translator.", &[Type::Editor, Type::Translator]),
            ("700", "author, illustrator.", &[Type::Author, Type::Illustrator]),
            ("700", "joint author.", &[Type::Author]),
            ("700", "Übersetzer", &[Type::Translator]),
            ("700", "author of afterword, colophon, etc.", &[Type::EpilogueBy]),
            ("700", "dedicatee.", &[]),
            ("100", "supposed author.", &[Type::Author]),
            ("100", "artist.", &[Type::Author]),
            ("100", "editor.", &[Type::Editor]),
        ] {
            let field =
                MarcField { tag: tag.into(), subfields: vec![('e', role.into())], ..MarcField::default() };
            assert_eq!(contributor_types(&field), kinds, "{role}");
        }
    }
}
