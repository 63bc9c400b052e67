//! Recognizing the text of a picture.

use roxmltree::Node;

use books::Limits;
use books::xml;

use super::error::{Error, Result};
use super::language;
use super::layout::{Line, Page, Rect, TextBlock, Word};
use super::tool::TESSERACT;
use super::work::Work;

/// Words that tesseract is less sure of are left out: lines of a drawing, spots.
const SURE: f32 = 30.0;
/// A page counts as text when its words are on average at least as sure as this.
const SURE_ON_AVERAGE: f32 = 55.0;

/// What recognizes text, and in which languages.
#[derive(Debug, Clone)]
pub(super) struct Recognizer {
    /// The names of the trained languages, joined as tesseract wants them.
    languages: String,
    /// Whether pages on their side are noticed.
    turns: bool,
}

impl Recognizer {
    /// Looks up which of the trained languages fit the one that is expected.
    pub(super) fn new(work: &mut Work<'_>, expected: Option<&str>) -> Result<Self> {
        let run = work.run(TESSERACT, &["--list-langs"])?;
        let said = String::from_utf8_lossy(&run.output).into_owned() + "\n" + &run.complaints;
        let installed: Vec<&str> = said.lines().skip(1).map(str::trim).filter(|name| is_name(name)).collect();
        let languages = choose(&installed, expected)?;
        Ok(Self { languages, turns: installed.contains(&"osd") })
    }

    /// Recognizes the text of a PNG file of the temporary folder. Pages without text are empty.
    pub(super) fn page(&self, work: &mut Work<'_>, file: &str, dpi: Option<u32>) -> Result<Page> {
        let page = self.recognize(work, file, dpi, "3")?;
        if page.letters() == 0 && self.turns {
            // It may lie on its side.
            return self.recognize(work, file, dpi, "1");
        }
        Ok(page)
    }

    fn recognize(&self, work: &mut Work<'_>, file: &str, dpi: Option<u32>, layout: &str) -> Result<Page> {
        let mut arguments: Vec<String> =
            [file, "recognized", "-l", &self.languages, "--psm", layout].map(str::to_owned).to_vec();
        if let Some(dpi) = dpi {
            arguments.extend(["--dpi".to_owned(), dpi.to_string()]);
        }
        arguments.push("hocr".to_owned());
        let run = work.run(TESSERACT, &arguments)?;
        let found = work.get("recognized.hocr")?;
        work.remove("recognized.hocr");
        match found {
            Some(bytes) if run.code == 0 => read(bytes),
            // Too few letters to detect the orientation are not a fault of the document.
            _ if layout == "1" => Ok(Page::default()),
            _ => Err(run.failure()),
        }
    }
}

fn is_name(name: &str) -> bool {
    (3..=20).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The trained languages to use: the expected one, else English, else whatever is there.
fn choose(installed: &[&str], expected: Option<&str>) -> Result<String> {
    let known = expected.and_then(language::trained);
    if let Some(known) = known {
        if installed.contains(&known.name) {
            return Ok(known.name.to_owned());
        }
        // Latin letters are recognized by any language written in them, if less well.
        if !known.latin {
            return Err(Error::ToolMissing { tool: "tesseract", package: known.package });
        }
    }
    let mut usable = installed.iter().filter(|name| **name != "osd" && **name != "equ");
    let fallback = if installed.contains(&"eng") { Some(&"eng") } else { usable.next() };
    match fallback {
        Some(name) => Ok((*name).to_owned()),
        None => Err(Error::ToolMissing { tool: "tesseract", package: "tesseract-ocr-eng" }),
    }
}

/// Reads hOCR: XHTML whose titles say where each word is and how sure.
fn read(bytes: Vec<u8>) -> Result<Page> {
    let text = xml::decode("the recognized text", bytes)?;
    let document = xml::parse("the recognized text", &text, &Limits::default())?;
    let mut page = Page::default();
    let (mut sum, mut count, mut certain) = (0.0, 0.0, false);
    for area in document.descendants().filter(|node| is(*node, "ocr_page")) {
        let rect = bbox(area).unwrap_or_default();
        (page.width, page.height) = (rect.width(), rect.height());
    }
    for paragraph in document.descendants().filter(|node| is(*node, "ocr_par")) {
        let mut block = TextBlock::default();
        let lines = ["ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"];
        for line in paragraph.descendants().filter(|node| lines.iter().any(|class| is(*node, class))) {
            let mut words = Vec::new();
            for word in line.descendants().filter(|node| is(*node, "ocrx_word")) {
                let sure = property(word, "x_wconf").unwrap_or_default();
                let text = xml::text_of(word);
                if sure < SURE || text.is_empty() {
                    continue;
                }
                let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
                if letters > 0 {
                    sum += sure;
                    count += 1.0;
                }
                certain |= letters >= 2 && sure >= 70.0;
                words.push(Word { text, rect: bbox(word).unwrap_or_default(), ..Word::default() });
            }
            let size = property(line, "x_size").unwrap_or_default();
            block
                .lines
                .extend(Line::of(words, size).filter(|line| line.letters() > 0 || line.words.len() > 1));
        }
        if !block.lines.is_empty() {
            level(&mut block.lines);
            page.blocks.push(block);
        }
    }
    if !certain || sum / count < SURE_ON_AVERAGE {
        page.blocks.clear();
    }
    Ok(page)
}

/// Lines of about one size get the same: the size of a line without letters that go below it, or high above,
/// is a guess, and lines of a paragraph that differ are taken for two.
fn level(lines: &mut [Line]) {
    let mut sizes: Vec<f32> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f32::total_cmp);
    let usual = sizes[sizes.len() / 2];
    for line in lines {
        if (line.size - usual).abs() <= usual * 0.2 {
            line.size = usual;
        }
    }
}

