//! Tables: one title in a row, under the names of docs/ingest.md, which are those of the interface.

use std::io::BufRead;

use csv::{ByteRecord, Reader, ReaderBuilder};
use domain::artifacts::Accessibility;
use domain::contributors::{Contributor, ContributorType};
use domain::titles::{ContentWarning, Territory, UsageRestriction};
use domain::wire::WireEnum;
use domain::{countries, grades, isbn, languages};

use crate::entry::{Broken, Entry};
use crate::meter::Meter;
use crate::onix::LEXILE;
use crate::plain;
use crate::record::{Action, Record, Scheme, Subject, add};

/// A row, and what of the next one has been read with it, has so many bytes at most.
const ROW: u64 = 1 << 20;
/// Values of a column that holds many are separated by it.
const SEPARATOR: char = ';';

/// Columns of contributors.
const PEOPLE: [(&str, ContributorType); 15] = [
    ("authors", ContributorType::Author),
    ("coWriters", ContributorType::CoWriter),
    ("epilogueBys", ContributorType::EpilogueBy),
    ("forewardBys", ContributorType::ForwardBy),
    ("forewordBys", ContributorType::ForwardBy),
    ("introductionBys", ContributorType::IntroductionBy),
    ("editors", ContributorType::Editor),
    ("composers", ContributorType::Composer),
    ("arrangers", ContributorType::Arranger),
    ("lyricists", ContributorType::Lyricist),
    ("translators", ContributorType::Translator),
    ("transcribers", ContributorType::Transcriber),
    ("abridgers", ContributorType::Abridger),
    ("adapters", ContributorType::Adapter),
    ("illustrators", ContributorType::Illustrator),
];

/// All other columns.
pub const COLUMNS: [&str; 44] = [
    "reference",
    "action",
    "title",
    "subtitle",
    "synopsis",
    "isbn13",
    "relatedIsbns",
    "languages",
    "categories",
    "bisacCategories",
    "themaCategories",
    "grades",
    "contentWarnings",
    "adultContent",
    "copyrightDate",
    "copyrightHolder",
    "publisher",
    "edition",
    "seriesTitle",
    "seriesSubtitle",
    "seriesNumber",
    "originCountry",
    "externalCategoryCode",
    "productIdentifier",
    "lexileCode",
    "lexileNumber",
    "readingAgeMinimum",
    "readingAgeMaximum",
    "numPages",
    "numImages",
    "notes",
    "usageRestriction",
    "availableWorldwide",
    "countries",
    "states",
    "marrakeshEligible",
    "marrakeshPODException",
    "accessibilitySummary",
    "accessibilityConformances",
    "accessibilityFeatures",
    "accessibilityHazards",
    "accessModes",
    "accessModesSufficient",
    "nimacRestricted",
];

/// The rows of a table, one after the other.
pub struct Table<R> {
    reader: Reader<Meter<R>>,
    columns: Vec<&'static str>,
    row: ByteRecord,
    number: u64,
    ended: bool,
}

impl<R: BufRead> Table<R> {
    /// Reads the first row, which names the columns in any order and case.
    pub fn new(reader: R) -> Result<Self, Broken> {
        let mut reader =
            ReaderBuilder::new().has_headers(false).flexible(true).from_reader(Meter::new(reader, ROW));
        let mut row = ByteRecord::new();
        let read = reader.read_byte_record(&mut row).map_err(|error| Broken::new(1, error.to_string()))?;
        if !read {
            return Err(Broken::new(1, "the file is empty"));
        }
        let mut columns = Vec::new();
        for cell in &row {
            let cell = String::from_utf8_lossy(cell);
            let name = cell.trim_start_matches('\u{feff}').trim();
            let mut known = PEOPLE.iter().map(|(name, _)| *name).chain(COLUMNS);
            let Some(column) = known.find(|known| known.eq_ignore_ascii_case(name)) else {
                return Err(Broken::new(
                    1,
                    format!("there is no column {name:.40} (docs/ingest.md has them all)"),
                ));
            };
            if columns.contains(&column) {
                return Err(Broken::new(1, format!("the column {column} is there twice")));
            }
            columns.push(column);
        }
        for needed in ["reference", "title"] {
            if !columns.contains(&needed) {
                return Err(Broken::new(1, format!("the first line does not name the column {needed}")));
            }
        }
        Ok(Self { reader, columns, row, number: 0, ended: false })
    }

