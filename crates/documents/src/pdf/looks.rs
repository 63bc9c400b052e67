//! How the words look, and the pictures, from `pdftohtml -xml`.

use std::collections::HashMap;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::error::Result;
use crate::layout::{Page, Placed, Rect, Word};
use crate::tool::PDFTOHTML;
use crate::work::Work;

use super::markup::{Tag, tags};
use super::text::clean;
use super::{FILE, Looks};

/// Sizes come in whole numbers; enlarged they are exact enough.
const ZOOM: &str = "4";
/// Pictures smaller than this (in points) are bullets and lines.
const SMALL: f32 = 18.0;
/// The same picture at the same place on this many pages is decoration of the pages.
const REPEATED: usize = 3;

#[derive(Debug, Clone, Default, PartialEq)]
struct Font {
    size: f32,
    bold: bool,
    italic: bool,
    mono: bool,
}

/// A run of text in one font, parts of which may look otherwise.
#[derive(Debug)]
struct Run {
    rect: Rect,
    size: f32,
    words: Vec<Styled>,
}

/// A word of a run.
#[derive(Debug)]
struct Styled {
    text: String,
    font: Font,
    link: Option<String>,
    /// Letters of the run before it.
    before: usize,
}

/// Completes pages `first..end` of the document.
pub(super) fn add(
    first: usize,
    end: usize,
    pages: &mut [Page],
    files: &mut Vec<(String, String, Bytes)>,
    work: &mut Work<'_>,
) -> Result<()> {
    let (from, to) = ((first + 1).to_string(), end.to_string());
    let arguments = [
        "-xml",
        "-q",
        "-nodrm",
        "-hidden",
        "-noroundcoord",
        "-zoom",
        ZOOM,
        "-f",
        &from,
        "-l",
        &to,
        FILE,
        "look",
    ];
    let run = work.run(PDFTOHTML, &arguments)?;
    let Some(found) = work.get("look.xml")?.filter(|_| run.code == 0) else { return Ok(()) };
    work.remove("look.xml");
    let mut fonts: HashMap<String, Font> = HashMap::new();
    let mut at = None;
    let mut scale = 1.0;
    let mut runs: Vec<Run> = Vec::new();
    let text = String::from_utf8_lossy(&found);
    let mut all = tags(&text).peekable();
    while let Some(tag) = all.next() {
        match tag.name {
            "page" => {
                let number = tag.value("number").and_then(|number| number.trim().parse::<usize>().ok());
                at = number.and_then(|number| number.checked_sub(first + 1)).filter(|n| *n < pages.len());
                let width = tag.number("width").filter(|width| *width > 0.0);
                let own = at.map(|n| pages[n].width).filter(|width| *width > 0.0);
                scale = own.zip(width).map_or(0.25, |(own, width)| own / width);
            }
            "fontspec" => {
                fonts.insert(tag.value("id").unwrap_or_default(), font(tag, scale));
            }
            "text" => {
                let font = fonts.get(&tag.value("font").unwrap_or_default()).cloned().unwrap_or_default();
                let mut run = Run { rect: rect(tag, scale), size: font.size, words: Vec::new() };
                let mut now = (font.clone(), None);
                let mut letters = 0;
                run.add(&tag.text(), &now, &mut letters);
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
                    run.add(&inner.text(), &now, &mut letters);
                }
                runs.push(run);
            }
            "image" => {
                if let Some(page) = at.and_then(|n| pages.get_mut(n)) {
                    picture(tag, scale, page, files, work)?;
                }
            }
            "/page" => {
                if let Some(page) = at.and_then(|n| pages.get_mut(n)) {
                    dress(page, &runs);
                }
                runs.clear();
            }
            _ => {}
        }
    }
    Ok(())
}

fn rect(tag: Tag<'_>, scale: f32) -> Rect {
    let number = |name| tag.number(name).unwrap_or_default() * scale;
    let (x0, y0) = (number("left"), number("top"));
    Rect { x0, y0, x1: x0 + number("width").abs(), y1: y0 + number("height").abs() }
}

