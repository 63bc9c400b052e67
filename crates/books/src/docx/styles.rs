//! The styles: large print, without serifs, ragged, nothing in small letters.

use crate::model::Book;
use crate::xml::{Writer, language};

use super::parts::part;

/// Half points: 18 points, the size of large print.
const SIZE: u32 = 36;
const FONT: &str = "Verdana";

/// A style of paragraphs.
struct Style {
    id: &'static str,
    name: &'static str,
    based: &'static str,
    next: &'static str,
    /// Half points, when it differs.
    size: Option<u32>,
    bold: bool,
    italic: bool,
    /// Twentieths of a point before and after it, and from the edge on the side where lines begin.
    space: (u32, u32, u32),
    keep_next: bool,
    /// From 0.
    outline: Option<u8>,
    center: bool,
}

const PLAIN: Style = Style {
    id: "",
    name: "",
    based: "Normal",
    next: "",
    size: None,
    bold: false,
    italic: false,
    space: (0, 200, 0),
    keep_next: false,
    outline: None,
    center: false,
};

const fn heading(id: &'static str, name: &'static str, level: u8, size: u32) -> Style {
    Style {
        id,
        name,
        next: "Normal",
        size: Some(size),
        bold: true,
        space: (480, 240, 0),
        keep_next: true,
        outline: Some(level),
        ..PLAIN
    }
}

const STYLES: [Style; 30] = [
    heading("Heading1", "heading 1", 0, 52),
    heading("Heading2", "heading 2", 1, 46),
    heading("Heading3", "heading 3", 2, 42),
    heading("Heading4", "heading 4", 3, 40),
    heading("Heading5", "heading 5", 4, 38),
    heading("Heading6", "heading 6", 5, 36),
    Style {
        id: "Title",
        name: "Title",
        next: "Subtitle",
        size: Some(64),
        bold: true,
        space: (480, 240, 0),
        ..PLAIN
    },
    Style { id: "Subtitle", name: "Subtitle", next: "Author", size: Some(44), space: (0, 240, 0), ..PLAIN },
    Style { id: "Author", name: "Author", next: "Normal", size: Some(40), space: (0, 240, 0), ..PLAIN },
    Style {
        id: "TOCHeading",
        name: "TOC Heading",
        next: "Normal",
        size: Some(46),
        bold: true,
        space: (480, 240, 0),
        keep_next: true,
        ..PLAIN
    },
    Style { id: "TOC1", name: "toc 1", next: "Normal", space: (0, 100, 0), ..PLAIN },
    Style { id: "TOC2", name: "toc 2", next: "Normal", space: (0, 100, 360), ..PLAIN },
    Style { id: "TOC3", name: "toc 3", next: "Normal", space: (0, 100, 720), ..PLAIN },
    Style {
        id: "BoxTitle",
        name: "Box Title",
        next: "Normal",
        bold: true,
        space: (240, 160, 0),
        keep_next: true,
        ..PLAIN
    },
    Style { id: "Quote", name: "Quote", space: (0, 200, 560), ..PLAIN },
    Style { id: "Epigraph", name: "Epigraph", based: "Quote", italic: true, space: (0, 200, 560), ..PLAIN },
    Style { id: "Sidebar", name: "Sidebar", space: (0, 200, 360), ..PLAIN },
    Style { id: "Verse", name: "Verse", space: (0, 40, 560), ..PLAIN },
    Style { id: "Preformatted", name: "HTML Preformatted", ..PLAIN },
    Style { id: "Caption", name: "caption", bold: true, ..PLAIN },
    Style { id: "Figure", name: "Figure", ..PLAIN },
    Style { id: "FigureAbove", name: "Figure Above Caption", based: "Figure", keep_next: true, ..PLAIN },
    Style { id: "ImageDescription", name: "Image Description", space: (0, 200, 360), ..PLAIN },
    Style { id: "Separator", name: "Separator", center: true, space: (240, 240, 0), ..PLAIN },
    Style {
        id: "PrintPage",
        name: "Page Number (Print)",
        next: "Normal",
        keep_next: true,
        space: (120, 120, 0),
        ..PLAIN
    },
    Style {
        id: "DefinitionTerm",
        name: "Definition Term",
        next: "Definition",
        bold: true,
        keep_next: true,
        space: (0, 80, 0),
        ..PLAIN
    },
    Style { id: "Definition", name: "Definition", space: (0, 200, 560), ..PLAIN },
    Style { id: "ListParagraph", name: "List Paragraph", space: (0, 120, 0), ..PLAIN },
    Style { id: "TableText", name: "Table Text", space: (40, 40, 0), ..PLAIN },
    Style { id: "TableHeading", name: "Table Heading", bold: true, space: (40, 40, 0), ..PLAIN },
];

pub(super) fn write(book: &Book) -> String {
    let mut xml = part("w:styles");
    xml.line().open("w:docDefaults").open("w:rPrDefault").open("w:rPr");
    font(&mut xml, FONT);
    size(&mut xml, SIZE);
    if let Some(tag) = language(book.metadata.language()) {
        xml.open("w:lang");
        super::runs::language_attributes(&mut xml, tag);
        xml.close();
    }
    xml.close().close().open("w:pPrDefault").open("w:pPr");
    xml.open("w:spacing").attr("w:after", "200").attr("w:line", "312").attr("w:lineRule", "auto").close();
    xml.close().close().close().line();
    xml.open("w:style").attr("w:type", "paragraph").attr("w:default", "1").attr("w:styleId", "Normal");
    value(&mut xml, "w:name", "Normal");
    xml.open("w:qFormat").close().close().line();
    for style in &STYLES {
        paragraph(&mut xml, style);
    }
    note_text(&mut xml);
    characters(&mut xml);
    tables(&mut xml);
    xml.finish()
}

