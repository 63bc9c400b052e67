//! Marking a PDF that this program made: an update is appended to the file, which is otherwise unchanged.
//!
//! The notice is a page of its own after the title page, tagged like all others. It comes as a small PDF,
//! because only the typesetter can set a name in any script. All else is known before: the objects that
//! change are forms, and those of the notice are numbered after those.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use books::pdf::objects::{Objects, Updates, bytes_of, latin, number, references, set, shifted, value};
use books::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::copy::Copy;
use crate::fingerprint::{Key, WORD};
use crate::form::{Filling, Form};
use crate::mark::Mark;
use crate::places::spread;

/// Pages of text that carry a fingerprint.
const PAGES: usize = 6;

// Blanks in an object on its way to a form. Its own characters are bytes, so they never equal these.
const PRINT: char = '\u{e000}';
const PAGE: char = '\u{e001}';
const TAGS: char = '\u{e002}';
const PARENTS: char = '\u{e003}';

/// What goes where in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Document {
    /// Objects that are changed or added, by their numbers. Each byte is a character.
    objects: Vec<(usize, Form)>,
    /// The number of the first object of the notice.
    base: usize,
    /// The tree of pages that its page belongs to.
    pages: usize,
    /// The element that its tags belong to.
    parent: usize,
    /// The number of its page among those that have tags.
    key: usize,
    /// Where the table of references is.
    table: u64,
    trailer: String,
}

/// Puts notice and fingerprints into a PDF of our typesetter. `notice` is a PDF of one page, made by it too.
///
/// # Errors
/// One of the two is not such a PDF; the output cannot be written.
pub fn mark_pdf<R: Read + Seek, W: Write + Seek>(
    mut package: R,
    notice: &[u8],
    mut out: W,
    mark: &Mark,
    key: &Key,
) -> Result<W> {
    let document = Document::read(&mut package).ok_or_else(|| foreign("the document"))?;
    let size = package.seek(SeekFrom::End(0))?;
    document.copy(size, notice, mark, key)?.write(package, &mut out)?;
    Ok(out)
}

pub(crate) fn foreign(entry: &str) -> Error {
    Error::BadPackage { entry: entry.into(), reason: "it is none of our PDF documents".into() }
}

/// The objects of a document that its copies change or add, with blanks.
struct Draft {
    objects: BTreeMap<usize, String>,
    next: usize,
}

impl Draft {
    fn put(&mut self, at: usize, object: String) {
        self.objects.insert(at, object);
    }

    /// Adds an object; returns its number.
    fn add(&mut self, object: String) -> usize {
        self.next += 1;
        self.put(self.next - 1, object);
        self.next - 1
    }
}

/// An object as a form.
fn form(object: &str) -> Form {
    let mut form = Form::default();
    for part in object.split_inclusive([PRINT, PAGE, TAGS, PARENTS]) {
        let blank = part.chars().next_back().filter(|last| *last >= PRINT);
        form = form.text(&part[..part.len() - blank.map_or(0, char::len_utf8)]);
        form = match blank {
            Some(PRINT) => form.word(),
            Some(PAGE) => form.given(0),
            Some(TAGS) => form.given(1),
            Some(_) => form.given(2),
            None => form,
        };
    }
    form
}

/// An object with a stream that is not compressed.
fn stream(dictionary: &str, contents: &str) -> String {
    let words = contents.matches(PRINT).count();
    let length = contents.chars().count() + words * (WORD - 1);
    format!("{}\nstream\n{contents}\nendstream", set(dictionary, "Length", &length.to_string()))
}