fn font(tag: Tag<'_>, scale: f32) -> Font {
    let family = tag.value("family").unwrap_or_default().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| family.contains(word));
    Font {
        size: tag.number("size").unwrap_or_default() * scale,
        bold: has(&["bold", "black", "heavy", "cmbx"]),
        italic: has(&["italic", "oblique", "cmti", "cmsl"]),
        mono: has(&["mono", "courier", "consolas", "typewriter", "cmtt", "menlo"]),
    }
}

impl Run {
    fn add(&mut self, text: &str, now: &(Font, Option<String>), letters: &mut usize) {
        for word in text.split_whitespace() {
            let text = clean(word);
            let before = *letters;
            *letters += text.chars().count() + 1;
            self.words.push(Styled { text, font: now.0.clone(), link: now.1.clone(), before });
        }
    }

    /// The word of the run that a word of the page is: of the same letters, near the same place.
    fn word(&self, word: &Word) -> Option<&Styled> {
        let all = self.words.last().map_or(0, |last| last.before + last.text.chars().count());
        let (x, _) = word.rect.center();
        let part = ((x - self.rect.x0) / self.rect.width().max(0.1)).clamp(0.0, 1.0);
        let distance = |styled: &Styled| {
            let middle = styled.before + styled.text.chars().count() / 2;
            let middle = count(middle) / count(all).max(1.0);
            (middle - part).abs()
        };
        let near = |a: &&Styled, b: &&Styled| distance(a).total_cmp(&distance(b));
        let same = self.words.iter().filter(|styled| styled.text == word.text).min_by(near);
        same.or_else(|| self.words.iter().min_by(near))
    }
}

fn count(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::from(u16::MAX), f32::from)
}

/// Assigns words the styles of their runs.
fn dress(page: &mut Page, runs: &[Run]) {
    for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        let mut sizes: Vec<(f32, usize)> = Vec::new();
        for word in &mut line.words {
            let center = word.rect.center();
            let Some(run) = runs.iter().find(|run| run.rect.contains(center)) else { continue };
            let Some(styled) = run.word(word) else { continue };
            word.bold = styled.font.bold;
            word.italic = styled.font.italic;
            word.mono = styled.font.mono;
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

fn picture(
    tag: Tag<'_>,
    scale: f32,
    page: &mut Page,
    files: &mut Vec<(String, String, Bytes)>,
    work: &mut Work<'_>,
) -> Result<()> {
    let name = tag.value("src").unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let media_type = match name.rsplit('.').next() {
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        _ => return Ok(()),
    };
    let rect = rect(tag, scale);
    let found = if name.starts_with("look-") { work.get(name)? } else { None };
    work.remove(name);
    let Some(bytes) = found.filter(|_| rect.width() >= SMALL && rect.height() >= SMALL) else {
        return Ok(());
    };
    // JPEG in four colors and damaged files are known to few readers.
    let format = if media_type == "image/png" { image::ImageFormat::Png } else { image::ImageFormat::Jpeg };
    let pixels = work.limits.pixels;
    if !is_readable(&bytes, format, pixels) {
        return Ok(());
    }
    let path = path(files, media_type, bytes.into());
    page.pictures.push(Placed { rect, path, alt: None });
    Ok(())
}

/// Whether the header of a picture can be read, and its colors are those of screens.
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
pub(super) fn path(files: &mut Vec<(String, String, Bytes)>, media_type: &str, bytes: Bytes) -> String {
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
pub(super) fn drop_repeated(looks: &mut Looks) {
    let mut counts: HashMap<String, Vec<Rect>> = HashMap::new();
    for placed in looks.pages.iter().flat_map(|page| &page.pictures) {
        counts.entry(placed.path.clone()).or_default().push(placed.rect);
    }
    let near = |a: Rect, b: Rect| (a.x0 - b.x0).abs() < 4.0 && (a.y0 - b.y0).abs() < 4.0;
    for page in &mut looks.pages {
        page.pictures.retain(|placed| {
            placed.alt.is_some()
                || counts[&placed.path].iter().filter(|rect| near(**rect, placed.rect)).count() < REPEATED
        });
    }
}
