//! The look of the words, and the pictures, from `pdftohtml -xml`.

use std::collections::HashMap;

use books::report::FindingKind;
use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::error::Result;
use crate::layout::{DocumentPage, PageWord, PlacedPicture, Rect};
use crate::tool::PDFTOHTML;
use crate::work::DocumentWork;

use super::markup::{MarkupTag, parse_tags};
use super::text::clean_text;
use super::{INPUT_FILE, VisualPages, WHOLE_DOCUMENT};

/// Sizes come in whole numbers; enlarged they are exact enough.
const ZOOM_FACTOR: &str = "4";
/// Pictures smaller than this (in points) are bullets and lines.
const MIN_PICTURE_POINTS: f32 = 18.0;
/// A picture at the same position on this many pages is decoration.
const MIN_REPETITIONS: usize = 3;

#[derive(Debug, Clone, Default, PartialEq)]
struct RunFont {
    size: f32,
    bold: bool,
    italic: bool,
    mono: bool,
    symbol: bool,
}

/// A run of text in one font, parts of which may look otherwise.
#[derive(Debug)]
struct FontRun {
    rect: Rect,
    size: f32,
    words: Vec<StyledWord>,
}

#[derive(Debug)]
struct StyledWord {
    text: String,
    font: RunFont,
    link: Option<String>,
    /// Letters of the run before it.
    letters_before: usize,
}

/// Completes pages `first..end` of the document.
pub(super) fn add_looks(
    first: usize,
    end: usize,
    pages: &mut [DocumentPage],
    files: &mut Vec<(String, String, Bytes)>,
    work: &mut DocumentWork<'_>,
) -> Result<()> {
    let (from, to) = ((first + 1).to_string(), end.to_string());
    let arguments = [
        "-xml", "-q", "-nodrm", "-hidden", "-noroundcoord", "-zoom", ZOOM_FACTOR, "-f", &from, "-l", &to,
        INPUT_FILE, "look",
    ];
    let run = work.run_program(PDFTOHTML, &arguments)?;
    let Some(found) = work.read_file("look.xml")?.filter(|_| run.code == 0) else {
        let subject = format!("pages {from} to {to}: all pictures and links");
        work.reporter().report(FindingKind::MissingPicture, WHOLE_DOCUMENT, &subject);
        return Ok(());
    };
    work.remove_file("look.xml");
    let mut fonts: HashMap<String, RunFont> = HashMap::new();
    let mut at = None;
    let mut scale = 1.0;
    let mut runs: Vec<FontRun> = Vec::new();
    let text = String::from_utf8_lossy(&found);
    let mut all = parse_tags(&text).peekable();
    while let Some(tag) = all.next() {
        match tag.name {
            "page" => {
                let number = tag.value("number").and_then(|number| number.trim().parse::<usize>().ok());
                at = number.and_then(|number| number.checked_sub(first + 1)).filter(|n| *n < pages.len());
                let width = tag.number("width").filter(|width| *width > 0.0);
                let height = tag.number("height").filter(|height| *height > 0.0);
                if let Some(page) = at.and_then(|n| pages.get_mut(n)) {
                    turn_size(page, width.zip(height));
                }
                let own = at.map(|n| pages[n].width).filter(|width| *width > 0.0);
                scale = own.zip(width).map_or(0.25, |(own, width)| own / width);
            }
            "fontspec" => {
                fonts.insert(tag.value("id").unwrap_or_default(), parse_font(tag, scale));
            }
            "text" => {
                let font = fonts.get(&tag.value("font").unwrap_or_default()).cloned().unwrap_or_default();
                let mut run = FontRun { rect: parse_rect(tag, scale), size: font.size, words: Vec::new() };
                let mut now = (font.clone(), None);
                let mut letters = 0;
                run.add_text(&tag.text(), &now, &mut letters);
                while let Some(inner) = all.next_if(|inner| inner.name != "/text") {
                    match inner.name {
                        "b" => now.0.bold = true,
                        "/b" => now.0.bold = font.bold,
                        "i" => now.0.italic = true,
                        "/i" => now.0.italic = font.italic,
                        "a" => now.1 = inner.value("href").filter(|href| href.contains(':')),
                        "/a" => now.1 = None,
                        _ => {}
                    }
                    run.add_text(&inner.text(), &now, &mut letters);
                }
                runs.push(run);
            }
            "image" => {
                if let Some(page) = at.and_then(|n| pages.get_mut(n)) {
                    read_picture(tag, scale, page, files, work)?;
                }
            }
            "/page" => {
                if let Some(page) = at.and_then(|n| pages.get_mut(n)) {
                    assign_styles(page, &runs);
                }
                runs.clear();
            }
            _ => {}
        }
    }
    Ok(())
}

