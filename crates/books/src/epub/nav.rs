//! Tables of contents, page lists and landmarks: the navigation document of EPUB 3, the NCX and
//! the guide of EPUB 2.

use roxmltree::{Document, Node};

use crate::content::bare_label;
use crate::model::{Landmark, NavPoint, PageTarget, Target};
use crate::opf::stated_text;
use crate::package::Package;
use crate::xml::{OPS_NAMESPACE, find_child, find_children, text_of};

/// The table of contents, page list and landmarks of a book.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    pub(crate) toc: Vec<NavPoint>,
    pub(crate) pages: Vec<PageTarget>,
    pub(crate) landmarks: Vec<Landmark>,
}

impl Navigation {
    pub(crate) fn targets(&self) -> impl Iterator<Item = &Target> {
        let mut found = Vec::new();
        for point in &self.toc {
            point.walk(1, &mut |point, _| found.extend(&point.target));
        }
        found.extend(self.pages.iter().map(|page| &page.target));
        found.extend(self.landmarks.iter().map(|landmark| &landmark.target));
        found.into_iter()
    }

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

/// Reads a navigation document. Lists and links count wherever they are in a `nav`; the first `nav` of no
/// kind is the table of contents if none is called so.
pub(crate) fn read_nav(package: &Package, entry: &str, document: &Document<'_>) -> Navigation {
    let mut navigation = Navigation::default();
    let mut unnamed = None;
    for nav in document.descendants().filter(|node| node.tag_name().name() == "nav") {
        let kinds = nav_kinds(nav);
        let is = |kind: &str| has_kind(&kinds, kind);
        let links = || nav.descendants().filter(|node| node.tag_name().name() == "a");
        if is("toc") || is("doc-toc") {
            if navigation.toc.is_empty() {
                navigation.toc = read_entries(package, entry, nav);
            }
        } else if is_page_list(nav) {
            navigation.pages = links()
                .filter_map(|link| {
                    Some(PageTarget {
                        label: bare_label(&text_of(link)),
                        target: resolve_target(package, entry, link, "href")?,
                    })
                })
                .collect();
        } else if is("landmarks") {
            navigation.landmarks = links()
                .filter_map(|link| {
                    let kind = self::nav_kinds(link);
                    let target = resolve_target(package, entry, link, "href")?;
                    Some(Landmark { kind, label: text_of(link), target })
                })
                .collect();
        } else if kinds.trim().is_empty() || is("navigation") || is("doc-navigation") {
            unnamed = unnamed.or(Some(nav));
        }
    }
    if navigation.toc.is_empty() {
        // A document that is listed as the navigation, and has nothing but its lists.
        let has_nav = document.descendants().any(|node| node.tag_name().name() == "nav");
        let list = unnamed.or_else(|| find_child(document.root_element(), "body").filter(|_| !has_nav));
        navigation.toc = list.map(|list| read_entries(package, entry, list)).unwrap_or_default();
    }
    navigation
}

pub(crate) fn read_links(package: &Package, entry: &str, document: &Document<'_>) -> Navigation {
    let body = find_child(document.root_element(), "body");
    let toc = body.map(|body| read_link_entries(package, entry, body)).unwrap_or_default();
    Navigation { toc, ..Navigation::default() }
}

fn has_kind(kinds: &str, wanted: &str) -> bool {
    kinds.split_ascii_whitespace().any(|kind| kind == wanted)
}

pub(super) fn is_page_list(nav: Node<'_, '_>) -> bool {
    let kinds = nav_kinds(nav);
    has_kind(&kinds, "page-list") || has_kind(&kinds, "doc-pagelist") || is_misnamed_page_list(nav)
}

/// Returns true if reading apps take a `nav` for the table of contents.
pub(super) fn is_contents(nav: Node<'_, '_>) -> bool {
    nav.attribute((OPS_NAMESPACE, "type")).is_some_and(|kinds| has_kind(kinds, "toc"))
}

/// Returns true if reading apps find the entries of a `nav`: links in a list that is its own.
pub(super) fn has_usable_list(nav: Node<'_, '_>) -> bool {
    let mut inside = find_child(nav, "ol").into_iter().flat_map(|list| list.descendants());
    inside.any(|node| is_link(node) && node.has_attribute("href"))
}

/// Returns true for the list of pages that Project Gutenberg's program calls landmarks.
fn is_misnamed_page_list(nav: Node<'_, '_>) -> bool {
    let list = nav.descendants().find(is_list).and_then(|list| list.attribute("class"));
    list.is_some_and(|classes| classes.split_whitespace().any(|class| class == "pagelist"))
}

fn nav_kinds(node: Node<'_, '_>) -> String {
    let stated = node.attribute((OPS_NAMESPACE, "type")).or_else(|| node.attribute("role"));
    stated.or_else(|| node.attribute("type")).unwrap_or_default().to_ascii_lowercase()
}

/// The entries of the lists, or else the links.
fn read_entries(package: &Package, entry: &str, around: Node<'_, '_>) -> Vec<NavPoint> {
    let is_outermost = |list: &Node<'_, '_>| {
        !list.ancestors().skip(1).take_while(|above| *above != around).any(|above| is_list(&above))
    };
    let lists = around.descendants().filter(is_list).filter(is_outermost);
    let mut points = lists.flat_map(|list| read_points(package, entry, list)).peekable();
    match points.peek() {
        Some(_) => points.collect(),
        None => read_link_entries(package, entry, around),
    }
}

fn read_link_entries(package: &Package, entry: &str, around: Node<'_, '_>) -> Vec<NavPoint> {
    let links = around.descendants().filter(|node| node.tag_name().name() == "a");
    let points = links.filter_map(|link| {
        let label = link_label(link);
        let target = resolve_target(package, entry, link, "href").filter(|_| !label.is_empty())?;
        Some(NavPoint { label, target: Some(target), children: Vec::new() })
    });
    points.collect()
}

fn is_list(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "ol" | "ul")
}

