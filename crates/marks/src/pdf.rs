//! Marking a PDF that this program made: an update is appended to the file, which is otherwise unchanged.
//!
//! The notice is a page of its own after the title page, tagged like all others. It comes as a small PDF,
//! because only the typesetter can set a name in any script. All else is known before: the objects that
//! change are forms, and those of the notice are numbered after those.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use books::pdf::objects::{
    Objects, Updates, entry_value, find_references, from_latin1, parse_reference, set_entry,
    shift_references, to_latin1,
};
use books::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::fingerprint::WORD_CHARS;
use crate::form::TemplateFiller;
use crate::places::spread_evenly;
use crate::{Copy, FormTemplate, Key, Watermark};

/// Maximum number of text pages that carry a fingerprint.
const MAX_FINGERPRINTED_PAGES: usize = 6;

// Blanks in an object on its way to a form. Its own characters are bytes, so they never equal these.
const FINGERPRINT_BLANK: char = '\u{e000}';
const NOTICE_PAGE_BLANK: char = '\u{e001}';
const NOTICE_TAGS_BLANK: char = '\u{e002}';
const NOTICE_PARENTS_BLANK: char = '\u{e003}';

/// Positions of notice and fingerprints in a PDF document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PdfPlan {
    /// Objects that are changed or added, by their numbers. Each byte is a character.
    objects: Vec<(usize, FormTemplate)>,
    /// The number of the first object of the notice.
    base: usize,
    /// The tree of pages that its page belongs to.
    pages: usize,
    /// The element that its tags belong to.
    parent: usize,
    /// The number of its page among those that have tags.
    key: usize,
    /// Position of the cross-reference table.
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
    mark: &Watermark,
    key: &Key,
) -> Result<W> {
    let document = PdfPlan::from_pdf(&mut package).ok_or_else(|| foreign_pdf_error("the document"))?;
    let size = package.seek(SeekFrom::End(0))?;
    document.build_copy(size, notice, mark, key)?.write_to(package, &mut out)?;
    Ok(out)
}

pub(crate) fn foreign_pdf_error(entry: &str) -> Error {
    Error::bad_package(entry, "it is none of our PDF documents")
}

/// The objects of a document that its copies change or add, with blanks.
struct PdfDraft {
    objects: BTreeMap<usize, String>,
    next: usize,
}

impl PdfDraft {
    fn set_object(&mut self, at: usize, object: String) {
        self.objects.insert(at, object);
    }

    /// Adds an object; returns its number.
    fn add_object(&mut self, object: String) -> usize {
        self.next += 1;
        self.set_object(self.next - 1, object);
        self.next - 1
    }
}

/// Converts an object with blanks to a template.
fn object_template(object: &str) -> FormTemplate {
    let mut form = FormTemplate::default();
    for part in object
        .split_inclusive([FINGERPRINT_BLANK, NOTICE_PAGE_BLANK, NOTICE_TAGS_BLANK, NOTICE_PARENTS_BLANK])
    {
        let blank = part.chars().next_back().filter(|last| *last >= FINGERPRINT_BLANK);
        form = form.push_text(&part[..part.len() - blank.map_or(0, char::len_utf8)]);
        form = match blank {
            Some(FINGERPRINT_BLANK) => form.push_word(),
            Some(NOTICE_PAGE_BLANK) => form.push_argument(0),
            Some(NOTICE_TAGS_BLANK) => form.push_argument(1),
            Some(_) => form.push_argument(2),
            None => form,
        };
    }
    form
}

/// Formats an object with an uncompressed stream.
fn format_stream(dictionary: &str, contents: &str) -> String {
    let words = contents.matches(FINGERPRINT_BLANK).count();
    let length = contents.chars().count() + words * (WORD_CHARS - 1);
    format!("{}\nstream\n{contents}\nendstream", set_entry(dictionary, "Length", &length.to_string()))
}

