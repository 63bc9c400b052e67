//! The text of DAISY 2.02: HTML whose classes say what `DTBook` has elements for.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, NodeId};

use super::files::SourceFiles;
use crate::content::PageIds;
use crate::dtbook::MatterIds;
use crate::dtbook::count::{Alternatives, SourceParts, count_parts};
use crate::dtbook::has_same_words;
use crate::dtbook::html::Dialect;
use crate::letters::SourceCount;
use crate::model::{Metadata, Target, is_reference_sign};
use crate::path;
use crate::xml::count::{CountRule, OmissionDoubt, StartTag, TextTreatment};
use crate::xml::{find_child, text_of};

/// Facts about a text that are known before it is read.
pub(super) struct TextContext<'a> {
    pub(super) files: &'a SourceFiles<'a>,
    pub(super) metadata: &'a Metadata,
    /// The pages that the entries lead to.
    pub(super) pages: &'a PageIds,
    /// The position of the book's title.
    pub(super) title: Option<&'a Target>,
}

/// The new positions of ids whose elements are gone.
#[derive(Debug, Default)]
pub(super) struct RelocatedIds {
    /// Ids of the title, and of the authors after it, with their names.
    pub(super) front_ids: HashMap<Target, Option<String>>,
    /// Ids inside what is one thing now: that of the thing.
    pub(super) merged_ids: HashMap<Target, String>,
    pub(super) matters: MatterIds,
}

pub(super) struct DocumentContent<'a> {
    context: &'a TextContext<'a>,
    path: &'a str,
    dropped_nodes: HashSet<NodeId>,
    ids: HashMap<NodeId, String>,
    /// The ids of what holds the number of a page, and is none itself.
    around_pages: HashSet<String>,
}

impl<'a> DocumentContent<'a> {
    pub(super) fn from_document(
        context: &'a TextContext<'a>,
        path: &'a str,
        document: &Document<'_>,
        relocated: &mut RelocatedIds,
    ) -> Self {
        let mut built = Self {
            context,
            path,
            dropped_nodes: HashSet::new(),
            ids: HashMap::new(),
            around_pages: HashSet::new(),
        };
        if let Some(title) = context.title.filter(|title| title.path == path) {
            built.drop_title(document, title, relocated);
        }
        for node in document.descendants().filter(Node::is_element) {
            match built.name(node) {
                Some("pagenum") => {
                    let around = node.ancestors().skip(1).filter_map(own_id);
                    built.around_pages.extend(around.map(str::to_owned));
                    built.merge_ids(node, false, relocated);
                }
                Some("noteref") => built.merge_ids(node, false, relocated),
                Some("imggroup") => built.merge_ids(node, true, relocated),
                Some("prodnote") if built.has_parent(node, "imggroup") => {
                    built.merge_note_lines(node, relocated);
                }
                _ => {}
            }
        }
        for (class, matter) in [
            ("frontmatter", &mut relocated.matters.front_ids),
            ("rearmatter", &mut relocated.matters.back_ids),
        ] {
            let mut inside: HashSet<NodeId> = HashSet::new();
            for node in document.descendants().filter(Node::is_element) {
                let around = node.parent().is_some_and(|parent| inside.contains(&parent.id()));
                if around || class_names(node).any(|own| own == class) {
                    inside.insert(node.id());
                    matter.extend(own_id(node).map(|id| to_target(path, id)));
                }
            }
        }
        built
    }

    /// The pages that the entries point to, except those whose numbers are in the target text.
    pub(super) fn listed_pages(&self) -> PageIds {
        let own = self.context.pages.get(self.path).into_iter().flatten();
        let bare = own.filter(|(id, _)| !self.around_pages.contains(*id));
        let pages = bare.map(|(id, label)| (id.clone(), label.clone())).collect();
        PageIds::from([(self.path.to_owned(), pages)])
    }

    /// The title and the authors after it are metadata, and written as such.
    fn drop_title(&mut self, document: &Document<'_>, title: &Target, relocated: &mut RelocatedIds) {
        let Some(id) = title.id.as_deref() else { return };
        let found = document.descendants().find(|node| own_id(*node) == Some(id));
        let heading = found.and_then(|node| node.ancestors().find(|above| heading_rank(*above).is_some()));
        let of_book = |node: &Node<'_, '_>| {
            let own = text_of(*node);
            // A longer title is more than the metadata says.
            class_names(*node).any(|class| class == "title") && !says_more(&own, &self.context.metadata.title)
                || has_same_words(&own, &self.context.metadata.title)
        };
        let Some(heading) = heading.filter(of_book) else { return };
        let mut all = vec![(heading, None)];
        for node in heading.next_siblings().skip(1).filter(Node::is_element) {
            let names = self.context.metadata.names("aut");
            let author = names.into_iter().find(|name| has_same_words(name, &text_of(node)));
            match author.filter(|_| class_names(node).any(|class| matches!(class, "author" | "docauthor"))) {
                Some(author) => all.push((node, Some(author.to_owned()))),
                None => break,
            }
        }
        for (node, author) in all {
            self.dropped_nodes.insert(node.id());
            for id in node.descendants().filter_map(own_id) {
                relocated.front_ids.entry(to_target(self.path, id)).or_insert_with(|| author.clone());
            }
        }
    }