fn read_points(package: &Package, entry: &str, list: Node<'_, '_>) -> Vec<NavPoint> {
    let mut found = Vec::new();
    for item in list.children().filter(Node::is_element) {
        if is_list(&item) {
            // A list that is not in an item belongs to the item before it.
            let children = read_points(package, entry, item);
            match found.last_mut() {
                Some(NavPoint { children: own, .. }) => own.extend(children),
                None => found.extend(children),
            }
            continue;
        }
        let (mut label, mut lists) = (None, Vec::new());
        gather_item(item, &mut label, &mut lists);
        let children: Vec<NavPoint> =
            lists.into_iter().flat_map(|list| read_points(package, entry, list)).collect();
        let target = label.and_then(|node| resolve_target(package, entry, node, "href"));
        let label = label.map_or_else(|| own_text(item), link_label);
        if label.is_empty() {
            found.extend(children);
        } else {
            found.push(NavPoint { label, target, children });
        }
    }
    found
}

/// The link of an item, or else its first `span`, and the lists in it.
fn gather_item<'a, 'i>(node: Node<'a, 'i>, label: &mut Option<Node<'a, 'i>>, lists: &mut Vec<Node<'a, 'i>>) {
    for inner in node.children().filter(Node::is_element) {
        if is_list(&inner) {
            lists.push(inner);
            continue;
        }
        match (inner.tag_name().name(), label.map(is_link)) {
            ("a", None | Some(false)) if lists.is_empty() => {
                *label = Some(inner);
                // Some programs close the link after the list below it.
                gather_item(inner, label, lists);
            }
            ("span", None) if lists.is_empty() => {
                *label = Some(inner);
                gather_item(inner, label, lists);
            }
            ("a", _) => {}
            _ => gather_item(inner, label, lists),
        }
    }
}

fn is_link(node: Node<'_, '_>) -> bool {
    node.tag_name().name() == "a"
}

