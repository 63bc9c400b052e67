//! Recognizing the text of a picture.

use roxmltree::Node;

use books::Limits;
use books::xml;

use super::error::{Error, Result};
use super::language;
use super::layout::{DocumentPage, PageLine, PageWord, Rect, TextBlock, count_alphanumeric};
use super::tool::TESSERACT;
use super::work::DocumentWork;

/// The picture to recognize, a PNG file of the temporary folder.
pub(super) const PAGE_FILE: &str = "page.png";
/// Words that tesseract is less sure of are left out: lines of a drawing, spots.
const MIN_WORD_CONFIDENCE: f32 = 30.0;
/// A page counts as text when its words are on average at least as sure as this.
const MIN_PAGE_CONFIDENCE: f32 = 55.0;

/// Text recognition by tesseract, with the languages to use.
#[derive(Debug, Clone)]
pub(super) struct Recognizer {
    /// The names of the trained languages, joined as tesseract wants them.
    languages: String,
    /// True if pages on their side are noticed.
    turns: bool,
}

impl Recognizer {
    /// Looks up which of the trained languages fit the one that is expected.
    pub(super) fn new(work: &mut DocumentWork<'_>, expected: Option<&str>) -> Result<Self> {
        let run = work.run_program(TESSERACT, &["--list-langs"])?;
        let said = String::from_utf8_lossy(&run.output).into_owned() + "\n" + &run.complaints;
        let installed: Vec<&str> =
            said.lines().skip(1).map(str::trim).filter(|name| is_language_name(name)).collect();
        let languages = choose_languages(&installed, expected)?;
        Ok(Self { languages, turns: installed.contains(&"osd") })
    }

    /// Recognizes the text of [`PAGE_FILE`]. Pages without text are empty.
    pub(super) fn recognize_page(&self, work: &mut DocumentWork<'_>) -> Result<DocumentPage> {
        let page = self.run_tesseract(work, "3")?;
        if page.count_alphanumeric() == 0 && self.turns {
            // It may lie on its side.
            return self.run_tesseract(work, "1");
        }
        Ok(page)
    }

    fn run_tesseract(&self, work: &mut DocumentWork<'_>, layout: &str) -> Result<DocumentPage> {
        let arguments = [PAGE_FILE, "recognized", "-l", &self.languages, "--psm", layout, "hocr"];
        let run = work.run_program(TESSERACT, &arguments)?;
        let found = work.read_file("recognized.hocr")?;
        work.remove_file("recognized.hocr");
        match found {
            Some(bytes) if run.code == 0 => parse_hocr(bytes),
            // Too few letters to detect the orientation are not a fault of the document.
            _ if layout == "1" => Ok(DocumentPage::default()),
            _ => Err(run.to_error()),
        }
    }
}

