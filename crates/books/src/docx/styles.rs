//! The styles: large print, without serifs, ragged, nothing in small letters.

use crate::model::Book;
use crate::xml::{XmlWriter, schema_language};

use super::parts::begin_part;

/// Half points: 18 points, the size of large print.
const TEXT_HALF_POINTS: u32 = 36;
const FONT_NAME: &str = "Verdana";

struct ParagraphStyle {
    id: &'static str,
    name: &'static str,
    based_on: &'static str,
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

const fn plain_style(id: &'static str, name: &'static str, space: (u32, u32, u32)) -> ParagraphStyle {
    ParagraphStyle {
        id,
        name,
        based_on: "Normal",
        next: "",
        size: None,
        bold: false,
        italic: false,
        space,
        keep_next: false,
        outline: None,
        center: false,
    }
}

/// A style of a title or heading: of this size, and bold.
const fn title_style(id: &'static str, name: &'static str, next: &'static str, size: u32) -> ParagraphStyle {
    ParagraphStyle { next, size: Some(size), bold: true, ..plain_style(id, name, (480, 240, 0)) }
}

const fn heading_style(id: &'static str, name: &'static str, level: u8, size: u32) -> ParagraphStyle {
    ParagraphStyle { keep_next: true, outline: Some(level), ..title_style(id, name, "Normal", size) }
}

const PARAGRAPH_STYLES: [ParagraphStyle; 30] = [
    heading_style("Heading1", "heading 1", 0, 52),
    heading_style("Heading2", "heading 2", 1, 46),
    heading_style("Heading3", "heading 3", 2, 42),
    heading_style("Heading4", "heading 4", 3, 40),
    heading_style("Heading5", "heading 5", 4, 38),
    heading_style("Heading6", "heading 6", 5, 36),
    title_style("Title", "Title", "Subtitle", 64),
    ParagraphStyle { next: "Author", size: Some(44), ..plain_style("Subtitle", "Subtitle", (0, 240, 0)) },
    ParagraphStyle { next: "Normal", size: Some(40), ..plain_style("Author", "Author", (0, 240, 0)) },
    ParagraphStyle { keep_next: true, ..title_style("TOCHeading", "TOC Heading", "Normal", 46) },
    ParagraphStyle { next: "Normal", ..plain_style("TOC1", "toc 1", (0, 100, 0)) },
    ParagraphStyle { next: "Normal", ..plain_style("TOC2", "toc 2", (0, 100, 360)) },
    ParagraphStyle { next: "Normal", ..plain_style("TOC3", "toc 3", (0, 100, 720)) },
    ParagraphStyle {
        next: "Normal",
        bold: true,
        keep_next: true,
        ..plain_style("BoxTitle", "Box Title", (240, 160, 0))
    },
    plain_style("Quote", "Quote", (0, 200, 560)),
    ParagraphStyle { based_on: "Quote", italic: true, ..plain_style("Epigraph", "Epigraph", (0, 200, 560)) },
    plain_style("Sidebar", "Sidebar", (0, 200, 360)),
    plain_style("Verse", "Verse", (0, 40, 560)),
    plain_style("Preformatted", "HTML Preformatted", (0, 200, 0)),
    ParagraphStyle { bold: true, ..plain_style("Caption", "caption", (0, 200, 0)) },
    plain_style("Figure", "Figure", (0, 200, 0)),
    ParagraphStyle {
        based_on: "Figure",
        keep_next: true,
        ..plain_style("FigureAbove", "Figure Above Caption", (0, 200, 0))
    },
    plain_style("ImageDescription", "Image Description", (0, 200, 360)),
    ParagraphStyle { center: true, ..plain_style("Separator", "Separator", (240, 240, 0)) },
    ParagraphStyle {
        next: "Normal",
        keep_next: true,
        ..plain_style("PrintPage", "Page Number (Print)", (120, 120, 0))
    },
    ParagraphStyle {
        next: "Definition",
        bold: true,
        keep_next: true,
        ..plain_style("DefinitionTerm", "Definition Term", (0, 80, 0))
    },
    plain_style("Definition", "Definition", (0, 200, 560)),
    plain_style("ListParagraph", "List Paragraph", (0, 120, 0)),
    plain_style("TableText", "Table Text", (40, 40, 0)),
    ParagraphStyle { bold: true, ..plain_style("TableHeading", "Table Heading", (40, 40, 0)) },
];

pub(super) fn write_styles(book: &Book) -> String {
    let mut xml = begin_part("w:styles");
    xml.end_line().open("w:docDefaults").open("w:rPrDefault").open("w:rPr");
    write_font(&mut xml, FONT_NAME);
    write_size(&mut xml, TEXT_HALF_POINTS);
    if let Some(tag) = schema_language(book.metadata.language()) {
        xml.open("w:lang");
        super::runs::write_language_attributes(&mut xml, tag);
        xml.close();
    }
    xml.close().close().open("w:pPrDefault").open("w:pPr");
    xml.open("w:spacing").attr("w:after", "200").attr("w:line", "312").attr("w:lineRule", "auto").close();
    xml.close().close().close().end_line();
    xml.open("w:style").attr("w:type", "paragraph").attr("w:default", "1").attr("w:styleId", "Normal");
    write_value(&mut xml, "w:name", "Normal");
    xml.open("w:qFormat").close().close().end_line();
    for style in &PARAGRAPH_STYLES {
        write_paragraph_style(&mut xml, style);
    }
    write_note_text_style(&mut xml);
    write_character_styles(&mut xml);
    write_table_styles(&mut xml);
    xml.finish()
}

fn write_value(xml: &mut XmlWriter, name: &'static str, value: &str) {
    xml.open(name).attr("w:val", value).close();
}

fn write_font(xml: &mut XmlWriter, name: &str) {
    xml.open("w:rFonts");
    for attribute in ["w:ascii", "w:hAnsi", "w:cs"] {
        xml.attr(attribute, name);
    }
    xml.close();
}

fn write_size(xml: &mut XmlWriter, half_points: u32) {
    write_value(xml, "w:sz", &half_points.to_string());
    write_value(xml, "w:szCs", &half_points.to_string());
}

fn write_flags(xml: &mut XmlWriter, names: [&'static str; 2]) {
    for name in names {
        xml.open(name).close();
    }
}

fn write_paragraph_style(xml: &mut XmlWriter, style: &ParagraphStyle) {
    xml.open("w:style").attr("w:type", "paragraph").attr("w:styleId", style.id);
    write_value(xml, "w:name", style.name);
    write_value(xml, "w:basedOn", style.based_on);
    if !style.next.is_empty() {
        write_value(xml, "w:next", style.next);
    }
    xml.open("w:qFormat").close().open("w:pPr");
    if style.keep_next {
        write_flags(xml, ["w:keepNext", "w:keepLines"]);
    }
    let (before, behind, edge) = style.space;
    xml.open("w:spacing").attr("w:before", &before.to_string()).attr("w:after", &behind.to_string()).close();
    if edge > 0 {
        xml.open("w:ind").attr("w:start", &edge.to_string()).close();
    }
    if style.center {
        write_value(xml, "w:jc", "center");
    }
    if let Some(level) = style.outline {
        write_value(xml, "w:outlineLvl", &level.to_string());
    }
    xml.close().open("w:rPr");
    if style.id == "Preformatted" {
        write_font(xml, "Courier New");
    }
    if style.bold {
        write_flags(xml, ["w:b", "w:bCs"]);
    }
    if style.italic {
        write_flags(xml, ["w:i", "w:iCs"]);
    }
    if let Some(half_points) = style.size {
        write_size(xml, half_points);
    }
    xml.close().close().end_line();
}

fn write_note_text_style(xml: &mut XmlWriter) {
    for (id, name) in [("FootnoteText", "footnote text"), ("Footer", "footer")] {
        xml.open("w:style").attr("w:type", "paragraph").attr("w:styleId", id);
        write_value(xml, "w:name", name);
        write_value(xml, "w:basedOn", "Normal");
        xml.close().end_line();
    }
}

/// Styles of characters: id, name, and the elements that make them.
fn write_character_styles(xml: &mut XmlWriter) {
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
    let open = |xml: &mut XmlWriter, id: &str, name: &str| {
        xml.open("w:style").attr("w:type", "character").attr("w:styleId", id);
        write_value(xml, "w:name", name);
        xml.open("w:rPr");
    };
    for (id, name, elements) in plain {
        open(xml, id, name);
        for element in elements {
            xml.open(element).close();
        }
        xml.close().close().end_line();
    }
    open(xml, "Code", "HTML Code");
    write_font(xml, "Courier New");
    xml.close().close().end_line();
    open(xml, "Hyperlink", "Hyperlink");
    // Dark enough on white, and underlined: never by color alone.
    write_value(xml, "w:color", "0B3D91");
    write_value(xml, "w:u", "single");
    xml.close().close().end_line();
    open(xml, "FootnoteReference", "footnote reference");
    write_value(xml, "w:vertAlign", "superscript");
    xml.close().close().end_line();
}

fn write_table_styles(xml: &mut XmlWriter) {
    xml.open("w:style").attr("w:type", "table").attr("w:default", "1").attr("w:styleId", "TableNormal");
    write_value(xml, "w:name", "Normal Table");
    xml.open("w:tblPr");
    write_cell_margins(xml);
    xml.close().close().end_line();
    xml.open("w:style").attr("w:type", "table").attr("w:styleId", "BookTable");
    write_value(xml, "w:name", "Book Table");
    write_value(xml, "w:basedOn", "TableNormal");
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
    write_cell_margins(xml);
    xml.close();
    for kind in ["firstRow", "firstCol"] {
        xml.open("w:tblStylePr").attr("w:type", kind).open("w:rPr");
        write_flags(xml, ["w:b", "w:bCs"]);
        xml.close().close();
    }
    xml.close().end_line();
}

fn write_cell_margins(xml: &mut XmlWriter) {
    xml.open("w:tblCellMar");
    for (side, width) in [("w:top", "40"), ("w:left", "108"), ("w:bottom", "40"), ("w:right", "108")] {
        xml.open(side).attr("w:w", width).attr("w:type", "dxa").close();
    }
    xml.close();
}