/// The text of an item outside of the lists in it.
fn own_text(item: Node<'_, '_>) -> String {
    let mut out = String::new();
    push_own_text(item, &mut out);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_own_text(node: Node<'_, '_>, out: &mut String) {
    // Readings of letters are for those who see them above the letters.
    let is_reading = |inner: &Node<'_, '_>| matches!(inner.tag_name().name(), "rt" | "rtc" | "rp");
    for inner in node.children().filter(|inner| !is_list(inner) && !is_reading(inner)) {
        if inner.tag_name().name() == "br" {
            out.push(' ');
        }
        out.push_str(inner.text().filter(|_| inner.is_text()).unwrap_or_default());
        push_own_text(inner, out);
    }
}

/// The text of a link outside of the lists in it, or what a picture in it says.
fn link_label(node: Node<'_, '_>) -> String {
    let is_apart = |inner: Node<'_, '_>| is_list(&inner) || matches!(inner.tag_name().name(), "br" | "ruby");
    let text = if node.descendants().any(is_apart) { own_text(node) } else { text_of(node) };
    if !text.is_empty() {
        return text;
    }
    let pictures = node.descendants().filter_map(|inner| inner.attribute("alt"));
    let own = [node.attribute("aria-label"), node.attribute("title")].into_iter().flatten();
    pictures.chain(own).map(str::trim).find(|text| !text.is_empty()).unwrap_or_default().to_owned()
}

/// Reads an NCX. Some programs write the names of its elements in small letters.
pub(crate) fn read_ncx(package: &Package, entry: &str, document: &Document<'_>) -> Navigation {
    let root = document.root_element();
    let list =
        |name: &str| find_named(root, name).or_else(|| root.descendants().find(|node| is_named(*node, name)));
    let pages = list("pageList").map(|list| {
        list.children()
            .filter(|inner| is_named(*inner, "pageTarget"))
            .filter_map(|page| {
                let label = Some(bare_label(&nav_label(page))).filter(|label| !label.is_empty());
                Some(PageTarget {
                    label: label.unwrap_or_else(|| page.attribute("value").unwrap_or_default().to_owned()),
                    target: resolve_target(package, entry, find_named(page, "content")?, "src")?,
                })
            })
            .collect()
    });
    Navigation {
        toc: list("navMap").map(|map| read_nav_points(package, entry, map)).unwrap_or_default(),
        pages: pages.unwrap_or_default(),
        landmarks: Vec::new(),
    }
}

/// Reads a page map, which Adobe's programs had before page lists.
pub(crate) fn read_page_map(package: &Package, entry: &str, document: &Document<'_>) -> Navigation {
    let pages = document.descendants().filter(|node| node.tag_name().name() == "page").filter_map(|page| {
        let label = page.attribute("name").map(bare_label).filter(|label| !label.is_empty())?;
        Some(PageTarget { label, target: resolve_target(package, entry, page, "href")? })
    });
    Navigation { pages: pages.collect(), ..Navigation::default() }
}

fn read_nav_points(package: &Package, entry: &str, parent: Node<'_, '_>) -> Vec<NavPoint> {
    let mut found = Vec::new();
    for point in child_points(parent) {
        let children = read_nav_points(package, entry, point);
        let label = nav_label(point);
        if label.is_empty() {
            found.extend(children);
        } else {
            let target = find_named(point, "content")
                .and_then(|content| resolve_target(package, entry, content, "src"));
            found.push(NavPoint { label, target, children });
        }
    }
    found
}

fn is_named(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name().eq_ignore_ascii_case(name)
}

fn find_named<'a, 'i>(parent: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    parent.children().find(|inner| is_named(*inner, name))
}

/// The points right below an element; what is around them by mistake does not count.
fn child_points<'a, 'i>(parent: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let mut points = Vec::new();
    for inner in parent.children().filter(Node::is_element) {
        if is_named(inner, "navPoint") {
            points.push(inner);
        } else {
            points.extend(child_points(inner));
        }
    }
    points
}

/// The label of an entry, without what programs escape twice: references and tags of words.
fn nav_label(node: Node<'_, '_>) -> String {
    find_named(node, "navLabel").map(stated_text).unwrap_or_default()
}

pub(crate) fn read_guide(package: &Package, entry: &str, document: &Document<'_>) -> Vec<Landmark> {
    let guide = find_child(document.root_element(), "guide");
    let references = guide.into_iter().flat_map(|guide| find_children(guide, "reference"));
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
            Some(Landmark { kind, label, target: resolve_target(package, entry, reference, "href")? })
        })
        .collect()
}

fn resolve_target(package: &Package, entry: &str, node: Node<'_, '_>, attribute: &str) -> Option<Target> {
    let href = node.attribute(attribute)?.trim();
    // An address of nothing would lead to the list itself.
    let (path, id) = package.resolve(entry, href).filter(|_| !matches!(href, "" | "#"))?;
    Some(Target { path, id })
}