impl PdfPlan {
    /// Plans the copies of a document; `None` if it is not one of our typesetter.
    pub(crate) fn from_pdf<R: Read + Seek>(book: R) -> Option<Self> {
        let old = Objects::read(book)?;
        let mut draft = PdfDraft { objects: BTreeMap::new(), next: old.next_number() };
        let catalog = old.read_dictionary(old.catalog_number()?)?;
        let pages_at = parse_reference(entry_value(&catalog, "Pages")?)?;
        let pages = old.read_dictionary(pages_at)?;
        let kids = find_references(entry_value(&pages, "Kids")?);
        let (parent, key) = plan_notice(&old, &mut draft, &catalog, (pages_at, &pages, &kids))?;
        plan_page_labels(&old, &mut draft, &catalog);
        plan_metadata(&old, &mut draft, &catalog);
        let texts: Vec<usize> = kids.iter().skip(1).copied().collect();
        for page_at in spread_evenly(&texts, MAX_FINGERPRINTED_PAGES) {
            let page = old.read_dictionary(page_at)?;
            let contents = find_references(entry_value(&page, "Contents")?);
            let own = draft.add_object(format_stream(
                "<<>>",
                &format!("/Artifact <</Copy/{FINGERPRINT_BLANK}>> BDC EMC\n"),
            ));
            let all: Vec<String> = contents.into_iter().chain([own]).map(|at| format!("{at} 0 R")).collect();
            draft.set_object(page_at, set_entry(&page, "Contents", &format!("[{}]", all.join(" "))));
        }
        let (table, trailer) = old.table_offset_and_trailer();
        Some(Self {
            objects: draft.objects.iter().map(|(at, object)| (*at, object_template(object))).collect(),
            base: draft.next,
            pages: pages_at,
            parent,
            key,
            table,
            trailer: trailer.to_owned(),
        })
    }

    /// Builds the contents of a copy. `page` is a PDF of one page with the notice.
    pub(crate) fn build_copy(&self, size: u64, page: &[u8], mark: &Watermark, key: &Key) -> Result<Copy> {
        let notice = NoticePage::parse(page).ok_or_else(|| foreign_pdf_error("the notice"))?;
        let references = |numbers: &[usize]| {
            let all: Vec<String> = numbers.iter().map(|at| format!("{} 0 R", self.base + at)).collect();
            all.join(" ")
        };
        let given = vec![references(&[notice.page]), references(&notice.tags), references(&[notice.parents])];
        let mut filling = TemplateFiller::new(mark, key).with_arguments(given);
        let mut new = Updates::new(self.base + notice.objects.next_number());
        for (at, form) in &self.objects {
            new.put_object(*at, from_latin1(&filling.fill(form)?));
        }
        for at in notice.objects.object_numbers() {
            let object = self.renumber_object(&notice, at).ok_or_else(|| foreign_pdf_error("the notice"))?;
            new.put_object(self.base + at, object);
        }
        let mut copy = Copy::default();
        copy.push_range(0..size);
        copy.push_bytes(&new.finish(size, &self.trailer, self.table));
        Ok(copy)
    }

    /// Returns an object of the notice with the numbers that it has in the copy.
    fn renumber_object(&self, notice: &NoticePage<'_>, at: usize) -> Option<Vec<u8>> {
        let object = shift_references(&notice.objects.read_object(at)?, self.base)?;
        Some(if at == notice.page {
            let text = set_entry(&to_latin1(&object), "Parent", &format!("{} 0 R", self.pages));
            from_latin1(&set_entry(&text, "StructParents", &self.key.to_string()))
        } else if notice.tags.contains(&at) {
            from_latin1(&set_entry(&to_latin1(&object), "P", &format!("{} 0 R", self.parent)))
        } else {
            object
        })
    }
}

struct NoticePage<'a> {
    objects: Objects<Cursor<&'a [u8]>>,
    page: usize,
    /// Structure elements of the page.
    tags: Vec<usize>,
    /// Tags of its parts.
    parents: usize,
}

impl<'a> NoticePage<'a> {
    fn parse(notice: &'a [u8]) -> Option<Self> {
        let objects = Objects::read(Cursor::new(notice))?;
        let catalog = objects.read_dictionary(objects.catalog_number()?)?;
        let pages = objects.read_dictionary(parse_reference(entry_value(&catalog, "Pages")?)?)?;
        let page = *find_references(entry_value(&pages, "Kids")?).first()?;
        let tree = objects.read_dictionary(parse_reference(entry_value(&catalog, "StructTreeRoot")?)?)?;
        let document = *find_references(entry_value(&tree, "K")?).first()?;
        let parents = *find_references(entry_value(&tree, "ParentTree")?).first()?;
        let tags = find_references(entry_value(&objects.read_dictionary(document)?, "K")?);
        Some(Self { objects, page, tags, parents })
    }
}