impl Document {
    /// Reads what is to be known of a document; `None` if it is not one of our typesetter.
    pub(crate) fn read<R: Read + Seek>(book: R) -> Option<Self> {
        let old = Objects::read(book)?;
        let mut draft = Draft { objects: BTreeMap::new(), next: old.next_number() };
        let catalog = old.dictionary(old.root()?)?;
        let pages_at = number(value(&catalog, "Pages")?)?;
        let pages = old.dictionary(pages_at)?;
        let kids = references(value(&pages, "Kids")?);
        let (parent, key) = notice(&old, &mut draft, &catalog, (pages_at, &pages, &kids))?;
        labels(&old, &mut draft, &catalog);
        described(&old, &mut draft, &catalog);
        let texts: Vec<usize> = kids.iter().skip(1).copied().collect();
        for page_at in spread(&texts, PAGES) {
            let page = old.dictionary(page_at)?;
            let contents = references(value(&page, "Contents")?);
            let own = draft.add(stream("<<>>", &format!("/Artifact <</Copy/{PRINT}>> BDC EMC\n")));
            let all: Vec<String> = contents.into_iter().chain([own]).map(|at| format!("{at} 0 R")).collect();
            draft.put(page_at, set(&page, "Contents", &format!("[{}]", all.join(" "))));
        }
        let (table, trailer) = old.table();
        Some(Self {
            objects: draft.objects.iter().map(|(at, object)| (*at, form(object))).collect(),
            base: draft.next,
            pages: pages_at,
            parent,
            key,
            table,
            trailer: trailer.to_owned(),
        })
    }

    /// What a copy consists of. `page` is a PDF of one page with the notice.
    pub(crate) fn copy(&self, size: u64, page: &[u8], mark: &Mark, key: &Key) -> Result<Copy> {
        let notice = Notice::read(page).ok_or_else(|| foreign("the notice"))?;
        let references = |numbers: &[usize]| {
            let all: Vec<String> = numbers.iter().map(|at| format!("{} 0 R", self.base + at)).collect();
            all.join(" ")
        };
        let given = vec![references(&[notice.page]), references(&notice.tags), references(&[notice.parents])];
        let mut filling = Filling::new(mark, key).with(given);
        let mut new = Updates::new(self.base + notice.objects.next_number());
        for (at, form) in &self.objects {
            new.put(*at, bytes_of(&filling.fill(form)?));
        }
        for at in notice.objects.numbers() {
            let object = self.moved(&notice, at).ok_or_else(|| foreign("the notice"))?;
            new.put(self.base + at, object);
        }
        let mut copy = Copy::default();
        copy.keep(0..size);
        copy.add(&new.finish(size, &self.trailer, self.table));
        Ok(copy)
    }

    /// An object of the notice as one of the copy.
    fn moved(&self, notice: &Notice<'_>, at: usize) -> Option<Vec<u8>> {
        let object = shifted(&notice.objects.object(at)?, self.base)?;
        Some(if at == notice.page {
            let text = set(&latin(&object), "Parent", &format!("{} 0 R", self.pages));
            bytes_of(&set(&text, "StructParents", &self.key.to_string()))
        } else if notice.tags.contains(&at) {
            bytes_of(&set(&latin(&object), "P", &format!("{} 0 R", self.parent)))
        } else {
            object
        })
    }
}

/// The page with the notice.
struct Notice<'a> {
    objects: Objects<Cursor<&'a [u8]>>,
    page: usize,
    /// Its tags.
    tags: Vec<usize>,
    /// Which of its parts have which tags.
    parents: usize,
}

impl<'a> Notice<'a> {
    fn read(notice: &'a [u8]) -> Option<Self> {
        let objects = Objects::read(Cursor::new(notice))?;
        let catalog = objects.dictionary(objects.root()?)?;
        let pages = objects.dictionary(number(value(&catalog, "Pages")?)?)?;
        let page = *references(value(&pages, "Kids")?).first()?;
        let tree = objects.dictionary(number(value(&catalog, "StructTreeRoot")?)?)?;
        let document = *references(value(&tree, "K")?).first()?;
        let parents = *references(value(&tree, "ParentTree")?).first()?;
        let tags = references(value(&objects.dictionary(document)?, "K")?);
        Some(Self { objects, page, tags, parents })
    }
}

