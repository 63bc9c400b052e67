//! Marking a PDF that this house made: an update is put behind the file, which stays as it is.
//!
//! The notice is a page of its own behind the title page, tagged like all others. It comes as a small PDF,
//! because only the typesetter can set a name in any script.

use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};

use super::Mark;
use super::fingerprint::{Fingerprints, Key};
use super::objects::{Objects, Updates, bytes_of, latin, number, references, set, shifted, value};
use super::places::spread;
use crate::error::{Error, Result};

/// Pages of text that carry a fingerprint.
const PAGES: usize = 6;

/// Puts notice and fingerprints into a PDF of our typesetter. `notice` is a PDF of one page, made by it too.
///
/// # Errors
/// One of the two is no such PDF; the output cannot be written.
pub fn mark_pdf<R: Read + Seek, W: Write + Seek>(
    mut package: R,
    notice: &[u8],
    mut out: W,
    mark: &Mark,
    key: &Key,
) -> Result<W> {
    let mut book = Vec::new();
    package.read_to_end(&mut book)?;
    let mut prints = Fingerprints::new(key, mark.record);
    let update = update(&book, notice, &mut prints).ok_or_else(|| Error::BadPackage {
        entry: "the document".into(),
        reason: "it is none of our PDF documents".into(),
    })?;
    out.write_all(&book)?;
    out.write_all(&update)?;
    Ok(out)
}

fn update(book: &[u8], notice: &[u8], prints: &mut Fingerprints<'_>) -> Option<Vec<u8>> {
    let old = Objects::read(book)?;
    let added = Objects::read(notice)?;
    let mut new = Updates::after(&old);
    let catalog = old.dictionary(old.root()?)?;
    let pages_at = number(value(&catalog, "Pages")?)?;
    let pages = old.dictionary(pages_at)?;
    let kids = references(value(&pages, "Kids")?);
    insert_notice(&old, &added, &mut new, &catalog, (pages_at, &pages, &kids))?;
    labels(&old, &mut new, &catalog);
    described(&old, &mut new, &catalog, prints)?;
    let texts: Vec<usize> = kids.iter().skip(1).copied().collect();
    for page_at in spread(&texts, PAGES) {
        let page = old.dictionary(page_at)?;
        let contents = references(value(&page, "Contents")?);
        let stream = format!("/Artifact <</Copy/{}>> BDC EMC\n", prints.word());
        let own = new.add(format!("<</Length {}>>\nstream\n{stream}\nendstream", stream.len()).into_bytes());
        let all: Vec<String> = contents.into_iter().chain([own]).map(|at| format!("{at} 0 R")).collect();
        new.replace(page_at, &set(&page, "Contents", &format!("[{}]", all.join(" "))));
    }
    Some(new.finish(&old))
}