/// Turns the size of a page that is turned by a right angle: `pdftotext` states that of the sheet, with the
/// places of words on the turned page.
fn turn_size(page: &mut DocumentPage, seen: Option<(f32, f32)>) {
    let Some((width, height)) = seen else { return };
    let is_wide = width > height && page.width < page.height;
    let is_high = width < height && page.width > page.height;
    if is_wide || is_high {
        std::mem::swap(&mut page.width, &mut page.height);
    }
}

fn parse_rect(tag: MarkupTag<'_>, scale: f32) -> Rect {
    let number = |name| tag.number(name).unwrap_or_default() * scale;
    let (x0, y0) = (number("left"), number("top"));
    Rect { x0, y0, x1: x0 + number("width").abs(), y1: y0 + number("height").abs() }
}

fn parse_font(tag: MarkupTag<'_>, scale: f32) -> RunFont {
    let family = tag.value("family").unwrap_or_default().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| family.contains(word));
    RunFont {
        size: tag.number("size").unwrap_or_default() * scale,
        bold: has(&["bold", "black", "heavy", "cmbx"]),
        italic: has(&["italic", "oblique", "cmti", "cmsl"]),
        mono: has(&["mono", "courier", "consolas", "typewriter", "cmtt", "menlo"]),
        symbol: has(&["wingdings", "webdings", "dingbats"]),
    }
}

impl FontRun {
    fn add_text(&mut self, text: &str, now: &(RunFont, Option<String>), letters: &mut usize) {
        for word in text.split_whitespace() {
            let text = clean_text(word);
            let before = *letters;
            *letters += text.chars().count() + 1;
            self.words.push(StyledWord {
                text,
                font: now.0.clone(),
                link: now.1.clone(),
                letters_before: before,
            });
        }
    }

    /// The word of the run that a word of the page is: of the same letters, near the same place.
    fn find_word(&self, word: &PageWord) -> Option<&StyledWord> {
        let all = self.words.last().map_or(0, |last| last.letters_before + last.text.chars().count());
        let (x, _) = word.rect.center();
        let part = ((x - self.rect.x0) / self.rect.width().max(0.1)).clamp(0.0, 1.0);
        let distance = |styled: &StyledWord| {
            let middle = styled.letters_before + styled.text.chars().count() / 2;
            let middle = to_f32(middle) / to_f32(all).max(1.0);
            (middle - part).abs()
        };
        let near = |a: &&StyledWord, b: &&StyledWord| distance(a).total_cmp(&distance(b));
        let same = self.words.iter().filter(|styled| styled.text == word.text).min_by(near);
        same.or_else(|| self.words.iter().min_by(near))
    }
}

fn to_f32(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::from(u16::MAX), f32::from)
}

fn assign_styles(page: &mut DocumentPage, runs: &[FontRun]) {
    for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        let mut sizes: Vec<(f32, usize)> = Vec::new();
        for word in &mut line.words {
            let center = word.rect.center();
            let Some(run) = runs.iter().find(|run| run.rect.contains(center)) else { continue };
            let Some(styled) = run.find_word(word) else { continue };
            word.bold = styled.font.bold;
            word.italic = styled.font.italic;
            word.mono = styled.font.mono;
            word.symbol = styled.font.symbol;
            word.link.clone_from(&styled.link);
            let letters = word.text.chars().count();
            if run.size > 0.0 {
                match sizes.iter_mut().find(|(size, _)| (*size - run.size).abs() < 0.1) {
                    Some((_, count)) => *count += letters,
                    None => sizes.push((run.size, letters)),
                }
            }
        }
        // The size of a line is that of most of its letters: it may begin with small capitals.
        if let Some((size, _)) = sizes.into_iter().rev().max_by_key(|(_, letters)| *letters) {
            line.size = size;
        }
    }
}

