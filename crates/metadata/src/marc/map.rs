//! Maps a MARC bibliographic record to a record. ISBD punctuation between areas is removed.

use domain::artifacts::Accessibility;
use domain::isbn::{InvalidIsbn, Isbn};
use domain::thema::ThemaCode;
use domain::{isbn, languages};

use super::{Field, Marc, people};
use crate::csv::overlay;
use crate::entry::Notes;
use crate::plain;
use crate::record::{Action, Record, Scheme, Subject, add, usage_of};
use crate::years::{coded_year, stated_year};

/// Sources of subjects.
pub(super) const BISAC: &str = "bisacsh";
pub(super) const THEMA: &str = "thema";
/// The source of this project's own fields and of the library's own categories.
pub(super) const OWN: &str = "openshelf";
/// A local field: the name of a table column, and its content.
pub(super) const LOCAL: &str = "975";

/// Whether texts end with ISBD punctuation: unless the leader says that it is omitted.
#[derive(Clone, Copy)]
pub(super) struct Cards(pub(super) bool);

impl Cards {
    fn of(marc: &Marc) -> Self {
        Self(!matches!(marc.leader.as_bytes().get(18), Some(b'c' | b'n')))
    }

    pub(super) fn trim(self, text: &str) -> String {
        let text = plain::line(text);
        if self.0 { trim(&text) } else { text.trim().to_owned() }
    }

    pub(super) fn some(self, text: Option<&str>) -> Option<String> {
        text.map(|text| self.trim(text)).filter(|text| !text.is_empty())
    }
}

/// The control number, with the code of the library that assigned it. Without one, the number that another
/// system or the Library of Congress gave the record, or the ISBN.
pub(super) fn reference(marc: &Marc) -> String {
    let reference = match (marc.control("001"), marc.control("003")) {
        (Some(number), Some(library)) => format!("({library}){number}"),
        (Some(number), None) => number.to_owned(),
        (None, _) => {
            let other = |tag| marc.all(&[tag]).find_map(|field| field.first("a")).map(str::to_owned);
            let number = other("035").or_else(|| other("010"));
            let isbn = || marc.all(&["020"]).find_map(|field| isbn_of(field.first("a")?).ok());
            number.or_else(|| Some(isbn()?.to_string())).unwrap_or_default()
        }
    };
    plain::printable(&reference)
}

/// The reason why there is no title.
fn untitled(marc: &Marc) -> String {
    let reason = match marc.leader.as_bytes().get(6) {
        Some(b'z') => "an authority record, which has no title",
        Some(b'u' | b'v' | b'x' | b'y') => "a record of holdings, which has no title",
        _ if marc.all(&["200"]).any(|field| field.first("a").is_some()) => {
            "there is no title (field 245); with a title in field 200 it seems to be UNIMARC: send MARC 21"
        }
        _ => "there is no title (field 245)",
    };
    reason.to_owned()
}

