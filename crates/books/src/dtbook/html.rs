//! `DTBook`, or what says the same, as XHTML; the reader of EPUB then knows what it means.

use roxmltree::Node;

use crate::mathml::{self, Used};
use crate::xml::{MATHML, OPS, Writer, XHTML, XML, child, text_of};

/// The language that a text is written in.
pub(crate) trait Dialect {
    /// The name that an element has in `DTBook`, or in HTML when `DTBook` has none for it. `None`: it is left
    /// out.
    fn name<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        Some(node.tag_name().name())
    }

    /// The id of an element.
    fn id<'n>(&self, node: Node<'n, '_>) -> Option<&'n str> {
        node.attribute("id")
    }

    /// The depth of a heading, where it is not that of the divisions around it.
    fn rank(&self, _heading: Node<'_, '_>) -> Option<usize> {
        None
    }

    /// Where an element refers to: to the part that has the place, or outside.
    fn reference(&self, node: Node<'_, '_>) -> Option<String>;

    /// The file of an image.
    fn image(&self, node: Node<'_, '_>) -> Option<String> {
        node.attribute("src").map(str::to_owned)
    }

    /// Whether narration points at this id.
    fn is_narrated(&self, _id: &str) -> bool {
        false
    }
}

struct Html<'a, D> {
    xml: Writer,
    dialect: &'a D,
    descriptions: usize,
    /// Descriptions of images, which are hidden at the end.
    hidden: Vec<(String, Vec<roxmltree::NodeId>)>,
}

/// Writes the contents of elements as a document; when it is one alone, the document carries what the element
/// does.
pub(crate) fn write<D: Dialect>(nodes: &[Node<'_, '_>], within: bool, dialect: &D) -> String {
    let xml = Writer::document("");
    let mut html = Html { xml, dialect, descriptions: 0, hidden: Vec::new() };
    html.xml
        .open("html")
        .attr("xmlns", XHTML)
        .attr("xmlns:epub", OPS)
        .open("head")
        .element("title", "")
        .close();
    html.xml.open("body");
    match nodes {
        [part] if within => {
            html.carry(*part);
            html.all(*part, 1);
        }
        parts => parts.iter().for_each(|part| html.node(*part, 1)),
    }
    let mut next = 0;
    while next < html.hidden.len() {
        let (id, hidden) = html.hidden[next].clone();
        html.xml.open("div").attr("id", &id).attr("hidden", "hidden");
        for node in hidden.into_iter().filter_map(|id| nodes.first()?.document().get_node(id)) {
            html.open("div", node);
            html.all(node, 6);
            html.xml.close();
        }
        html.xml.close();
        next += 1;
    }
    html.xml.finish()
}

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

