//! Formulas as MathML, by the modular extension of DAISY 3 ("Specification for the Digital Talking Book
//! Modular Extension for Mathematics", DAISY Consortium, version 1.1 of 2008).
//!
//! Requirements on a book: each `m:math` has its words (`alttext`), a picture (`altimg`) and the step of the
//! player that says it (`dtbook:smilref`); it holds presentation elements; a step whose text is a formula
//! says so by its type and can be left before its end; the package document names the version of the
//! extension, and a stylesheet that replaces the formulas by the pictures, for players that know no
//! MathML.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use crate::mathml::{UsedMarkup, kept_attributes, parse_formula, rewrite_content};
use crate::model::{Attrs, Block, BlockKind, Book, ImageSource, Inline, Math};
use crate::picture::{PictureData, PictureStore, read_format_and_size};
use crate::progress::report_step;
use crate::xml::{self, MATHML_NAMESPACE};
use crate::{Formula, FormulaRenderer, Progress, Result};

use super::pictures::{BITMAP_FORMATS, MAX_HELD_BYTES, Picture};
use super::script::pause;
use super::text::{DTBOOK_NAMESPACE, TextWriter};

pub(super) const FALLBACK_NAME: &str = "mathml-fallback.xslt";
pub(super) const FALLBACK_STYLESHEET: &str = include_str!("mathml-fallback.xslt");
/// Metadata of the package document that declare the extension.
pub(super) const EXTENSION_METADATA: [(&str, &str); 2] =
    [("z39-86-extension-version", "1.0"), ("DTBook-XSLTFallback", FALLBACK_NAME)];

/// Formulas per batch, and bytes of their MathML: about a tenth of a second of work.
const MAX_BATCH_FORMULAS_AND_BYTES: (usize, usize) = (100, 100_000);
/// Formulas between two questions whether to continue, before any is drawn.
const FORMULAS_PER_STEP: usize = 1_000;

/// The formulas of a book that are written as MathML.
#[derive(Debug, Default)]
pub(super) struct FormulaIslands<'a> {
    /// Islands by their MathML in the source.
    islands: HashMap<&'a str, FormulaIsland>,
    drawings: Vec<FormulaDrawing<'a>>,
    pub(super) pictures: Vec<Picture>,
    store: PictureStore,
}

/// A formula that is written as MathML.
#[derive(Debug)]
struct FormulaIsland {
    attributes: BTreeMap<&'static str, String>,
    /// Its content, as an index into the drawings.
    drawing: usize,
}

/// The content of formulas that look the same.
#[derive(Debug)]
struct FormulaDrawing<'a> {
    /// One of them, with a picture where any has one.
    math: &'a Math,
    /// As it is written.
    content: String,
    used_markup: UsedMarkup,
    picture: Option<String>,
}

impl<'a> FormulaIslands<'a> {
    /// Finds all formulas of a book that may be handed on and have a picture: one that is drawn, or else one
    /// that the source brings along. The others stay words.
    pub(super) fn from_book(
        book: &'a Book,
        renderer: Option<&dyn FormulaRenderer>,
        progress: &mut dyn Progress,
    ) -> Result<Self> {
        let store = PictureStore::holding(MAX_HELD_BYTES);
        let mut islands = Self { store, ..Self::default() };
        let formulas = distinct_formulas(book);
        let mut known: HashMap<String, usize> = HashMap::new();
        for (n, math) in formulas.iter().copied().enumerate() {
            if n % FORMULAS_PER_STEP == 0 {
                report_step(progress, n, formulas.len())?;
            }
            let mut used = UsedMarkup::new();
            let Some((attributes, inside)) = clean_formula(math, &mut used) else { continue };
            let drawing = *known.entry(inside).or_insert_with_key(|inside| {
                islands.drawings.push(FormulaDrawing {
                    math,
                    content: inside.clone(),
                    used_markup: used,
                    picture: None,
                });
                islands.drawings.len() - 1
            });
            let one = &mut islands.drawings[drawing];
            if one.math.picture.is_none() {
                one.math = math;
            }
            islands.islands.insert(&math.mathml, FormulaIsland { attributes, drawing });
        }
        islands.draw_formulas(book, renderer, progress)?;
        let drawings = &islands.drawings;
        islands.islands.retain(|_, island| drawings[island.drawing].picture.is_some());
        Ok(islands)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.islands.is_empty()
    }

