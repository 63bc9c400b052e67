//! The hierarchy of `level1` to `level6`, made from the headings.

use crate::content::block_ids;
use crate::model::{Attrs, Block, BlockKind, collapse_spaces, plain_text};
use crate::xml;

use super::blocks::BlockContext;
use super::ncx::NavItem;
use super::script::pause;
use super::text::TextWriter;

const LEVEL_ELEMENTS: [&str; 6] = ["level1", "level2", "level3", "level4", "level5", "level6"];
const HEADING_ELEMENTS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

#[derive(Debug, Default)]
pub(super) struct OpenLevels {
    open: Vec<Level>,
    /// A level has been opened in this part of the book, or none is wanted.
    has_level: bool,
}

impl OpenLevels {
    /// Begins a part in which the schema wants at least one level.
    pub(super) fn require_level(&mut self) {
        self.has_level = false;
    }

    /// Begins a part that may do without levels.
    pub(super) fn allow_no_level(&mut self) {
        self.has_level = true;
    }
}

#[derive(Debug)]
struct Level {
    /// Language and direction that hold inside.
    lang: Option<String>,
    dir: Option<crate::model::Direction>,
    /// The schema wants a block after the heading, or in a level without one.
    wants_block: bool,
}

impl<'a> TextWriter<'a> {
    pub(super) fn write_section(&mut self) {
        let section = self.section;
        self.ids.at_section_start = true;
        self.mark_section();
        if let Some((level, label)) = &section.starts {
            self.open_named_level(*level);
            self.unnamed = Some((*level, label.clone()));
        }
        let mut held: Vec<&Block> = Vec::new();
        for block in &section.blocks {
            match &block.kind {
                BlockKind::Heading { level, inlines } => {
                    if plain_text(inlines).trim().is_empty() {
                        self.open_level(*level);
                    } else {
                        self.open_named_level(*level);
                    }
                    self.flush_held(&mut held);
                    self.write_heading(block, *level);
                }
                // A page that begins just before a heading belongs to it, and so does a picture
                // that opens a chapter.
                BlockKind::PageBreak(_) => held.push(block),
                BlockKind::Image(_) if self.ids.at_section_start => held.push(block),
                _ => {
                    self.flush_held(&mut held);
                    self.write_level_block(block);
                }
            }
        }
        self.flush_held(&mut held);
        // Elements without written content cannot be reached.
        if self.unnamed.take().is_some() {
            self.steps.splits = false;
        }
        self.ids.at_section_start = false;
    }

    fn flush_held(&mut self, held: &mut Vec<&'a Block>) {
        for block in held.drain(..) {
            self.write_level_block(block);
        }
    }

    fn write_heading(&mut self, block: &'a Block, level: u8) {
        let name = HEADING_ELEMENTS[usize::from(level.clamp(1, 6)) - 1];
        self.unnamed = None;
        let par = self.open_synced(name, Some(&block.attrs));
        self.say_inlines(block.inlines(), pause::HEADING_MILLISECONDS);
        let label = collapse_spaces(&plain_text(block.inlines()));
        if !label.is_empty() {
            let smil = self.steps.reference(par);
            self.nav.push(NavItem { level, label, smil, par });
        } else if let Some(name) = self.section.wordless_heading_name(block) {
            // The navigation leads to what is heard next.
            self.unnamed = Some((level, name.to_owned()));
        }
        self.write_inlines(block.inlines());
        self.xml.close().end_line();
        self.require_block(true);
    }

