//! Pages without a text layer: drawn and recognized.

use std::collections::{HashMap, HashSet};

use books::report::FindingKind;
use image::ImageFormat;

use crate::error::Result;
use crate::layout::{DocumentPage, PageLine, PlacedPicture, Rect};
use crate::ocr::{PAGE_FILE, Recognizer};
use crate::picture::{decode_upright, to_recognizable_png};
use crate::tool::PDFTOPPM;
use crate::work::DocumentWork;

use super::extras::PdfExtras;
use super::{INPUT_FILE, VisualPages, WHOLE_DOCUMENT, looks};

/// A page with fewer letters, most of which is a picture, is a scan.
const MAX_SCAN_LETTERS: usize = 50;
/// Maximum number of letters and digits of a scan with a stamp that names its recipient.
const MAX_STAMPED_PAGE_CHARS: usize = 400;
/// Minimum number of pages that have a line for it to be a stamp.
const MIN_STAMPED_PAGES: usize = 3;
/// Maximum number of recognized letters relative to the letters of a complete page, in percent; the second of
/// a page with a font that names some of its characters only.
const MAX_LETTERS_PERCENT: usize = 110;
const MAX_LETTERS_PERCENT_OF_MAP: usize = 103;
/// Maximum number of pages with fonts without names of characters; recognizing one takes seconds.
const MAX_NAMELESS_PAGES: usize = 100;
/// Resolution in which a page is drawn, in dots per inch, and the maximum number of dots.
const SCAN_DPI: f32 = 300.0;
const MAX_DOTS: f32 = 30_000_000.0;

/// Recognizes the pages that have no text, or not all of it; returns how many have recognized text now.
pub(super) fn recognize_scans(
    looks: &mut VisualPages,
    extras: &PdfExtras,
    is_tagged: bool,
    language: Option<&str>,
    work: &mut DocumentWork<'_>,
) -> Result<usize> {
    looks::drop_repeated(looks);
    let count = looks.pages.len();
    let stamps = find_stamps(&looks.pages);
    let mut recognizer: Option<Recognizer> = None;
    let mut readable = 0;
    for number in 0..count {
        work.report_step(count + number, count * 2)?;
        let page = &looks.pages[number];
        let letters = page.count_alphanumeric();
        let uses = |pages: &HashSet<usize>| pages.contains(&number) && pages.len() <= MAX_NAMELESS_PAGES;
        let is_incomplete = extras.incomplete_pages.contains(&number);
        let is_nameless = is_incomplete || extras.nameless_pages.contains(&number);
        // The tags of a document are worth more than a few of its letters.
        let is_garbled = page.unreadable * 3 > letters
            || uses(&extras.nameless_pages)
            || uses(&extras.incomplete_pages) && !is_tagged;
        if !is_scan(page, &stamps) && !is_garbled {
            report_unreadable(page, number, is_nameless, work);
            continue;
        }
        let (width, height) = (page.width.max(1.0), page.height.max(1.0));
        let dpi = SCAN_DPI.min((MAX_DOTS / (width * height)).sqrt() * 72.0).max(40.0).floor();
        let Some(drawn) = draw_page(number, dpi, &["-gray"], work)? else {
            report_unreadable(&looks.pages[number], number, is_nameless, work);
            continue;
        };
        let (picture, _) = decode_upright(&drawn, ImageFormat::Png, work.limits.pixels)?;
        if is_blank(&picture) {
            continue;
        }
        work.write_file(PAGE_FILE, &to_recognizable_png(&picture)?)?;
        let recognizer = match &mut recognizer {
            Some(recognizer) => recognizer,
            none => none.insert(Recognizer::new(work, language)?),
        };
        let outcome = recognizer.recognize_page(work)?;
        let mut found = outcome.page;
        let read_letters = found.count_alphanumeric();
        // A font without names of characters may have as many letters, but others.
        let expected_percent = if is_incomplete { MAX_LETTERS_PERCENT_OF_MAP } else { MAX_LETTERS_PERCENT };
        let is_complete = read_letters > 0
            && read_letters * 100 <= letters * expected_percent
            && (!is_nameless || has_text_of(&looks.pages[number], &found));
        if is_garbled && is_complete {
            // The page has what can be seen on it.
            report_unreadable(&looks.pages[number], number, false, work);
            continue;
        }
        if read_letters == 0 {
            if let Some(package) = outcome.missing_package {
                looks.missing_package = Some(package);
                let subject = format!("page {}: a script that only {package} knows", number + 1);
                work.reporter().report(FindingKind::UnreadableDocument, WHOLE_DOCUMENT, &subject);
            } else {
                report_unreadable(&looks.pages[number], number, is_nameless, work);
            }
            // Nobody could read it; it is kept as it looks.
            let rect = Rect { x0: 0.0, y0: 0.0, x1: width, y1: height };
            let path = looks::add_file(&mut looks.files, "image/png", drawn.into());
            let page = &mut looks.pages[number];
            if outcome.missing_package.is_some() && page.unreadable * 3 > letters {
                page.blocks.clear();
            }
            if page.count_alphanumeric() == 0 {
                page.pictures = vec![PlacedPicture { rect, path, alt: None }];
            }
            continue;
        }
        let by = width / found.width.max(1.0);
        scale_page(&mut found, by);
        found.label.clone_from(&page.label);
        looks.pages[number] = found;
        readable += 1;
    }
    Ok(readable)
}

