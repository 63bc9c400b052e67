//! Maps a MARC bibliographic record to a record. ISBD punctuation between areas is removed.

use domain::isbn::{InvalidIsbn, Isbn};
use domain::normalization::fold;
use domain::thema::ThemaCode;
use domain::{Accessibility, isbn, languages};
use unicode_normalization::char::is_combining_mark;

use super::other_script::map_other_script;
use super::{MarcField, MarcRecord, audience, extent, people};
use crate::csv::override_record;
use crate::entry::Notes;
use crate::record::{MAX_VARIANT_TITLES, add_once, usage_of_license};
use crate::years::{parse_coded_year, parse_stated_year};
use crate::{Action, Record, RecordSubject, Scheme, plain};

pub(super) const BISAC_SOURCE: &str = "bisacsh";
pub(super) const THEMA_SOURCE: &str = "thema";
/// The source of this project's own fields and of the library's own categories.
pub(super) const OPENSHELF_SOURCE: &str = "openshelf";
/// A local field: the name of a table column, and its content.
pub(super) const LOCAL_FIELD_TAG: &str = "975";

/// True if texts end with ISBD punctuation: unless the leader says that it is omitted.
#[derive(Clone, Copy)]
pub(super) struct Punctuation(pub(super) bool);

impl Punctuation {
    fn from_leader(marc: &MarcRecord) -> Self {
        Self(!matches!(marc.leader.as_bytes().get(18), Some(b'c' | b'n')))
    }

    pub(super) fn trim(self, text: &str) -> String {
        let text = plain::to_plain_line(text);
        if self.0 { trim_isbd(&text) } else { text.trim().to_owned() }
    }

    pub(super) fn trim_optional(self, text: Option<&str>) -> Option<String> {
        text.map(|text| self.trim(text)).filter(|text| !text.is_empty())
    }
}

/// The control number, with the code of the library that assigned it. Without one, the number that another
/// system or the Library of Congress gave the record, or the ISBN.
pub(super) fn find_reference(marc: &MarcRecord) -> String {
    let reference = match (marc.control_field("001"), marc.control_field("003")) {
        (Some(number), Some(library)) => format!("({library}){number}"),
        (Some(number), None) => number.to_owned(),
        (None, _) => {
            let other =
                |tag| marc.fields(&[tag]).find_map(|field| field.first_subfield("a")).map(str::to_owned);
            let number = other("035").or_else(|| other("010"));
            let isbn = || marc.fields(&["020"]).find_map(|field| find_isbn(field.first_subfield("a")?).ok());
            number.or_else(|| Some(isbn()?.to_string())).unwrap_or_default()
        }
    };
    plain::to_printable(&reference)
}

/// The reason why there is no title.
fn explain_missing_title(marc: &MarcRecord) -> String {
    let reason = match marc.leader.as_bytes().get(6) {
        Some(b'z') => "an authority record, which has no title",
        Some(b'u' | b'v' | b'x' | b'y') => "a record of holdings, which has no title",
        _ if marc.fields(&["200"]).any(|field| field.first_subfield("a").is_some()) => {
            "there is no title (field 245); with a title in field 200 it seems to be UNIMARC: send MARC 21"
        }
        _ => "there is no title (field 245)",
    };
    reason.to_owned()
}