pub(super) fn record(marc: &Marc, notes: &mut Notes) -> Result<Record, String> {
    let reference = reference(marc);
    if reference.is_empty() {
        return Err("there is no control number (field 001)".into());
    }
    if marc.control("001").is_none() {
        notes.add("there is no control number (field 001): field 035, 010 or 020 is the reference");
    }
    if reference.len() > 255 {
        return Err("the control number is longer than 255 bytes".into());
    }
    let mut record = Record { reference, ..Record::default() };
    if marc.leader.as_bytes().get(5) == Some(&b'd') {
        record.action = Action::Withdraw;
        return Ok(record);
    }
    let cards = Cards::of(marc);
    let title = marc.all(&["245"]).next().ok_or_else(|| untitled(marc))?;
    let m = &mut record.metadata;
    m.title = title.all("anp").map(|text| cards.trim(text)).collect::<Vec<_>>().join(" ");
    if m.title.is_empty() {
        return Err("there is no title (field 245 $a)".into());
    }
    m.subtitle = cards.some(title.first("b"));
    m.contributors = people::contributors(marc, cards);
    isbns(marc, &mut record, notes);
    let m = &mut record.metadata;
    m.languages = languages_of(marc, notes);
    m.edition = marc.all(&["250"]).find_map(|field| cards.some(field.first("a")));
    publication(marc, cards, &mut record);
    let m = &mut record.metadata;
    m.num_pages = marc.all(&["300"]).find_map(|field| pages(field.first("a")?));
    if let Some(series) = marc.all(&["490", "830", "440"]).next() {
        m.series_title = cards.some(series.first("a"));
        m.series_number = cards.some(series.first("v"));
    }
    let summaries: Vec<&str> = marc.all(&["520"]).flat_map(|field| field.all("ab")).collect();
    m.synopsis = text(&summaries, "520", notes);
    let remarks: Vec<&str> = marc.all(&["500"]).filter_map(|field| field.first("a")).collect();
    m.notes = text(&remarks, "500", notes);
    record.subjects = subjects(marc, cards);
    let licenses = marc.all(&["540", "506"]).flat_map(|field| field.all("u"));
    record.usage = licenses.map(str::to_ascii_lowercase).find_map(|link| usage_of(&link));
    record.accessibility = accessibility(marc);
    let local = marc.all(&[LOCAL]).filter(|field| field.first("2") == Some(OWN));
    let said: Vec<(&str, &str)> =
        local.filter_map(|field| Some((field.first("a")?, field.first("b").unwrap_or_default()))).collect();
    if !said.is_empty() {
        overlay(&mut record, &said)?;
    }
    Ok(record)
}

/// Removes ISBD punctuation; a full stop after an initial or an ellipsis stays.
fn trim(text: &str) -> String {
    let text = text.trim().trim_end_matches([' ', '/', ':', ';', ',', '=']).trim_end();
    let initial = text.len() >= 2 && text.ends_with('.') && {
        let before = text[..text.len() - 1].chars().rev().take_while(|c| c.is_alphanumeric()).count();
        before <= 2 || text.ends_with("..")
    };
    if initial { text.to_owned() } else { text.trim_end_matches('.').to_owned() }
}

/// The first ISBN of a text. Punctuation and a note on the binding may follow it.
fn isbn_of(text: &str) -> Result<Isbn, InvalidIsbn> {
    match isbn::find_all(text).first() {
        Some(first) => Ok(first.isbn),
        None => isbn::parse(text.split([' ', '(', ':', ';', ',']).next().unwrap_or_default()),
    }
}

fn isbns(marc: &Marc, record: &mut Record, notes: &mut Notes) {
    let mut found = Vec::new();
    let own = marc.all(&["020"]).filter_map(|field| field.first("a"));
    let other = marc.all(&["776"]).flat_map(|field| field.all("z"));
    for text in own.chain(other) {
        match isbn_of(text) {
            Ok(isbn) => add(&mut found, isbn.to_string()),
            Err(error) => notes.add(format!("ISBN {text:.40}: {error}")),
        }
    }
    let mut found = found.into_iter();
    record.metadata.isbn13 = found.next();
    record.metadata.related_isbns = found.collect();
}

fn languages_of(marc: &Marc, notes: &mut Notes) -> Vec<String> {
    let coded = marc.control("008").and_then(|field| field.get(35..38)).map(str::to_owned);
    // Old records concatenate the codes.
    let named =
        marc.all(&["041"]).filter(|field| field.indicators[1] != '7').flat_map(|field| field.all("ad"));
    let named = named.flat_map(|run| {
        let letters: Vec<char> = run.chars().collect();
        letters.chunks(3).map(|code| code.iter().collect::<String>()).collect::<Vec<_>>()
    });
    let mut all = Vec::new();
    for code in coded.into_iter().chain(named) {
        match languages::canonical(&code) {
            Some("mul" | "zxx") => {}
            Some(code) => add(&mut all, code.to_owned()),
            None if code.trim_matches([' ', '|']).is_empty() => {}
            None => notes.add(format!("the language {code:.20} is not in ISO 639-2")),
        }
    }
    all
}

