//! Writes MARCXML. Data with a MARC field is written to that field; data that our reader would not find there
//! is additionally written to local fields, named like the columns of tables.

use std::io::{self, Write};

use domain::contributors::{Contributor, ContributorType};
use domain::languages;
use domain::titles::UsageRestriction;

use super::map::{self, BISAC, LOCAL, OWN, THEMA};
use super::{Field, Marc, people as marc_people};
use crate::csv::cells;
use crate::entry::Notes;
use crate::issue::Issue;
use crate::markup::{Markup, NAMELESS, known};
use crate::plain;
use crate::record::{Action, Record, Scheme};

/// A collection in progress.
pub struct Writer<W> {
    out: Markup<W>,
}

impl<W: Write> Writer<W> {
    /// Begins it.
    pub fn new(out: W) -> io::Result<Self> {
        let mut out = Markup::new(out)?;
        out.begin("collection", &[("xmlns", "http://www.loc.gov/MARC21/slim")])?;
        Ok(Self { out })
    }

    /// Writes a record.
    pub fn write(&mut self, issue: &Issue) -> io::Result<()> {
        let marc = marc(issue);
        self.out.within("record", |out| {
            out.text("leader", &[], &marc.leader)?;
            for (tag, text) in &marc.control {
                out.text("controlfield", &[("tag", tag)], text)?;
            }
            for field in &marc.fields {
                let signs = field.indicators.map(String::from);
                out.begin("datafield", &[("tag", &field.tag), ("ind1", &signs[0]), ("ind2", &signs[1])])?;
                for (code, text) in &field.subfields {
                    out.text("subfield", &[("code", &code.to_string())], text)?;
                }
                out.end()?;
            }
            Ok(())
        })
    }

    /// Ends the collection.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish()
    }
}

/// A title as a MARC record.
pub(super) fn marc(issue: &Issue) -> Marc {
    let record = &issue.record;
    let mut fields = Fields(Vec::new());
    let gone = record.action == Action::Withdraw;
    if gone {
        fields.add("245", "00", &[('a', title(record))]);
    } else {
        describe(&mut fields, issue);
        rights(&mut fields, record);
        audience(&mut fields, record);
        accessibility(&mut fields, record);
        subjects(&mut fields, record);
        let main = main_entry(&record.metadata.contributors);
        people(&mut fields, &record.metadata.contributors[main..], "7");
        others(&mut fields, record);
    }
    if let Some(successor) = &issue.successor {
        let isbn = successor.isbn13.as_deref().unwrap_or_default();
        fields.add("787", "08", &[('i', "Replaced by:"), ('w', &successor.reference), ('z', isbn)]);
    }
    let mut marc = Marc { leader: leader(issue), control: control(issue), fields: fields.0 };
    if !gone {
        marc.fields.extend(local(&marc, record));
    }
    marc
}

/// A record must have a title.
fn title(record: &Record) -> &str {
    let title = record.metadata.title.as_str();
    if known(title).trim().is_empty() { NAMELESS } else { title }
}

/// In UTF-8, and without ISBD punctuation.
fn leader(issue: &Issue) -> String {
    let status = if issue.record.action == Action::Withdraw { 'd' } else { 'n' };
    let kind = if issue.music { 'c' } else { 'a' };
    // Before publication; minimal.
    let level = if issue.announced { '8' } else { '7' };
    format!("00000{status}{kind}m a2200000{level}c 4500")
}

fn control(issue: &Issue) -> Vec<(String, String)> {
    let m = &issue.record.metadata;
    let reference = issue.record.reference.as_str();
    let parts = reference.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (library, number) = parts.filter(|(a, b)| !a.is_empty() && !b.is_empty()).unwrap_or(("", reference));
    let year = m.copyright_date.filter(|year| (1..=9999).contains(year));
    let dates = year.map_or("nuuuu".to_owned(), |year| format!("s{year:04}"));
    let language = m.languages.first().and_then(|code| languages::bibliographic(code)).unwrap_or("   ");
    let created = issue.created.strftime("%y%m%d");
    // Online; nothing else is coded.
    let coded = format!("{created}{dates}    xx |||||o|||||||| ||{language} d");
    [
        ("001", number.to_owned()),
        ("003", library.to_owned()),
        ("005", issue.changed.strftime("%Y%m%d%H%M%S.0").to_string()),
        ("008", coded),
    ]
    .into_iter()
    .filter(|(_, text)| !text.is_empty())
    .map(|(tag, text)| (tag.to_owned(), text))
    .collect()
}

/// Fields that are being put together.
struct Fields(Vec<Field>);