    fn draw_formulas(
        &mut self,
        book: &Book,
        renderer: Option<&dyn FormulaRenderer>,
        progress: &mut dyn Progress,
    ) -> Result<()> {
        let total = self.drawings.len();
        let mut rest = self.drawings.as_mut_slice();
        while !rest.is_empty() {
            report_step(progress, total - rest.len(), total)?;
            let (batch, behind) = rest.split_at_mut(batch_size(rest));
            let trees: Vec<Option<Formula>> =
                batch.iter().map(|one| Formula::from_mathml(&one.math.mathml)).collect();
            let known: Vec<Formula> = trees.iter().flatten().cloned().collect();
            let mut drawn = renderer.map(|renderer| renderer.render(&known)).unwrap_or_default().into_iter();
            for (one, tree) in batch.iter_mut().zip(trees) {
                let png = tree.and_then(|_| drawn.next()).flatten().filter(|png| is_png(png));
                let picture = match (png, &one.math.picture) {
                    (Some(png), _) => {
                        Some((PictureData::Made(self.store.spool.keep(&png)?), "image/png", "png"))
                    }
                    (None, Some(path)) => {
                        let source = ImageSource::File(path.clone());
                        self.store.load(book, path, &source, &BITMAP_FORMATS)
                    }
                    (None, None) => None,
                };
                let Some((data, media_type, extension)) = picture else { continue };
                let name = format!("images/formula{}.{extension}", self.pictures.len() + 1);
                one.picture = Some(name.clone());
                self.pictures.push(Picture { name, media_type, data, source: String::new() });
            }
            rest = behind;
        }
        Ok(())
    }

    /// The internal subset of the document type, with a space before it; empty without formulas. It declares
    /// what was found, so that a validator needs no DTD of MathML.
    pub(super) fn internal_subset(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        let mut out = format!(
            " [\n<!ENTITY % externalFlow \"| m:math\">\n\
             <!ENTITY % externalNamespaces \"xmlns:m CDATA #FIXED '{MATHML_NAMESPACE}'\">\n\
             <!ATTLIST dtbook xmlns:dtbook CDATA #FIXED '{DTBOOK_NAMESPACE}'>\n<!ELEMENT m:math ANY>\n\
             <!ATTLIST m:math id ID #REQUIRED dtbook:smilref CDATA #IMPLIED alttext CDATA #REQUIRED altimg CDATA #REQUIRED"
        );
        let own: HashSet<&str> =
            self.islands.values().flat_map(|island| island.attributes.keys()).copied().collect();
        let mut own: Vec<&str> = own.into_iter().collect();
        own.sort_unstable();
        push_attributes(&mut out, own);
        let mut used = UsedMarkup::new();
        for drawing in self.drawings.iter().filter(|drawing| drawing.picture.is_some()) {
            for (element, names) in &drawing.used_markup {
                used.entry(element).or_default().extend(names);
            }
        }
        for (element, attributes) in used {
            let _ = writeln!(out, "<!ELEMENT m:{element} ANY>");
            if !attributes.is_empty() {
                let _ = write!(out, "<!ATTLIST m:{element}");
                push_attributes(&mut out, attributes);
            }
        }
        out.push(']');
        out
    }
}

fn push_attributes<'n>(out: &mut String, names: impl IntoIterator<Item = &'n str>) {
    for name in names {
        let _ = write!(out, " {name} CDATA #IMPLIED");
    }
    out.push_str(">\n");
}

/// A formula as it may be handed on: the attributes of its element, and what it holds.
fn clean_formula(math: &Math, used: &mut UsedMarkup) -> Option<(BTreeMap<&'static str, String>, String)> {
    let document = parse_formula(&math.mathml)?;
    let root = document.root_element();
    if root.tag_name().name() != "math" {
        return None;
    }
    let inside = rewrite_content(root, "m:", used)?;
    let mut own: BTreeMap<_, _> =
        kept_attributes(root).map(|(name, value)| (name, value.to_owned())).collect();
    if math.display {
        own.insert("display", "block".to_owned());
    }
    Some((own, inside))
}