pub(super) fn map_record(marc: &MarcRecord, notes: &mut Notes) -> Result<Record, String> {
    let reference = find_reference(marc);
    if reference.is_empty() {
        return Err("there is no control number (field 001)".into());
    }
    if marc.control_field("001").is_none() {
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
    let cards = Punctuation::from_leader(marc);
    let title = marc.fields(&["245"]).next().ok_or_else(|| explain_missing_title(marc))?;
    let m = &mut record.metadata;
    m.title = find_title(title, cards).ok_or("there is no title (field 245 $a)")?;
    m.subtitle = map_subtitle(title, cards).filter(|subtitle| *subtitle != m.title);
    if let Some((main, rest)) = m.title.split_once(" : ").filter(|_| cards.0 && m.subtitle.is_none()) {
        // The whole title in one subfield, with the punctuation of cards.
        (m.subtitle, m.title) = (Some(rest.to_owned()), main.to_owned());
    }
    m.contributors = people::map_contributors(marc, cards);
    m.other_script = map_other_script(marc, cards);
    m.variant_titles = map_variant_titles(marc, cards);
    map_isbns(marc, &mut record, notes);
    let m = &mut record.metadata;
    m.languages = map_languages(marc, notes);
    m.edition = marc.fields(&["250"]).find_map(|field| cards.trim_optional(field.first_subfield("a")));
    map_publication(marc, cards, &mut record);
    let m = &mut record.metadata;
    m.num_pages =
        marc.fields(&["300"]).find_map(|field| extent::parse_page_count(field.first_subfield("a")?));
    (m.series_title, m.series_number) = map_series(marc, cards);
    audience::map_audience(marc, m);
    // A warning about the content is not a summary of it.
    let is_warning = |field: &MarcField| field.tag == "520" && field.indicators[0] == '4';
    let summaries = marc.fields(&["520"]).filter(|field| !is_warning(field));
    let summaries: Vec<&str> = summaries.flat_map(|field| field.subfields("ab")).collect();
    m.synopsis = join_texts(&summaries, "520", notes);
    let remarks = marc.fields(&["500", "520"]).filter(|field| field.tag == "500" || is_warning(field));
    let remarks: Vec<&str> = remarks.filter_map(|field| field.first_subfield("a")).collect();
    m.notes = join_texts(&remarks, "500", notes);
    record.subjects = map_subjects(marc, cards);
    let licenses = marc.fields(&["540", "506"]).flat_map(|field| field.subfields("u"));
    record.usage = licenses.map(str::to_ascii_lowercase).find_map(|link| usage_of_license(&link));
    record.accessibility = map_accessibility(marc);
    let local =
        marc.fields(&[LOCAL_FIELD_TAG]).filter(|field| field.first_subfield("2") == Some(OPENSHELF_SOURCE));
    let said: Vec<(&str, &str)> = local
        .filter_map(|field| Some((field.first_subfield("a")?, field.first_subfield("b").unwrap_or_default())))
        .collect();
    if !said.is_empty() {
        override_record(&mut record, &said)?;
    }
    Ok(record)
}

/// The title, or what some records have in its place: the form of an archive (`$k`), or the rest (`$b`).
fn find_title(title: &MarcField, cards: Punctuation) -> Option<String> {
    ["a", "k", "b"].into_iter().map(|code| join_parts(title, code, cards)).find(|text| !text.is_empty())
}

/// Words of two letters that end sentences, in small letters. Other short words before a full stop are
/// initials and abbreviations, which keep it.
const SHORT_WORDS: &str = "it us me we he be do go so no on in up is to at my by am as if or of an ox du er es ab \
                           zu da wo ja im um tu là où eu sí mí ti fe yo tú él io te re";

/// Longer abbreviations, in small letters.
const LONG_ABBREVIATIONS: &str = "inc ltd corp bros etc esq assn dept univ";

/// Removes ISBD punctuation; a full stop after an initial, an abbreviation or an ellipsis stays.
fn trim_isbd(text: &str) -> String {
    let text = text.trim().trim_end_matches([' ', '/', ':', ';', ',', '=']).trim_end();
    let keeps_full_stop =
        text.strip_suffix('.').is_some_and(|name| name.ends_with('.') || is_abbreviation(last_word(name)));
    if keeps_full_stop { text.to_owned() } else { text.trim_end_matches('.').to_owned() }
}

/// The letters and digits at the end of a text.
pub(super) fn last_word(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || is_combining_mark(c);
    &text[text.trim_end_matches(is_part).len()..]
}

/// Returns true if a full stop after this word belongs to it.
fn is_abbreviation(word: &str) -> bool {
    // East Asian names are as short as initials.
    let is_east_asian = word.ends_with(|last| ('\u{3040}'..='\u{d7a3}').contains(&last));
    let count = word.chars().filter(|c| !is_combining_mark(*c)).count();
    let lower = word.to_lowercase();
    let is_in = |list: &str| list.split_whitespace().any(|listed| listed == lower);
    let is_short = matches!(count, 1 | 2) && word.contains(char::is_alphabetic);
    is_short && !is_east_asian && !is_in(SHORT_WORDS) || is_in(LONG_ABBREVIATIONS)
}

/// Media that old records name in brackets in the title, folded.
const MEDIA: &str = "electronic resource|electronic resource (epub)|electronic resource (pdf)|electronic book|ebook|\
                     e-book|e book|computer file|sound recording|sound recording (daisy)|daisy|audiobook|audio book|\
                     talking book|large print|text (large print)|braille|text (braille)|tactile|text|microform|\
                     videorecording|elektronische ressource|tontrager|horbuch|punktschrift|ressource electronique|\
                     livre electronique|enregistrement sonore|recurso electronico|libro electronico|\
                     grabacion sonora|registro sonoro|risorsa elettronica|registrazione sonora|elektronische bron|\
                     geluidsopname|elektronisk resurs|elektronisk ressurs|elektronisk ressource|ljudupptagning|\
                     lydopptak|punktskrift|elektroninen aineisto|dokument elektroniczny|elektronicky zdroj|\
                     электронныи ресурс|звукозапись";

fn is_medium(text: &str) -> bool {
    let folded = fold(text);
    MEDIA.split('|').any(|medium| medium == folded.trim())
}

/// A title without the name of its medium, for which there is a subfield of its own.
fn remove_medium(text: &str) -> String {
    let bracket = text.find(']').and_then(|end| Some((text[..end].rfind('[')?, end)));
    match bracket {
        Some((start, end)) if start > 0 && is_medium(&text[start + 1..end]) => {
            format!("{}{}", text[..start].trim_end(), &text[end + 1..])
        }
        _ => text.to_owned(),
    }
}

/// A title with the numbers and names of its parts (`$n`, `$p`), punctuated as cards are: `Faust. Part 1, The
/// study`.
pub(super) fn join_parts(field: &MarcField, title: &str, cards: Punctuation) -> String {
    let mut whole = String::new();
    let mut last = ' ';
    for (code, text) in &field.subfields {
        let is_part = matches!(code, 'n' | 'p');
        let text = if is_part || title.contains(*code) { remove_medium(text) } else { String::new() };
        let text = cards.trim(&text);
        if text.is_empty() {
            continue;
        }
        if !whole.is_empty() {
            let ends = whole.ends_with(['.', ',', ':', ';', '?', '!', '\u{2026}']);
            whole.push_str(if ends || !is_part {
                " "
            } else if (last, *code) == ('n', 'p') {
                ", "
            } else {
                ". "
            });
        }
        whole.push_str(&text);
        last = *code;
    }
    whole
}

/// The title of a series, which may follow in other languages.
pub(super) fn join_first_title(field: &MarcField, title: &str, cards: Punctuation) -> String {
    let titles = field.subfields.iter().enumerate().filter(|(_, (code, _))| title.contains(*code));
    let end = titles.map(|(place, _)| place).nth(1).unwrap_or(field.subfields.len());
    let first = MarcField { subfields: field.subfields[..end].to_vec(), ..field.clone() };
    join_parts(&first, title, cards)
}

pub(super) fn map_subtitle(title: &MarcField, cards: Punctuation) -> Option<String> {
    cards.trim_optional(split_parallel_titles(title, cards).0.as_deref())
}

/// The rest of the title (`$b`) before the equals sign that cards have before the same title in another
/// language, and these titles.
fn split_parallel_titles(title: &MarcField, cards: Punctuation) -> (Option<String>, Vec<String>) {
    let is_rest = |(code, text): &(char, String)| *code == 'b' && !text.trim().is_empty();
    let Some(place) = title.subfields.iter().position(is_rest) else { return (None, Vec::new()) };
    let rest =
        title.subfields[place..].iter().filter(|one| is_rest(one)).map(|(_, text)| remove_medium(text));
    let rest = join_rests(rest);
    if !cards.0 {
        return (Some(rest), Vec::new());
    }
    let mut parts = split_at_equals_signs(&rest).into_iter().map(str::to_owned);
    let is_parallel = title.subfields[..place].last().is_some_and(|(_, text)| text.trim_end().ends_with('='));
    let subtitle = if is_parallel { None } else { parts.next() };
    (subtitle, parts.collect())
}

/// The rest of a title, which some records have in several subfields.
fn join_rests(rests: impl Iterator<Item = String>) -> String {
    let mut whole = String::new();
    for rest in rests {
        if !whole.is_empty() {
            whole.push_str(if whole.ends_with(char::is_alphanumeric) { " : " } else { " " });
        }
        whole.push_str(rest.trim());
    }
    whole
}

/// The parts of a text between equals signs; between single letters, these are those of an equation.
fn split_at_equals_signs(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(at) = text[from..].find(" = ").map(|at| from + at) {
        let (before, after) = (&text[start..at], &text[at + 3..]);
        let is_letter = |c: &char| c.is_alphanumeric();
        let ends_word = before.chars().rev().take_while(is_letter).nth(1).is_some();
        if ends_word && after.chars().take_while(is_letter).nth(1).is_some() {
            parts.push(before);
            start = at + 3;
        }
        from = at + 3;
    }
    parts.push(&text[start..]);
    parts
}

/// Titles in other languages, uniform titles, varying and former ones, in all scripts.
fn map_variant_titles(marc: &MarcRecord, cards: Punctuation) -> Vec<String> {
    const TAGS: [&str; 4] = ["130", "240", "246", "247"];
    let is_other_script = |field: &MarcField| {
        let link = field.first_subfield("6").filter(|_| field.tag == "880");
        link.is_some_and(|link| {
            // The title in another script that no field refers to.
            link.starts_with("245-00") || TAGS.iter().any(|tag| link.starts_with(tag))
        })
    };
    let fields =
        marc.fields.iter().filter(|field| TAGS.contains(&field.tag.as_str()) || is_other_script(field));
    let titles = marc.fields(&["245"]).flat_map(|title| split_parallel_titles(title, cards).1);
    let titles = titles.map(|title| cards.trim(&title));
    let mut all = Vec::new();
    for title in
        titles.chain(fields.map(|field| join_parts(field, "ab", cards))).filter(|title| !title.is_empty())
    {
        add_once(&mut all, title);
        if all.len() == MAX_VARIANT_TITLES {
            break;
        }
    }
    all
}

/// Title and number of the series: as printed, otherwise as traced. Older records have the number
/// behind the title, or only where the series is traced.
fn map_series(marc: &MarcRecord, cards: Punctuation) -> (Option<String>, Option<String>) {
    let titled = marc.fields(&["490", "830", "440"]).map(|field| (field, "a"));
    let mut all = titled.chain(marc.fields(&["800", "810", "811"]).map(|field| (field, "t")));
    let number_of = |field: &MarcField| {
        let number = cards.trim_optional(field.first_subfield("v"))?;
        // Numbers that are not printed are in brackets.
        Some(number.trim_end_matches('.').replace(['[', ']'], "")).filter(|number| !number.is_empty())
    };
    let Some((series, code)) = all.next() else { return (None, None) };
    let mut name = join_first_title(series, code, cards);
    if cards.0 {
        // The same title in another language may be in the same subfield.
        let first = split_at_equals_signs(&name)[0].trim_end().len();
        name.truncate(first);
    }
    if let Some(number) = number_of(series) {
        return (Some(name).filter(|name| !name.is_empty()), Some(number));
    }
    if let Some((name, number)) =
        name.rsplit_once(" ; ").filter(|(_, number)| number.contains(char::is_numeric))
    {
        return (Some(cards.trim(name)), Some(number.to_owned()));
    }
    let is_same = |other: &str| fold(other) == fold(&name);
    let mut traced = all.filter(|(field, code)| is_same(&join_first_title(field, code, cards)));
    let number = traced.find_map(|(field, _)| number_of(field));
    (Some(name).filter(|name| !name.is_empty()), number)
}

/// The first ISBN of a text. Punctuation and a note on the binding may follow it.
fn find_isbn(text: &str) -> Result<Isbn, InvalidIsbn> {
    match isbn::find_all(text).first() {
        Some(first) => Ok(first.isbn),
        None => isbn::parse(text.split([' ', '(', ':', ';', ',']).next().unwrap_or_default()),
    }
}

/// Words for files next to an ISBN, folded.
const ELECTRONIC_EDITION_STEMS: [&str; 10] =
    ["ebook", "e-book", "ebk", "epub", "electron", "elektron", "online", "pdf", "kindle", "digital"];

/// Returns true if a text next to an ISBN says that it is the number of a file.
fn is_electronic_edition(text: &str) -> bool {
    let folded = fold(text);
    ELECTRONIC_EDITION_STEMS.iter().any(|stem| folded.contains(stem))
}

/// The ISBNs; that of an electronic edition is first. Canceled numbers, among which records of files have
/// those of printed books, are only related ones.
fn map_isbns(marc: &MarcRecord, record: &mut Record, notes: &mut Notes) {
    let mut found = Vec::new();
    let own = marc.fields(&["020"]).flat_map(|field| {
        let is_electronic = field.subfields("q").any(is_electronic_edition);
        field.subfields("a").map(move |text| (is_electronic || is_electronic_edition(text), text))
    });
    let mut own: Vec<(bool, &str)> = own.collect();
    own.sort_by_key(|(is_electronic, _)| !is_electronic);
    let own = own.into_iter().map(|(_, text)| text);
    // Article numbers (EAN), which count only if they are those of books.
    let articles = marc.fields(&["024"]).filter(|field| field.indicators[0] == '3');
    let articles = articles.filter_map(|field| field.first_subfield("a"));
    let articles = articles.filter(|text| find_isbn(text).is_ok());
    let other = marc.fields(&["776"]).flat_map(|field| field.subfields("z"));
    for text in own.chain(articles).chain(other) {
        match find_isbn(text) {
            Ok(isbn) => add_once(&mut found, isbn.to_string()),
            Err(error) => notes.add(format!("ISBN {text:.40}: {error}")),
        }
    }
    let mut found = found.into_iter();
    record.metadata.isbn13 = found.next();
    let mut related: Vec<String> = found.collect();
    // The original of a reproduction, as of a book in braille, is in a note (534).
    let canceled = marc.fields(&["020", "534"]).flat_map(|field| field.subfields("z"));
    for isbn in canceled.filter_map(|text| find_isbn(text).ok()).map(|isbn| isbn.to_string()) {
        if record.metadata.isbn13.as_ref() != Some(&isbn) {
            add_once(&mut related, isbn);
        }
    }
    record.metadata.related_isbns = related;
}

fn map_languages(marc: &MarcRecord, notes: &mut Notes) -> Vec<String> {
    let coded = marc.fixed_field().and_then(|field| field.get(35..38)).map(str::to_owned);
    let named = marc.fields(&["041"]).flat_map(|field| {
        // Other lists, which the field names, have codes of other lengths.
        let is_other_list = field.indicators[1] == '7';
        let texts = field.subfields("ad");
        texts.flat_map(move |text| if is_other_list { vec![text.to_owned()] } else { split_codes(text) })
    });
    let mut all = Vec::new();
    for code in coded.into_iter().chain(named) {
        match languages::alpha3(&code) {
            Some("mul" | "zxx") => {}
            Some(code) => add_once(&mut all, code.to_owned()),
            None if code.trim_matches(is_fill_char).is_empty() => {}
            None => notes.add(format!("the language {code:.20} is not in ISO 639-2")),
        }
    }
    all
}

/// Returns true for blanks, as records and programs write them, and for what is not coded.
fn is_fill_char(c: char) -> bool {
    matches!(c, ' ' | '|' | '^' | '#' | '\\' | '-' | '*')
}

/// Codes of three letters. Old records have several in one text, with or without separators.
fn split_codes(text: &str) -> Vec<String> {
    let runs = text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ',' | ';' | '+' | '&'));
    let letters = runs.map(|run| run.chars().collect::<Vec<_>>());
    letters.flat_map(|run| run.chunks(3).map(String::from_iter).collect::<Vec<_>>()).collect()
}