fn is_language_name(name: &str) -> bool {
    (3..=20).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The trained languages to use: the expected one, else English, else whatever is there.
fn choose_languages(installed: &[&str], expected: Option<&str>) -> Result<String> {
    let known = expected.and_then(language::find_trained_language);
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
fn parse_hocr(bytes: Vec<u8>) -> Result<DocumentPage> {
    let text = xml::decode_text("the recognized text", bytes)?;
    let document = xml::parse("the recognized text", &text, &Limits::default())?;
    let mut page = DocumentPage::default();
    let (mut sum, mut count, mut certain) = (0.0, 0.0, false);
    for area in document.descendants().filter(|node| has_class(*node, "ocr_page")) {
        let rect = bounding_box(area).unwrap_or_default();
        (page.width, page.height) = (rect.width(), rect.height());
    }
    for paragraph in document.descendants().filter(|node| has_class(*node, "ocr_par")) {
        let mut block = TextBlock::default();
        let lines = ["ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"];
        for line in paragraph.descendants().filter(|node| lines.iter().any(|class| has_class(*node, class))) {
            let mut words = Vec::new();
            for word in line.descendants().filter(|node| has_class(*node, "ocrx_word")) {
                let sure = number_property(word, "x_wconf").unwrap_or_default();
                let text = xml::text_of(word);
                if sure < MIN_WORD_CONFIDENCE || text.is_empty() {
                    continue;
                }
                let letters = count_alphanumeric(&text);
                if letters > 0 {
                    sum += sure;
                    count += 1.0;
                }
                certain |= letters >= 2 && sure >= 70.0;
                words.push(PageWord {
                    text,
                    rect: bounding_box(word).unwrap_or_default(),
                    ..PageWord::default()
                });
            }
            let size = number_property(line, "x_size").unwrap_or_default();
            block.lines.extend(
                PageLine::from_words(words, size)
                    .filter(|line| line.count_alphanumeric() > 0 || line.words.len() > 1),
            );
        }
        if !block.lines.is_empty() {
            level_sizes(&mut block.lines);
            page.blocks.push(block);
        }
    }
    if !certain || sum / count < MIN_PAGE_CONFIDENCE {
        page.blocks.clear();
    }
    Ok(page)
}

/// Lines of about one size get the same: the size of a line without letters that go below it, or high above,
/// is a guess, and lines of a paragraph that differ are taken for two.
fn level_sizes(lines: &mut [PageLine]) {
    let mut sizes: Vec<f32> = lines.iter().map(|line| line.size).collect();
    sizes.sort_by(f32::total_cmp);
    let usual = sizes[sizes.len() / 2];
    for line in lines {
        if (line.size - usual).abs() <= usual * 0.2 {
            line.size = usual;
        }
    }
}

fn has_class(node: Node<'_, '_>, class: &str) -> bool {
    node.attribute("class") == Some(class)
}

/// A number of the title: `bbox 1 2 3 4; x_wconf 95`.
fn number_property(node: Node<'_, '_>, name: &str) -> Option<f32> {
    title_values(node, name)?.first().copied()
}

fn title_values(node: Node<'_, '_>, name: &str) -> Option<Vec<f32>> {
    let title = node.attribute("title")?;
    let part = title.split(';').map(str::trim).find_map(|part| part.strip_prefix(name))?;
    part.split_whitespace().map(|value| value.parse().ok().filter(|value: &f32| value.is_finite())).collect()
}

fn bounding_box(node: Node<'_, '_>) -> Option<Rect> {
    match title_values(node, "bbox")?.as_slice() {
        [x0, y0, x1, y1] => Some(Rect { x0: *x0, y0: *y0, x1: *x1, y1: *y1 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hocr_page(words: &[(&str, u32)]) -> Vec<u8> {
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
        let page = parse_hocr(hocr_page(&[("The", 96), ("tide", 91)])).unwrap();
        assert_eq!((page.width, page.height), (600.0, 800.0));
        let line = &page.blocks[0].lines[0];
        assert_eq!((line.text().as_str(), line.size), ("The tide", 38.5));
        assert_eq!(line.rect, Rect { x0: 1.0, y0: 2.0, x1: 30.0, y1: 40.0 });
    }

    #[test]
    fn lines_of_a_paragraph_have_one_size_but_for_a_heading() {
        let sized = |size: f32| {
            let word = PageWord {
                text: "rocks".into(),
                rect: Rect { x1: 30.0, y1: size, ..Rect::default() },
                ..PageWord::default()
            };
            PageLine::from_words(vec![word], size).unwrap()
        };
        let mut lines = [sized(60.0), sized(38.0), sized(34.8), sized(37.5)];
        level_sizes(&mut lines);
        assert_eq!(lines.map(|line| line.size.to_string()), ["60", "38", "38", "38"]);
    }

    #[test]
    fn a_page_of_uncertain_words_has_no_text() {
        assert_eq!(
            parse_hocr(hocr_page(&[("ae", 40), ("iI", 45), ("~|", 90)])).unwrap().count_alphanumeric(),
            0
        );
        assert_eq!(parse_hocr(hocr_page(&[("a", 95)])).unwrap().count_alphanumeric(), 0);
        assert_eq!(parse_hocr(hocr_page(&[("Exit", 95), ("zz", 10)])).unwrap().count_alphanumeric(), 4);
    }

    #[test]
    fn the_language_is_the_expected_one_or_a_near_one() {
        let installed = ["eng", "fra", "osd"];
        assert_eq!(choose_languages(&installed, Some("fr-CA")).unwrap(), "fra");
        assert_eq!(choose_languages(&installed, Some("de")).unwrap(), "eng");
        assert_eq!(choose_languages(&["osd", "spa"], None).unwrap(), "spa");
        let missing = choose_languages(&installed, Some("ar")).unwrap_err();
        assert!(matches!(missing, Error::ToolMissing { package: "tesseract-ocr-ara", .. }), "{missing}");
        assert!(matches!(choose_languages(&["osd"], None), Err(Error::ToolMissing { .. })));
    }

    proptest! {
        #[test]
        fn any_hocr_is_read_without_panic(text in "\\PC{0,80}", title in "[a-z0-9_; .-]{0,40}") {
            let _ = parse_hocr(text.into_bytes());
            let line = format!("<p class='ocr_par'><span class='ocr_line' title='{title}'><span class='ocrx_word' title='bbox {title}; x_wconf 90'>ab</span></span></p>");
            let _ = parse_hocr(line.into_bytes());
        }
    }
}
