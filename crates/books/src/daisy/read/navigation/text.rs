//! The text of DAISY 2.02: HTML whose classes say what `DTBook` has elements for.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, NodeId};

use super::files::Files;
use crate::content::PageIds;
use crate::dtbook::Matters;
use crate::dtbook::count::{Alternatives, SourceParts, count_parts};
use crate::dtbook::html::Dialect;
use crate::dtbook::same_words;
use crate::letters::SourceCount;
use crate::model::{Metadata, Target, is_reference_sign};
use crate::path;
use crate::xml::count::{CountRule, Doubt, StartTag, Treatment};
use crate::xml::{child, text_of};

/// What is known about a text before it is read.
pub(super) struct Known<'a> {
    pub(super) files: &'a Files<'a>,
    pub(super) metadata: &'a Metadata,
    /// The pages that the entries lead to.
    pub(super) pages: &'a PageIds,
    /// Where the title of the book is.
    pub(super) title: Option<&'a Target>,
}

/// Where the ids of all texts went that no element has any more.
#[derive(Debug, Default)]
pub(super) struct Gone {
    /// Ids of the title, and of the authors after it, with their names.
    pub(super) front: HashMap<Target, Option<String>>,
    /// Ids inside what is one thing now: that of the thing.
    pub(super) merged: HashMap<Target, String>,
    pub(super) matters: Matters,
}

/// One document.
pub(super) struct Content<'a> {
    known: &'a Known<'a>,
    path: &'a str,
    dropped: HashSet<NodeId>,
    ids: HashMap<NodeId, String>,
    /// The ids of what holds the number of a page, and is none itself.
    around_pages: HashSet<String>,
}

impl<'a> Content<'a> {
    pub(super) fn of(known: &'a Known<'a>, path: &'a str, document: &Document<'_>, gone: &mut Gone) -> Self {
        let mut content =
            Self { known, path, dropped: HashSet::new(), ids: HashMap::new(), around_pages: HashSet::new() };
        if let Some(title) = known.title.filter(|title| title.path == path) {
            content.drop_title(document, title, gone);
        }
        for node in document.descendants().filter(Node::is_element) {
            match content.name(node) {
                Some("pagenum") => {
                    let around = node.ancestors().skip(1).filter_map(own_id);
                    content.around_pages.extend(around.map(str::to_owned));
                    content.merge(node, false, gone);
                }
                Some("noteref") => content.merge(node, false, gone),
                Some("imggroup") => content.merge(node, true, gone),
                Some("prodnote") if content.parent_is(node, "imggroup") => content.merge_lines(node, gone),
                _ => {}
            }
        }
        for (class, matter) in
            [("frontmatter", &mut gone.matters.front), ("rearmatter", &mut gone.matters.back)]
        {
            let mut inside: HashSet<NodeId> = HashSet::new();
            for node in document.descendants().filter(Node::is_element) {
                let around = node.parent().is_some_and(|parent| inside.contains(&parent.id()));
                if around || classes(node).any(|own| own == class) {
                    inside.insert(node.id());
                    matter.extend(own_id(node).map(|id| target(path, id)));
                }
            }
        }
        content
    }

    /// The pages that the entries point to, except those whose numbers are in the target text.
    pub(super) fn pages(&self) -> PageIds {
        let own = self.known.pages.get(self.path).into_iter().flatten();
        let bare = own.filter(|(id, _)| !self.around_pages.contains(*id));
        let pages = bare.map(|(id, label)| (id.clone(), label.clone())).collect();
        PageIds::from([(self.path.to_owned(), pages)])
    }

