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
/// A page whose words are on average less sure may be in another script, if it has this many of them.
const MIN_SCRIPT_CONFIDENCE: f32 = 70.0;
const MIN_SCRIPT_WORDS: usize = 10;
/// Minimum confidence of a script, by the measure of tesseract, for a second recognition. Poor scans of Latin
/// letters often have as much.
const MIN_DETECTED_CONFIDENCE: f32 = 3.0;
/// Minimum confidence of a script that cannot be recognized, for not taking the words that were recognized in
/// another one.
const MIN_CERTAIN_CONFIDENCE: f32 = 10.0;

/// Text recognition by tesseract, with the languages to use.
#[derive(Debug, Clone)]
pub(super) struct Recognizer {
    /// The names of the trained languages, joined as tesseract wants them.
    languages: String,
    /// The names of all trained languages.
    installed: Vec<String>,
}

/// A recognized page. Pages without text are empty.
#[derive(Debug, Default)]
pub(super) struct RecognizedPage {
    pub(super) page: DocumentPage,
    /// The package that recognizes the script of the page, if it is not installed. The page is empty then.
    pub(super) missing_package: Option<&'static str>,
    /// The number of words, also of those that are left out, and how sure they are on average.
    words: usize,
    confidence: f32,
}

impl RecognizedPage {
    fn has_text(&self) -> bool {
        self.page.count_alphanumeric() > 0
    }
}

impl Recognizer {
    /// Looks up which of the trained languages fit the one that is expected.
    pub(super) fn new(work: &mut DocumentWork<'_>, expected: Option<&str>) -> Result<Self> {
        let run = work.run_program(TESSERACT, &["--list-langs"])?;
        let said = String::from_utf8_lossy(&run.output).into_owned() + "\n" + &run.complaints;
        let installed: Vec<&str> =
            said.lines().skip(1).map(str::trim).filter(|name| is_language_name(name)).collect();
        let languages = choose_languages(&installed, expected)?;
        Ok(Self { languages, installed: installed.into_iter().map(str::to_owned).collect() })
    }

    fn has_language(&self, name: &str) -> bool {
        self.installed.iter().any(|own| own == name)
    }

    /// Recognizes the text of [`PAGE_FILE`].
    pub(super) fn recognize_page(&self, work: &mut DocumentWork<'_>) -> Result<RecognizedPage> {
        let found = run_tesseract(work, &self.languages, "3")?;
        if !self.has_language("osd") {
            return Ok(found);
        }
        let has_text = found.has_text();
        let is_doubtful = found.words >= MIN_SCRIPT_WORDS && found.confidence < MIN_SCRIPT_CONFIDENCE;
        let other = if is_doubtful { self.recognize_other_script(&found, work)? } else { None };
        match other {
            // Letters on their side may look like those of another script.
            Some(other) if !has_text && other.missing_package.is_some() => {
                let turned = run_tesseract(work, &self.languages, "1")?;
                let is_certain = turned.confidence >= MIN_SCRIPT_CONFIDENCE;
                Ok(if is_certain && turned.has_text() { turned } else { other })
            }
            Some(other) => Ok(other),
            // It may lie on its side.
            None if !has_text => run_tesseract(work, &self.languages, "1"),
            None => Ok(found),
        }
    }

    /// Recognizes the page in a language of its script. `None` if that is the script of the chosen languages,
    /// or not known, or if these languages' words, which were `found`, are more certain.
    fn recognize_other_script(
        &self,
        found: &RecognizedPage,
        work: &mut DocumentWork<'_>,
    ) -> Result<Option<RecognizedPage>> {
        let Some((script, confidence)) = detect_script(work)? else { return Ok(None) };
        let known = language::languages_of_script(&script);
        if known.is_empty() || known.contains(&self.languages.as_str()) {
            return Ok(None);
        }
        if let Some(name) = known.iter().find(|name| self.has_language(name)) {
            let other = run_tesseract(work, name, "3")?;
            let is_better = other.has_text() && (!found.has_text() || other.confidence > found.confidence);
            return Ok(is_better.then_some(other));
        }
        if found.has_text() && confidence < MIN_CERTAIN_CONFIDENCE {
            return Ok(None);
        }
        let missing = known.first().and_then(|name| language::find_trained_language(name));
        let missing_package = missing.map(|trained| trained.package);
        Ok(Some(RecognizedPage { missing_package, ..RecognizedPage::default() }))
    }
}