    fn entry(&mut self) -> Result<Option<Entry>, Broken> {
        self.reader.get_mut().restart();
        let line = self.reader.position().line();
        match self.reader.read_byte_record(&mut self.row) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => {
                let reason = format!("{error}; is a quotation mark missing?");
                return Err(Broken::new(line, reason));
            }
        }
        self.number += 1;
        let line = self.row.position().map_or(line, csv::Position::line);
        let size = self.row.as_slice().len() as u64;
        let (reference, result) = match std::str::from_utf8(self.row.as_slice()) {
            Ok(_) => self.record(),
            Err(_) => (String::new(), Err("not in UTF-8".to_owned())),
        };
        Ok(Some(Entry { number: self.number, line, reference, result, notes: Vec::new(), size }))
    }

    fn record(&self) -> (String, Result<Record, String>) {
        let (count, named) = (self.row.len(), self.columns.len());
        let cells = self.row.iter().map(|cell| std::str::from_utf8(cell).unwrap_or_default().trim());
        let row = Row { cells: self.columns.iter().copied().zip(cells).collect(), faults: Vec::new() };
        let reference = row.cell("reference").unwrap_or_default().to_owned();
        if count != named {
            return (reference, Err(format!("{count} columns where the first line has {named}")));
        }
        (reference, row.record())
    }
}

impl<R: BufRead> Iterator for Table<R> {
    type Item = Result<Entry, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.entry().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// One row, and what is wrong with it.
struct Row<'r> {
    cells: Vec<(&'static str, &'r str)>,
    faults: Vec<String>,
}