    /// The title and the authors after it are metadata, and written as such.
    fn drop_title(&mut self, document: &Document<'_>, title: &Target, gone: &mut Gone) {
        let Some(id) = title.id.as_deref() else { return };
        let found = document.descendants().find(|node| own_id(*node) == Some(id));
        let heading = found.and_then(|node| node.ancestors().find(|above| rank(*above).is_some()));
        let of_book = |node: &Node<'_, '_>| {
            classes(*node).any(|class| class == "title")
                || same_words(&text_of(*node), &self.known.metadata.title)
        };
        let Some(heading) = heading.filter(of_book) else { return };
        let mut all = vec![(heading, None)];
        for node in heading.next_siblings().skip(1).filter(Node::is_element) {
            let names = self.known.metadata.names("aut");
            let author = names.into_iter().find(|name| same_words(name, &text_of(node)));
            match author.filter(|_| classes(node).any(|class| matches!(class, "author" | "docauthor"))) {
                Some(author) => all.push((node, Some(author.to_owned()))),
                None => break,
            }
        }
        for (node, author) in all {
            self.dropped.insert(node.id());
            for id in node.descendants().filter_map(own_id) {
                gone.front.entry(target(self.path, id)).or_insert_with(|| author.clone());
            }
        }
    }

    /// Merges the ids of an element. `alternatives`: of its content, only images and their alternatives are
    /// considered.
    fn merge(&mut self, node: Node<'_, '_>, alternatives: bool, gone: &mut Gone) {
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
        gone.merged.extend(others.iter().map(|id| (target(self.path, id), first.clone())));
    }

    /// A description is heard by its blocks.
    fn merge_lines(&self, note: Node<'_, '_>, gone: &mut Gone) {
        let is_line = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "span" | "a" | "em" | "strong");
        for line in note.descendants().skip(1).filter(is_line) {
            let above = line.ancestors().skip(1).take_while(|above| *above != note).chain([note]);
            let block = above.filter(|above| *above == note || !is_line(above)).find_map(own_id);
            if let (Some(id), Some(block)) = (own_id(line), block) {
                gone.merged.entry(target(self.path, id)).or_insert_with(|| block.to_owned());
            }
        }
    }

    /// Counts the letters of the document as they are in the source.
    pub(super) fn count(&self, document: &Document<'_>) -> SourceCount {
        let root = document.root_element();
        let body = child(root, "body").unwrap_or(root);
        let dropped = self.dropped.iter().filter_map(|id| document.get_node(*id));
        let places = SourceParts {
            whole: body.range(),
            parts: vec![vec![]],
            omitted: dropped.map(|node| node.range()).collect(),
        };
        let pages = self.known.pages.get(self.path);
        let mut rule = TextRule { pages, alternatives: Alternatives::default() };
        let counts = count_parts(document.input_text(), &places, &mut rule);
        counts.first().copied().unwrap_or_default()
    }

    fn parent_is(&self, node: Node<'_, '_>, name: &str) -> bool {
        node.parent().is_some_and(|parent| parent.is_element() && self.name(parent) == Some(name))
    }

    /// Whether the navigation center says that a page begins here, and nothing else is here.
    fn is_listed_page(&self, node: Node<'_, '_>) -> bool {
        let listed = own_id(node).and_then(|id| self.known.pages.get(self.path)?.get(id));
        listed.is_some_and(|label| rank(node).is_none() && same_words(label, &text_of(node)))
    }
}