/// Page, contents, fonts and tags of the notice, behind the first page.
fn insert_notice(
    old: &Objects<'_>,
    added: &Objects<'_>,
    new: &mut Updates,
    catalog: &str,
    (pages_at, pages, kids): (usize, &str, &[usize]),
) -> Option<()> {
    let base = new.next();
    let from = added.dictionary(added.root()?)?;
    let own_pages = added.dictionary(number(value(&from, "Pages")?)?)?;
    let own_page = *references(value(&own_pages, "Kids")?).first()?;
    let own_tree = added.dictionary(number(value(&from, "StructTreeRoot")?)?)?;
    let own_document = *references(value(&own_tree, "K")?).first()?;
    let own_parents = references(value(&own_tree, "ParentTree")?);
    let tree_at = number(value(catalog, "StructTreeRoot")?)?;
    let tree = old.dictionary(tree_at)?;
    let document_at = *references(value(&tree, "K")?).first()?;
    let document = old.dictionary(document_at)?;
    let key: usize = value(&tree, "ParentTreeNextKey")?.trim().parse().ok()?;
    let tagged = references(value(&added.dictionary(own_document)?, "K")?);

    for at in added.numbers() {
        let mut object = shifted(added.object(at)?, base)?;
        if at == own_page {
            let text = set(&latin(&object), "Parent", &format!("{pages_at} 0 R"));
            object = bytes_of(&set(&text, "StructParents", &key.to_string()));
        } else if tagged.contains(&at) {
            object = bytes_of(&set(&latin(&object), "P", &format!("{document_at} 0 R")));
        }
        new.put(base + at, object);
    }
    new.skip(base + added.len());

    let mut order: Vec<usize> = kids.to_vec();
    order.insert(1.min(order.len()), base + own_page);
    let count: usize = value(pages, "Count")?.trim().parse().ok()?;
    let list = |numbers: &[usize]| {
        let all: Vec<String> = numbers.iter().map(|at| format!("{at} 0 R")).collect();
        format!("[{}]", all.join(" "))
    };
    let changed = set(&set(pages, "Kids", &list(&order)), "Count", &(count + 1).to_string());
    new.replace(pages_at, &changed);

    // In the tags it follows what stands on the first page.
    let mut tags = references(value(&document, "K")?);
    let first = kids.first().copied();
    let at = tags.iter().take_while(|tag| first.is_some() && page_of(old, **tag, 0) == first).count();
    tags.splice(at..at, tagged.iter().map(|tag| base + tag));
    new.replace(document_at, &set(&document, "K", &list(&tags)));

    let parents = value(&tree, "ParentTree")?;
    let numbers = value(parents, "Nums")?.trim().strip_suffix(']')?.to_owned();
    let own = base + own_parents.first()?;
    let parents = set(parents, "Nums", &format!("{numbers} {key} {own} 0 R]"));
    let changed = set(&set(&tree, "ParentTree", &parents), "ParentTreeNextKey", &(key + 1).to_string());
    new.replace(tree_at, &changed);
    Some(())
}

/// The page of the first thing in an element.
fn page_of(old: &Objects<'_>, element: usize, depth: usize) -> Option<usize> {
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

/// The names of the pages: those behind the notice keep theirs.
fn labels(old: &Objects<'_>, new: &mut Updates, catalog: &str) -> Option<()> {
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
        // The third goes on where the first began.
        let first = old.dictionary(named.get(&0).and_then(|label| number(label))?)?;
        let count = value(&first, "St").and_then(|count| count.trim().parse().ok()).unwrap_or(1_usize);
        let next = new.add(bytes_of(&set(&first, "St", &(count + 1).to_string())));
        named.insert(2, format!("{next} 0 R"));
    }
    let own = new.add(b"<</S/r>>".to_vec());
    named.insert(1, format!("{own} 0 R"));
    let all: Vec<String> = named.iter().map(|(index, label)| format!("{index} {label}")).collect();
    new.replace(at, &set(&tree, "Nums", &format!("[{}]", all.join(" "))));
    Some(())
}

/// The fingerprint in both kinds of metadata.
fn described(
    old: &Objects<'_>,
    new: &mut Updates,
    catalog: &str,
    prints: &mut Fingerprints<'_>,
) -> Option<()> {
    if let Some(at) = old.trailer("Info").and_then(number) {
        let info = old.dictionary(at)?;
        new.replace(at, &set(&info, "OpenshelfCopy", &format!("({})", prints.word())));
    }
    let at = number(value(catalog, "Metadata")?)?;
    let text = String::from_utf8(old.stream(at)?.to_vec()).ok()?;
    let end = text.rfind("</rdf:RDF>")?;
    let copy = format!(
        "<rdf:Description rdf:about=\"\" xmlns:openshelf=\"urn:openshelf:copy\"><openshelf:copy>{}</openshelf:copy></rdf:Description>",
        prints.word()
    );
    let text = format!("{}{copy}{}", &text[..end], &text[end..]);
    let head = set(&old.dictionary(at)?, "Length", &text.len().to_string());
    let mut object = bytes_of(&format!("{head}\nstream\n"));
    object.extend_from_slice(text.as_bytes());
    object.extend_from_slice(b"\nendstream");
    new.put(at, object);
    Some(())
}