impl<D: Dialect> Html<'_, D> {
    fn name<'n>(&self, node: Node<'n, '_>) -> &'n str {
        self.dialect.name(node).unwrap_or_default()
    }

    fn children<'n, 'i>(&self, node: Node<'n, 'i>, name: &str) -> Vec<Node<'n, 'i>> {
        node.children().filter(|inner| inner.is_element() && self.name(*inner) == name).collect()
    }

    /// Id, language and direction of the element just opened.
    fn carry(&mut self, node: Node<'_, '_>) {
        // A formula that is all of a paragraph is the paragraph.
        let formula = || only_formula(node)?.attribute("id");
        self.xml.attr_opt("id", self.dialect.id(node).or_else(formula));
        self.xml.attr_opt("xml:lang", node.attribute((XML, "lang")).or_else(|| node.attribute("lang")));
        self.xml.attr_opt("dir", node.attribute("dir"));
        // What is hidden there is hidden here.
        for name in ["hidden", "aria-hidden"] {
            self.xml.attr_opt(name, node.attribute(name));
        }
        let hides = |style: &&str| style.contains("display") || style.contains("visibility");
        if !matches!(self.name(node), "list" | "ul" | "ol") {
            self.xml.attr_opt("style", node.attribute("style").filter(hides));
        }
    }

    fn open(&mut self, name: &'static str, node: Node<'_, '_>) {
        self.xml.open(name);
        self.carry(node);
    }

    fn all(&mut self, node: Node<'_, '_>, depth: usize) {
        for inner in node.children() {
            self.node(inner, depth);
        }
    }

    fn whole(&mut self, name: &'static str, node: Node<'_, '_>, depth: usize) {
        self.open(name, node);
        self.all(node, depth);
        self.xml.close();
    }

    fn node(&mut self, node: Node<'_, '_>, depth: usize) {
        if let Some(text) = node.text().filter(|_| node.is_text()) {
            self.xml.text(text);
            return;
        }
        if !node.is_element() {
            return;
        }
        if node.has_tag_name((MATHML, "math")) {
            return self.formula(node);
        }
        let Some(name) = self.dialect.name(node) else { return };
        match name {
            "level" | "level1" | "level2" | "level3" | "level4" | "level5" | "level6" => {
                self.whole("section", node, depth + 1);
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "hd" | "levelhd" => self.heading(node, depth),
            "p" if node.attribute((XML, "space")) == Some("preserve") => {
                self.open("pre", node);
                // Its only element says that it is code, which every such block is.
                self.all(child(node, "code").unwrap_or(node), depth);
                self.xml.close();
            }
            "bridgehead" | "doctitle" | "docauthor" | "covertitle" | "byline" | "dateline" | "line" => {
                self.whole(if self.is_inline(node) { "span" } else { "p" }, node, depth);
            }
            "author" | "title" => self.whole(if self.is_inline(node) { "span" } else { "p" }, node, depth),
            "pagenum" => self.page(node),
            "note" => {
                let kind = if node.attribute("class") == Some("endnote") { "endnote" } else { "footnote" };
                self.note(node, kind, depth);
            }
            "annotation" => self.note(node, "annotation", depth),
            "noteref" | "annoref" => {
                let href = self.dialect.reference(node);
                self.xml.open("a").attr("epub:type", "noteref").attr_opt("href", href.as_deref());
                self.carry(node);
                self.all(node, depth);
                self.xml.close();
            }
            "a" => {
                let href = self.dialect.reference(node);
                self.xml.open("a").attr_opt("href", href.as_deref());
                self.carry(node);
                self.all(node, depth);
                self.xml.close();
            }
            "imggroup" => self.images(node, depth),
            "img" => self.image(node, &[]),
            // A note of the producer by itself, or one that belongs to an image elsewhere.
            "prodnote" => self.whole(if self.is_inline(node) { "span" } else { "aside" }, node, depth),
            "sidebar" => self.whole("aside", node, depth),
            "epigraph" => {
                self.xml.open("div").attr("epub:type", "epigraph");
                self.carry(node);
                self.all(node, depth);
                self.xml.close();
            }
            "poem" => self.verse("poem", node, depth),
            "linegroup" => self.lines(node, depth),
            "linenum" => {
                self.xml.open("span").attr("epub:type", "linenum").text(&text_of(node)).close().text(" ");
            }
            "list" => self.list(node, depth),
            "table" => self.table(node, depth),
            name => self.same(node, name, depth),
        }
    }

    /// Elements that XHTML has too, and those that mean nothing here.
    fn same(&mut self, node: Node<'_, '_>, name: &str, depth: usize) {
        const SAME: [&str; 38] = [
            "b",
            "i",
            "u",
            "s",
            "big",
            "small",
            "tt",
            "del",
            "ins",
            "var",
            "pre",
            "hr",
            "ol",
            "ul",
            "p",
            "div",
            "blockquote",
            "dl",
            "dt",
            "dd",
            "em",
            "strong",
            "sub",
            "sup",
            "code",
            "kbd",
            "samp",
            "cite",
            "q",
            "dfn",
            "bdo",
            "br",
            "address",
            "caption",
            "tr",
            "th",
            "td",
            "li",
        ];
        if let Some(known) = SAME.iter().find(|known| **known == name) {
            self.open(known, node);
            match name {
                "ol" => {
                    for attribute in ["type", "start", "reversed", "style"] {
                        self.xml.attr_opt(attribute, node.attribute(attribute));
                    }
                }
                "ul" => drop(self.xml.attr_opt("style", node.attribute("style"))),
                "li" => drop(self.xml.attr_opt("value", node.attribute("value"))),
                _ => {}
            }
            for attribute in ["colspan", "rowspan", "scope"] {
                self.xml.attr_opt(attribute, node.attribute(attribute));
            }
            self.all(node, depth);
            self.xml.close();
            return;
        }
        match (name, node.attribute("class")) {
            ("abbr" | "acronym", _) => {
                self.open("abbr", node);
                self.xml.attr_opt("title", node.attribute("title"));
                self.all(node, depth);
                self.xml.close();
            }
            ("span", Some("deleted")) => self.whole("del", node, depth),
            ("span", Some("underlined")) => self.whole("u", node, depth),
            ("span", Some("small")) => self.whole("small", node, depth),
            ("span", Some("highlighted")) => self.whole("mark", node, depth),
            ("span", _) => self.whole("span", node, depth),
            ("col" | "colgroup", _) => {}
            ("sent" | "w", _) if node.attribute("id").is_some_and(|id| self.dialect.is_narrated(id)) => {
                self.whole("span", node, depth);
            }
            // Other words and sentences, and what is not of this standard.
            _ => self.all(node, depth),
        }
    }

    /// A heading at its nesting depth; that of a box or a poem is its title.
    fn heading(&mut self, node: Node<'_, '_>, depth: usize) {
        let of_level = node.parent().is_some_and(|parent| self.name(parent).starts_with("level"));
        let around = if of_level { depth } else { depth + 1 };
        let depth = self.dialect.rank(node).unwrap_or(around);
        self.whole(HEADINGS[depth.clamp(1, 6) - 1], node, depth);
    }

    fn page(&mut self, node: Node<'_, '_>) {
        self.xml.open("span").attr("epub:type", "pagebreak").attr("title", &text_of(node));
        self.carry(node);
        self.xml.close();
    }

    fn note(&mut self, node: Node<'_, '_>, kind: &str, depth: usize) {
        self.xml.open("aside").attr("epub:type", kind);
        self.carry(node);
        self.all(node, depth);
        self.xml.close();
    }

    fn images(&mut self, node: Node<'_, '_>, depth: usize) {
        let caption = self.children(node, "caption");
        let inline = self.is_inline(node);
        let name = if inline {
            "span"
        } else if caption.is_empty() {
            "p"
        } else {
            "figure"
        };
        self.open(name, node);
        let images = self.children(node, "img");
        for image in &images {
            let alt = image.attribute("alt").unwrap_or_default().trim();
            let of_this = |note: &Node<'_, '_>| match note.attribute("imgref") {
                Some(ids) => ids
                    .split_ascii_whitespace()
                    .any(|id| image.attribute("id") == Some(id.trim_start_matches('#'))),
                None => images.len() == 1,
            };
            // A note that says what the alternative says is there for players that show no alternatives.
            let mut notes = self.children(node, "prodnote");
            notes.retain(|note| of_this(note) && text_of(*note) != alt);
            // What must be presented is text, and not a description that a reader may leave out.
            let (required, notes): (Vec<_>, Vec<_>) =
                notes.into_iter().partition(|note| note.attribute("render") == Some("required"));
            self.image(*image, &notes);
            for note in required {
                self.whole(if inline { "span" } else { "div" }, note, depth);
            }
        }
        if images.is_empty() {
            for note in self.children(node, "prodnote") {
                self.whole("span", note, depth);
            }
        }
        // Anything else in the group is text.
        for inner in node.children().filter(|inner| !is_blank(*inner)) {
            if inner.is_text() || !matches!(self.name(inner), "img" | "prodnote" | "caption") {
                self.node(inner, depth);
            }
        }
        for caption in caption {
            self.open(if inline { "span" } else { "figcaption" }, caption);
            self.all(caption, depth);
            self.xml.close();
        }
        self.xml.close();
    }

    /// An image. DAISY wants an alternative of every image; an empty one says that there is none.
    fn image(&mut self, node: Node<'_, '_>, notes: &[Node<'_, '_>]) {
        self.open("img", node);
        self.xml.attr_opt("src", self.dialect.image(node).as_deref());
        self.xml.attr_opt("alt", node.attribute("alt").filter(|alt| !alt.trim().is_empty()));
        if !notes.is_empty() {
            self.descriptions += 1;
            let id = format!("dtbook-description-{}", self.descriptions);
            self.xml.attr("aria-describedby", &id);
            self.hidden.push((id, notes.iter().map(Node::id).collect()));
        }
        self.xml.close();
    }

    /// A formula (MathML in DAISY). One that holds more than presentation is its words.
    fn formula(&mut self, node: Node<'_, '_>) {
        let alt = node.attribute("alttext");
        let Some(inside) = mathml::inside(node, "", &mut Used::new()) else {
            self.xml.text(&alt.map_or_else(|| text_of(node), str::to_owned));
            return;
        };
        let carried = node.parent().filter(|parent| only_formula(*parent) == Some(node));
        let id = node.attribute("id").filter(|id| self.dialect.is_narrated(id));
        let id = id.filter(|_| carried.is_none_or(|parent| self.dialect.id(parent).is_some()));
        if let Some(id) = id {
            self.xml.open("span").attr("id", id);
        }
        self.xml.open("math").attr("xmlns", MATHML);
        for name in ["alttext", "altimg", "display"] {
            self.xml.attr_opt(name, node.attribute(name));
        }
        for (name, value) in mathml::attributes(node) {
            self.xml.attr(name, value);
        }
        self.xml.raw(&inside).close();
        if id.is_some() {
            self.xml.close();
        }
    }

    fn verse(&mut self, class: &str, node: Node<'_, '_>, depth: usize) {
        self.open("div", node);
        self.xml.attr("class", class);
        let mut rest: Vec<Node<'_, '_>> = node.children().filter(|inner| !is_blank(*inner)).collect();
        rest.reverse();
        while let Some(inner) = rest.pop() {
            if inner.is_text() {
                self.xml.open("p");
                self.node(inner, depth);
                self.xml.close();
                continue;
            }
            if self.name(inner) != "line" {
                self.node(inner, depth);
                continue;
            }
            // Lines that follow one another are one group.
            self.open("p", inner);
            self.all(inner, depth);
            let dialect = self.dialect;
            let is_line = |next: &mut Node<'_, '_>| next.is_element() && dialect.name(*next) == Some("line");
            while let Some(line) = rest.pop_if(is_line) {
                self.xml.open("br").close();
                self.whole("span", line, depth);
            }
            self.xml.close();
        }
        self.xml.close();
    }

    fn lines(&mut self, node: Node<'_, '_>, depth: usize) {
        let mut inside = node.children().filter(|inner| !is_blank(*inner));
        let only = inside.all(|inner| inner.is_element() && self.name(inner) == "line");
        let in_verse = node.parent().is_some_and(|parent| matches!(self.name(parent), "poem" | "linegroup"));
        if !(only && in_verse) {
            return self.verse("linegroup", node, depth);
        }
        self.open("p", node);
        for (n, line) in self.children(node, "line").into_iter().enumerate() {
            if n > 0 {
                self.xml.open("br").close();
            }
            self.whole("span", line, depth);
        }
        self.xml.close();
    }

    fn list(&mut self, node: Node<'_, '_>, depth: usize) {
        let ordered = node.attribute("type") == Some("ol");
        for title in self.children(node, "hd") {
            self.whole("p", title, depth);
        }
        self.open(if ordered { "ol" } else { "ul" }, node);
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
                    self.open("li", item);
                    self.xml.attr_opt("value", item.attribute("value").filter(|_| ordered));
                    for inner in item.children() {
                        match inner.tag_name().name() {
                            "lic" => {
                                self.whole("span", inner, depth);
                                self.xml.text(" ");
                            }
                            _ => self.node(inner, depth),
                        }
                    }
                    self.xml.close();
                }
                "hd" => {}
                _ => {
                    self.xml.open("li");
                    self.node(item, depth);
                    self.xml.close();
                }
            }
        }
        self.xml.close();
    }

    fn table(&mut self, node: Node<'_, '_>, depth: usize) {
        // Pages that begin between rows are put before the table; HTML has them in items there.
        let between = |page: &Node<'_, '_>| {
            page.is_element()
                && self.name(*page) == "pagenum"
                && (page.ancestors().skip(1).find(|above| self.name(*above) != "li"))
                    .is_some_and(|above| matches!(self.name(above), "table" | "tbody" | "thead" | "tfoot"))
        };
        let own = |page: &Node<'_, '_>| {
            page.ancestors().skip(1).find(|above| self.name(*above) == "table") == Some(node)
        };
        let pages: Vec<_> = node.descendants().filter(between).filter(own).collect();
        for page in &pages {
            self.page(*page);
        }
        self.open("table", node);
        self.xml.attr_opt("summary", node.attribute("summary"));
        for inner in node.children().filter(|inner| !is_blank(*inner)) {
            if inner.is_text() {
                self.node(inner, depth);
                continue;
            }
            match self.name(inner) {
                "caption" | "tr" => self.node(inner, depth),
                name @ ("thead" | "tbody" | "tfoot") => {
                    self.xml.open(match name {
                        "thead" => "thead",
                        "tbody" => "tbody",
                        _ => "tfoot",
                    });
                    for row in inner.children().filter(|row| !is_blank(*row)) {
                        if !pages.contains(&row) {
                            self.node(row, depth);
                        }
                    }
                    self.xml.close();
                }
                _ if pages.contains(&inner) => {}
                // What is in a table without being in a cell; the reader puts it before the table.
                _ => self.node(inner, depth),
            }
        }
        self.xml.close();
    }

    /// Whether an element is inline.
    fn is_inline(&self, node: Node<'_, '_>) -> bool {
        node.parent().is_some_and(|parent| LINES.contains(&self.name(parent)))
    }
}

/// Whether a node shows nothing: white space, a comment.
fn is_blank(node: Node<'_, '_>) -> bool {
    !node.is_element() && node.text().filter(|_| node.is_text()).is_none_or(|text| text.trim().is_empty())
}

/// The formula that is all a paragraph holds.
fn only_formula<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let blank = |inner: &Node<'_, '_>| inner.text().is_none_or(|text| text.trim().is_empty());
    let mut inside = node.children().filter(|inner| inner.is_element() || inner.is_text() && !blank(inner));
    let only = inside.next().filter(|only| only.has_tag_name((MATHML, "math")));
    only.filter(|_| node.tag_name().name() == "p" && inside.next().is_none())
}

const LINES: [&str; 22] = [
    "p",
    "line",
    "lic",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hd",
    "em",
    "strong",
    "span",
    "a",
    "cite",
    "q",
    "sub",
    "sup",
    "bridgehead",
    "sent",
    "address",
];
