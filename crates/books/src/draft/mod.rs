//! A text in progress, as a reader of documents or scores finds it, and the book that it becomes.

mod language;

use std::collections::HashMap;

use bytes::Bytes;

use crate::language::canonical_tag;
use crate::model::{
    Attrs, Block, BlockKind, Book, Contributor, Direction, Identifier, Matter, Metadata, NavPoint, Resources,
    Section, Target, collapse_spaces, plain_text, walk_blocks,
};
use crate::people::read_people;
use crate::xml::well_formed_language;

pub(crate) use language::guess_language;

/// A section ends at the next page when it has more letters than this: reading systems are slow with large
/// documents.
const LONG_SECTION: usize = 150_000;

/// The content that was read from a document.
#[derive(Debug, Default)]
pub struct BookDraft {
    /// The document's own title.
    pub title: Option<String>,
    /// Names, in order.
    pub authors: Vec<String>,
    /// The language (BCP 47) that the document states.
    pub language: Option<String>,
    /// A note for the reader about how the book was made.
    pub description: String,
    /// The text; ids are unique in the whole document.
    pub blocks: Vec<Block>,
    /// The outline; empty if the headings are enough.
    pub outline: Vec<OutlineEntry>,
    /// Files: path, media type, content.
    pub files: Vec<(String, String, Bytes)>,
}

/// An entry of a document's outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineEntry {
    /// Its text.
    pub title: String,
    /// The depth, from 1.
    pub level: u8,
    /// The page it leads to, counted from 0.
    pub page: usize,
    /// The id that it leads to, once the text is made.
    pub id: Option<String>,
}

/// Metadata that the owner of a document states.
#[derive(Debug, Clone, Default)]
pub struct StatedMetadata {
    /// The title; if empty, the one that the document gives itself.
    pub title: String,
    /// The expected language (BCP 47). What the document states takes precedence, and so does what its words
    /// show.
    pub language: Option<String>,
    /// The identifier of the book.
    pub identifier: String,
}

/// Makes the book; `None` if it has no words, not even those of an alternative.
pub fn into_book(draft: BookDraft, known: &StatedMetadata) -> Option<Book> {
    let sections = divide_sections(draft.blocks);
    let resources = Resources::in_memory(draft.files);
    let mut book = Book::from_text(Metadata::default(), sections, resources);
    let survey = book.survey();
    if survey.words + survey.images_with_alt == 0 {
        return None;
    }
    let headed =
        draft.outline.iter().all(|entry| entry.id.as_ref().is_some_and(|id| id.starts_with("heading-")));
    if !headed {
        let mut rest = draft.outline.as_slice();
        book.nav = nav_points(&mut rest, 0, &id_places(&book));
    }
    let title = [Some(known.title.as_str()), draft.title.as_deref()];
    let title = title.into_iter().flatten().map(tidy_text).find(|title| !title.is_empty());
    let title = title.or_else(|| first_heading(&book)).unwrap_or_else(|| "Untitled".to_owned());
    let well_formed = |tag: &String| well_formed_language(tag).is_some();
    let stated = draft.language.as_deref().and_then(canonical_tag).filter(well_formed);
    let stated = stated.filter(|tag| tag != "und");
    let hinted = known.language.as_deref().and_then(canonical_tag).filter(well_formed);
    let language = stated
        .or_else(|| guess_book_language(&book).map(|guessed| refine_language(guessed, hinted.as_deref())))
        .or(hinted);
    let authors = draft.authors.iter().flat_map(|names| read_people(&tidy_text(names), None));
    book.metadata = Metadata {
        title,
        languages: language.into_iter().collect(),
        contributors: authors.map(to_author).collect(),
        identifiers: vec![Identifier { value: known.identifier.clone(), scheme: None }],
        description: Some(draft.description).filter(|text| !text.is_empty()),
        epub_version: 3,
        ..Metadata::default()
    };
    if let Some(language) = book.metadata.languages.first().cloned() {
        drop_repeated_language(&mut book.sections, &language);
        if Direction::from_language(&language) == Direction::Rtl {
            book.metadata.direction = Some(Direction::Rtl);
            book.sections.iter_mut().for_each(|section| section.dir = Some(Direction::Rtl));
        }
    }
    Some(book)
}