fn publication(marc: &Marc, cards: Cards, record: &mut Record) {
    let m = &mut record.metadata;
    let published = |field: &&Field| field.tag == "260" || field.indicators[1] == '1';
    if let Some(field) = marc.all(&["264", "260"]).find(published) {
        m.publisher = cards.some(field.first("b"));
    }
    let stated = || marc.all(&["260", "264"]).flat_map(|field| field.all("c")).find_map(stated_year);
    m.copyright_date = marc.control("008").and_then(coded_year).or_else(stated);
}

/// Texts of a field, each on a line of its own.
fn text(texts: &[&str], tag: &str, notes: &mut Notes) -> Option<String> {
    plain::noted(&texts.join("<p>"), &format!("field {tag}"), notes)
}

/// `xii, 345 p.` has 345.
fn pages(extent: &str) -> Option<i32> {
    let numbers = extent.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<i32>().ok());
    let paged = extent.contains("p.") || extent.contains("pages") || extent.contains(" p ");
    numbers.filter(|number| paged && *number > 0).max()
}

fn subjects(marc: &Marc, cards: Cards) -> Vec<Subject> {
    let mut all = Vec::new();
    for field in marc.all(&["650", "651", "655", "600", "610"]) {
        let listed = |list| {
            field.all("0").find_map(|text| text.strip_prefix('(')?.strip_prefix(list)?.strip_prefix(')'))
        };
        let (scheme, code) = match field.first("2") {
            Some(OWN) => (Scheme::Own, None),
            Some(BISAC) => (Scheme::Bisac, listed(BISAC)),
            Some(THEMA) => (Scheme::Thema, listed(THEMA).or_else(|| thema_code(field))),
            _ => (Scheme::Other, None),
        };
        // Without its code, a heading of a list counts by its words.
        let scheme = if code.is_none() && scheme != Scheme::Own { Scheme::Other } else { scheme };
        let name = match scheme {
            Scheme::Own => field.first("a").unwrap_or_default().to_owned(),
            _ => field.all("axyzv").map(|text| cards.trim(text)).collect::<Vec<_>>().join(" -- "),
        };
        if !name.is_empty() {
            let name = Some(name).filter(|name| code != Some(name.as_str()));
            add(&mut all, Subject { scheme, code: code.map(str::to_owned), name });
        }
    }
    for field in marc.all(&["072"]) {
        let scheme = match field.first("2").unwrap_or_default() {
            BISAC => Scheme::Bisac,
            THEMA => Scheme::Thema,
            _ => continue,
        };
        // A heading and its subdivisions.
        let rest: String = field.all("x").collect();
        for code in field.all("a") {
            let code = Some(format!("{code}{rest}").replace(' ', ""));
            let named = all.iter().position(|one: &Subject| one.scheme == scheme && one.code == code);
            match named {
                // The order of Thema codes counts, and these fields have all of them.
                Some(at) if scheme == Scheme::Thema => {
                    let one = all.remove(at);
                    all.push(one);
                }
                Some(_) => {}
                None => all.push(Subject { scheme, code, name: None }),
            }
        }
    }
    all
}

/// The Thema code of a heading: from the address of its entry in the published list, or in place of its
/// words.
fn thema_code(field: &Field) -> Option<&str> {
    let mut addresses = field.all("01").filter(|text| text.contains("editeur.org/thema/"));
    let linked = addresses.find_map(|text| text.rsplit('/').next());
    let words = field.first("a").filter(|text| !text.contains(char::is_lowercase));
    linked.or(words).filter(|code| ThemaCode::new(code, None).is_some())
}

/// Fields 341 and 532: required senses, features, and a summary.
fn accessibility(marc: &Marc) -> Option<Accessibility> {
    let mut said = Accessibility::default();
    for field in marc.all(&["341"]) {
        field.all("a").for_each(|mode| add(&mut said.access_modes, mode.to_owned()));
        field.all("bcde").for_each(|feature| add(&mut said.features, feature.to_owned()));
    }
    let notes: Vec<&str> = marc.all(&["532"]).filter_map(|field| field.first("a")).collect();
    said.summary = plain::text(&notes.join(" "));
    (said != Accessibility::default()).then_some(said)
}
