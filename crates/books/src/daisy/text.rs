//! The text of the book as `DTBook` 2005-2.

use crate::model::{Attrs, Book, Direction, Inline, Matter, Section};
use crate::progress::Watch;
use crate::xml::{self, XmlWriter};
use crate::{Anchors, LetterTally, Progress, Result};

use super::formulas::Formulas;
use super::ids::ElementIds;
use super::levels::OpenLevels;
use super::mathml::FormulaIslands;
use super::ncx::{NavItem, PageItem};
use super::phrases::is_phrase;
use super::pictures::{PackagePictures, Picture};
use super::script::{StepVoice, pause};
use super::smil::{self, Skippable, SmilPar};
use super::steps::PlayerSteps;

const DTBOOK_DOCTYPE: &str = "<!DOCTYPE dtbook PUBLIC \"-//NISO//DTD dtbook 2005-2//EN\" \"http://www.daisy.org/z3986/2005/dtbook-2005-2.dtd\"";

pub(crate) const DTBOOK_NAMESPACE: &str = "http://www.daisy.org/z3986/2005/dtbook/";

/// The text, and all facts about it that the other files need.
#[derive(Debug, Default)]
pub(super) struct WrittenText {
    pub(super) dtbook: String,
    pub(super) smil: Vec<smil::SmilFile>,
    pub(super) nav: Vec<NavItem>,
    pub(super) pages: Vec<PageItem>,
    pub(super) images: Vec<Picture>,
    /// True if formulas are MathML.
    pub(super) mathml: bool,
    /// Letters of the book that were written, by section.
    pub(super) letters: LetterTally,
}

pub(super) struct TextWriter<'a> {
    pub(super) book: &'a Book,
    pub(super) xml: XmlWriter,
    pub(super) ids: ElementIds,
    pub(super) steps: PlayerSteps,
    pub(super) nav: Vec<NavItem>,
    pub(super) pages: Vec<PageItem>,
    pub(super) pictures: PackagePictures,
    pub(super) levels: OpenLevels,
    pub(super) section: &'a Section,
    /// A division without heading has begun, and no element of it is written yet.
    pub(super) unnamed: Option<(u8, String)>,
    /// The sound of the text; `None` for a book of text.
    pub(super) voice: Option<StepVoice>,
    pub(super) formulas: Formulas<'a>,
    pub(super) islands: FormulaIslands<'a>,
    /// Letters of the book that were written, by section.
    pub(super) letters: LetterTally,
}

/// Writes the text; with a voice also what is heard of it.
pub(super) fn write_text<'a>(
    book: &'a Book,
    voice: Option<StepVoice>,
    islands: FormulaIslands<'a>,
    progress: &'a mut dyn Progress,
) -> Result<WrittenText> {
    let Some(first) = book.sections.first() else { return Ok(WrittenText::default()) };
    let mut writer = TextWriter {
        book,
        xml: XmlWriter::document(&format!("{DTBOOK_DOCTYPE}{}>", islands.internal_subset())),
        ids: ElementIds::new(Anchors::from_book(book)),
        steps: PlayerSteps::default(),
        nav: Vec::new(),
        pages: Vec::new(),
        pictures: PackagePictures::new(),
        levels: OpenLevels::default(),
        section: first,
        unnamed: None,
        voice,
        formulas: Formulas::new(Watch::new(progress, book.sections.len())),
        islands,
        letters: LetterTally::default(),
    };
    writer.write_start();
    writer.write_front_matter();
    let mut matter = Matter::Front;
    for (n, section) in book.sections.iter().enumerate() {
        writer.formulas.watch.step(n)?;
        while matter < section.matter {
            matter = writer.begin_matter_after(matter);
        }
        writer.section = section;
        writer.letters.begin_section();
        writer.write_section();
    }
    while matter < Matter::Body {
        matter = writer.begin_matter_after(matter);
    }
    writer.end_matter();
    writer.formulas.watch.check_stopped()?;
    Ok(writer.finish())
}