fn read_picture(
    tag: MarkupTag<'_>,
    scale: f32,
    page: &mut DocumentPage,
    files: &mut Vec<(String, String, Bytes)>,
    work: &mut DocumentWork<'_>,
) -> Result<()> {
    let name = tag.value("src").unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let media_type = match name.rsplit('.').next() {
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        _ => return Ok(()),
    };
    let rect = parse_rect(tag, scale);
    let found = if name.starts_with("look-") { work.read_file(name)? } else { None };
    work.remove_file(name);
    let Some(bytes) =
        found.filter(|_| rect.width() >= MIN_PICTURE_POINTS && rect.height() >= MIN_PICTURE_POINTS)
    else {
        return Ok(());
    };
    // JPEG in four colors and damaged files are known to few readers.
    let format = if media_type == "image/png" { image::ImageFormat::Png } else { image::ImageFormat::Jpeg };
    let pixels = work.limits.pixels;
    if !is_readable(&bytes, format, pixels) {
        page.lost_pictures += 1;
        return Ok(());
    }
    let path = add_file(files, media_type, bytes.into());
    page.pictures.push(PlacedPicture { rect, path, alt: None });
    Ok(())
}

/// Returns true if the header of a picture can be read, and its colors are those of screens.
fn is_readable(bytes: &[u8], format: image::ImageFormat, pixels: u64) -> bool {
    use image::ImageDecoder as _;
    let reader = image::ImageReader::with_format(std::io::Cursor::new(bytes), format);
    reader.into_decoder().is_ok_and(|decoder| {
        let (width, height) = decoder.dimensions();
        u64::from(width) * u64::from(height) <= pixels
            && decoder.original_color_type() != image::ExtendedColorType::Cmyk8
    })
}

/// The path of a file in the book; equal files are kept once.
pub(super) fn add_file(files: &mut Vec<(String, String, Bytes)>, media_type: &str, bytes: Bytes) -> String {
    let digest = Sha256::digest(&bytes);
    let mut path = String::from("picture-");
    for byte in &digest[..12] {
        path.push(char::from(b"0123456789abcdef"[usize::from(byte >> 4)]));
        path.push(char::from(b"0123456789abcdef"[usize::from(byte & 15)]));
    }
    if !files.iter().any(|(known, ..)| *known == path) {
        files.push((path.clone(), media_type.to_owned(), bytes));
    }
    path
}

/// Removes pictures that are at the same position on many pages: logos, frames.
pub(super) fn drop_repeated(looks: &mut VisualPages) {
    let mut counts: HashMap<String, Vec<Rect>> = HashMap::new();
    for placed in looks.pages.iter().flat_map(|page| &page.pictures) {
        counts.entry(placed.path.clone()).or_default().push(placed.rect);
    }
    let near = |a: Rect, b: Rect| (a.x0 - b.x0).abs() < 4.0 && (a.y0 - b.y0).abs() < 4.0;
    for page in &mut looks.pages {
        page.pictures.retain(|placed| {
            placed.alt.is_some()
                || counts[&placed.path].iter().filter(|rect| near(**rect, placed.rect)).count()
                    < MIN_REPETITIONS
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_turned_page_is_turned() {
        let turn = |seen: (f32, f32)| {
            let mut page = DocumentPage { width: 600.0, height: 800.0, ..DocumentPage::default() };
            turn_size(&mut page, Some(seen));
            (page.width, page.height)
        };
        assert_eq!(turn((2400.0, 1800.0)), (800.0, 600.0));
        assert_eq!(turn((1800.0, 2400.0)), (600.0, 800.0));
    }
}