/// Lines that are on several pages: the recipient of a scan, and the date.
fn find_stamps(pages: &[DocumentPage]) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let is_sparse =
        |page: &&DocumentPage| page.count_alphanumeric() < MAX_STAMPED_PAGE_CHARS && is_mostly_pictures(page);
    for line in pages.iter().filter(is_sparse).flat_map(DocumentPage::lines) {
        *counts.entry(line_shape(line)).or_default() += 1;
    }
    counts.retain(|_, count| *count >= MIN_STAMPED_PAGES);
    counts.into_keys().collect()
}

/// A line without its numbers.
fn line_shape(line: &PageLine) -> String {
    line.text().chars().filter(|c| c.is_alphabetic()).collect()
}

fn is_scan(page: &DocumentPage, stamps: &HashSet<String>) -> bool {
    let letters = page.count_alphanumeric();
    if letters == 0 {
        return true;
    }
    if letters >= MAX_STAMPED_PAGE_CHARS || !is_mostly_pictures(page) {
        return false;
    }
    let own = page.lines().filter(|line| !stamps.contains(&line_shape(line)));
    own.map(PageLine::count_alphanumeric).sum::<usize>() < MAX_SCAN_LETTERS
}

/// Returns true if a page has most of the text that was recognized on it. Compares runs of three letters,
/// because words are divided in other ways.
fn has_text_of(page: &DocumentPage, recognized: &DocumentPage) -> bool {
    let own = letter_runs(page);
    let read = letter_runs(recognized);
    read.intersection(&own).count() * 2 >= read.len()
}

fn letter_runs(page: &DocumentPage) -> HashSet<[char; 3]> {
    let chars = page.words().flat_map(|word| word.text.chars());
    let letters: Vec<char> = chars.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.windows(3).filter_map(|run| run.try_into().ok()).collect()
}

/// Returns true if most of a page is pictures. Scanners write a page in strips.
fn is_mostly_pictures(page: &DocumentPage) -> bool {
    let area = (page.width * page.height).max(1.0);
    page.pictures.iter().map(|placed| placed.rect.width() * placed.rect.height()).sum::<f32>() > area / 2.0
}

/// Reports characters that nobody can read.
fn report_unreadable(page: &DocumentPage, number: usize, is_nameless: bool, work: &DocumentWork<'_>) {
    let subject = match (page.unreadable, is_nameless) {
        (0, false) => return,
        (0, true) => format!("page {}: a font without names of characters", number + 1),
        (count, _) => format!("page {}: {count}", number + 1),
    };
    work.reporter().report(FindingKind::WrongBytes, WHOLE_DOCUMENT, &subject);
}

/// Draws a page as PNG, with these further arguments; `None` if that is not possible.
pub(super) fn draw_page(
    number: usize,
    dpi: f32,
    more: &[&str],
    work: &mut DocumentWork<'_>,
) -> Result<Option<Vec<u8>>> {
    let page = (number + 1).to_string();
    let dpi = dpi.to_string();
    let mut arguments = vec!["-q", "-png", "-cropbox", "-r", &dpi, "-f", &page, "-l", &page, "-singlefile"];
    arguments.extend(more);
    arguments.extend([INPUT_FILE, "drawn"]);
    let run = work.run_program(PDFTOPPM, &arguments)?;
    let drawn = work.take_file("drawn.png")?;
    Ok(drawn.filter(|_| run.code == 0))
}

/// Returns true if a page has nothing on it.
fn is_blank(picture: &image::DynamicImage) -> bool {
    let gray = picture.to_luma8();
    let (mut low, mut high) = (u8::MAX, u8::MIN);
    for value in gray.as_raw() {
        low = low.min(*value);
        high = high.max(*value);
    }
    high.saturating_sub(low) < 24
}

/// Scales a page to the unit of the other pages.
fn scale_page(page: &mut DocumentPage, by: f32) {
    let rect = |rect: &mut Rect| {
        for value in [&mut rect.x0, &mut rect.y0, &mut rect.x1, &mut rect.y1] {
            *value *= by;
        }
    };
    page.width *= by;
    page.height *= by;
    for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        line.size *= by;
        rect(&mut line.rect);
        line.words.iter_mut().for_each(|word| rect(&mut word.rect));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{PageWord, TextBlock};

    #[test]
    fn text_with_other_letters_is_not_the_text_of_the_page() {
        let page = |text: &str| {
            let word = |text: &str| PageWord { text: text.into(), ..PageWord::default() };
            let line = PageLine::from_words(text.split(' ').map(word).collect(), 10.0);
            DocumentPage {
                blocks: vec![TextBlock { lines: line.into_iter().collect() }],
                ..DocumentPage::default()
            }
        };
        let seen = page("The office holds quiet zebras");
        assert!(has_text_of(&page("Theofice holds quiet ze bras"), &seen));
        assert!(!has_text_of(&page("7KHRIILFHKROGVTXLHW]HEUDV"), &seen));
    }
}
