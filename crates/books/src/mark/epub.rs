//! Marking an EPUB 3.

use std::io::{Read, Seek, Write};

use roxmltree::{Document, Node};

use super::Mark;
use super::fingerprint::{Fingerprints, Key};
use super::places::{Carrier, put};
use super::rewrite::Rewrite;
use crate::epub::{Edits, before_end_tag, declare_utf8, free_id, prefix_of};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::path;
use crate::xml::{self, Writer, child, children, escape};

/// Texts that carry fingerprints.
const TEXTS: usize = 6;
/// Larger texts are not worth unpacking while there are others.
const LARGE: u64 = 4 << 20;

pub(super) fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    let mut rewrite = Rewrite::open(package)?;
    let opf = package_document(&mut rewrite)?;
    let text = rewrite.text(&opf)?;
    let document = xml::parse(&opf, &text, &Limits::default())?;
    let mut prints = Fingerprints::new(key, mark.record);
    let notice = free_path(&rewrite, &opf);
    let package = describe(&opf, &text, &document, &notice, &mut prints)?;
    for path in chosen(&mut rewrite, &opf, &document) {
        let text = rewrite.text(&path)?;
        let marked = put(&declare_utf8(&text), Carrier::Id, &mut prints);
        rewrite.changes.insert(path, marked);
    }
    rewrite.changes.insert(notice, page(mark));
    rewrite.changes.insert(opf.clone(), package);
    rewrite.write(out, &opf)
}

fn package_document<R: Read + Seek>(rewrite: &mut Rewrite<R>) -> Result<String> {
    const CONTAINER: &str = "META-INF/container.xml";
    if !rewrite.contains(CONTAINER) {
        return Err(Error::NoContainer);
    }
    let text = rewrite.text(CONTAINER)?;
    let document = xml::parse(CONTAINER, &text, &Limits::default())?;
    let rootfile = document.descendants().find(|node| node.tag_name().name() == "rootfile");
    let path = rootfile.and_then(|node| node.attribute("full-path")).and_then(|path| path::resolve("", path));
    path.map(|(path, _)| path).ok_or(Error::NoPackageDocument)
}

/// The page with the notice.
fn page(mark: &Mark) -> String {
    let lang = xml::language(&mark.language).unwrap_or("en");
    let mut page = Writer::document("<!DOCTYPE html>");
    page.open("html").attr("xmlns", xml::XHTML).attr("lang", lang).attr("xml:lang", lang).line();
    page.open("head").element("title", &mark.notice).close().line();
    page.open("body").open("section").attr("id", "notice").element("p", &mark.notice).close().close().line();
    page.finish()
}

fn free_path<R: Read + Seek>(rewrite: &Rewrite<R>, opf: &str) -> String {
    let folder = path::folder(opf);
    let slash = if folder.is_empty() { "" } else { "/" };
    let mut path = format!("{folder}{slash}notice.xhtml");
    let mut n = 2;
    while rewrite.contains(&path) {
        path = format!("{folder}{slash}notice-{n}.xhtml");
        n += 1;
    }
    path
}

/// The package document with the fingerprint and the page of the notice.
fn describe(
    opf: &str,
    text: &str,
    document: &Document<'_>,
    notice: &str,
    prints: &mut Fingerprints<'_>,
) -> Result<String> {
    let broken = |what: &str| Error::BadPackage {
        entry: opf.to_owned(),
        reason: format!("the {what} is missing or empty"),
    };
    let root = document.root_element();
    let mut edits = Edits::default();
    let part = |name: &str| {
        let node = child(root, name).ok_or_else(|| broken(name))?;
        Ok::<_, Error>((node, before_end_tag(text, node).ok_or_else(|| broken(name))?, prefix_of(text, node)))
    };
    let (metadata, end, prefix) = part("metadata")?;
    edits.insert(end, format!("<{prefix}meta name=\"openshelf:copy\" content=\"{}\"/>\n", prints.word()));
    let id = free_id(document, "notice");
    let (_, end, prefix) = part("manifest")?;
    edits.insert(
        end,
        format!(
            "<{prefix}item id=\"{id}\" href=\"{}\" media-type=\"application/xhtml+xml\"/>\n",
            escape(&path::relative(opf, notice))
        ),
    );
    let (spine, ..) = part("spine")?;
    let first = child(spine, "itemref").ok_or_else(|| broken("spine"))?;
    let fixed = children(metadata, "meta").any(|meta| {
        meta.attribute("property") == Some("rendition:layout")
            && meta.text().map(str::trim) == Some("pre-paginated")
    });
    let layout = if fixed { " properties=\"rendition:layout-reflowable\"" } else { "" };
    let prefix = prefix_of(text, first);
    let reference = format!("<{prefix}itemref idref=\"{id}\"{layout}/>");
    let range = first.range();
    // A cover or title page stays the first thing that is seen.
    edits.insert(if opens_book(root, first) { range.end } else { range.start }, reference);
    Ok(declare_utf8(&edits.apply(text)))
}

/// Whether the first text is a cover or title page and not the book itself.
fn opens_book(root: Node<'_, '_>, first: Node<'_, '_>) -> bool {
    let idref = first.attribute("idref");
    let item = child(root, "manifest")
        .and_then(|manifest| children(manifest, "item").find(|item| item.attribute("id") == idref));
    let named = |node: Node<'_, '_>| {
        [node.attribute("id"), node.attribute("href")].into_iter().flatten().any(|name| {
            let name = name.to_ascii_lowercase();
            name.contains("cover") || name.contains("title")
        })
    };
    item.is_some_and(named)
}

/// A few texts spread over the book, longer ones before shorter ones.
fn chosen<R: Read + Seek>(rewrite: &mut Rewrite<R>, opf: &str, document: &Document<'_>) -> Vec<String> {
    let root = document.root_element();
    let items: Vec<Node<'_, '_>> =
        child(root, "manifest").into_iter().flat_map(|manifest| children(manifest, "item")).collect();
    let mut texts: Vec<(String, u64)> = Vec::new();
    for itemref in child(root, "spine").into_iter().flat_map(|spine| children(spine, "itemref")) {
        let item = items.iter().find(|item| item.attribute("id") == itemref.attribute("idref"));
        let Some(item) = item.filter(|item| item.attribute("media-type") == Some("application/xhtml+xml"))
        else {
            continue;
        };
        let nav = item.attribute("properties").is_some_and(|properties| properties.contains("nav"));
        let path = item.attribute("href").and_then(|href| path::resolve(opf, href)).map(|(path, _)| path);
        if let Some(path) = path.filter(|_| !nav)
            && let Some(size) = rewrite.size(&path)
            && !texts.iter().any(|(known, _)| *known == path)
        {
            texts.push((path, size));
        }
    }
    let small_enough = texts.iter().filter(|(_, size)| *size <= LARGE).count();
    if small_enough > 0 {
        texts.retain(|(_, size)| *size <= LARGE);
    }
    let mut sizes: Vec<u64> = texts.iter().map(|(_, size)| *size).collect();
    sizes.sort_unstable();
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let full: Vec<&(String, u64)> = texts.iter().filter(|(_, size)| *size >= usual / 2).collect();
    let count = full.len().min(TEXTS);
    (0..count).map(|n| full[(2 * n + 1) * full.len() / (2 * count)].0.clone()).collect()
}
