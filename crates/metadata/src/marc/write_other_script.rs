//! Writes the texts of a title in a second script as alternate graphic representations (fields 880), each
//! linked to the field that it represents.

use std::ops::RangeInclusive;

use domain::titles::OtherScript;

use super::MarcField;
use super::people::describe_entry;
use crate::markup::remove_invalid_chars;
use crate::names::is_same_person;

const PEOPLE_TAGS: [&str; 4] = ["100", "110", "700", "710"];
/// Links are numbered with two digits.
const MAX_LINKS: usize = 99;
/// Letters of scripts, and how a link names the script and that it is written from right to left.
const SCRIPT_CODES: [(RangeInclusive<char>, &str); 8] = [
    ('\u{370}'..='\u{3ff}', "/(S"),
    ('\u{400}'..='\u{52f}', "/(N"),
    ('\u{590}'..='\u{5ff}', "/(2/r"),
    ('\u{600}'..='\u{6ff}', "/(3/r"),
    ('\u{750}'..='\u{77f}', "/(3/r"),
    ('\u{3040}'..='\u{30ff}', "/$1"),
    ('\u{3400}'..='\u{9fff}', "/$1"),
    ('\u{ac00}'..='\u{d7a3}', "/$1"),
];

/// A field in the other script, before it is linked.
struct Representation {
    /// The place of the field that it represents.
    place: usize,
    indicators: [char; 2],
    subfields: Vec<(char, String)>,
}

/// Adds the fields 880 to the fields of a record, and the links between them.
pub(super) fn add_fields(fields: &mut Vec<MarcField>, other: &OtherScript) {
    let mut linked = Vec::new();
    for (number, one) in (1..=MAX_LINKS).zip(find_representations(fields, other)) {
        let field = &mut fields[one.place];
        let script = find_script_code(&one.subfields);
        let mut subfields = vec![('6', format!("{}-{number:02}{script}", field.tag))];
        subfields.extend(one.subfields);
        field.subfields.insert(0, ('6', format!("880-{number:02}")));
        linked.push(MarcField { tag: "880".to_owned(), indicators: one.indicators, subfields });
    }
    fields.extend(linked);
}

/// The code of the script of the first letter that has one; empty if there is none.
fn find_script_code(subfields: &[(char, String)]) -> &'static str {
    let script_of = |letter: char| SCRIPT_CODES.iter().find(|(letters, _)| letters.contains(&letter));
    let mut letters = subfields.iter().flat_map(|(_, text)| text.chars()).filter(|c| c.is_alphabetic());
    letters.find_map(script_of).map_or("", |(_, code)| *code)
}

fn find_representations(fields: &[MarcField], other: &OtherScript) -> Vec<Representation> {
    let mut all = Vec::new();
    let title = [('a', other.title.as_deref()), ('b', other.subtitle.as_deref())];
    let series = [('a', other.series_title.as_deref())];
    all.extend(find_text(fields, "245", &title));
    all.extend(find_people(fields, other));
    all.extend(find_text(fields, "490", &series));
    all.retain(|one| one.subfields.iter().any(|(code, _)| *code == 'a'));
    all
}

fn find_text(fields: &[MarcField], tag: &str, texts: &[(char, Option<&str>)]) -> Option<Representation> {
    let place = fields.iter().position(|field| field.tag == tag)?;
    let texts: Vec<(char, &str)> =
        texts.iter().map(|(code, text)| (*code, text.unwrap_or_default())).collect();
    let [first, second] = fields[place].indicators;
    // The second one counts the characters of an article, which only the title of the field has.
    let indicators = [first, if second.is_ascii_digit() { '0' } else { second }];
    Some(Representation { place, indicators, subfields: clean_subfields(&texts) })
}

/// The people, who have the same order in both lists. If some people of a role have no name in the other
/// script, it is not clear who has: these are left out.
fn find_people(fields: &[MarcField], other: &OtherScript) -> Vec<Representation> {
    let entries: Vec<_> = other.contributors.chunk_by(is_same_person).map(describe_entry).collect();
    let roles: Vec<Vec<&str>> = entries.iter().map(|(_, _, subfields)| relator_codes(subfields)).collect();
    let mut all = Vec::new();
    for (at, (_, first, subfields)) in entries.iter().enumerate() {
        let is_of_role = |field: &MarcField| {
            PEOPLE_TAGS.contains(&field.tag.as_str()) && field.subfields("4").eq(roles[at].iter().copied())
        };
        let places: Vec<usize> = (0..fields.len()).filter(|place| is_of_role(&fields[*place])).collect();
        let rank = roles[..at].iter().filter(|one| **one == roles[at]).count();
        let count = roles.iter().filter(|one| **one == roles[at]).count();
        if places.len() == count {
            let place = places[rank];
            // The tag is that of the field, so a name of several words may be that of a person.
            let first = match first {
                _ if fields[place].tag.ends_with("10") => '2',
                '1' => '1',
                _ => '0',
            };
            all.push(Representation {
                place,
                indicators: [first, ' '],
                subfields: clean_subfields(subfields),
            });
        }
    }
    all
}

fn relator_codes<'c>(subfields: &[(char, &'c str)]) -> Vec<&'c str> {
    subfields.iter().filter(|(code, _)| *code == '4').map(|(_, text)| *text).collect()
}

/// The subfields with content, as XML can represent it.
pub(super) fn clean_subfields(subfields: &[(char, &str)]) -> Vec<(char, String)> {
    let cleaned = subfields.iter().map(|(code, text)| (*code, remove_invalid_chars(text).trim().to_owned()));
    cleaned.filter(|(_, text)| !text.is_empty()).collect()
}
