//! Checks of files in each format.

use std::process::Command;

use books::brf::Settings;
use books::model::{BlockKind, squeezed};
use books::testkit::{
    Compared, alternatives, compare, faults_of_audio, faults_of_braille, faults_of_formulas,
    faults_of_recordings, for_read_back, python_docx, python_pdf, read_back, unzip, unzip_text,
    validate_daisy, validate_daisy2, words_and_pages, words_of_text,
};
use books::{Format, Limits};
use serde_json::Value;

use crate::outcome::Looked;
use crate::source::{Source, apart, spoken};

/// The share of words that must be there.
const SHARE: f64 = 0.98;

/// Looks into a file.
pub(crate) fn look(format: Format, source: &Source, bytes: &[u8]) -> Looked {
    match format {
        Format::Daisy | Format::DaisyAudio => {
            let (formulas, mut faults) = faults_of_formulas(bytes);
            faults.extend(validate_daisy(bytes).unwrap_or_default());
            // Hardly any formula cannot be drawn.
            let wanted = source.book.survey().formulas;
            if (formulas as u64) * 100 < wanted * 98 {
                faults.push(format!("{formulas} formulas of {wanted} are MathML"));
            }
            daisy(source, bytes, "book.xml", &["math"], Some(faults))
        }
        Format::Daisy2Audio => daisy(source, bytes, "text.html", &["head"], validate_daisy2(bytes)),
        Format::Brf => braille(source, bytes),
        Format::Epub3 => epub(source, bytes),
        Format::Pdf => python_pdf(bytes).map(|found| pdf(source, &found)).unwrap_or_default(),
        Format::Docx => python_docx(bytes).map(|found| docx(source, &found, bytes)).unwrap_or_default(),
    }
}

fn daisy(source: &Source, bytes: &[u8], text: &str, without: &[&str], valid: Option<Vec<String>>) -> Looked {
    let mut faults = valid.unwrap_or_default();
    faults.extend(faults_of_audio(bytes));
    faults.extend(faults_of_recordings(bytes));
    let text = unzip_text(bytes, text);
    let words = words_and_pages(&text, without).unwrap_or_default();
    said(source, &words, &alternatives(&text), false, faults)
}

fn epub(source: &Source, bytes: &[u8]) -> Looked {
    let made = books::epub::read(bytes.to_vec().into(), &Limits::default(), &mut ());
    let book = match made {
        Ok(book) => book,
        Err(error) => return Looked { faults: vec![error.to_string()], ..Looked::default() },
    };
    let (words, alternatives) = spoken(&book, &unzip(bytes));
    said(source, &words, &alternatives, false, Vec::new())
}

fn braille(source: &Source, bytes: &[u8]) -> Looked {
    let settings = Settings::default();
    let mut faults = faults_of_braille(bytes, settings);
    let volumes: String = unzip(bytes).iter().map(|(_, text)| String::from_utf8_lossy(text)).collect();
    let compared =
        for_read_back(&source.book, settings).and_then(|(table, text)| read_back(table, &text, &volumes));
    if let Some(back) = &compared {
        are_there(back, source.in_notes, &mut faults);
    }
    // Behind a line of hyphens; the digits are the first letters.
    let marks = |line: &str| line.strip_prefix("-----").map(|rest| rest.trim_start_matches('-').to_owned());
    let found: Vec<String> = volumes.lines().filter_map(marks).collect();
    let mut rest = found.iter();
    for page in source.words.iter().filter_map(|word| word.strip_prefix('[')?.strip_suffix(']')) {
        let digits = page.bytes().all(|b| b.is_ascii_digit());
        let letters = |b: u8| char::from(if b == b'0' { b'J' } else { b - b'1' + b'A' });
        let written =
            format!("#{}", page.bytes().filter(u8::is_ascii_digit).map(letters).collect::<String>());
        if !rest.any(|mark| !digits || *mark == written) {
            faults.push(format!("page {page} is missing, or out of order"));
            break;
        }
    }
    Looked { compared, faults, map: None }
}

fn pdf(source: &Source, found: &Value) -> Looked {
    let mut faults: Vec<String> = texts(&found["faults"]);
    let mut must = |name: &str, good: bool| {
        if !good {
            faults.push(format!("{name}: {}", found[name]));
        }
    };
    let language = source.book.metadata.language().split('-').next().unwrap_or_default();
    must("check", found["check"] == 0);
    must("ua", found["ua"] == "1");
    must("marked", found["marked"] == true);
    must("display_title", found["display_title"] == true);
    must("tabs", found["tabs"] == true);
    must(
        "language",
        found["language"].as_str().is_some_and(|own| own.starts_with(language)) || language == "und",
    );
    must(
        "bookmarks",
        has_no_headings(source) || found["bookmarks"].as_array().is_some_and(|all| !all.is_empty()),
    );
    let undescribed = |name: &str| found[name].as_array().is_some_and(|all| all.iter().any(Value::is_null));
    must("alternatives", !undescribed("alternatives"));
    must("formulas", !undescribed("formulas"));
    let labels = texts(&found["labels"]);
    for page in &source.pages {
        let name = page.trim_matches(['[', ']']);
        if !labels.iter().any(|label| label == name || label.split(", ").any(|part| part == name)) {
            faults.push(format!("no page has the name {name}"));
        }
    }
    // Lines that run to the left are turned by poppler only where it looks for columns.
    let text = found[if is_leftward(source) { "text" } else { "raw" }].as_str().unwrap_or_default();
    let words = words_of_text(text, &source.pages);
    let mut pictures = texts(&found["alternatives"]);
    pictures.extend(bracketed(text));
    said(source, &words, &pictures, true, faults)
}