fn is(node: Node<'_, '_>, class: &str) -> bool {
    node.attribute("class") == Some(class)
}

/// A number of the title: `bbox 1 2 3 4; x_wconf 95`.
fn property(node: Node<'_, '_>, name: &str) -> Option<f32> {
    values(node, name)?.first().copied()
}

fn values(node: Node<'_, '_>, name: &str) -> Option<Vec<f32>> {
    let title = node.attribute("title")?;
    let part = title.split(';').map(str::trim).find_map(|part| part.strip_prefix(name))?;
    part.split_whitespace().map(|value| value.parse().ok().filter(|value: &f32| value.is_finite())).collect()
}

fn bbox(node: Node<'_, '_>) -> Option<Rect> {
    match values(node, "bbox")?.as_slice() {
        [x0, y0, x1, y1] => Some(Rect { x0: *x0, y0: *y0, x1: *x1, y1: *y1 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hocr(words: &[(&str, u32)]) -> Vec<u8> {
        let word = |(text, sure): &(&str, u32)| {
            format!("<span class='ocrx_word' title='bbox 1 2 30 40; x_wconf {sure}'>{text}</span> ")
        };
        let words = words.iter().map(word).collect::<Vec<_>>().concat();
        format!(
            "<html xmlns='http://www.w3.org/1999/xhtml'><body><div class='ocr_page' title='image \"p.png\"; bbox 0 0 600 800; ppageno 0'>\
             <p class='ocr_par'><span class='ocr_line' title='bbox 1 2 30 40; x_size 38.5; x_ascenders 9'>{words}</span></p></div></body></html>"
        )
        .into_bytes()
    }

    #[test]
    fn words_lines_and_sizes_are_read() {
        let page = read(hocr(&[("The", 96), ("tide", 91)])).unwrap();
        assert_eq!((page.width, page.height), (600.0, 800.0));
        let line = &page.blocks[0].lines[0];
        assert_eq!((line.text().as_str(), line.size), ("The tide", 38.5));
        assert_eq!(line.rect, Rect { x0: 1.0, y0: 2.0, x1: 30.0, y1: 40.0 });
    }

    #[test]
    fn lines_of_a_paragraph_have_one_size_but_for_a_heading() {
        let sized = |size: f32| {
            let word = Word {
                text: "rocks".into(),
                rect: Rect { x1: 30.0, y1: size, ..Rect::default() },
                ..Word::default()
            };
            Line::of(vec![word], size).unwrap()
        };
        let mut lines = [sized(60.0), sized(38.0), sized(34.8), sized(37.5)];
        level(&mut lines);
        assert_eq!(lines.map(|line| line.size.to_string()), ["60", "38", "38", "38"]);
    }

    #[test]
    fn what_is_only_guessed_is_not_text() {
        assert_eq!(read(hocr(&[("ae", 40), ("iI", 45), ("~|", 90)])).unwrap().letters(), 0);
        assert_eq!(read(hocr(&[("a", 95)])).unwrap().letters(), 0);
        assert_eq!(read(hocr(&[("Exit", 95), ("zz", 10)])).unwrap().letters(), 4);
    }

    #[test]
    fn the_language_is_the_expected_one_or_a_near_one() {
        let installed = ["eng", "fra", "osd"];
        assert_eq!(choose(&installed, Some("fr-CA")).unwrap(), "fra");
        assert_eq!(choose(&installed, Some("de")).unwrap(), "eng");
        assert_eq!(choose(&["osd", "spa"], None).unwrap(), "spa");
        let missing = choose(&installed, Some("ar")).unwrap_err();
        assert!(matches!(missing, Error::ToolMissing { package: "tesseract-ocr-ara", .. }), "{missing}");
        assert!(matches!(choose(&["osd"], None), Err(Error::ToolMissing { .. })));
    }

    proptest! {
        #[test]
        fn any_answer_can_be_read(text in "\\PC{0,80}", title in "[a-z0-9_; .-]{0,40}") {
            let _ = read(text.into_bytes());
            let line = format!("<p class='ocr_par'><span class='ocr_line' title='{title}'><span class='ocrx_word' title='bbox {title}; x_wconf 90'>ab</span></span></p>");
            let _ = read(line.into_bytes());
        }
    }
}