    /// Merges the ids of an element. `alternatives`: of its content, only images and their alternatives are
    /// considered.
    fn merge_ids(&mut self, node: Node<'_, '_>, alternatives: bool, gone: &mut RelocatedIds) {
        let alts: Vec<&str> = node.children().filter_map(|inner| inner.attribute("alt")).collect();
        let merged = |inner: &Node<'_, '_>| {
            !alternatives
                || *inner == node
                || inner.tag_name().name() == "img"
                || (self.name(*inner) == Some("prodnote") && alts.contains(&text_of(*inner).as_str()))
        };
        let ids: Vec<String> =
            node.descendants().filter(merged).filter_map(own_id).map(str::to_owned).collect();
        let Some((first, others)) = ids.split_first() else { return };
        self.ids.insert(node.id(), first.clone());
        gone.merged_ids.extend(others.iter().map(|id| (to_target(self.path, id), first.clone())));
    }

    /// A description is heard by its blocks.
    fn merge_note_lines(&self, note: Node<'_, '_>, gone: &mut RelocatedIds) {
        let is_line = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "span" | "a" | "em" | "strong");
        for line in note.descendants().skip(1).filter(is_line) {
            let above = line.ancestors().skip(1).take_while(|above| *above != note).chain([note]);
            let block = above.filter(|above| *above == note || !is_line(above)).find_map(own_id);
            if let (Some(id), Some(block)) = (own_id(line), block) {
                gone.merged_ids.entry(to_target(self.path, id)).or_insert_with(|| block.to_owned());
            }
        }
    }

    pub(super) fn count_letters(&self, document: &Document<'_>) -> SourceCount {
        let root = document.root_element();
        let body = find_child(root, "body").unwrap_or(root);
        let dropped = self.dropped_nodes.iter().filter_map(|id| document.get_node(*id));
        let places = SourceParts {
            text_range: body.range(),
            parts: vec![vec![]],
            omitted_ranges: dropped.map(|node| node.range()).collect(),
        };
        let pages = self.context.pages.get(self.path);
        let mut rule = TextCountRule { pages, alternatives: Alternatives::default() };
        let counts = count_parts(document.input_text(), &places, &mut rule);
        counts.first().copied().unwrap_or_default()
    }

    /// The documents of text that this one links to, each once.
    pub(super) fn linked_documents(&self, document: &Document<'_>) -> Vec<String> {
        let files = self.context.files;
        let links = document.descendants().filter_map(|node| {
            let href = node.attribute("href").or_else(|| node.attribute("bodyref"))?;
            (!path::has_scheme(href)).then(|| files.package.resolve(self.path, href))?
        });
        let is_text = |path: &String| path::is_html(path) && files.package.contains(path);
        let mut known = HashSet::new();
        links.map(|(path, _)| path).filter(is_text).filter(|path| known.insert(path.clone())).collect()
    }

    fn has_parent(&self, node: Node<'_, '_>, name: &str) -> bool {
        node.parent().is_some_and(|parent| parent.is_element() && self.name(parent) == Some(name))
    }

    /// Returns true if the navigation center says that a page begins here, and nothing else is here.
    fn is_listed_page(&self, node: Node<'_, '_>) -> bool {
        let listed = own_id(node).and_then(|id| self.context.pages.get(self.path)?.get(id));
        listed.is_some_and(|label| heading_rank(node).is_none() && has_same_words(label, &text_of(node)))
    }
}