fn run_tesseract(work: &mut DocumentWork<'_>, languages: &str, layout: &str) -> Result<RecognizedPage> {
    let arguments = [PAGE_FILE, "recognized", "-l", languages, "--psm", layout, "hocr"];
    let run = work.run_program(TESSERACT, &arguments)?;
    let found = work.take_file("recognized.hocr")?;
    match found {
        Some(bytes) if run.code == 0 => parse_hocr(bytes),
        // Too few letters to detect the orientation are not a fault of the document.
        _ if layout == "1" => Ok(RecognizedPage::default()),
        _ => Err(run.to_error()),
    }
}

/// The script of [`PAGE_FILE`], by its name, and how certain it is. `None` if the page does not tell enough.
fn detect_script(work: &mut DocumentWork<'_>) -> Result<Option<(String, f32)>> {
    let run = work.run_program(TESSERACT, &[PAGE_FILE, "recognized", "-l", "osd", "--psm", "0"])?;
    let found = work.take_file("recognized.osd")?;
    let found = found.filter(|_| run.code == 0).unwrap_or_default();
    let said = String::from_utf8_lossy(&found);
    Ok(parse_script(&said).map(|(script, confidence)| (script.to_owned(), confidence)))
}

fn parse_script(said: &str) -> Option<(&str, f32)> {
    let value = |name: &str| said.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let confidence: f32 = value("Script confidence:")?.parse().ok()?;
    let script = value("Script:").filter(|_| confidence >= MIN_DETECTED_CONFIDENCE)?;
    Some((script, confidence))
}

fn is_language_name(name: &str) -> bool {
    (3..=20).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The error of a text whose language or script only this package recognizes.
pub(super) fn missing_language_error(package: &'static str) -> Error {
    Error::ToolMissing { tool: TESSERACT.command, package }
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
            return Err(missing_language_error(known.package));
        }
    }
    let mut usable = installed.iter().filter(|name| **name != "osd" && **name != "equ");
    let fallback = if installed.contains(&"eng") { Some(&"eng") } else { usable.next() };
    match fallback {
        Some(name) => Ok((*name).to_owned()),
        None => Err(missing_language_error("tesseract-ocr-eng")),
    }
}

/// Reads hOCR: XHTML whose titles say where each word is and how sure.
fn parse_hocr(bytes: Vec<u8>) -> Result<RecognizedPage> {
    let text = xml::decode_text("the recognized text", bytes)?;
    let document = xml::parse("the recognized text", &text, &Limits::default())?;
    let mut page = DocumentPage::default();
    let (mut sum, mut count, mut certain) = (0.0, 0.0, false);
    let mut all = Vec::new();
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
                let letters = count_alphanumeric(&text);
                if letters > 0 {
                    all.push(sure);
                }
                if sure < MIN_WORD_CONFIDENCE || text.is_empty() {
                    continue;
                }
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
    let counted: f32 = all.iter().map(|_| 1.0).sum();
    let confidence = if all.is_empty() { 0.0 } else { all.iter().sum::<f32>() / counted };
    Ok(RecognizedPage { page, missing_package: None, words: all.len(), confidence })
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
        let page = parse_hocr(hocr_page(&[("The", 96), ("tide", 91)])).unwrap().page;
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
        let count = |words: &[(&str, u32)]| {
            let found = parse_hocr(hocr_page(words)).unwrap();
            (found.page.count_alphanumeric(), found.words, found.confidence.to_string())
        };
        assert_eq!(count(&[("ae", 40), ("iI", 45), ("~|", 90)]), (0, 2, "42.5".to_owned()));
        assert_eq!(count(&[("a", 95)]), (0, 1, "95".to_owned()));
        assert_eq!(count(&[("Exit", 95), ("zz", 10)]), (4, 2, "52.5".to_owned()));
        assert_eq!(count(&[]), (0, 0, "0".to_owned()));
    }

    #[test]
    fn a_script_is_known_if_it_is_certain() {
        let said = |name: &str, confidence: &str| {
            format!(
                "Rotate: 0\nOrientation confidence: 9.00\nScript: {name}\nScript confidence: {confidence}\n"
            )
        };
        assert_eq!(parse_script(&said("Arabic", "30.00")), Some(("Arabic", 30.0)));
        for other in [said("Han", "0.40"), said("Han", "x"), String::new()] {
            assert_eq!(parse_script(&other), None, "{other}");
        }
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
