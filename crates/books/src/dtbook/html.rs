//! `DTBook`, or what says the same, as XHTML; the reader of EPUB then knows what it means.

use roxmltree::Node;

use super::nodes::{LINE_ELEMENTS, is_blank, lacks_space_before, sole_formula};
use super::pictures::{describes_image, find_captioned_image};
use super::preserved::keeps_lines;
use crate::content;
use crate::mathml::{self, UsedMarkup};
use crate::xml::{
    MATHML_NAMESPACE, OPS_NAMESPACE, XHTML_NAMESPACE, XML_NAMESPACE, XmlWriter, find_child,
    language_attribute, text_of,
};

/// The language that a text is written in.
pub(crate) trait Dialect {
    /// The name that an element has in `DTBook`, or in HTML when `DTBook` has none for it. `None`: it is left
    /// out.
    fn name<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        Some(node.tag_name().name())
    }

    fn id<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        node.attribute("id")
    }

    /// The depth of a heading, where it is not that of the divisions around it.
    fn heading_rank(&self, _heading: Node<'_, '_>) -> Option<usize> {
        None
    }

    /// The target of a reference: in the part that has it, or outside.
    fn resolve_reference(&self, node: Node<'_, '_>) -> Option<String>;

    fn resolve_image(&self, node: Node<'_, '_>) -> Option<String> {
        node.attribute("src").map(str::to_owned)
    }

    /// Returns true if narration points at this id.
    fn is_narrated(&self, _id: &str) -> bool {
        false
    }
}

struct HtmlWriter<'a, D> {
    xml: XmlWriter,
    dialect: &'a D,
    descriptions: usize,
    /// Descriptions of images, which are hidden at the end.
    hidden_descriptions: Vec<(String, Vec<roxmltree::NodeId>)>,
}

/// Writes the contents of elements as a document; when it is one alone, the document carries what the element
/// does.
pub(crate) fn write_html<D: Dialect>(nodes: &[Node<'_, '_>], within: bool, dialect: &D) -> String {
    let xml = XmlWriter::document("");
    let mut html = HtmlWriter { xml, dialect, descriptions: 0, hidden_descriptions: Vec::new() };
    html.xml
        .open("html")
        .attr("xmlns", XHTML_NAMESPACE)
        .attr("xmlns:epub", OPS_NAMESPACE)
        .open("head")
        .element("title", "")
        .close();
    html.xml.open("body");
    match nodes {
        [part] if within => {
            html.write_attributes(*part);
            html.write_children(*part, 1);
        }
        parts => parts.iter().for_each(|part| html.write_node(*part, 1)),
    }
    let mut next = 0;
    while next < html.hidden_descriptions.len() {
        let (id, hidden) = html.hidden_descriptions[next].clone();
        html.xml.open("div").attr("id", &id).attr("hidden", "hidden");
        for node in hidden.into_iter().filter_map(|id| nodes.first()?.document().get_node(id)) {
            html.open_element("div", node);
            html.write_children(node, 6);
            html.xml.close();
        }
        html.xml.close();
        next += 1;
    }
    html.xml.finish()
}

const HEADING_ELEMENTS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