fn map_publication(marc: &MarcRecord, cards: Punctuation, record: &mut Record) {
    let m = &mut record.metadata;
    let published = |field: &&MarcField| field.tag == "260" || field.indicators[1] == '1';
    // Some systems write 264 without the indicator that tells publishers from printers.
    let unspecified = |field: &&MarcField| !field.indicators[1].is_ascii_digit();
    let statements = || marc.fields(&["264", "260"]);
    if let Some(field) = statements().find(published).or_else(|| statements().find(unspecified)) {
        m.publisher = field.first_subfield("b").and_then(|name| format_publisher(name, cards));
    }
    let stated =
        || marc.fields(&["260", "264"]).flat_map(|field| field.subfields("c")).find_map(parse_stated_year);
    m.copyright_date = marc.fixed_field().and_then(parse_coded_year).or_else(stated);
}

/// What catalogers write if nobody is named as publisher, folded.
const UNNAMED_PUBLISHERS: [&str; 23] = [
    "s.n.",
    "s. n.",
    "s.n",
    "s.l.",
    "sine nomine",
    "publisher not identified",
    "publisher unknown",
    "editeur non identifie",
    "editor no identificado",
    "verlag nicht ermittelbar",
    "uitgever niet vastgesteld",
    "издатель не установлен",
    "publisher not known",
    "publisher not named",
    "unknown publisher",
    "editeur inconnu",
    "editor desconocido",
    "editore non identificato",
    "editora nao identificada",
    "kustantaja tuntematon",
    "utgivare okand",
    "utgiver ikke identifisert",
    "出版者不明",
];

