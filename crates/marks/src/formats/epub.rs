//! Marking an EPUB 3.

use std::io::{Read, Seek};

use books::xml::{
    self, before_end_tag, declare_utf8, escape, find_child, find_children, unused_id, written_prefix,
};
use books::{Error, Limits, Result, path};
use position_maps::notice_is_second;
use roxmltree::{Document, Node};

use crate::changes::NewFile;
use crate::places::{WordAttribute, insert_fingerprints, spread_evenly};
use crate::{FormTemplate, MarkedText, PackageChanges, PackageRewriter};

/// Maximum number of texts that carry fingerprints.
const MAX_FINGERPRINTED_TEXTS: usize = 6;
/// Larger texts are not worth decompressing if there are others.
const LARGE_TEXT_BYTES: u64 = 4 << 20;

pub(super) fn find_changes<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<PackageChanges> {
    let opf = find_package_document(package)?;
    let mut described = MarkedText::new(declare_utf8(&package.read_xml(&opf)?));
    let text = described.text.clone();
    let document = xml::parse(&opf, &text, &Limits::default())?;
    let notice = find_free_path(package, &opf);
    mark_package_document(&opf, &mut described, &document, &notice)?;
    let mut changes = PackageChanges::default();
    for path in choose_texts(package, &opf, &document) {
        let mut text = MarkedText::new(declare_utf8(&package.read_xml(&path)?));
        insert_fingerprints(&mut text, WordAttribute::Id);
        changes.set_file(&path, text);
    }
    changes.set_file(&opf, described);
    changes.new = Some(NewFile { name: notice, follows: opf, form: notice_page_template() });
    Ok(changes)
}

fn find_package_document<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<String> {
    const CONTAINER_PATH: &str = "META-INF/container.xml";
    if !package.contains(CONTAINER_PATH) {
        return Err(Error::NoContainer);
    }
    let text = package.read_xml(CONTAINER_PATH)?;
    let document = xml::parse(CONTAINER_PATH, &text, &Limits::default())?;
    let rootfile = document.descendants().find(|node| node.tag_name().name() == "rootfile");
    let path = rootfile.and_then(|node| node.attribute("full-path")).and_then(|path| path::resolve("", path));
    path.map(|(path, _)| path).ok_or(Error::NoPackageDocument)
}

fn notice_page_template() -> FormTemplate {
    let attribute = |form: FormTemplate, name: &str| {
        form.push_text(format!(" {name}=\"")).push_language("", "", "en").push_text("\"")
    };
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n";
    let form = FormTemplate::default()
        .push_text(head)
        .push_text(format!("<html xmlns=\"{}\"", xml::XHTML_NAMESPACE));
    attribute(attribute(form, "lang"), "xml:lang")
        .push_text(">\n<head><title>")
        .push_notice()
        .push_text("</title></head>\n<body><section id=\"notice\"><p>")
        .push_notice()
        .push_text("</p></section></body>\n</html>\n")
}

fn find_free_path<R: Read + Seek>(package: &PackageRewriter<R>, opf: &str) -> String {
    let folder = path::folder(opf);
    let slash = if folder.is_empty() { "" } else { "/" };
    let mut path = format!("{folder}{slash}notice.xhtml");
    let mut n = 2;
    while package.contains(&path) {
        path = format!("{folder}{slash}notice-{n}.xhtml");
        n += 1;
    }
    path
}