/// Whether most of a book runs to the left.
fn is_leftward(source: &Source) -> bool {
    let leftward = |word: &&String| word.starts_with(|c| matches!(c, '\u{590}'..='\u{8ff}'));
    source.words.iter().filter(leftward).count() * 2 > source.words.len()
}

fn docx(source: &Source, found: &Value, bytes: &[u8]) -> Looked {
    let mut faults = Vec::new();
    let empty = |name: &str| found[name].as_array().is_none_or(Vec::is_empty);
    for (name, good) in [
        ("unknown_styles", empty("unknown_styles")),
        ("jumps", empty("jumps")),
        ("headings", has_no_headings(source) || !empty("headings")),
    ] {
        if !good {
            faults.push(format!("{name}: {}", found[name]));
        }
    }
    let text =
        format!("{}\n{}", found["text"].as_str().unwrap_or_default(), texts(&found["notes"]).join("\n"));
    let words = words_of_text(&text, &source.pages);
    let mut pictures = texts(&found["alternatives"]);
    pictures.extend(bracketed(&text));
    if let Some(opened) = by_libreoffice(bytes) {
        let headings = opened.matches("<text:h ").count();
        let wanted = found["headings"].as_array().map_or(0, Vec::len);
        if headings < wanted {
            faults.push(format!("LibreOffice finds {headings} headings of {wanted}"));
        }
        let described = opened.matches("<svg:desc").count() + opened.matches("<svg:title").count();
        let wanted = texts(&found["alternatives"]).iter().filter(|alt| !alt.is_empty()).count();
        if described < wanted {
            faults.push(format!("LibreOffice finds {described} alternatives of {wanted}"));
        }
    }
    said(source, &words, &pictures, true, faults)
}

/// The document as LibreOffice understands it; `None` if it is not installed.
fn by_libreoffice(bytes: &[u8]) -> Option<String> {
    let folder = tempfile::tempdir().ok()?;
    std::fs::write(folder.path().join("book.docx"), bytes).ok()?;
    let profile = format!("-env:UserInstallation=file://{}", folder.path().join("profile").display());
    let run = Command::new("soffice")
        .args(["--headless", &profile, "--convert-to", "fodt", "--outdir"])
        .arg(folder.path())
        .arg(folder.path().join("book.docx"))
        .output();
    if run.is_err() {
        eprintln!("SKIPPED: LibreOffice is not installed");
        return None;
    }
    Some(std::fs::read_to_string(folder.path().join("book.fodt")).unwrap_or_default())
}

/// Enough of the words must be there, and in their order but for this share of them.
fn are_there(compared: &Compared, may_move: f64, faults: &mut Vec<String>) {
    let (all, order) = (compared.share_with_moved(), compared.share());
    if all < SHARE || order < SHARE - may_move {
        faults.push(format!(
            "{:.2} % of the words are there, {:.2} % in order; missing: {:#?}",
            all * 100.0,
            order * 100.0,
            compared.missing
        ));
    }
}

/// Words, pages and alternatives against those of the source. Formats with real footnotes have each where it
/// is called.
fn said(
    source: &Source,
    words: &[String],
    pictures: &[String],
    footnotes: bool,
    mut faults: Vec<String>,
) -> Looked {
    let compared = compare(&source.words, &apart(words));
    let moved = if footnotes { source.in_notes } else { 0.0 };
    are_there(&compared, moved, &mut faults);
    for (at, page) in source.words.iter().enumerate().filter(|(_, word)| word.starts_with('[')) {
        let near = |other: Option<usize>| {
            let place = other.and_then(|other| *compared.places.get(other)?);
            place.zip(compared.places[at]).is_some_and(|(one, other)| one.abs_diff(other) <= 4)
        };
        if !near(Some(at + 1)) && !near(at.checked_sub(1)) {
            faults.push(format!("page {page} is not where it was"));
        }
    }
    let mut left: Vec<String> = pictures.iter().map(|alt| squeezed(alt)).collect();
    for alt in &source.alternatives {
        match left.iter().position(|own| own == alt) {
            Some(at) => drop(left.swap_remove(at)),
            None => faults.push(format!("no image has the alternative {alt:?}")),
        }
    }
    Looked { compared: Some(compared), faults, map: None }
}

fn has_no_headings(source: &Source) -> bool {
    let mut none = true;
    source.book.walk(&mut |block| none &= !matches!(block.kind, BlockKind::Heading { .. }));
    none
}

fn texts(list: &Value) -> Vec<String> {
    let all = list.as_array().into_iter().flatten();
    all.map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}

/// Text in brackets: the words of pictures that could not be shown.
fn bracketed(text: &str) -> impl Iterator<Item = String> {
    text.split('[').skip(1).filter_map(|part| Some(part.split_once(']')?.0.to_owned()))
}