impl Dialect for Content<'_> {
    fn name<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        const CLASSES: [(&str, &str); 16] = [
            ("page-normal", "pagenum"),
            ("page-front", "pagenum"),
            ("page-special", "pagenum"),
            ("noteref", "noteref"),
            ("notebody", "note"),
            ("optional-prodnote", "prodnote"),
            ("required-prodnote", "prodnote"),
            ("prodnote", "prodnote"),
            ("sidebar", "sidebar"),
            ("imggroup", "imggroup"),
            ("epigraph", "epigraph"),
            ("poem", "poem"),
            ("linegroup", "linegroup"),
            ("line", "line"),
            ("bridgehead", "bridgehead"),
            ("hd", "bridgehead"),
        ];
        let name = node.tag_name().name();
        if self.dropped.contains(&node.id()) || matches!(name, "script" | "style" | "head") {
            return None;
        }
        if rank(node).is_some() || matches!(name, "li" | "td" | "th" | "tr" | "table" | "body") {
            return Some(name);
        }
        let known = classes(node).find_map(|class| CLASSES.iter().find(|(own, _)| *own == class));
        if let Some((_, known)) = known {
            return Some(known);
        }
        if self.is_listed_page(node) {
            return Some("pagenum");
        }
        if classes(node).any(|class| class == "caption") && self.parent_is(node, "imggroup") {
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

    fn rank(&self, heading: Node<'_, '_>) -> Option<usize> {
        rank(heading)
    }

    fn reference(&self, node: Node<'_, '_>) -> Option<String> {
        let found =
            node.descendants().find_map(|inner| inner.attribute("bodyref").or(inner.attribute("href")))?;
        if path::has_scheme(found) {
            return Some(found.to_owned());
        }
        let (path, id) = self.known.files.place(self.path, found)?;
        // A text links to the steps that speak it; nobody follows these.
        if path::extension(&path) == "smil" {
            return None;
        }
        let id = id.map(|id| format!("#{id}")).unwrap_or_default();
        Some(format!("{}{id}", path::relative(self.path, &path)))
    }

    fn image(&self, node: Node<'_, '_>) -> Option<String> {
        let (path, _) = self.known.files.place(self.path, node.attribute("src")?)?;
        Some(path::relative(self.path, &path))
    }
}

/// What is left out of a text by rule.
struct TextRule<'a> {
    /// Labels of pages by the ids of their elements.
    pages: Option<&'a HashMap<String, String>>,
    alternatives: Alternatives,
}

impl CountRule for TextRule<'_> {
    fn treat(&mut self, tag: &StartTag<'_>) -> Treatment {
        let has = |classes: &[&str]| classes.iter().any(|class| tag.has_class(class));
        let listed = || {
            let id = tag.attribute("id").or_else(|| tag.attribute("name"))?;
            self.pages?.get(&*id)
        };
        match tag.name {
            "script" | "style" | "math" => Treatment::Omitted,
            _ if tag.is_hidden() => Treatment::Omitted,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" | "td" | "th" | "tr" | "table" | "body" => {
                Treatment::Counted
            }
            _ if has(&["page-normal", "page-front", "page-special"]) => Treatment::Omitted,
            _ if has(&["noteref"]) => Treatment::Undecided(Doubt::Reference),
            _ if has(&["prodnote", "optional-prodnote", "required-prodnote"]) => {
                Treatment::Undecided(Doubt::Description)
            }
            _ if listed().is_some() => Treatment::Undecided(Doubt::Page),
            _ => self.alternatives.note(tag, has(&["imggroup"])),
        }
    }

    fn omits(&mut self, doubt: Doubt, text: &str) -> bool {
        match doubt {
            Doubt::Reference => is_reference_sign(text),
            Doubt::Description => self.alternatives.has(text),
            Doubt::Page => {
                self.pages.into_iter().flat_map(HashMap::values).any(|label| same_words(label, text))
            }
        }
    }
}

fn target(path: &str, id: &str) -> Target {
    Target { path: path.to_owned(), id: Some(id.to_owned()) }
}

fn own_id<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    let name = || node.attribute("name").filter(|_| node.tag_name().name() == "a");
    node.attribute("id").or_else(name).filter(|id| !id.is_empty())
}

fn rank(node: Node<'_, '_>) -> Option<usize> {
    match node.tag_name().name().as_bytes() {
        [b'h', rank @ b'1'..=b'6'] => Some(usize::from(rank - b'0')),
        _ => None,
    }
}

fn classes<'n>(node: Node<'n, '_>) -> impl Iterator<Item = &'n str> {
    node.attribute("class").unwrap_or_default().split_ascii_whitespace()
}