fn value(xml: &mut Writer, name: &'static str, value: &str) {
    xml.open(name).attr("w:val", value).close();
}

fn font(xml: &mut Writer, name: &str) {
    xml.open("w:rFonts");
    for attribute in ["w:ascii", "w:hAnsi", "w:cs"] {
        xml.attr(attribute, name);
    }
    xml.close();
}

fn size(xml: &mut Writer, half_points: u32) {
    value(xml, "w:sz", &half_points.to_string());
    value(xml, "w:szCs", &half_points.to_string());
}

fn on(xml: &mut Writer, names: [&'static str; 2]) {
    for name in names {
        xml.open(name).close();
    }
}

fn paragraph(xml: &mut Writer, style: &Style) {
    xml.open("w:style").attr("w:type", "paragraph").attr("w:styleId", style.id);
    value(xml, "w:name", style.name);
    value(xml, "w:basedOn", style.based);
    if !style.next.is_empty() {
        value(xml, "w:next", style.next);
    }
    xml.open("w:qFormat").close().open("w:pPr");
    if style.keep_next {
        on(xml, ["w:keepNext", "w:keepLines"]);
    }
    let (before, behind, edge) = style.space;
    xml.open("w:spacing").attr("w:before", &before.to_string()).attr("w:after", &behind.to_string()).close();
    if edge > 0 {
        xml.open("w:ind").attr("w:start", &edge.to_string()).close();
    }
    if style.center {
        value(xml, "w:jc", "center");
    }
    if let Some(level) = style.outline {
        value(xml, "w:outlineLvl", &level.to_string());
    }
    xml.close().open("w:rPr");
    if style.id == "Preformatted" {
        font(xml, "Courier New");
    }
    if style.bold {
        on(xml, ["w:b", "w:bCs"]);
    }
    if style.italic {
        on(xml, ["w:i", "w:iCs"]);
    }
    if let Some(half_points) = style.size {
        size(xml, half_points);
    }
    xml.close().close().line();
}

fn note_text(xml: &mut Writer) {
    for (id, name) in [("FootnoteText", "footnote text"), ("Footer", "footer")] {
        xml.open("w:style").attr("w:type", "paragraph").attr("w:styleId", id);
        value(xml, "w:name", name);
        value(xml, "w:basedOn", "Normal");
        xml.close().line();
    }
}

/// Styles of characters: id, name, and the elements that make them.
fn characters(xml: &mut Writer) {
    let plain: [(&str, &str, &[&'static str]); 8] = [
        ("Emphasis", "Emphasis", &["w:i", "w:iCs"]),
        ("Strong", "Strong", &["w:b", "w:bCs"]),
        ("Citation", "HTML Cite", &["w:i", "w:iCs"]),
        ("Defined", "HTML Definition", &["w:b", "w:bCs"]),
        ("Abbreviation", "HTML Acronym", &[]),
        ("LineNumber", "line number", &[]),
        ("PageNumber", "page number", &["w:b", "w:bCs"]),
        ("SmallPrint", "Small Print", &[]),
    ];
    let open = |xml: &mut Writer, id: &str, name: &str| {
        xml.open("w:style").attr("w:type", "character").attr("w:styleId", id);
        value(xml, "w:name", name);
        xml.open("w:rPr");
    };
    for (id, name, elements) in plain {
        open(xml, id, name);
        for element in elements {
            xml.open(element).close();
        }
        xml.close().close().line();
    }
    open(xml, "Code", "HTML Code");
    font(xml, "Courier New");
    xml.close().close().line();
    open(xml, "Hyperlink", "Hyperlink");
    // Dark enough on white, and underlined: never by color alone.
    value(xml, "w:color", "0B3D91");
    value(xml, "w:u", "single");
    xml.close().close().line();
    open(xml, "FootnoteReference", "footnote reference");
    value(xml, "w:vertAlign", "superscript");
    xml.close().close().line();
}

fn tables(xml: &mut Writer) {
    xml.open("w:style").attr("w:type", "table").attr("w:default", "1").attr("w:styleId", "TableNormal");
    value(xml, "w:name", "Normal Table");
    xml.open("w:tblPr");
    margins(xml);
    xml.close().close().line();
    xml.open("w:style").attr("w:type", "table").attr("w:styleId", "BookTable");
    value(xml, "w:name", "Book Table");
    value(xml, "w:basedOn", "TableNormal");
    xml.open("w:tblPr").open("w:tblBorders");
    for side in ["w:top", "w:left", "w:bottom", "w:right", "w:insideH", "w:insideV"] {
        xml.open(side)
            .attr("w:val", "single")
            .attr("w:sz", "8")
            .attr("w:space", "0")
            .attr("w:color", "auto")
            .close();
    }
    xml.close();
    margins(xml);
    xml.close();
    for kind in ["firstRow", "firstCol"] {
        xml.open("w:tblStylePr").attr("w:type", kind).open("w:rPr");
        on(xml, ["w:b", "w:bCs"]);
        xml.close().close();
    }
    xml.close().line();
}

fn margins(xml: &mut Writer) {
    xml.open("w:tblCellMar");
    for (side, width) in [("w:top", "40"), ("w:left", "108"), ("w:bottom", "40"), ("w:right", "108")] {
        xml.open(side).attr("w:w", width).attr("w:type", "dxa").close();
    }
    xml.close();
}