impl<'r> Row<'r> {
    fn cell(&self, name: &str) -> Option<&'r str> {
        self.cells
            .iter()
            .find(|(column, _)| *column == name)
            .map(|(_, cell)| *cell)
            .filter(|cell| !cell.is_empty())
    }

    fn text(&self, name: &str) -> Option<String> {
        self.cell(name).map(str::to_owned)
    }

    fn many(&self, name: &str) -> impl Iterator<Item = &'r str> + use<'r> {
        let cell = self.cell(name).unwrap_or_default();
        cell.split(SEPARATOR).map(str::trim).filter(|value| !value.is_empty())
    }

    fn texts(&self, name: &str) -> Vec<String> {
        self.many(name).map(str::to_owned).collect()
    }

    fn fault(&mut self, name: &str, what: &str) {
        self.faults.push(format!("{name}: {what}"));
    }

    /// A value, if it is one.
    fn parse<T>(&mut self, name: &str, what: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = read(self.cell(name)?);
        if value.is_none() {
            self.fault(name, what);
        }
        value
    }

    /// Values, each once.
    fn each<T: PartialEq>(&mut self, name: &str, what: &str, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut all = Vec::new();
        let values: Vec<&str> = self.many(name).collect();
        for value in values {
            match read(value) {
                Some(value) => add(&mut all, value),
                None => self.fault(name, &format!("{value:.40} {what}")),
            }
        }
        all
    }

    fn flag(&mut self, name: &str) -> bool {
        self.parse(name, "must be true or false", flag).unwrap_or_default()
    }

    fn number(&mut self, name: &str, least: i32) -> Option<i32> {
        let read = |text: &str| text.parse().ok().filter(|number| *number >= least);
        self.parse(name, "must be a whole number", read)
    }

    fn record(mut self) -> Result<Record, String> {
        let mut record =
            Record { reference: self.text("reference").unwrap_or_default(), ..Record::default() };
        if record.reference.is_empty() || record.reference.len() > 255 {
            return Err("reference: is required, with 255 bytes at most".into());
        }
        let action = |word: &str| match word.to_ascii_lowercase().as_str() {
            "update" => Some(Action::Full),
            "withdraw" => Some(Action::Withdraw),
            _ => None,
        };
        record.action = self.parse("action", "must be update or withdraw", action).unwrap_or_default();
        if record.action == Action::Full {
            self.describe(&mut record);
            self.audience(&mut record);
            self.rights(&mut record);
            record.accessibility = self.accessibility();
        }
        if self.faults.is_empty() { Ok(record) } else { Err(self.faults.join("; ")) }
    }

    fn describe(&mut self, record: &mut Record) {
        let m = &mut record.metadata;
        match self.text("title") {
            Some(title) => m.title = title,
            None => self.fault("title", "is required"),
        }
        m.subtitle = self.text("subtitle");
        m.synopsis = self.cell("synopsis").and_then(plain::text);
        for (column, kind) in PEOPLE {
            m.contributors.extend(self.many(column).map(|name| contributor(kind, name)));
        }
        m.isbn13 = self.parse("isbn13", "is not an ISBN", parse_isbn);
        m.related_isbns = self.each("relatedIsbns", "is not an ISBN", parse_isbn);
        m.related_isbns.retain(|isbn| m.isbn13.as_ref() != Some(isbn));
        let language = |code: &str| languages::alpha3(code).map(str::to_owned);
        m.languages = self.each("languages", "is not a language of ISO 639-2", language);
        m.copyright_date = self.parse("copyrightDate", "must be a year", |year| year.parse().ok());
        m.copyright_holder = self.text("copyrightHolder");
        m.publisher = self.text("publisher");
        m.edition = self.text("edition");
        m.series_title = self.text("seriesTitle");
        m.series_subtitle = self.text("seriesSubtitle");
        m.series_number = self.text("seriesNumber");
        let country = |code: &str| countries::normalize(code).map(str::to_owned);
        m.origin_country = self.parse("originCountry", "is not a country of ISO 3166-1", country);
        m.external_category_code = self.text("externalCategoryCode");
        m.product_identifier = self.text("productIdentifier");
        m.num_pages = self.number("numPages", 1);
        m.num_images = self.number("numImages", 0);
        m.notes = self.text("notes");
        m.nimac = self.flag("nimacRestricted");
        let named = |name: &str| Subject { scheme: Scheme::Other, code: None, name: Some(name.to_owned()) };
        let coded = |scheme, code: &str| Subject { scheme, code: Some(code.to_owned()), name: None };
        record.subjects = self.many("categories").map(named).collect();
        record.subjects.extend(self.many("bisacCategories").map(|code| coded(Scheme::Bisac, code)));
        record.subjects.extend(self.many("themaCategories").map(|code| coded(Scheme::Thema, code)));
    }

    fn audience(&mut self, record: &mut Record) {
        let m = &mut record.metadata;
        let grade = |code: &str| grades::is_grade(code).then(|| code.to_owned());
        m.grades = self.each("grades", "is no grade of ONIX list 77 or BIC", grade);
        m.content_warnings = self.each("contentWarnings", "is no content warning", ContentWarning::parse_ok);
        m.adult_content = self.flag("adultContent");
        m.reading_age_minimum = self.number("readingAgeMinimum", 0);
        m.reading_age_maximum = self.number("readingAgeMaximum", 0);
        let lexile = |code: &str| LEXILE.contains(&code).then(|| code.to_owned());
        m.lexile_code = self.parse("lexileCode", "is no Lexile code", lexile);
        m.lexile_number = self.text("lexileNumber");
    }

    fn rights(&mut self, record: &mut Record) {
        record.usage = self.parse("usageRestriction", "is no usage restriction", UsageRestriction::parse_ok);
        let country = |code: &str| countries::normalize(code).map(str::to_owned);
        let territory = Territory {
            worldwide: self.flag("availableWorldwide"),
            countries: self
                .each("countries", "is not a country of ISO 3166-1", country)
                .into_iter()
                .collect(),
            states: self.texts("states").into_iter().collect(),
            marrakesh_available: self.flag("marrakeshEligible"),
            marrakesh_pod_exception: self.flag("marrakeshPODException"),
        };
        record.territory = (territory != Territory::default()).then_some(territory);
    }

    fn accessibility(&self) -> Option<Accessibility> {
        let said = Accessibility {
            summary: self.text("accessibilitySummary"),
            conformances: self.texts("accessibilityConformances"),
            certifications: Vec::new(),
            features: self.texts("accessibilityFeatures"),
            hazards: self.texts("accessibilityHazards"),
            access_modes: self.texts("accessModes"),
            access_modes_sufficient: self.texts("accessModesSufficient"),
        };
        (said != Accessibility::default()).then_some(said)
    }
}