fn is_png(bytes: &[u8]) -> bool {
    read_format_and_size(bytes).is_some_and(|(format, _)| format == image::ImageFormat::Png)
}

/// The size of the next batch; `drawings` is not empty.
fn batch_size(drawings: &[FormulaDrawing<'_>]) -> usize {
    let (most, bytes) = MAX_BATCH_FORMULAS_AND_BYTES;
    let mut sizes = drawings.iter().scan(0, |sum, one| {
        *sum += one.content.len();
        Some(*sum)
    });
    sizes.position(|sum| sum > bytes).unwrap_or(drawings.len()).clamp(1, most)
}

fn distinct_formulas(book: &Book) -> Vec<&Math> {
    let mut found = Vec::new();
    for block in book.sections.iter().flat_map(|section| &section.blocks) {
        collect_formulas(block, &mut found);
    }
    let mut known = HashSet::new();
    found.retain(|math| known.insert(math.mathml.as_str()));
    found
}

/// Collects the formulas of a block, and of the descriptions of its images.
fn collect_formulas<'a>(block: &'a Block, found: &mut Vec<&'a Math>) {
    block.walk(&mut |block| {
        match &block.kind {
            BlockKind::Math(math) => found.push(math),
            BlockKind::Image(image) => {
                image.description.iter().for_each(|block| collect_formulas(block, found));
            }
            _ => {}
        }
        block.walk_inlines(&mut |inline| match inline {
            Inline::Math(math) => found.push(math),
            Inline::Image(image) => {
                image.description.iter().for_each(|block| collect_formulas(block, found));
            }
            _ => {}
        });
    });
}

impl TextWriter<'_> {
    /// Writes a formula in a line. What says the line says it, too.
    pub(super) fn write_formula(&mut self, math: &Math) {
        let words = self.formulas.spoken_words(math, &self.current_language());
        if self.is_island(math, &words) {
            let (id, said_by) = (self.required_id(&[]), self.steps.line_step.clone());
            self.write_island(math, &words, &id, said_by.as_deref());
        } else {
            self.write_words(&words);
        }
    }

    /// Writes a formula on a line of its own, a step of the player.
    pub(super) fn write_formula_block(&mut self, attrs: &Attrs, math: &Math) -> bool {
        let own = attrs.lang.as_deref().and_then(xml::schema_language).map(str::to_owned);
        let words = self.formulas.spoken_words(math, &own.unwrap_or_else(|| self.current_language()));
        if self.is_island(math, &words) {
            let (id, step) = self.add_step(Some(attrs), None, true);
            self.xml.open("p");
            self.write_attributes(Some(attrs));
            self.say_text(&words, pause::PARAGRAPH_MILLISECONDS);
            let said_by = step.or_else(|| self.steps.line_step.clone());
            self.write_island(math, &words, &id, said_by.as_deref());
        } else {
            self.open_synced("p", Some(attrs));
            self.say_text(&words, pause::PARAGRAPH_MILLISECONDS);
            self.write_words(&words);
        }
        self.xml.close().end_line();
        true
    }

    /// Returns true if a formula is written as MathML, which needs words next to it.
    fn is_island(&self, math: &Math, words: &str) -> bool {
        !words.trim().is_empty() && self.islands.islands.contains_key(math.mathml.as_str())
    }

    fn write_island(&mut self, math: &Math, words: &str, id: &str, said_by: Option<&str>) {
        let Some(island) = self.islands.islands.get(math.mathml.as_str()) else { return };
        let drawing = &self.islands.drawings[island.drawing];
        self.xml.open("m:math").attr("id", id).attr_opt("dtbook:smilref", said_by);
        self.xml.attr("alttext", words).attr_opt("altimg", drawing.picture.as_deref());
        for (name, value) in &island.attributes {
            self.xml.attr(name, value);
        }
        self.xml.raw_markup(&drawing.content).close();
    }

    fn write_words(&mut self, words: &str) {
        self.xml.open("span").attr("class", "math").text(words).close();
    }
}