impl Fields {
    /// Adds a field with its non-empty subfields; nothing if all are empty.
    fn add(&mut self, tag: &str, indicators: &str, subfields: &[(char, &str)]) {
        let mut signs = indicators.chars().map(|sign| if sign == '#' { ' ' } else { sign });
        let subfields: Vec<(char, String)> = subfields
            .iter()
            .map(|(code, text)| (*code, known(text).trim().to_owned()))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        // A source alone is not information.
        if subfields.iter().any(|(code, _)| *code != '2') {
            let indicators = [signs.next().unwrap_or(' '), signs.next().unwrap_or(' ')];
            self.0.push(Field { tag: tag.to_owned(), indicators, subfields });
        }
    }
}

/// The first contributor, if an author, is the main entry.
fn main_entry(all: &[Contributor]) -> usize {
    let first = all.first().filter(|one| one.kind == ContributorType::Author);
    first.map_or(0, |first| all.iter().take_while(|one| same(one, first)).count())
}

fn same(a: &Contributor, b: &Contributor) -> bool {
    (&a.display_name, &a.index_name) == (&b.display_name, &b.index_name)
}

fn describe(fields: &mut Fields, issue: &Issue) {
    let m = &issue.record.metadata;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    if let Some(isbn) = &m.isbn13 {
        fields.add("020", "##", &[('a', isbn)]);
    }
    fields.add("024", "7#", &[('a', &text(&m.product_identifier)), ('2', "local")]);
    if m.languages.len() > 1 {
        let codes: Vec<(char, &str)> =
            m.languages.iter().filter_map(|code| Some(('a', languages::bibliographic(code)?))).collect();
        fields.add("041", "0#", &codes);
    }
    fields.add("044", "##", &[('c', &text(&m.origin_country).to_lowercase())]);
    for subject in &issue.record.subjects {
        let code = subject.code.as_deref().unwrap_or_default();
        match subject.scheme {
            Scheme::Bisac => {
                let (class, rest) = code.split_at_checked(3).unwrap_or((code, ""));
                fields.add("072", "#7", &[('a', class), ('x', rest), ('2', BISAC)]);
            }
            Scheme::Thema => fields.add("072", "#7", &[('a', code), ('2', THEMA)]),
            Scheme::Own | Scheme::Other => {}
        }
    }
    let main = main_entry(&m.contributors);
    people(fields, &m.contributors[..main], "1");
    let added = if main == 0 { "00" } else { "10" };
    fields.add("245", added, &[('a', title(&issue.record)), ('b', &text(&m.subtitle))]);
    fields.add("250", "##", &[('a', &text(&m.edition))]);
    fields.add("264", "#1", &[('b', &text(&m.publisher))]);
    let year = m.copyright_date.map(|year| format!("\u{a9}{year}")).unwrap_or_default();
    fields.add("264", "#4", &[('c', &year)]);
    let pages = m.num_pages.map(|pages| format!(" ({pages} pages)")).unwrap_or_default();
    let images = m.num_images.filter(|images| *images > 0).map(|images| format!("{images} illustrations"));
    let extent = format!("1 online resource{pages}");
    fields.add("300", "##", &[('a', &extent), ('b', &images.unwrap_or_default())]);
    let (name, code) = if issue.music { ("notated music", "ntm") } else { ("text", "txt") };
    fields.add("336", "##", &[('a', name), ('b', code), ('2', "rdacontent")]);
    fields.add("337", "##", &[('a', "computer"), ('b', "c"), ('2', "rdamedia")]);
    fields.add("338", "##", &[('a', "online resource"), ('b', "cr"), ('2', "rdacarrier")]);
    for format in &issue.formats {
        fields.add("347", "##", &[('b', format.name())]);
    }
    fields.add("490", "0#", &[('a', &text(&m.series_title)), ('v', &text(&m.series_number))]);
    for (tag, text) in [("500", &m.notes), ("520", &m.synopsis)] {
        for line in text.iter().flat_map(|text| text.lines()) {
            fields.add(tag, "##", &[('a', &plain::markup(line.trim()))]);
        }
    }
}

fn rights(fields: &mut Fields, record: &Record) {
    let (name, link) = match record.usage {
        Some(UsageRestriction::CreativeCommons) => {
            ("Creative Commons", "https://creativecommons.org/licenses/")
        }
        Some(UsageRestriction::PublicDomain) => {
            ("Public domain", "https://creativecommons.org/publicdomain/mark/1.0/")
        }
        Some(UsageRestriction::Copyright) | None => ("", ""),
    };
    fields.add("540", "##", &[('a', name), ('u', link)]);
    let m = &record.metadata;
    let year = m.copyright_date.map(|year| year.to_string()).unwrap_or_default();
    if let Some(holder) = &m.copyright_holder {
        fields.add("542", "1#", &[('d', holder), ('g', &year)]);
    }
}