    fn write_level_block(&mut self, block: &'a Block) {
        if self.levels.open.is_empty() {
            self.open_level(1);
        }
        let before = self.xml.depth();
        let (lang, dir) = self.inherited_language_and_direction();
        let section = self.section;
        let differs =
            (section.lang.is_some() && section.lang != lang) || (section.dir.is_some() && section.dir != dir);
        if differs && block.has_content() {
            // The section continues in a level of another language.
            self.xml.open("div");
            self.xml.attr_opt("xml:lang", section.lang.as_deref().and_then(xml::schema_language));
            self.xml.attr_opt("dir", section.dir.map(crate::model::Direction::name)).end_line();
            if !self.write_block(block, BlockContext::Blocks) {
                self.write_filler();
            }
            self.xml.close().end_line();
            self.require_block(false);
        } else if self.write_block(block, BlockContext::Blocks) {
            self.require_block(false);
        }
        debug_assert_eq!(before, self.xml.depth(), "a block left elements open");
    }

    /// Makes the navigation lead to the next step by the names of the places in a block's line.
    pub(super) fn name_block(&mut self, block: &Block) {
        let section = self.section;
        if !section.named_places.is_empty() {
            block_ids(block).for_each(|id| self.name_place(id));
        }
    }

    /// Makes the entries of the navigation with these names lead to the next step.
    pub(super) fn name_element(&mut self, attrs: &Attrs) {
        attrs.ids.iter().for_each(|id| self.name_place(id));
    }

    /// Several places that begin with one step are one entry.
    fn name_place(&mut self, id: &str) {
        let Some((level, label)) = self.section.named_place(id) else { return };
        match &mut self.unnamed {
            Some((_, known)) => {
                known.push_str("; ");
                known.push_str(label);
            }
            None => self.unnamed = Some((level, label.to_owned())),
        }
    }

    /// Opens a level that the navigation leads to. A player of DAISY 2.02 gets from one SMIL file to the next
    /// by the navigation center, so only such a level begins a file.
    fn open_named_level(&mut self, level: u8) {
        self.open_level(level);
        if level <= 2 {
            self.steps.splits = true;
        }
    }

    fn open_level(&mut self, level: u8) {
        let level = usize::from(level.clamp(1, 6));
        while self.levels.open.len() >= level {
            self.close_level();
        }
        self.levels.has_level = true;
        while self.levels.open.len() < level {
            self.require_block(false);
            let name = LEVEL_ELEMENTS[self.levels.open.len()];
            let section = self.section;
            self.xml.open(name);
            let (lang, dir) = self.inherited_language_and_direction();
            self.xml.attr_opt(
                "xml:lang",
                section
                    .lang
                    .as_deref()
                    .filter(|own| lang.as_deref() != Some(own))
                    .and_then(xml::schema_language),
            );
            self.xml
                .attr_opt(
                    "dir",
                    section.dir.filter(|own| dir != Some(*own)).map(crate::model::Direction::name),
                )
                .end_line();
            self.levels.open.push(Level {
                lang: section.lang.clone().or(lang),
                dir: section.dir.or(dir),
                wants_block: true,
            });
        }
    }

    /// The language and direction that hold where the next element is opened.
    fn inherited_language_and_direction(&self) -> (Option<String>, Option<crate::model::Direction>) {
        let whole = || (Some(self.book.metadata.language().to_owned()), None);
        self.levels.open.last().map_or_else(whole, |level| (level.lang.clone(), level.dir))
    }

    fn close_level(&mut self) {
        if self.levels.open.pop().is_some_and(|level| level.wants_block) {
            self.write_filler();
        }
        self.xml.close().end_line();
    }

    /// An empty paragraph, where the schema wants a block and the book has none.
    pub(super) fn write_filler(&mut self) {
        self.xml.open("p").close().end_line();
    }

    fn require_block(&mut self, wants: bool) {
        if let Some(level) = self.levels.open.last_mut() {
            level.wants_block = wants;
        }
    }

    /// Closes a part of the book. The schema requires at least one level in body and rear matter.
    pub(super) fn end_matter(&mut self) {
        if !self.levels.has_level {
            self.open_level(1);
        }
        while !self.levels.open.is_empty() {
            self.close_level();
        }
        self.xml.close().end_line();
    }
}
