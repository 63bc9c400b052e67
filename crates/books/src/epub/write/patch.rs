//! Completing the package document of an EPUB 3 without touching anything else in it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

use jiff::Timestamp;

use super::accessibility::{Claims, foreign_claim_language};
use super::{ChangedFiles, current_text, language, navdoc, properties, unused_path};
use crate::content;
use crate::epub::{EpubSource, nav};
use crate::error::{Error, Result, keep_part};
use crate::model::{Book, Section, Target, walk_blocks};
use crate::path;
use crate::xml::{
    self, before_end_tag, declare_utf8, escape, find_child, find_children, unused_id, written_prefix,
};

/// Replacements in a text; they must not overlap.
#[derive(Debug, Default)]
pub(crate) struct TextEdits(Vec<(Range<usize>, String)>);

impl TextEdits {
    pub(crate) fn replace(&mut self, range: Range<usize>, with: impl Into<String>) {
        self.0.push((range, with.into()));
    }

    pub(crate) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    pub(crate) fn apply(mut self, text: &str) -> String {
        // Insertions at one place stay in the order in which they were made.
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = String::with_capacity(text.len() + 1024);
        let mut at = 0;
        for (range, with) in self.0 {
            out.push_str(&text[at..range.start]);
            out.push_str(&with);
            at = range.end;
        }
        out.push_str(&text[at..]);
        out
    }
}

pub(super) fn patch_package(
    source: &EpubSource,
    book: &Book,
    modified: Timestamp,
    claims: &Claims,
    changes: &mut ChangedFiles,
) -> Result<()> {
    let text = source.opf_text.as_str();
    let document = xml::parse(&source.opf.path, text, source.package.limits())?;
    let broken = |reason: &str| Error::bad_package(&source.opf.path, reason);
    let root = document.root_element();
    let metadata = find_child(root, "metadata").ok_or_else(|| broken("the metadata is missing"))?;
    let end = before_end_tag(text, metadata).ok_or_else(|| broken("the metadata is empty"))?;
    let prefix = written_prefix(text, metadata);
    let mut edits = TextEdits::default();
    let mut added = String::new();
    let stamp =
        |added: &mut String| push_meta(added, prefix, "dcterms:modified", None, &format_timestamp(modified));
    let mut stamps = find_children(metadata, "meta").filter(|meta| {
        meta.attribute("property") == Some("dcterms:modified") && meta.attribute("refines").is_none()
    });
    match stamps.next() {
        Some(first) => {
            let mut new = String::new();
            stamp(&mut new);
            edits.replace(first.range(), new.trim());
        }
        None => stamp(&mut added),
    }
    stamps.for_each(|more| edits.replace(more.range(), ""));
    for (property, value) in claims {
        push_meta(&mut added, prefix, property, foreign_claim_language(property, book), value);
    }
    edits.insert(end, added);
    language::complete_package(text, root, book, &mut edits);
    properties::complete_manifest(source, book, text, root, &mut edits);
    if let Some(path) = source.opf.nav_item().and_then(|item| item.path.as_deref()) {
        complete_navigation(source, book, path, changes)?;
    }
    if source.opf.nav_item().is_none() {
        let path = unused_path(source, "nav");
        let manifest = find_child(root, "manifest").ok_or_else(|| broken("the manifest is missing"))?;
        let at = before_end_tag(text, manifest).ok_or_else(|| broken("the manifest is empty"))?;
        let prefix = written_prefix(text, manifest);
        edits.insert(
            at,
            format!(
                "<{prefix}item id=\"{}\" href=\"{}\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n",
                unused_id(&document, "nav"),
                path::relative_href(&source.opf.path, &path)
            ),
        );
        let place = |target: &Target| existing_place(source, book, target);
        changes.insert(path.clone(), navdoc::write_nav(book, &path, &place));
    }
    changes.insert(source.opf.path.clone(), declare_utf8(&edits.apply(text)));
    Ok(())
}

/// Adds the table of contents and the pages of the book to a navigation document in which reading apps find
/// no list of them.
fn complete_navigation(
    source: &EpubSource,
    book: &Book,
    path: &str,
    changes: &mut ChangedFiles,
) -> Result<()> {
    let Some(text) = current_text(source, path, changes)? else { return Ok(()) };
    let parsed = keep_part(xml::parse(path, &text, source.package.limits()))?;
    let Some(document) = parsed else { return Ok(()) };
    let Some(end) = find_child(document.root_element(), "body").and_then(|body| before_end_tag(&text, body))
    else {
        return Ok(());
    };
    let mut edits = TextEdits::default();
    let mut lists = String::new();
    let navs = || document.descendants().filter(|node| node.tag_name().name() == "nav");
    if !navs().any(|nav| nav::is_contents(nav) && nav::has_usable_list(nav)) {
        let place = |target: &Target| existing_place(source, book, target);
        if let Some(contents) = navdoc::format_contents(book, path, &place) {
            // There must be only one.
            let kinds = navs().filter(|nav| nav::is_contents(*nav));
            let kinds = kinds.filter_map(|nav| nav.attribute_node((xml::OPS_NAMESPACE, "type")));
            kinds.for_each(|kind| edits.replace(kind.range(), ""));
            lists.push_str(&contents);
        }
    }
    if !book.pages.is_empty() && !navs().any(nav::is_page_list) {
        let listed = content::list_pages(&book.sections);
        let in_text: HashSet<&Target> = listed.iter().map(|page| &page.target).collect();
        let place = |target: &Target| {
            if in_text.contains(target) { Some(target.clone()) } else { existing_place(source, book, target) }
        };
        lists.extend(navdoc::format_page_list(book, path, &place));
    }
    if !lists.is_empty() {
        edits.insert(end, lists);
        changes.insert(path.to_owned(), declare_utf8(&edits.apply(&text)));
    }
    Ok(())
}

/// A place in the reading order; its document if the place itself does not exist.
fn existing_place(source: &EpubSource, book: &Book, target: &Target) -> Option<Target> {
    source.opf.spine_items().find(|item| item.path.as_ref() == Some(&target.path))?;
    let id = target
        .id
        .clone()
        .filter(|id| book.sections.iter().any(|section| section.path == target.path && has_id(section, id)));
    Some(Target { path: target.path.clone(), id })
}

fn has_id(section: &Section, id: &str) -> bool {
    let mut found = section.ids.iter().any(|own| own == id);
    walk_blocks(&section.blocks, &mut |block| found |= content::block_ids(block).any(|own| own == id));
    found
}

fn push_meta(out: &mut String, prefix: &str, property: &str, language: Option<&str>, value: &str) {
    let language = language.map(|tag| format!(" xml:lang=\"{tag}\"")).unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<{prefix}meta property=\"{property}\"{language}>{}</{prefix}meta>", escape(value));
}

/// The form that `dcterms:modified` must have: whole seconds, UTC.
pub(crate) fn format_timestamp(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_the_order_of_the_text() {
        let mut edits = TextEdits::default();
        edits.insert(3, "c");
        edits.replace(0..1, "A");
        edits.insert(3, "d");
        assert_eq!(edits.apply("ab_"), "Ab_cd");
    }
}