fn audience(fields: &mut Fields, record: &Record) {
    let m = &record.metadata;
    let ages = match (m.reading_age_minimum, m.reading_age_maximum) {
        (Some(from), Some(to)) => format!("{from}-{to}"),
        (Some(from), None) => format!("{from} and up"),
        (None, Some(to)) => format!("up to {to}"),
        (None, None) => String::new(),
    };
    let lexile = match &m.lexile_number {
        Some(number) => format!("{}{number}L", m.lexile_code.as_deref().unwrap_or_default()),
        None => m.lexile_code.clone().unwrap_or_default(),
    };
    fields.add("521", "1#", &[('a', &ages)]);
    fields.add("521", "2#", &[('a', &m.grades.join(", "))]);
    if !lexile.is_empty() {
        fields.add("521", "8#", &[('a', &lexile), ('b', "Lexile")]);
    }
}

/// Access modes and features in schema.org terms.
fn accessibility(fields: &mut Fields, record: &Record) {
    const WORDS: &str = "sapdv";
    let Some(said) = &record.accessibility else { return };
    for mode in &said.access_modes {
        fields.add("341", "0#", &[('a', mode), ('2', WORDS)]);
    }
    for feature in &said.features {
        fields.add("341", "0#", &[('b', feature), ('2', WORDS)]);
    }
    let summary = said.summary.as_deref().unwrap_or_default();
    fields.add("532", "8#", &[('a', &plain::markup(summary.trim()))]);
}

fn subjects(fields: &mut Fields, record: &Record) {
    for subject in &record.subjects {
        let name = subject.name.as_deref().unwrap_or_default();
        match (subject.scheme, &subject.code) {
            (Scheme::Bisac, Some(code)) if !name.is_empty() => {
                fields.add("650", "#7", &[('a', name), ('2', BISAC), ('0', &format!("({BISAC}){code}"))]);
            }
            (Scheme::Thema, Some(code)) if !name.is_empty() => {
                fields.add("650", "#7", &[('a', name), ('2', THEMA), ('0', &format!("({THEMA}){code}"))]);
            }
            (Scheme::Own, _) => fields.add("650", "#7", &[('a', name), ('2', OWN)]),
            (Scheme::Other, _) => fields.add("650", "#4", &[('a', name)]),
            _ => {}
        }
    }
}

/// Writes people in order; consecutive roles of the same person are merged.
fn people(fields: &mut Fields, all: &[Contributor], block: &str) {
    for roles in all.chunk_by(same) {
        let one = &roles[0];
        let (kind, first) = match &one.index_name {
            Some(_) => ("00", "1#"),
            // A name of several words without a sort form is a corporate body.
            None if one.display_name.trim().contains(char::is_whitespace) => ("10", "2#"),
            None => ("00", "0#"),
        };
        let relators: Vec<(&str, &str)> = roles.iter().map(|one| marc_people::relator(one.kind)).collect();
        let mut subfields = vec![('a', one.sort_name())];
        subfields.extend(relators.iter().map(|(_, term)| ('e', *term)));
        subfields.extend(relators.iter().map(|(code, _)| ('4', *code)));
        fields.add(&format!("{block}{kind}"), first, &subfields);
    }
}

fn others(fields: &mut Fields, record: &Record) {
    for isbn in &record.metadata.related_isbns {
        fields.add("776", "08", &[('i', "Other edition:"), ('z', isbn)]);
    }
}

/// Local fields for values that would be read back differently.
fn local(marc: &Marc, record: &Record) -> Vec<Field> {
    let Ok(read) = map::record(marc, &mut Notes::default()) else { return Vec::new() };
    let (want, got) = (cells(record), cells(&read));
    let mut columns: Vec<&str> = want.iter().chain(got.iter()).map(|(column, _)| column).collect();
    columns.sort_unstable();
    columns.dedup();
    columns.retain(|column| want.get(column) != got.get(column));
    columns.retain(|column| *column != "title" || title(record) != NAMELESS);
    let field = |column: &&str| Field {
        tag: LOCAL.to_owned(),
        indicators: [' ', ' '],
        subfields: [('a', *column), ('b', want.get(column)), ('2', OWN)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(code, text)| (code, known(text).into_owned()))
            .collect(),
    };
    columns.iter().map(field).collect()
}