/// The place of the notice in pages and tags, after the first page. Returns the element that its tags belong
/// to, and its number among the pages that have tags.
fn notice<R: Read + Seek>(
    old: &Objects<R>,
    draft: &mut Draft,
    catalog: &str,
    (pages_at, pages, kids): (usize, &str, &[usize]),
) -> Option<(usize, usize)> {
    let tree_at = number(value(catalog, "StructTreeRoot")?)?;
    let tree = old.dictionary(tree_at)?;
    let document_at = *references(value(&tree, "K")?).first()?;
    let document = old.dictionary(document_at)?;
    let key: usize = value(&tree, "ParentTreeNextKey")?.trim().parse().ok()?;
    let list = |numbers: &[usize], at: usize, blank: char| {
        let mut all: Vec<String> = numbers.iter().map(|at| format!("{at} 0 R")).collect();
        all.insert(at, blank.to_string());
        format!("[{}]", all.join(" "))
    };

    let count: usize = value(pages, "Count")?.trim().parse().ok()?;
    let changed = set(pages, "Kids", &list(kids, 1.min(kids.len()), PAGE));
    draft.put(pages_at, set(&changed, "Count", &(count + 1).to_string()));

    // In the tags it follows the content of the first page.
    let tags = references(value(&document, "K")?);
    let first = kids.first().copied();
    let at = tags.iter().take_while(|tag| first.is_some() && page_of(old, **tag, 0) == first).count();
    draft.put(document_at, set(&document, "K", &list(&tags, at, TAGS)));

    let parents = value(&tree, "ParentTree")?;
    let numbers = value(parents, "Nums")?.trim().strip_suffix(']')?.to_owned();
    let parents = set(parents, "Nums", &format!("{numbers} {key} {PARENTS}]"));
    let changed = set(&set(&tree, "ParentTree", &parents), "ParentTreeNextKey", &(key + 1).to_string());
    draft.put(tree_at, changed);
    Some((document_at, key))
}

/// The page of the first thing in an element.
fn page_of<R: Read + Seek>(old: &Objects<R>, element: usize, depth: usize) -> Option<usize> {
    if depth > 30 {
        return None;
    }
    let element = old.dictionary(element)?;
    if let Some(page) = value(&element, "Pg").and_then(number) {
        return Some(page);
    }
    let kids = value(&element, "K")?;
    if kids.contains("/Pg") {
        let at = kids.find("/Pg")?;
        return number(&kids[at + 3..]);
    }
    references(kids).into_iter().find_map(|kid| page_of(old, kid, depth + 1))
}

/// The names of the pages: those after the notice keep theirs.
fn labels<R: Read + Seek>(old: &Objects<R>, draft: &mut Draft, catalog: &str) -> Option<()> {
    let at = number(value(catalog, "PageLabels")?)?;
    let tree = old.dictionary(at)?;
    let numbers = value(&tree, "Nums")?.trim().trim_start_matches('[').trim_end_matches(']').to_owned();
    let words: Vec<&str> = numbers.split_whitespace().collect();
    let mut named: BTreeMap<usize, String> = BTreeMap::new();
    for label in words.chunks(4) {
        let [index, object, generation, reference] = label else { return None };
        let index: usize = index.parse().ok()?;
        named.insert(if index == 0 { 0 } else { index + 1 }, format!("{object} {generation} {reference}"));
    }
    if !named.contains_key(&2) {
        // The third continues where the first began.
        let first = old.dictionary(named.get(&0).and_then(|label| number(label))?)?;
        let count = value(&first, "St").and_then(|count| count.trim().parse().ok()).unwrap_or(1_usize);
        let next = draft.add(set(&first, "St", &(count + 1).to_string()));
        named.insert(2, format!("{next} 0 R"));
    }
    let own = draft.add("<</S/r>>".to_owned());
    named.insert(1, format!("{own} 0 R"));
    let all: Vec<String> = named.iter().map(|(index, label)| format!("{index} {label}")).collect();
    draft.put(at, set(&tree, "Nums", &format!("[{}]", all.join(" "))));
    Some(())
}

/// The fingerprint in both kinds of metadata.
fn described<R: Read + Seek>(old: &Objects<R>, draft: &mut Draft, catalog: &str) -> Option<()> {
    if let Some(at) = old.trailer("Info").and_then(number) {
        let info = old.dictionary(at)?;
        draft.put(at, set(&info, "OpenshelfCopy", &format!("({PRINT})")));
    }
    let at = number(value(catalog, "Metadata")?)?;
    let text = latin(&old.stream(at)?);
    let end = text.rfind("</rdf:RDF>")?;
    let copy = format!(
        "<rdf:Description rdf:about=\"\" xmlns:openshelf=\"urn:openshelf:copy\"><openshelf:copy>{PRINT}</openshelf:copy></rdf:Description>"
    );
    draft.put(at, stream(&old.dictionary(at)?, &format!("{}{copy}{}", &text[..end], &text[end..])));
    Some(())
}