/// Adds the fingerprint and the notice page to the package document.
fn mark_package_document(
    opf: &str,
    described: &mut MarkedText,
    document: &Document<'_>,
    notice: &str,
) -> Result<()> {
    let text = document.input_text();
    let broken = |what: &str| Error::bad_package(opf, format!("the {what} is missing or empty"));
    let root = document.root_element();
    let part = |name: &str| {
        let node = find_child(root, name).ok_or_else(|| broken(name))?;
        Ok::<_, Error>((
            node,
            before_end_tag(text, node).ok_or_else(|| broken(name))?,
            written_prefix(text, node),
        ))
    };
    let (metadata, end, prefix) = part("metadata")?;
    let meta = format!("<{prefix}meta name=\"openshelf:copy\" content=\"");
    described.insert_form(end, FormTemplate::default().push_text(meta).push_word().push_text("\"/>\n"));
    let id = unused_id(document, "notice");
    let (_, end, prefix) = part("manifest")?;
    let href = path::relative_href(opf, notice);
    let item = format!(
        "<{prefix}item id=\"{id}\" href=\"{}\" media-type=\"application/xhtml+xml\"/>\n",
        escape(&href)
    );
    described.insert_form(end, FormTemplate::default().push_text(item));
    let (spine, ..) = part("spine")?;
    let first = find_child(spine, "itemref").ok_or_else(|| broken("spine"))?;
    let fixed = find_children(metadata, "meta").any(|meta| {
        meta.attribute("property") == Some("rendition:layout")
            && meta.text().map(str::trim) == Some("pre-paginated")
    });
    let layout = if fixed { " properties=\"rendition:layout-reflowable\"" } else { "" };
    let prefix = written_prefix(text, first);
    let reference = format!("<{prefix}itemref idref=\"{id}\"{layout}/>");
    let range = first.range();
    // A cover or title page stays the first thing that is seen.
    let at = if is_title_page(root, first) { range.end } else { range.start };
    described.insert_form(at, FormTemplate::default().push_text(reference));
    Ok(())
}

/// Returns true if the first text is a cover or title page and not the book itself.
fn is_title_page(root: Node<'_, '_>, first: Node<'_, '_>) -> bool {
    let idref = first.attribute("idref");
    let item = find_child(root, "manifest")
        .and_then(|manifest| find_children(manifest, "item").find(|item| item.attribute("id") == idref));
    item.is_some_and(|item| {
        notice_is_second(item.attribute("id"), item.attribute("href").unwrap_or_default())
    })
}

/// Chooses a few texts spread over the book, longer ones before shorter ones.
fn choose_texts<R: Read + Seek>(
    package: &mut PackageRewriter<R>,
    opf: &str,
    document: &Document<'_>,
) -> Vec<String> {
    let root = document.root_element();
    let items: Vec<Node<'_, '_>> = find_child(root, "manifest")
        .into_iter()
        .flat_map(|manifest| find_children(manifest, "item"))
        .collect();
    let mut texts: Vec<(String, u64)> = Vec::new();
    for itemref in find_child(root, "spine").into_iter().flat_map(|spine| find_children(spine, "itemref")) {
        let item = items.iter().find(|item| item.attribute("id") == itemref.attribute("idref"));
        let Some(item) = item.filter(|item| item.attribute("media-type") == Some("application/xhtml+xml"))
        else {
            continue;
        };
        let nav = item.attribute("properties").is_some_and(|properties| properties.contains("nav"));
        let path = item.attribute("href").and_then(|href| path::resolve(opf, href)).map(|(path, _)| path);
        if let Some(path) = path.filter(|_| !nav)
            && let Some(size) = package.uncompressed_size(&path)
            && !texts.iter().any(|(known, _)| *known == path)
        {
            texts.push((path, size));
        }
    }
    let small_enough = texts.iter().filter(|(_, size)| *size <= LARGE_TEXT_BYTES).count();
    if small_enough > 0 {
        texts.retain(|(_, size)| *size <= LARGE_TEXT_BYTES);
    }
    let mut sizes: Vec<u64> = texts.iter().map(|(_, size)| *size).collect();
    sizes.sort_unstable();
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let full: Vec<&(String, u64)> = texts.iter().filter(|(_, size)| *size >= usual / 2).collect();
    spread_evenly(&full, MAX_FINGERPRINTED_TEXTS).map(|(path, _)| path.clone()).collect()
}