impl TextWriter<'_> {
    fn write_start(&mut self) {
        let metadata = &self.book.metadata;
        let xml = &mut self.xml;
        xml.open("dtbook").attr("xmlns", DTBOOK_NAMESPACE);
        if !self.islands.is_empty() {
            xml.attr("xmlns:m", xml::MATHML_NAMESPACE).attr("xmlns:dtbook", DTBOOK_NAMESPACE);
        }
        xml.attr("version", "2005-2");
        xml.attr("xml:lang", metadata.language());
        let direction = Direction::rtl_for_language(metadata.language());
        xml.attr_opt("dir", direction.map(Direction::name)).end_line().open("head").end_line();
        let uid = super::book_uid(self.book);
        let mut pairs = vec![
            ("dtb:uid", uid.as_str()),
            ("dtb:generator", super::GENERATOR_NAME),
            ("dc:Title", &metadata.title),
        ];
        pairs.extend(
            metadata.contributors.iter().filter(|c| c.creator).map(|c| ("dc:Creator", c.name.as_str())),
        );
        pairs.push(("dc:Language", metadata.language()));
        pairs.push(("dc:Identifier", &uid));
        if let Some(publisher) = &metadata.publisher {
            pairs.push(("dc:Publisher", publisher));
        }
        for (name, content) in pairs {
            xml.open("meta").attr("name", name).attr("content", content).close().end_line();
        }
        xml.close().end_line().open("book").end_line();
    }

    /// The title and the authors, which the standard wants before all.
    fn write_front_matter(&mut self) {
        self.xml.open("frontmatter").end_line();
        self.levels.allow_no_level();
        let book = self.book;
        self.write_title_or_author("doctitle", None, &book.metadata.title);
        for author in book.metadata.names("aut") {
            self.write_title_or_author("docauthor", Some(author), author);
        }
    }

    fn write_title_or_author(&mut self, element: &'static str, author: Option<&str>, text: &str) {
        self.mark_front_matter(author);
        self.open_synced(element, None);
        self.say_text(text, pause::HEADING_MILLISECONDS);
        self.xml.text(text).close().end_line();
    }

    /// Ends a part of the book and begins the next one, which is returned.
    fn begin_matter_after(&mut self, matter: Matter) -> Matter {
        self.end_matter();
        self.levels.require_level();
        match matter {
            Matter::Front => {
                self.xml.open("bodymatter").end_line();
                Matter::Body
            }
            Matter::Body | Matter::Back => {
                self.xml.open("rearmatter").end_line();
                Matter::Back
            }
        }
    }

    /// Opens an element with the id that links expect, or with the next free one. An element that
    /// is a step of the player gets its reference. Returns the number of the step.
    pub(super) fn open_synced(&mut self, name: &'static str, attrs: Option<&Attrs>) -> usize {
        self.open_step(name, attrs, None)
    }

    pub(super) fn open_step(
        &mut self,
        name: &'static str,
        attrs: Option<&Attrs>,
        skip: Option<Skippable>,
    ) -> usize {
        let (id, reference) = self.add_step(attrs, skip, false);
        self.xml.open(name).attr("id", &id).attr_opt("smilref", reference.as_deref());
        self.write_attributes(attrs);
        self.steps.last_number()
    }

    /// Makes a step of the player; returns the id of its element, and the reference to it: `None` if the
    /// element is heard as part of another one.
    pub(super) fn add_step(
        &mut self,
        attrs: Option<&Attrs>,
        skip: Option<Skippable>,
        mathml: bool,
    ) -> (String, Option<String>) {
        let id = self.required_id(attrs.map_or(&[], |attrs| &attrs.ids));
        let Some(heard) = self.step_sound(attrs) else { return (id, None) };
        let reference = self.steps.add(SmilPar {
            number: 0,
            text: id.clone(),
            skip,
            mathml,
            begins: false,
            sound: heard,
            clips: Vec::new(),
            sentence: attrs.map_or(0, |attrs| attrs.sentence),
        });
        if let Some((level, label)) = self.unnamed.take() {
            let par = self.steps.last_number();
            self.nav.push(NavItem { level, label, smil: reference.clone(), par });
        }
        (id, Some(reference))
    }

    /// Opens an element that is not a step of the player. It has an id only when links need it.
    pub(super) fn open_plain(&mut self, name: &'static str, attrs: &Attrs) {
        self.xml.open(name);
        self.add_plain_id(&attrs.ids);
        self.write_attributes(Some(attrs));
        self.mark_narrated_as_whole(&attrs.ids);
    }

    /// Opens an element that holds a line: it is a step of the player, or its phrases are.
    pub(super) fn open_line(
        &mut self,
        name: &'static str,
        attrs: Option<&Attrs>,
        inlines: &[Inline],
        pause: u32,
    ) {
        if inlines.iter().any(is_phrase) {
            self.open_plain(name, attrs.unwrap_or(&Attrs::default()));
        } else {
            self.open_synced(name, attrs);
            self.say_inlines(inlines, pause);
        }
    }

    /// Adds the id that links point at, when there is one and no element has it yet.
    pub(super) fn add_plain_id(&mut self, ids: &[String]) {
        if let Some(id) = self.ids.expected_id(&self.section.path, ids) {
            self.xml.attr("id", &id);
        }
    }

    pub(super) fn required_id(&mut self, ids: &[String]) -> String {
        self.ids.required_id(&self.section.path, ids)
    }

    /// Language, direction and kind of the element just opened.
    pub(super) fn write_attributes(&mut self, attrs: Option<&Attrs>) {
        let Some(attrs) = attrs else { return };
        self.xml.attr_opt("xml:lang", attrs.lang.as_deref().and_then(xml::schema_language));
        let direction = Direction::for_part(attrs, self.section.dir, self.book.metadata.language());
        self.xml.attr_opt("dir", direction.map(Direction::name));
    }

    fn finish(mut self) -> WrittenText {
        if self.nav.is_empty() {
            // A book without any heading is reached by its title, the first step of all.
            let label = self.book.metadata.title.clone();
            self.nav.push(NavItem { level: 1, label, smil: smil::step_href(0, 1), par: 1 });
        }
        let dtbook = xml::unlink_missing(&self.xml.finish(), " href=\"#", self.ids.written_ids());
        let mathml = !self.islands.is_empty();
        let mut images = self.pictures.into_list();
        images.append(&mut self.islands.pictures);
        WrittenText {
            dtbook,
            smil: self.steps.into_files(),
            nav: self.nav,
            pages: self.pages,
            images,
            mathml,
            letters: self.letters,
        }
    }
}