impl Dialect for DocumentContent<'_> {
    fn name<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        let name = node.tag_name().name();
        if self.dropped_nodes.contains(&node.id()) || matches!(name, "script" | "style" | "head") {
            return None;
        }
        if heading_rank(node).is_some() || matches!(name, "li" | "td" | "th" | "tr" | "table" | "body") {
            return Some(name);
        }
        if let Some(known) = class_names(node).find_map(class_element) {
            return Some(known);
        }
        if self.is_listed_page(node) {
            return Some("pagenum");
        }
        if class_names(node).any(|class| class == "caption") && self.has_parent(node, "imggroup") {
            return Some("caption");
        }
        Some(name)
    }

    fn id<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        let merged = self.ids.get(&node.id());
        match merged {
            Some(id) => node.descendants().filter_map(own_id).find(|own| own == id),
            None => own_id(node),
        }
    }

    fn heading_rank(&self, heading: Node<'_, '_>) -> Option<usize> {
        heading_rank(heading)
    }

    fn resolve_reference(&self, node: Node<'_, '_>) -> Option<String> {
        let found =
            node.descendants().find_map(|inner| inner.attribute("bodyref").or(inner.attribute("href")))?;
        if path::has_scheme(found) {
            return Some(found.to_owned());
        }
        let (path, id) = self.context.files.package.resolve(self.path, found)?;
        // A text links to the steps that speak it; nobody follows these.
        if path::extension(&path) == "smil" {
            return None;
        }
        let id = id.map(|id| format!("#{id}")).unwrap_or_default();
        Some(format!("{}{id}", path::relative_href(self.path, &path)))
    }

    fn resolve_image(&self, node: Node<'_, '_>) -> Option<String> {
        let (path, _) = self.context.files.package.resolve(self.path, node.attribute("src")?)?;
        Some(path::relative_href(self.path, &path))
    }
}

/// The element of `DTBook` that a class names.
fn class_element(class: &str) -> Option<&'static str> {
    Some(match class {
        "page-normal" | "page-front" | "page-special" => "pagenum",
        "noteref" => "noteref",
        "notebody" => "note",
        "optional-prodnote" | "required-prodnote" | "prodnote" => "prodnote",
        "sidebar" => "sidebar",
        "imggroup" => "imggroup",
        "epigraph" => "epigraph",
        "poem" => "poem",
        "linegroup" => "linegroup",
        "line" => "line",
        "bridgehead" | "hd" => "bridgehead",
        _ => return None,
    })
}

/// Parts of a text that are left out of the count by rule.
struct TextCountRule<'a> {
    /// Labels of pages by the ids of their elements.
    pages: Option<&'a HashMap<String, String>>,
    alternatives: Alternatives,
}

impl CountRule for TextCountRule<'_> {
    fn treatment(&mut self, tag: &StartTag<'_>) -> TextTreatment {
        let has = |classes: &[&str]| classes.iter().any(|class| tag.has_class(class));
        let listed = || {
            let id = tag.attribute("id").or_else(|| tag.attribute("name"))?;
            self.pages?.get(&*id)
        };
        match tag.name {
            "script" | "style" | "math" => TextTreatment::Omitted,
            _ if tag.is_hidden() => TextTreatment::Omitted,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" | "td" | "th" | "tr" | "table" | "body" => {
                TextTreatment::Counted
            }
            _ if has(&["page-normal", "page-front", "page-special"]) => TextTreatment::Omitted,
            _ if has(&["noteref"]) => TextTreatment::Undecided(OmissionDoubt::Reference),
            _ if has(&["prodnote", "optional-prodnote", "required-prodnote"]) => {
                TextTreatment::Undecided(OmissionDoubt::Description)
            }
            _ if listed().is_some() => TextTreatment::Undecided(OmissionDoubt::Page),
            _ => self.alternatives.record_element(tag, has(&["imggroup"])),
        }
    }

    fn omits_text(&mut self, doubt: OmissionDoubt, text: &str) -> bool {
        match doubt {
            OmissionDoubt::Reference => is_reference_sign(text),
            OmissionDoubt::Description => self.alternatives.has_alternative(text),
            OmissionDoubt::Page => {
                self.pages.into_iter().flat_map(HashMap::values).any(|label| has_same_words(label, text))
            }
        }
    }
}

/// Returns true if a text has other letters than a title, or more.
fn says_more(text: &str, title: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    !letters(title).contains(&letters(text))
}

fn to_target(path: &str, id: &str) -> Target {
    Target { path: path.to_owned(), id: Some(id.to_owned()) }
}

fn own_id<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    let name = || node.attribute("name").filter(|_| node.tag_name().name() == "a");
    node.attribute("id").or_else(name).filter(|id| !id.is_empty())
}

fn heading_rank(node: Node<'_, '_>) -> Option<usize> {
    match node.tag_name().name().as_bytes() {
        [b'h', rank @ b'1'..=b'6'] => Some(usize::from(rank - b'0')),
        _ => None,
    }
}

fn class_names<'n>(node: Node<'n, '_>) -> impl Iterator<Item = &'n str> {
    node.attribute("class").unwrap_or_default().split_ascii_whitespace()
}
