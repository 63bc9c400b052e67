//! Tables of contents, page lists and landmarks: the navigation document of EPUB 3, the NCX and
//! the guide of EPUB 2.

use roxmltree::{Document, Node};

use crate::model::{Landmark, NavPoint, PageTarget, Target};
use crate::path;
use crate::xml::{OPS, child, children, text_of};

/// What a book offers to find one's way.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    pub(crate) toc: Vec<NavPoint>,
    pub(crate) pages: Vec<PageTarget>,
    pub(crate) landmarks: Vec<Landmark>,
}

impl Navigation {
    /// The places that it leads to.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &Target> {
        let mut found = Vec::new();
        for point in &self.toc {
            point.walk(1, &mut |point, _| found.extend(&point.target));
        }
        found.extend(self.pages.iter().map(|page| &page.target));
        found.extend(self.landmarks.iter().map(|landmark| &landmark.target));
        found.into_iter()
    }

    /// Visits the places that it leads to.
    pub(crate) fn visit_targets(&mut self, visit: &mut dyn FnMut(&mut Target)) {
        let mut open: Vec<&mut NavPoint> = self.toc.iter_mut().collect();
        while let Some(point) = open.pop() {
            point.target.iter_mut().for_each(&mut *visit);
            open.extend(&mut point.children);
        }
        self.pages.iter_mut().for_each(|page| visit(&mut page.target));
        self.landmarks.iter_mut().for_each(|landmark| visit(&mut landmark.target));
    }
}

/// Reads a navigation document.
pub(crate) fn read_nav(entry: &str, document: &Document<'_>) -> Navigation {
    let mut navigation = Navigation::default();
    for nav in document.descendants().filter(|node| node.tag_name().name() == "nav") {
        let kinds = nav.attribute((OPS, "type")).or_else(|| nav.attribute("role")).unwrap_or_default();
        let Some(list) = child(nav, "ol") else { continue };
        let is = |kind: &str| kinds.split_ascii_whitespace().any(|k| k == kind);
        if is("toc") || is("doc-toc") {
            navigation.toc = points(entry, list);
        } else if is("page-list") || is("doc-pagelist") {
            let links = list.descendants().filter(|node| node.tag_name().name() == "a");
            navigation.pages = links
                .filter_map(|link| {
                    Some(PageTarget { label: text_of(link), target: target(entry, link, "href")? })
                })
                .collect();
        } else if is("landmarks") {
            let links = list.descendants().filter(|node| node.tag_name().name() == "a");
            navigation.landmarks = links
                .filter_map(|link| {
                    let kind = link.attribute((OPS, "type")).unwrap_or_default().to_owned();
                    Some(Landmark { kind, label: text_of(link), target: target(entry, link, "href")? })
                })
                .collect();
        }
    }
    navigation
}

fn points(entry: &str, list: Node<'_, '_>) -> Vec<NavPoint> {
    let mut found = Vec::new();
    for item in children(list, "li") {
        let label = item.children().find(|node| matches!(node.tag_name().name(), "a" | "span"));
        let children = child(item, "ol").map(|list| points(entry, list)).unwrap_or_default();
        let target = label.and_then(|node| target(entry, node, "href"));
        let label = label.map(text_of).unwrap_or_default();
        if label.is_empty() {
            found.extend(children);
        } else {
            found.push(NavPoint { label, target, children });
        }
    }
    found
}

/// Reads an NCX.
pub(crate) fn read_ncx(entry: &str, document: &Document<'_>) -> Navigation {
    let root = document.root_element();
    let pages = child(root, "pageList").map(|list| {
        children(list, "pageTarget")
            .filter_map(|page| {
                Some(PageTarget {
                    label: label(page),
                    target: target(entry, child(page, "content")?, "src")?,
                })
            })
            .collect()
    });
    Navigation {
        toc: child(root, "navMap").map(|map| nav_points(entry, map)).unwrap_or_default(),
        pages: pages.unwrap_or_default(),
        landmarks: Vec::new(),
    }
}

fn nav_points(entry: &str, parent: Node<'_, '_>) -> Vec<NavPoint> {
    let mut found = Vec::new();
    for point in children(parent, "navPoint") {
        let children = nav_points(entry, point);
        let label = label(point);
        if label.is_empty() {
            found.extend(children);
        } else {
            let target = child(point, "content").and_then(|content| target(entry, content, "src"));
            found.push(NavPoint { label, target, children });
        }
    }
    found
}

fn label(node: Node<'_, '_>) -> String {
    child(node, "navLabel").map(text_of).unwrap_or_default()
}

/// Reads the guide of a package document.
pub(crate) fn read_guide(entry: &str, document: &Document<'_>) -> Vec<Landmark> {
    let guide = child(document.root_element(), "guide");
    let references = guide.into_iter().flat_map(|guide| children(guide, "reference"));
    references
        .filter_map(|reference| {
            let kind =
                match reference.attribute("type").unwrap_or_default().trim().to_ascii_lowercase().as_str() {
                    "text" | "start" => "bodymatter",
                    "title-page" => "titlepage",
                    "acknowledgements" => "acknowledgments",
                    other => other,
                }
                .to_owned();
            let label = reference.attribute("title").unwrap_or(&kind).trim().to_owned();
            Some(Landmark { kind, label, target: target(entry, reference, "href")? })
        })
        .collect()
}

fn target(entry: &str, node: Node<'_, '_>, attribute: &str) -> Option<Target> {
    let (path, id) = path::resolve(entry, node.attribute(attribute)?)?;
    Some(Target { path, id })
}