fn to_author(person: Contributor) -> Contributor {
    let roles = if person.roles.is_empty() { vec!["aut".to_owned()] } else { person.roles };
    Contributor { roles, creator: true, ..person }
}

/// Collapses white space and removes invisible characters.
pub fn tidy_text(text: &str) -> String {
    let seen: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    collapse_spaces(&seen)
}

/// The language that the words tell, with the region that is expected when it is the same language.
fn refine_language(guessed: &str, hinted: Option<&str>) -> String {
    let same =
        hinted.filter(|hint| hint.split('-').next().is_some_and(|main| main.eq_ignore_ascii_case(guessed)));
    same.unwrap_or(guessed).to_owned()
}

fn guess_book_language(book: &Book) -> Option<&'static str> {
    let mut texts: Vec<String> = Vec::new();
    book.walk(&mut |block| texts.push(plain_text(block.inlines())));
    language::guess_language(texts.iter().map(String::as_str))
}

fn first_heading(book: &Book) -> Option<String> {
    let mut found = None;
    book.walk(&mut |block| {
        if let (None, BlockKind::Heading { inlines, .. }) = (&found, &block.kind) {
            found = Some(tidy_text(&plain_text(inlines))).filter(|title| !title.is_empty());
        }
    });
    found
}

/// Removes statements of language that repeat that of the whole book.
fn drop_repeated_language(sections: &mut [Section], language: &str) {
    let mut drop_language = |attrs: &mut Attrs| {
        attrs.lang.take_if(|lang| lang.eq_ignore_ascii_case(language));
    };
    for block in sections.iter_mut().flat_map(|section| &mut section.blocks) {
        block.walk_mut(&mut |block| {
            drop_language(&mut block.attrs);
            for inline in block.inlines_mut().into_iter().flatten() {
                inline.walk_attrs_mut(&mut drop_language);
            }
        });
    }
}

/// Divides the text at headings of the first level, and long parts at pages.
fn divide_sections(blocks: Vec<Block>) -> Vec<Section> {
    let mut parts: Vec<Vec<Block>> = vec![Vec::new()];
    let mut letters = 0;
    for block in blocks {
        let chapter = matches!(block.kind, BlockKind::Heading { level: 1, .. });
        let page = matches!(block.kind, BlockKind::PageBreak(_)) && letters > LONG_SECTION;
        if let Some(last) = parts.last_mut() {
            // The page that begins before a chapter begins with it.
            let last_text = last.iter().rposition(|block| !matches!(block.kind, BlockKind::PageBreak(_)));
            let kept = last_text.map_or(0, |at| at + 1);
            if (chapter || page) && kept > 0 {
                let begun = last.split_off(kept);
                parts.push(begun);
                letters = 0;
            }
        }
        block.walk(&mut |block| letters += plain_text(block.inlines()).len());
        if let Some(last) = parts.last_mut() {
            last.push(block);
        }
    }
    parts
        .into_iter()
        .enumerate()
        .map(|(n, blocks)| Section::new(format!("part{}", n + 1), Matter::Body, blocks))
        .collect()
}

/// The entries deeper than `level`, up to the first that is not.
fn nav_points(rest: &mut &[OutlineEntry], level: u8, places: &HashMap<String, String>) -> Vec<NavPoint> {
    let mut out = Vec::new();
    while let [entry, tail @ ..] = *rest
        && entry.level > level
    {
        *rest = tail;
        let children = nav_points(rest, entry.level, places);
        let place = |id: &String| Some(Target { path: places.get(id)?.clone(), id: Some(id.clone()) });
        let target = entry.id.as_ref().and_then(place);
        out.push(NavPoint { label: tidy_text(&entry.title), target, children });
    }
    out
}

/// The section of each id of the text.
fn id_places(book: &Book) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for section in &book.sections {
        let mut note = |ids: &[String]| {
            for id in ids {
                found.entry(id.clone()).or_insert_with(|| section.path.clone());
            }
        };
        walk_blocks(&section.blocks, &mut |block| {
            note(&block.attrs.ids);
            block.walk_page_breaks(&mut |page| note(&page.ids));
        });
    }
    found
}