/// The name of a publisher without the brackets of names that are not on the title page: they may begin in
/// the field's place, `[S.l. : s.n.]`.
fn format_publisher(name: &str, cards: Punctuation) -> Option<String> {
    let name = cards.trim_optional(Some(&name.replace(['[', ']'], "")))?;
    let is_unnamed = UNNAMED_PUBLISHERS.contains(&fold(&name).as_str());
    (!is_unnamed).then_some(name)
}

/// Texts of a field, each on a line of its own.
fn join_texts(texts: &[&str], tag: &str, notes: &mut Notes) -> Option<String> {
    plain::to_plain_text_with_notes(&texts.join("<p>"), &format!("field {tag}"), notes)
}

fn map_subjects(marc: &MarcRecord, cards: Punctuation) -> Vec<RecordSubject> {
    let mut all = Vec::new();
    for field in marc.fields(&["650", "651", "655", "600", "610", "611", "630"]) {
        let listed = |list| {
            field
                .subfields("0")
                .find_map(|text| text.strip_prefix('(')?.strip_prefix(list)?.strip_prefix(')'))
        };
        let (scheme, code) = match field.first_subfield("2") {
            Some(OPENSHELF_SOURCE) => (Scheme::Own, None),
            Some(BISAC_SOURCE) => (Scheme::Bisac, listed(BISAC_SOURCE)),
            Some(THEMA_SOURCE) => (Scheme::Thema, listed(THEMA_SOURCE).or_else(|| find_thema_code(field))),
            _ => (Scheme::Other, None),
        };
        // Without its code, a heading of a list counts by its words.
        let scheme = if code.is_none() && scheme != Scheme::Own { Scheme::Other } else { scheme };
        let name = match scheme {
            Scheme::Own => field.first_subfield("a").unwrap_or_default().to_owned(),
            _ => field.subfields("axyzv").map(|text| cards.trim(text)).collect::<Vec<_>>().join(" -- "),
        };
        if !name.is_empty() {
            let name = Some(name).filter(|name| code != Some(name.as_str()));
            add_once(&mut all, RecordSubject { scheme, code: code.map(str::to_owned), name });
        }
    }
    for field in marc.fields(&["072"]) {
        let scheme = match field.first_subfield("2").unwrap_or_default() {
            BISAC_SOURCE => Scheme::Bisac,
            THEMA_SOURCE => Scheme::Thema,
            _ => continue,
        };
        // A heading and its subdivisions.
        let rest: String = field.subfields("x").collect();
        for code in field.subfields("a") {
            let code = Some(format!("{code}{rest}").replace(' ', ""));
            let named = all.iter().position(|one: &RecordSubject| one.scheme == scheme && one.code == code);
            match named {
                // The order of Thema codes counts, and these fields have all of them.
                Some(at) if scheme == Scheme::Thema => {
                    let one = all.remove(at);
                    all.push(one);
                }
                Some(_) => {}
                None => all.push(RecordSubject { scheme, code, name: None }),
            }
        }
    }
    all
}

/// The Thema code of a heading: from the address of its entry in the published list, or in place of its
/// words.
fn find_thema_code(field: &MarcField) -> Option<&str> {
    let mut addresses = field.subfields("01").filter(|text| text.contains("editeur.org/thema/"));
    let linked = addresses.find_map(|text| text.rsplit('/').next());
    let words = field.first_subfield("a").filter(|text| !text.contains(char::is_lowercase));
    linked.or(words).filter(|code| ThemaCode::new(code, None).is_some())
}

/// Fields 341 and 532: required senses, features, and a summary.
fn map_accessibility(marc: &MarcRecord) -> Option<Accessibility> {
    let mut said = Accessibility::default();
    for field in marc.fields(&["341"]) {
        field.subfields("a").for_each(|mode| add_once(&mut said.access_modes, mode.to_owned()));
        field.subfields("bcde").for_each(|feature| add_once(&mut said.features, feature.to_owned()));
    }
    let notes: Vec<&str> = marc.fields(&["532"]).filter_map(|field| field.first_subfield("a")).collect();
    said.summary = plain::to_plain_text(&notes.join(" "));
    (said != Accessibility::default()).then_some(said)
}