/// Plans the notice in the page tree and the tags, after the first page. Returns the element that its tags
/// belong to, and its index among the pages that have tags.
fn plan_notice<R: Read + Seek>(
    old: &Objects<R>,
    draft: &mut PdfDraft,
    catalog: &str,
    (pages_at, pages, kids): (usize, &str, &[usize]),
) -> Option<(usize, usize)> {
    let tree_at = parse_reference(entry_value(catalog, "StructTreeRoot")?)?;
    let tree = old.read_dictionary(tree_at)?;
    let document_at = *find_references(entry_value(&tree, "K")?).first()?;
    let document = old.read_dictionary(document_at)?;
    let key: usize = entry_value(&tree, "ParentTreeNextKey")?.trim().parse().ok()?;
    let list = |numbers: &[usize], at: usize, blank: char| {
        let mut all: Vec<String> = numbers.iter().map(|at| format!("{at} 0 R")).collect();
        all.insert(at, blank.to_string());
        format!("[{}]", all.join(" "))
    };

    let count: usize = entry_value(pages, "Count")?.trim().parse().ok()?;
    let changed = set_entry(pages, "Kids", &list(kids, 1.min(kids.len()), NOTICE_PAGE_BLANK));
    draft.set_object(pages_at, set_entry(&changed, "Count", &(count + 1).to_string()));

    // In the tags it follows the content of the first page.
    let tags = find_references(entry_value(&document, "K")?);
    let first = kids.first().copied();
    let at =
        tags.iter().take_while(|tag| first.is_some() && find_page_of_element(old, **tag, 0) == first).count();
    draft.set_object(document_at, set_entry(&document, "K", &list(&tags, at, NOTICE_TAGS_BLANK)));

    let parents = entry_value(&tree, "ParentTree")?;
    let numbers = entry_value(parents, "Nums")?.trim().strip_suffix(']')?.to_owned();
    let parents = set_entry(parents, "Nums", &format!("{numbers} {key} {NOTICE_PARENTS_BLANK}]"));
    let changed =
        set_entry(&set_entry(&tree, "ParentTree", &parents), "ParentTreeNextKey", &(key + 1).to_string());
    draft.set_object(tree_at, changed);
    Some((document_at, key))
}

/// Finds the page of the first content in an element.
fn find_page_of_element<R: Read + Seek>(old: &Objects<R>, element: usize, depth: usize) -> Option<usize> {
    if depth > 30 {
        return None;
    }
    let element = old.read_dictionary(element)?;
    if let Some(page) = entry_value(&element, "Pg").and_then(parse_reference) {
        return Some(page);
    }
    let kids = entry_value(&element, "K")?;
    if kids.contains("/Pg") {
        let at = kids.find("/Pg")?;
        return parse_reference(&kids[at + 3..]);
    }
    find_references(kids).into_iter().find_map(|kid| find_page_of_element(old, kid, depth + 1))
}

/// Shifts the page labels, so that the pages after the notice keep theirs.
fn plan_page_labels<R: Read + Seek>(old: &Objects<R>, draft: &mut PdfDraft, catalog: &str) -> Option<()> {
    let at = parse_reference(entry_value(catalog, "PageLabels")?)?;
    let tree = old.read_dictionary(at)?;
    let numbers = entry_value(&tree, "Nums")?.trim().trim_start_matches('[').trim_end_matches(']').to_owned();
    let words: Vec<&str> = numbers.split_whitespace().collect();
    let mut named: BTreeMap<usize, String> = BTreeMap::new();
    for label in words.chunks(4) {
        let [index, object, generation, reference] = label else { return None };
        let index: usize = index.parse().ok()?;
        named.insert(if index == 0 { 0 } else { index + 1 }, format!("{object} {generation} {reference}"));
    }
    if !named.contains_key(&2) {
        // The third continues where the first began.
        let first = old.read_dictionary(named.get(&0).and_then(|label| parse_reference(label))?)?;
        let count = entry_value(&first, "St").and_then(|count| count.trim().parse().ok()).unwrap_or(1_usize);
        let next = draft.add_object(set_entry(&first, "St", &(count + 1).to_string()));
        named.insert(2, format!("{next} 0 R"));
    }
    let own = draft.add_object("<</S/r>>".to_owned());
    named.insert(1, format!("{own} 0 R"));
    let all: Vec<String> = named.iter().map(|(index, label)| format!("{index} {label}")).collect();
    draft.set_object(at, set_entry(&tree, "Nums", &format!("[{}]", all.join(" "))));
    Some(())
}

/// Plans the fingerprint in both kinds of metadata.
fn plan_metadata<R: Read + Seek>(old: &Objects<R>, draft: &mut PdfDraft, catalog: &str) -> Option<()> {
    if let Some(at) = old.trailer_value("Info").and_then(parse_reference) {
        let info = old.read_dictionary(at)?;
        draft.set_object(at, set_entry(&info, "OpenshelfCopy", &format!("({FINGERPRINT_BLANK})")));
    }
    let at = parse_reference(entry_value(catalog, "Metadata")?)?;
    let text = to_latin1(&old.read_stream(at)?);
    let end = text.rfind("</rdf:RDF>")?;
    let copy = format!(
        "<rdf:Description rdf:about=\"\" xmlns:openshelf=\"urn:openshelf:copy\"><openshelf:copy>{FINGERPRINT_BLANK}</openshelf:copy></rdf:Description>"
    );
    draft.set_object(
        at,
        format_stream(&old.read_dictionary(at)?, &format!("{}{copy}{}", &text[..end], &text[end..])),
    );
    Some(())
}
