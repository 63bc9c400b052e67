//! Writes MARCXML. Data with a MARC field is written to that field; data that our reader would not find there
//! is additionally written to local fields, named like the columns of tables.

use std::io::{self, Write};

use domain::{Contributor, ContributorType, UsageRestriction, languages, sorting};

use super::map::{self, BISAC_SOURCE, LOCAL_FIELD_TAG, OPENSHELF_SOURCE, THEMA_SOURCE};
use super::people::describe_entry;
use super::write_other_script::{self, clean_subfields};
use super::{MarcField, MarcRecord};
use crate::csv::cells_of_record;
use crate::entry::Notes;
use crate::markup::{UNTITLED_PLACEHOLDER, XmlWriter, remove_invalid_chars};
use crate::names::is_same_person;
use crate::{Action, Issue, Record, Scheme, plain};

/// A collection in progress.
pub struct CollectionWriter<W> {
    output: XmlWriter<W>,
}

impl<W: Write> CollectionWriter<W> {
    /// Begins it.
    pub fn new(out: W) -> io::Result<Self> {
        let mut out = XmlWriter::new(out)?;
        out.begin_element("collection", &[("xmlns", "http://www.loc.gov/MARC21/slim")])?;
        Ok(Self { output: out })
    }

    /// Writes a record.
    pub fn write_record(&mut self, issue: &Issue) -> io::Result<()> {
        let marc = to_marc(issue);
        self.output.write_nested("record", |out| {
            out.write_text("leader", &[], &marc.leader)?;
            for (tag, text) in &marc.control {
                out.write_text("controlfield", &[("tag", tag)], text)?;
            }
            for field in &marc.fields {
                let indicators = field.indicators.map(String::from);
                out.begin_element(
                    "datafield",
                    &[("tag", &field.tag), ("ind1", &indicators[0]), ("ind2", &indicators[1])],
                )?;
                for (code, text) in &field.subfields {
                    out.write_text("subfield", &[("code", &code.to_string())], text)?;
                }
                out.end_element()?;
            }
            Ok(())
        })
    }

    /// Ends the collection.
    pub fn finish(self) -> io::Result<W> {
        self.output.finish()
    }
}

pub(super) fn to_marc(issue: &Issue) -> MarcRecord {
    let record = &issue.record;
    let mut fields = FieldBuilder(Vec::new());
    let is_withdrawn = record.action == Action::Withdraw;
    if is_withdrawn {
        fields.add_field("245", "00", &[('a', title_or_placeholder(record))]);
    } else {
        add_description(&mut fields, issue);
        add_rights(&mut fields, record);
        add_audience(&mut fields, record);
        add_accessibility(&mut fields, record);
        add_subjects(&mut fields, record);
        let main = count_main_entries(&record.metadata.contributors);
        add_people(&mut fields, &record.metadata.contributors[main..], "7");
        add_others(&mut fields, record);
    }
    if let Some(successor) = &issue.successor {
        let isbn = successor.isbn13.as_deref().unwrap_or_default();
        fields.add_field("787", "08", &[('i', "Replaced by:"), ('w', &successor.reference), ('z', isbn)]);
    }
    let mut marc =
        MarcRecord { leader: format_leader(issue), control: control_fields(issue), fields: fields.0 };
    if !is_withdrawn {
        write_other_script::add_fields(&mut marc.fields, &record.metadata.other_script);
        marc.fields.extend(local_fields(&marc, record));
    }
    marc
}

/// A record must have a title.
fn title_or_placeholder(record: &Record) -> &str {
    let title = record.metadata.title.as_str();
    if remove_invalid_chars(title).trim().is_empty() { UNTITLED_PLACEHOLDER } else { title }
}

/// Formats a leader for UTF-8 without ISBD punctuation.
fn format_leader(issue: &Issue) -> String {
    let status = if issue.record.action == Action::Withdraw { 'd' } else { 'n' };
    let kind = if issue.music { 'c' } else { 'a' };
    // Before publication; minimal.
    let level = if issue.announced { '8' } else { '7' };
    format!("00000{status}{kind}m a2200000{level}c 4500")
}

