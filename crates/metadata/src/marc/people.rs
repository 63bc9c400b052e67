//! People and bodies of a MARC record.

use std::sync::LazyLock;

use domain::contributors::{has_family_name_first, natural_order};
use domain::normalization::fold;
use domain::{Contributor, ContributorType};

use super::map::{Punctuation, last_word};
use super::other_script::Representations;
use super::responsibility::Responsibility;
use super::{MarcField, MarcRecord};
use crate::plain;
use crate::record::add_once;

/// A role in MARC records.
struct Relator {
    kind: ContributorType,
    code: &'static str,
    term: &'static str,
    /// Abbreviations of older rules, and terms in other languages, without the endings in [`GENDER_ENDINGS`].
    other_terms: Vec<&'static str>,
}

const RELATOR_TABLE: &str = include_str!("../../data/relators.tsv");

static RELATORS: LazyLock<Vec<Relator>> =
    LazyLock::new(|| relator_lines().filter_map(Relator::from_line).collect());

/// The lines of the table without its comments.
fn relator_lines() -> impl Iterator<Item = &'static str> {
    RELATOR_TABLE.lines().filter(|line| !line.starts_with('#'))
}

impl Relator {
    /// `None` for a line that is wrong; a test reads all of them.
    fn from_line(line: &'static str) -> Option<Self> {
        let mut cells = line.split('\t');
        let kind = cells.next()?.parse::<ContributorType>().ok()?;
        let (code, term) = (cells.next()?, cells.next()?);
        let other_terms = cells.next().map(|terms| terms.split('|').collect()).unwrap_or_default();
        cells.next().is_none().then_some(Self { kind, code, term, other_terms })
    }
}

/// Endings by which terms name people of any gender: `Verfasser*in`.
const GENDER_ENDINGS: [&str; 10] = ["*in", ":in", "_in", "/in", "(in)", "/a", "(a)", "/e", "(e)", "·e"];

/// The relator code and term of a contributor type. Co-writers are authors.
fn relator_of(kind: ContributorType) -> (&'static str, &'static str) {
    let found = RELATORS.iter().find(|relator| relator.kind == kind);
    found.map_or(("aut", "author"), |relator| (relator.code, relator.term))
}