impl<D: Dialect> HtmlWriter<'_, D> {
    fn element_name<'n>(&self, node: Node<'n, '_>) -> &'n str {
        self.dialect.name(node).unwrap_or_default()
    }

    fn child_elements<'n, 'i>(&self, node: Node<'n, 'i>, name: &str) -> Vec<Node<'n, 'i>> {
        node.children().filter(|inner| inner.is_element() && self.element_name(*inner) == name).collect()
    }

    /// Id, language and direction of the element just opened.
    fn write_attributes(&mut self, node: Node<'_, '_>) {
        // A formula that is all of a paragraph is the paragraph.
        let formula = || sole_formula(node)?.attribute("id");
        self.xml.attr_opt("id", self.dialect.id(node).or_else(formula));
        self.xml.attr_opt("xml:lang", language_attribute(node));
        self.xml.attr_opt("dir", node.attribute("dir"));
        // Content that is hidden there is hidden here.
        for name in ["hidden", "aria-hidden"] {
            self.xml.attr_opt(name, node.attribute(name));
        }
        let hides = |style: &&str| style.contains("display") || style.contains("visibility");
        if !matches!(self.element_name(node), "list" | "ul" | "ol") {
            self.xml.attr_opt("style", node.attribute("style").filter(hides));
        }
    }

    fn open_element(&mut self, name: &'static str, node: Node<'_, '_>) {
        self.xml.open(name);
        self.write_attributes(node);
    }

    fn write_children(&mut self, node: Node<'_, '_>, depth: usize) {
        for inner in node.children() {
            self.write_node(inner, depth);
        }
    }

    fn write_renamed(&mut self, name: &'static str, node: Node<'_, '_>, depth: usize) {
        self.open_element(name, node);
        self.write_children(node, depth);
        self.xml.close();
    }

    fn write_node(&mut self, node: Node<'_, '_>, depth: usize) {
        if let Some(text) = node.text().filter(|_| node.is_text()) {
            self.xml.text(text);
            return;
        }
        if !node.is_element() {
            return;
        }
        if node.has_tag_name((MATHML_NAMESPACE, "math")) {
            return self.write_formula(node);
        }
        let Some(name) = self.dialect.name(node) else { return };
        match name {
            "level" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6" => {
                self.write_renamed("section", node, depth + 1);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "hd" | "levelhd" => self.write_heading(node, depth),
            "p" | "code" | "samp" if keeps_lines(name, node) => {
                self.open_element("pre", node);
                // Its only element says that it is code, which every such block is.
                self.write_children(find_child(node, "code").unwrap_or(node), depth);
                self.xml.close();
            }
            "p" if node.children().any(|inner| self.is_captioned_group(inner)) => {
                self.write_parted_paragraph(node, depth);
            }
            "line" if self.is_inline(node) && self.follows_line(node) => {
                self.xml.open("br").close();
                self.write_renamed("span", node, depth);
            }
            "author" | "bridgehead" | "byline" | "covertitle" | "dateline" | "docauthor" | "doctitle"
            | "line" | "title" => {
                self.write_renamed(if self.is_inline(node) { "span" } else { "p" }, node, depth);
            }
            "pagenum" => self.write_page(node),
            "note" => {
                let kind = if node.attribute("class") == Some("endnote") { "endnote" } else { "footnote" };
                self.write_note(node, kind, depth);
            }
            "annotation" => self.write_note(node, "annotation", depth),
            "noteref" | "annoref" => {
                let href = self.dialect.resolve_reference(node);
                self.xml.open("a").attr("epub:type", "noteref").attr_opt("href", href.as_deref());
                self.write_contents(node, depth);
            }
            "a" => {
                let href = self.dialect.resolve_reference(node);
                self.xml.open("a").attr_opt("href", href.as_deref());
                self.write_contents(node, depth);
            }
            "imggroup" => self.write_images(node, self.is_inline(node), depth),
            "img" => self.write_image(node, &[]),
            // A note of the producer by itself, or one that belongs to an image elsewhere.
            "prodnote" => {
                let is_required = node.attribute("render") == Some("required");
                let name = if is_required { "div" } else { "aside" };
                self.write_renamed(if self.is_inline(node) { "span" } else { name }, node, depth);
            }
            "sidebar" => self.write_renamed("aside", node, depth),
            "epigraph" => {
                self.xml.open("div").attr("epub:type", "epigraph");
                self.write_contents(node, depth);
            }
            "poem" => self.write_verse("poem", node, depth),
            "linegroup" => self.write_lines(node, depth),
            "linenum" => {
                self.xml.open("span").attr("epub:type", "linenum").text(&text_of(node)).close().text(" ");
            }
            "list" => self.write_list(node, depth),
            "table" => self.write_table(node, depth),
            name => self.write_shared_element(node, name, depth),
        }
    }

    /// Elements that XHTML has too, and those that mean nothing here.
    fn write_shared_element(&mut self, node: Node<'_, '_>, name: &str, depth: usize) {
        const SHARED_ELEMENTS: [&str; 43] = [
            "b", "i", "u", "s", "big", "small", "tt", "del", "ins", "var", "pre", "hr", "ol", "ul", "p",
            "div", "blockquote", "dl", "dt", "dd", "em", "strong", "sub", "sup", "code", "kbd", "samp",
            "cite", "q", "dfn", "bdo", "br", "address", "caption", "tr", "th", "td", "li", "ruby", "rb",
            "rp", "rt", "rtc",
        ];
        if let Some(known) = SHARED_ELEMENTS.iter().find(|known| **known == name) {
            self.open_element(known, node);
            let own_attributes: &[&str] = match name {
                "ol" => &["type", "start", "reversed", "style"],
                "ul" => &["style"],
                "li" => &["value"],
                _ => &[],
            };
            for attribute in own_attributes.iter().chain(&["colspan", "rowspan", "scope"]) {
                self.xml.attr_opt(attribute, node.attribute(*attribute));
            }
            self.write_children(node, depth);
            self.xml.close();
            return;
        }
        match (name, node.attribute("class")) {
            ("abbr" | "acronym", _) => {
                self.open_element("abbr", node);
                self.xml.attr_opt("title", node.attribute("title"));
                self.write_children(node, depth);
                self.xml.close();
            }
            ("span", Some("deleted")) => self.write_renamed("del", node, depth),
            ("span", Some("underlined")) => self.write_renamed("u", node, depth),
            ("span", Some("small")) => self.write_renamed("small", node, depth),
            ("span", Some("highlighted")) => self.write_renamed("mark", node, depth),
            ("span", _) => self.write_renamed("span", node, depth),
            ("col" | "colgroup", _) => {}
            ("sent" | "w", _) => {
                if name == "sent" && lacks_space_before(node, |before| self.element_name(before) == "sent") {
                    self.xml.text(" ");
                }
                if self.has_own_narration_or_language(node) {
                    self.write_renamed("span", node, depth);
                } else {
                    self.write_children(node, depth);
                }
            }
            // Elements of other standards.
            _ => self.write_children(node, depth),
        }
    }

    /// A heading at its nesting depth; that of a box is its title. The title of a poem is one of its lines,
    /// because a heading would end the division around it.
    fn write_heading(&mut self, node: Node<'_, '_>, depth: usize) {
        if self.element_name(node) == "hd" && self.is_in_verse(node) {
            return self.write_renamed("p", node, depth);
        }
        let of_level = node.parent().is_some_and(|parent| self.element_name(parent).starts_with("level"));
        let around = if of_level { depth } else { depth + 1 };
        let depth = self.dialect.heading_rank(node).unwrap_or(around);
        self.write_renamed(HEADING_ELEMENTS[depth.clamp(1, 6) - 1], node, depth);
    }

    /// Writes the attributes and children of the element just opened, and closes it.
    fn write_contents(&mut self, node: Node<'_, '_>, depth: usize) {
        self.write_attributes(node);
        self.write_children(node, depth);
        self.xml.close();
    }

    fn write_page(&mut self, node: Node<'_, '_>) {
        self.xml.open("span").attr("epub:type", "pagebreak").attr("title", &text_of(node));
        self.write_attributes(node);
        self.xml.close();
    }

    fn write_note(&mut self, node: Node<'_, '_>, kind: &str, depth: usize) {
        self.xml.open("aside").attr("epub:type", kind);
        self.write_contents(node, depth);
    }

    /// Writes a paragraph around pictures with captions in parts, because captions are blocks.
    fn write_parted_paragraph(&mut self, node: Node<'_, '_>, depth: usize) {
        self.open_element("div", node);
        let mut is_open = false;
        for inner in node.children() {
            if self.is_captioned_group(inner) {
                if std::mem::take(&mut is_open) {
                    self.xml.close();
                }
                self.write_images(inner, false, depth);
                continue;
            }
            if !is_open && !is_blank(inner) {
                self.xml.open("p");
                is_open = true;
            }
            if is_open {
                self.write_node(inner, depth);
            }
        }
        if is_open {
            self.xml.close();
        }
        self.xml.close();
    }

    fn is_captioned_group(&self, node: Node<'_, '_>) -> bool {
        node.is_element()
            && self.element_name(node) == "imggroup"
            && !self.child_elements(node, "caption").is_empty()
    }

    fn write_images(&mut self, node: Node<'_, '_>, inline: bool, depth: usize) {
        let captions = self.child_elements(node, "caption");
        let images = self.child_elements(node, "img");
        let all_notes = self.child_elements(node, "prodnote");
        // Captions that name their images are below them.
        let is_parted = !inline
            && images.len() > 1
            && !captions.is_empty()
            && captions.iter().all(|caption| find_captioned_image(*caption, &images).is_some());
        let name = if inline {
            "span"
        } else if captions.is_empty() {
            "p"
        } else if is_parted {
            "div"
        } else {
            "figure"
        };
        self.open_element(name, node);
        for image in &images {
            let own =
                captions.iter().filter(|caption| find_captioned_image(**caption, &images) == Some(*image));
            let own: Vec<_> = own.copied().filter(|_| is_parted).collect();
            if is_parted {
                self.xml.open(if own.is_empty() { "div" } else { "figure" });
            }
            let alt = image.attribute("alt").unwrap_or_default().trim();
            // A note that says what the alternative says is there for players that show no alternatives.
            let notes = all_notes.iter().copied();
            let notes = notes.filter(|note| describes_image(*note, *image, &images) && text_of(*note) != alt);
            // Required content is text, and not a description that a reader may leave out.
            let (required, notes): (Vec<_>, Vec<_>) =
                notes.partition(|note| note.attribute("render") == Some("required"));
            self.write_image(*image, &notes);
            for note in required {
                self.write_renamed(if inline { "span" } else { "div" }, note, depth);
            }
            self.write_captions(&own, inline, depth);
            if is_parted {
                self.xml.close();
            }
        }
        if images.is_empty() {
            for note in all_notes {
                self.write_renamed("span", note, depth);
            }
        }
        // Anything else in the group is text.
        for inner in node.children().filter(|inner| !is_blank(*inner)) {
            if inner.is_text() || !matches!(self.element_name(inner), "img" | "prodnote" | "caption") {
                self.write_node(inner, depth);
            }
        }
        if !is_parted {
            self.write_captions(&captions, inline, depth);
        }
        self.xml.close();
    }

    fn write_captions(&mut self, captions: &[Node<'_, '_>], inline: bool, depth: usize) {
        for caption in captions {
            self.write_renamed(if inline { "span" } else { "figcaption" }, *caption, depth);
        }
    }

    /// An image. DAISY wants an alternative of every image; an empty one says that there is none.
    fn write_image(&mut self, node: Node<'_, '_>, notes: &[Node<'_, '_>]) {
        self.open_element("img", node);
        self.xml.attr_opt("src", self.dialect.resolve_image(node).as_deref());
        self.xml.attr_opt("alt", node.attribute("alt").filter(|alt| !alt.trim().is_empty()));
        if !notes.is_empty() {
            self.descriptions += 1;
            let id = format!("dtbook-description-{}", self.descriptions);
            self.xml.attr("aria-describedby", &id);
            self.hidden_descriptions.push((id, notes.iter().map(Node::id).collect()));
        }
        self.xml.close();
    }

    /// A formula (MathML in DAISY). One that holds more than presentation is its words.
    fn write_formula(&mut self, node: Node<'_, '_>) {
        let alt = node.attribute("alttext");
        let presented = content::present_content(node);
        let inside = match presented.as_deref().and_then(mathml::parse_formula) {
            Some(document) => mathml::rewrite_content(document.root_element(), "", &mut UsedMarkup::new()),
            None => mathml::rewrite_content(node, "", &mut UsedMarkup::new()),
        };
        let Some(inside) = inside else {
            self.xml.text(&alt.map_or_else(|| text_of(node), str::to_owned));
            return;
        };
        let carried = node.parent().filter(|parent| sole_formula(*parent) == Some(node));
        let id = node.attribute("id").filter(|id| self.dialect.is_narrated(id));
        let id = id.filter(|_| carried.is_none_or(|parent| self.dialect.id(parent).is_some()));
        if let Some(id) = id {
            self.xml.open("span").attr("id", id);
        }
        self.xml.open("math").attr("xmlns", MATHML_NAMESPACE);
        for name in ["alttext", "altimg", "display"] {
            self.xml.attr_opt(name, node.attribute(name));
        }
        for (name, value) in mathml::kept_attributes(node) {
            self.xml.attr(name, value);
        }
        self.xml.raw_markup(&inside).close();
        if id.is_some() {
            self.xml.close();
        }
    }

    fn write_verse(&mut self, class: &str, node: Node<'_, '_>, depth: usize) {
        self.open_element("div", node);
        self.xml.attr("class", class);
        let mut rest: Vec<Node<'_, '_>> = node.children().filter(|inner| !is_blank(*inner)).collect();
        rest.reverse();
        while let Some(inner) = rest.pop() {
            if inner.is_text() {
                self.xml.open("p");
                self.write_node(inner, depth);
                self.xml.close();
                continue;
            }
            if self.element_name(inner) != "line" {
                self.write_node(inner, depth);
                continue;
            }
            // Lines that follow one another are one group.
            self.open_element("p", inner);
            self.write_children(inner, depth);
            let dialect = self.dialect;
            let is_line = |next: &mut Node<'_, '_>| next.is_element() && dialect.name(*next) == Some("line");
            while let Some(line) = rest.pop_if(is_line) {
                self.xml.open("br").close();
                self.write_renamed("span", line, depth);
            }
            self.xml.close();
        }
        self.xml.close();
    }

    fn write_lines(&mut self, node: Node<'_, '_>, depth: usize) {
        let mut inside = node.children().filter(|inner| !is_blank(*inner));
        let only = inside.all(|inner| inner.is_element() && self.element_name(inner) == "line");
        if !(only && self.is_in_verse(node)) {
            return self.write_verse("linegroup", node, depth);
        }
        self.open_element("p", node);
        for (n, line) in self.child_elements(node, "line").into_iter().enumerate() {
            if n > 0 {
                self.xml.open("br").close();
            }
            self.write_renamed("span", line, depth);
        }
        self.xml.close();
    }

    fn write_list(&mut self, node: Node<'_, '_>, depth: usize) {
        let ordered = node.attribute("type") == Some("ol");
        for title in self.child_elements(node, "hd") {
            self.write_renamed("p", title, depth);
        }
        self.open_element(if ordered { "ol" } else { "ul" }, node);
        // Its marks are in the text.
        let unmarked = node.attribute("type") == Some("pl");
        self.xml.attr_opt("style", unmarked.then_some("list-style-type: none"));
        if ordered {
            self.xml.attr_opt("type", node.attribute("enum").filter(|kind| *kind != "1"));
            self.xml.attr_opt("start", node.attribute("start"));
        }
        for item in node.children().filter(|item| !is_blank(*item)) {
            match item.tag_name().name() {
                "li" => {
                    self.open_element("li", item);
                    self.xml.attr_opt("value", item.attribute("value").filter(|_| ordered));
                    for inner in item.children() {
                        match inner.tag_name().name() {
                            "lic" => {
                                self.write_renamed("span", inner, depth);
                                self.xml.text(" ");
                            }
                            _ => self.write_node(inner, depth),
                        }
                    }
                    self.xml.close();
                }
                "hd" => {}
                // A list that is in none of the items belongs to the item before it.
                "list" => self.write_node(item, depth),
                _ => {
                    self.xml.open("li");
                    self.write_node(item, depth);
                    self.xml.close();
                }
            }
        }
        self.xml.close();
    }

    fn write_table(&mut self, node: Node<'_, '_>, depth: usize) {
        // Pages that begin between rows are put before the table; HTML has them in items there.
        let between = |page: &Node<'_, '_>| {
            page.is_element()
                && self.element_name(*page) == "pagenum"
                && (page.ancestors().skip(1).find(|above| self.element_name(*above) != "li")).is_some_and(
                    |above| matches!(self.element_name(above), "table" | "tbody" | "thead" | "tfoot"),
                )
        };
        let own = |page: &Node<'_, '_>| {
            page.ancestors().skip(1).find(|above| self.element_name(*above) == "table") == Some(node)
        };
        let pages: Vec<_> = node.descendants().filter(between).filter(own).collect();
        for page in &pages {
            self.write_page(*page);
        }
        self.open_element("table", node);
        self.xml.attr_opt("summary", node.attribute("summary"));
        for inner in node.children().filter(|inner| !is_blank(*inner)) {
            if inner.is_text() {
                self.write_node(inner, depth);
                continue;
            }
            match self.element_name(inner) {
                "caption" | "tr" => self.write_node(inner, depth),
                name @ ("thead" | "tbody" | "tfoot") => {
                    self.xml.open(match name {
                        "thead" => "thead",
                        "tbody" => "tbody",
                        _ => "tfoot",
                    });
                    for row in inner.children().filter(|row| !is_blank(*row)) {
                        if !pages.contains(&row) {
                            self.write_node(row, depth);
                        }
                    }
                    self.xml.close();
                }
                _ if pages.contains(&inner) => {}
                // Content of a table outside of its cells; the reader puts it before the table.
                _ => self.write_node(inner, depth),
            }
        }
        self.xml.close();
    }

    fn is_in_verse(&self, node: Node<'_, '_>) -> bool {
        node.parent().is_some_and(|parent| matches!(self.element_name(parent), "poem" | "linegroup"))
    }

    fn follows_line(&self, node: Node<'_, '_>) -> bool {
        node.prev_sibling_element().is_some_and(|before| self.element_name(before) == "line")
    }

    /// Returns true if a word or sentence is narrated on its own, or states its language.
    fn has_own_narration_or_language(&self, node: Node<'_, '_>) -> bool {
        node.attribute("id").is_some_and(|id| self.dialect.is_narrated(id))
            || node.has_attribute((XML_NAMESPACE, "lang"))
    }

    fn is_inline(&self, node: Node<'_, '_>) -> bool {
        node.parent().is_some_and(|parent| LINE_ELEMENTS.contains(&self.element_name(parent)))
    }
}