fn control_fields(issue: &Issue) -> Vec<(String, String)> {
    let m = &issue.record.metadata;
    let reference = issue.record.reference.as_str();
    let parts = reference.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (library, number) = parts.filter(|(a, b)| !a.is_empty() && !b.is_empty()).unwrap_or(("", reference));
    let year = m.copyright_date.filter(|year| (1..=9999).contains(year));
    let dates = year.map_or("nuuuu".to_owned(), |year| format!("s{year:04}"));
    let language = m.languages.first().and_then(|code| languages::to_bibliographic(code)).unwrap_or("   ");
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
struct FieldBuilder(Vec<MarcField>);

impl FieldBuilder {
    /// Adds a field with its non-empty subfields; nothing if all are empty.
    fn add_field(&mut self, tag: &str, indicators: &str, subfields: &[(char, &str)]) {
        let mut chars = indicators.chars().map(|c| if c == '#' { ' ' } else { c });
        let subfields = clean_subfields(subfields);
        // A source alone is not information.
        if subfields.iter().any(|(code, _)| *code != '2') {
            let indicators = [chars.next().unwrap_or(' '), chars.next().unwrap_or(' ')];
            self.0.push(MarcField { tag: tag.to_owned(), indicators, subfields });
        }
    }
}

/// The first contributor, if an author, is the main entry.
fn count_main_entries(all: &[Contributor]) -> usize {
    let first = all.first().filter(|one| one.kind == ContributorType::Author);
    first.map_or(0, |first| all.iter().take_while(|one| is_same_person(one, first)).count())
}

fn add_description(fields: &mut FieldBuilder, issue: &Issue) {
    let m = &issue.record.metadata;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    if let Some(isbn) = &m.isbn13 {
        fields.add_field("020", "##", &[('a', isbn)]);
    }
    fields.add_field("024", "7#", &[('a', &text(&m.product_identifier)), ('2', "local")]);
    if m.languages.len() > 1 {
        let codes: Vec<(char, &str)> =
            m.languages.iter().filter_map(|code| Some(('a', languages::to_bibliographic(code)?))).collect();
        fields.add_field("041", "0#", &codes);
    }
    fields.add_field("044", "##", &[('c', &text(&m.origin_country).to_lowercase())]);
    for subject in &issue.record.subjects {
        let code = subject.code.as_deref().unwrap_or_default();
        match subject.scheme {
            Scheme::Bisac => {
                let (class, rest) = code.split_at_checked(3).unwrap_or((code, ""));
                fields.add_field("072", "#7", &[('a', class), ('x', rest), ('2', BISAC_SOURCE)]);
            }
            Scheme::Thema => fields.add_field("072", "#7", &[('a', code), ('2', THEMA_SOURCE)]),
            Scheme::Own | Scheme::Other => {}
        }
    }
    let main = count_main_entries(&m.contributors);
    add_people(fields, &m.contributors[..main], "1");
    let title = title_or_placeholder(&issue.record);
    let language = m.languages.first().map_or("", String::as_str);
    let article = sorting::leading_article_chars(remove_invalid_chars(title).trim(), language);
    let indicators = format!("{}{article}", u8::from(main > 0));
    fields.add_field("245", &indicators, &[('a', title), ('b', &text(&m.subtitle))]);
    for title in &m.variant_titles {
        fields.add_field("246", "1#", &[('a', title)]);
    }
    fields.add_field("250", "##", &[('a', &text(&m.edition))]);
    fields.add_field("264", "#1", &[('b', &text(&m.publisher))]);
    let year = m.copyright_date.map(|year| format!("\u{a9}{year}")).unwrap_or_default();
    fields.add_field("264", "#4", &[('c', &year)]);
    let pages = m.num_pages.map(|pages| format!(" ({pages} pages)")).unwrap_or_default();
    let images = m.num_images.filter(|images| *images > 0).map(|images| format!("{images} illustrations"));
    let extent = format!("1 online resource{pages}");
    fields.add_field("300", "##", &[('a', &extent), ('b', &images.unwrap_or_default())]);
    let (name, code) = if issue.music { ("notated music", "ntm") } else { ("text", "txt") };
    fields.add_field("336", "##", &[('a', name), ('b', code), ('2', "rdacontent")]);
    fields.add_field("337", "##", &[('a', "computer"), ('b', "c"), ('2', "rdamedia")]);
    fields.add_field("338", "##", &[('a', "online resource"), ('b', "cr"), ('2', "rdacarrier")]);
    for format in &issue.formats {
        fields.add_field("347", "##", &[('b', format.name())]);
    }
    fields.add_field("490", "0#", &[('a', &text(&m.series_title)), ('v', &text(&m.series_number))]);
    for (tag, text) in [("500", &m.notes), ("520", &m.synopsis)] {
        for line in text.iter().flat_map(|text| text.lines()) {
            fields.add_field(tag, "##", &[('a', &plain::to_markup(line.trim()))]);
        }
    }
}

fn add_rights(fields: &mut FieldBuilder, record: &Record) {
    let (name, link) = match record.usage {
        Some(UsageRestriction::CreativeCommons) => {
            ("Creative Commons", "https://creativecommons.org/licenses/")
        }
        Some(UsageRestriction::PublicDomain) => {
            ("Public domain", "https://creativecommons.org/publicdomain/mark/1.0/")
        }
        Some(UsageRestriction::Copyright) | None => ("", ""),
    };
    fields.add_field("540", "##", &[('a', name), ('u', link)]);
    let m = &record.metadata;
    let year = m.copyright_date.map(|year| year.to_string()).unwrap_or_default();
    if let Some(holder) = &m.copyright_holder {
        fields.add_field("542", "1#", &[('d', holder), ('g', &year)]);
    }
}

fn add_audience(fields: &mut FieldBuilder, record: &Record) {
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
    fields.add_field("521", "1#", &[('a', &ages)]);
    fields.add_field("521", "2#", &[('a', &m.grades.join(", "))]);
    if !lexile.is_empty() {
        fields.add_field("521", "8#", &[('a', &lexile), ('b', "Lexile")]);
    }
}

/// Access modes and features in schema.org terms.
fn add_accessibility(fields: &mut FieldBuilder, record: &Record) {
    const ACCESS_MODE_CODES: &str = "sapdv";
    let Some(said) = &record.accessibility else { return };
    for mode in &said.access_modes {
        fields.add_field("341", "0#", &[('a', mode), ('2', ACCESS_MODE_CODES)]);
    }
    for feature in &said.features {
        fields.add_field("341", "0#", &[('b', feature), ('2', ACCESS_MODE_CODES)]);
    }
    let summary = said.summary.as_deref().unwrap_or_default();
    fields.add_field("532", "8#", &[('a', &plain::to_markup(summary.trim()))]);
}

fn add_subjects(fields: &mut FieldBuilder, record: &Record) {
    for subject in &record.subjects {
        let name = subject.name.as_deref().unwrap_or_default();
        let source = match subject.scheme {
            Scheme::Bisac => BISAC_SOURCE,
            Scheme::Thema => THEMA_SOURCE,
            Scheme::Own => {
                fields.add_field("650", "#7", &[('a', name), ('2', OPENSHELF_SOURCE)]);
                continue;
            }
            Scheme::Other => {
                fields.add_field("650", "#4", &[('a', name)]);
                continue;
            }
        };
        if let Some(code) = subject.code.as_ref().filter(|_| !name.is_empty()) {
            fields.add_field("650", "#7", &[('a', name), ('2', source), ('0', &format!("({source}){code}"))]);
        }
    }
}

/// Writes people in order; consecutive roles of the same person are merged.
fn add_people(fields: &mut FieldBuilder, all: &[Contributor], block: &str) {
    for roles in all.chunk_by(is_same_person) {
        let (kind, first, subfields) = describe_entry(roles);
        fields.add_field(&format!("{block}{kind}"), &format!("{first}#"), &subfields);
    }
}

fn add_others(fields: &mut FieldBuilder, record: &Record) {
    for isbn in &record.metadata.related_isbns {
        fields.add_field("776", "08", &[('i', "Other edition:"), ('z', isbn)]);
    }
}

/// Local fields for values that would be read back differently.
fn local_fields(marc: &MarcRecord, record: &Record) -> Vec<MarcField> {
    let Ok(read) = map::map_record(marc, &mut Notes::default()) else { return Vec::new() };
    let (want, got) = (cells_of_record(record), cells_of_record(&read));
    let mut columns: Vec<&str> = want.iter().chain(got.iter()).map(|(column, _)| column).collect();
    columns.sort_unstable();
    columns.dedup();
    columns.retain(|column| want.cell(column) != got.cell(column));
    columns.retain(|column| *column != "title" || title_or_placeholder(record) != UNTITLED_PLACEHOLDER);
    let field = |column: &&str| MarcField {
        tag: LOCAL_FIELD_TAG.to_owned(),
        indicators: [' ', ' '],
        subfields: [('a', *column), ('b', want.cell(column)), ('2', OPENSHELF_SOURCE)]
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(code, text)| (code, remove_invalid_chars(text).into_owned()))
            .collect(),
    };
    columns.iter().map(field).collect()
}