/// The end of the tag, the first indicator and the subfields of an entry for the roles of one person or body.
pub(super) fn describe_entry(roles: &[Contributor]) -> (&'static str, char, Vec<(char, &str)>) {
    let Some(one) = roles.first() else { return ("00", '0', Vec::new()) };
    let (kind, first) = match &one.index_name {
        Some(_) => ("00", '1'),
        None if has_family_name_first(&one.display_name) => ("00", '0'),
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
        let role = if role.contains("://") { role.rsplit('/').next().unwrap_or(role) } else { role };
        let role = role.to_lowercase();
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
    let role = role.trim().trim_start_matches('[').trim_end_matches(['.', ',', ']', ' ', '_']);
    let in_parentheses = role.strip_prefix('(').and_then(|role| role.strip_suffix(')'));
    let role = in_parentheses.unwrap_or(role);
    let role = GENDER_ENDINGS.iter().find_map(|ending| role.strip_suffix(ending)).unwrap_or(role);
    let is_term = |term: &str| term.trim_end_matches('.') == role;
    let coded = RELATORS.iter().find(|relator| relator.code == role || is_term(relator.term));
    let named = || RELATORS.iter().find(|relator| relator.other_terms.contains(&role));
    coded.or_else(named).map(|relator| relator.kind)
}

/// The roles in a statement of several.
fn split_roles(roles: &str) -> impl Iterator<Item = &str> {
    let parts = roles.split([',', '&', ';', '/', '[', ']']);
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
        let mut whole = name;
        for unit in units.filter(|unit| !unit.is_empty()) {
            // An abbreviation has its full stop.
            whole.push_str(if whole.ends_with('.') { " " } else { ". " });
            whole.push_str(&unit);
        }
        return Some((whole.clone(), whole));
    }
    let name = plain::space_commas(&trim_person(&name, cards));
    // Some records have the fuller form next to the name.
    let (name, own_fuller) = if name.contains(", ") { split_fuller_form(&name) } else { (name.as_str(), "") };
    let turned = match name.split_once(", ") {
        Some((last, first)) if field.indicators[0] != '0' => {
            natural_order(first.split(", ").next().unwrap_or(first), last)
        }
        _ => name.to_owned(),
    };
    let (mut display, mut index) = (turned, format!("{name} {own_fuller}").trim_end().to_owned());
    // Lewis, C. S. (Clive Staples)
    if let Some(fuller) = field.first_subfield("q").and_then(parse_fuller_form) {
        index = format!("{index} ({fuller})");
    }
    // John Paul II
    if let Some(number) = cards.trim_optional(field.first_subfield("b")) {
        let number = if cards.0 { number.trim_end_matches('.') } else { number.as_str() };
        display = format!("{display} {number}");
        index = format!("{index} {number}");
    }
    for title in field.subfields("c").map(|title| cards.trim(title)).filter(|title| !title.is_empty()) {
        // Tells people with the same name apart: (Novelist)
        if title.starts_with('(') {
            index = format!("{index} {title}");
            continue;
        }
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

/// The name of a person without the years of a life, which have a subfield of their own, and without the full
/// stop after a given name of two letters, which other names of two letters (`Jr.`, `Wm.`) keep.
fn trim_person(name: &str, cards: Punctuation) -> String {
    let name = match name.rsplit_once(", ") {
        Some((rest, years)) if is_life_span(years) => rest,
        _ => name,
    };
    let whole = name.strip_suffix('.').filter(|name| {
        let word = last_word(name);
        let is_given_name = word.chars().count() == 2 && fold(word).contains(['a', 'e', 'i', 'o', 'u', 'y']);
        is_given_name && cards.0 && name.contains(", ") && !name.contains('.')
    });
    whole.unwrap_or(name).to_owned()
}

/// Returns true for `1564-1616`, `1947-` and `1947-.`.
fn is_life_span(text: &str) -> bool {
    let mut years = text.trim_end_matches('.').split(['-', '\u{2013}']);
    let is_year = |year: &str| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    match (years.next(), years.next(), years.next()) {
        (Some(born), Some(died), None) => is_year(born) && (died.is_empty() || is_year(died)),
        _ => false,
    }
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
    fn every_line_of_the_table_of_relators_is_right() {
        let is_text = |text: &str| !text.is_empty() && text.trim() == text;
        for line in relator_lines() {
            let relator = Relator::from_line(line).unwrap_or_else(|| panic!("{line}"));
            assert!(relator.code.len() == 3 && is_text(relator.term), "{line}");
            assert!(relator.other_terms.iter().all(|term| is_text(term)), "{line}");
        }
        assert!(RELATORS.len() > 20, "the lines were found");
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
            (&[('a', "Zola, Émile, 1840-1902.")], "Émile Zola", "Zola, Émile"),
            (&[('a', "Xu, Bo.")], "Bo Xu", "Xu, Bo"),
            (&[('a', "Reed, Ada"), ('c', "(Novelist),")], "Ada Reed", "Reed, Ada (Novelist)"),
            (&[('a', "Lewis, C. S. (Clive Staples)")], "C. S. Lewis", "Lewis, C. S. (Clive Staples)"),
            (&[('a', "Reed, Wm.")], "Wm. Reed", "Reed, Wm."),
            (&[('a', "Reed, A. Yu.")], "A. Yu. Reed", "Reed, A. Yu."),
            (&[('a', "Henry"), ('b', "V.")], "Henry V", "Henry V"),
            (&[('a', "村上, 春樹")], "村上春樹", "村上, 春樹"),
            (&[('a', "홍, 길동,"), ('d', "1960-")], "홍길동", "홍, 길동"),
            (&[('a', "ローリング, J. K.")], "J. K. ローリング", "ローリング, J. K."),
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
            ("700", "Verfasser*in", &[Type::Author]),
            ("700", "Übersetzer/in.", &[Type::Translator]),
            ("700", "[Herausgeber:in]", &[Type::Editor]),
            ("700", "författare/illustratör", &[Type::Author, Type::Illustrator]),
            ("700", "author/illustrator.", &[Type::Author, Type::Illustrator]),
            ("700", "http://id.loc.gov/vocabulary/relators/trl", &[Type::Translator]),
            ("700", "écrivain/préfacier", &[Type::ForwardBy]),
            ("700", "tłumacz", &[Type::Translator]),
            ("700", "Переводчик.", &[Type::Translator]),
            ("700", "vertaler", &[Type::Translator]),
            ("700", "AUT_", &[Type::Author]),
            ("700", "wpr", &[Type::ForwardBy]),
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