/// Enumerations as the interface spells them.
trait ParseOk: WireEnum {
    fn parse_ok(word: &str) -> Option<Self> {
        Self::parse(word).ok()
    }
}

impl<E: WireEnum> ParseOk for E {}

fn parse_isbn(text: &str) -> Option<String> {
    isbn::parse(text).ok().map(|isbn| isbn.to_string())
}

fn flag(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// `Austen, Jane` is a name as it is sorted, `Jane Austen` one as it is shown.
fn contributor(kind: ContributorType, name: &str) -> Contributor {
    match name.split_once(", ") {
        Some((last, first)) => {
            Contributor { kind, display_name: format!("{first} {last}"), index_name: Some(name.to_owned()) }
        }
        None => Contributor::new(kind, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: &str = include_str!("../seeds/titles.csv");

    fn read(text: &[u8]) -> Result<Vec<Entry>, Broken> {
        Table::new(text)?.collect()
    }

    #[test]
    fn a_row_becomes_a_record() {
        let all = read(SEED.as_bytes()).unwrap();
        let record = all[0].result.as_ref().unwrap();
        let m = &record.metadata;
        assert_eq!((record.reference.as_str(), m.title.as_str()), ("a-1", "The Tide"));
        let people: Vec<_> =
            m.contributors.iter().map(|c| (c.display_name.as_str(), c.sort_name())).collect();
        assert_eq!(people, [("Ada Harbor", "Harbor, Ada"), ("Jan Dijk", "Dijk, Jan")]);
        assert_eq!(
            (m.isbn13.as_deref(), m.languages.as_slice()),
            (Some("9780306406157"), &["eng".into(), "deu".into()][..])
        );
        assert_eq!(record.subjects.len(), 3);
        assert_eq!((m.grades.len(), m.content_warnings.as_slice()), (2, &[ContentWarning::Violence][..]));
        assert_eq!(record.usage, Some(UsageRestriction::Copyright));
        assert!(record.territory.as_ref().unwrap().worldwide);
        assert_eq!(m.synopsis.as_deref(), Some("Two lines, one text"));
    }

    #[test]
    fn faulty_rows_are_named_with_all_their_faults() {
        let all = read(SEED.as_bytes()).unwrap();
        assert_eq!((all[1].line, all[1].reference.as_str()), (4, "a-2"));
        assert_eq!(all[1].result.as_ref().unwrap_err(), "title: is required");
        let said = all[2].result.as_ref().unwrap_err();
        for fault in [
            "isbn13: is not an ISBN",
            "languages: xxx",
            "grades: 99",
            "usageRestriction:",
            "availableWorldwide:",
        ] {
            assert!(said.contains(fault), "{fault} in {said}");
        }
        let all = read(b"reference,title\nr\nr,t,u\nr,\xff\nr,t\n").unwrap();
        let reasons: Vec<_> =
            all.iter().map(|entry| entry.result.as_ref().err().map(String::as_str)).collect();
        let columns = |n| format!("{n} columns where the first line has 2");
        let (one, three) = (columns(1), columns(3));
        assert_eq!(reasons, [Some(one.as_str()), Some(three.as_str()), Some("not in UTF-8"), None]);
    }

    #[test]
    fn a_row_can_withdraw_its_title() {
        let all = read(b"Reference,ACTION,title\nr,withdraw,\nr,burn,x\n").unwrap();
        assert_eq!(all[0].result.as_ref().unwrap().action, Action::Withdraw);
        assert!(all[1].result.as_ref().unwrap_err().contains("action"));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let reason = |text: &[u8]| read(text).unwrap_err().reason;
        assert!(reason(b"").contains("empty"));
        assert!(reason(b"reference,title,price\n").contains("no column price"));
        assert!(reason(b"reference\n").contains("title"));
        assert!(reason(b"title,reference,Title\n").contains("twice"));
        let lost = format!("reference,title\nr,\"x\n{}", "r,t\n".repeat(400_000));
        assert!(reason(lost.as_bytes()).contains("quotation mark"));
    }
}
