//! The parts of the package other than the text.

use jiff::Timestamp;

use crate::model::Book;
use crate::xml::{XmlWriter, schema_language};

use super::pictures::DocxPicture;

pub(super) const PART_NAMESPACES: [(&str, &str); 8] = [
    ("xmlns:w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    ("xmlns:r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    ("xmlns:wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
    ("xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
    ("xmlns:pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
    ("xmlns:m", "http://schemas.openxmlformats.org/officeDocument/2006/math"),
    ("xmlns:asvg", "http://schemas.microsoft.com/office/drawing/2016/SVG/main"),
    ("xmlns:adec", "http://schemas.microsoft.com/office/drawing/2017/decorative"),
];

/// The beginning of all names of relations of the format.
const OFFICE_RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// A part that begins with its one element, in the main namespaces.
pub(super) fn begin_part(root: &'static str) -> XmlWriter {
    let mut xml = XmlWriter::document("");
    xml.open(root);
    for (name, value) in PART_NAMESPACES {
        xml.attr(name, value);
    }
    xml
}

/// Relations of one part to targets outside of it.
#[derive(Debug, Default)]
pub(super) struct PartRelations {
    text: Vec<PartRelation>,
    notes: Vec<PartRelation>,
}

#[derive(Debug, PartialEq)]
struct PartRelation {
    kind: &'static str,
    target: String,
    is_external: bool,
}

impl PartRelations {
    /// The id of a relation of a part; the same target has the same id.
    pub(super) fn relation_id(
        &mut self,
        in_notes: bool,
        kind: &'static str,
        target: &str,
        outside: bool,
    ) -> String {
        let list = if in_notes { &mut self.notes } else { &mut self.text };
        let relation = PartRelation { kind, target: target.to_owned(), is_external: outside };
        let at = list.iter().position(|known| *known == relation).unwrap_or_else(|| {
            list.push(relation);
            list.len() - 1
        });
        format!("rel{at}")
    }

    pub(super) fn write_document_relations(&self) -> String {
        let mut xml = begin_relations();
        for name in ["styles", "numbering", "settings", "fontTable", "footnotes"] {
            write_office_relation(&mut xml, name, name, &format!("{name}.xml"), false);
        }
        write_office_relation(&mut xml, "footer1", "footer", "footer1.xml", false);
        write_relations(xml, &self.text)
    }

    pub(super) fn write_footnote_relations(&self) -> String {
        write_relations(begin_relations(), &self.notes)
    }
}

fn begin_relations() -> XmlWriter {
    let mut xml = XmlWriter::document("");
    xml.open("Relationships").attr("xmlns", PACKAGE_RELATIONS).end_line();
    xml
}

fn write_relation(xml: &mut XmlWriter, id: &str, kind: &str, target: &str, outside: bool) {
    xml.open("Relationship").attr("Id", id).attr("Type", kind).attr("Target", target);
    xml.attr_opt("TargetMode", outside.then_some("External")).close().end_line();
}

fn write_office_relation(xml: &mut XmlWriter, id: &str, kind: &str, target: &str, outside: bool) {
    write_relation(xml, id, &format!("{OFFICE_RELATIONS}/{kind}"), target, outside);
}

fn write_relations(mut xml: XmlWriter, list: &[PartRelation]) -> String {
    for (n, known) in list.iter().enumerate() {
        write_office_relation(&mut xml, &format!("rel{n}"), known.kind, &known.target, known.is_external);
    }
    xml.finish()
}

pub(super) fn write_content_types(images: &[DocxPicture]) -> String {
    const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
    let mut xml = XmlWriter::document("");
    xml.open("Types")
        .attr("xmlns", "http://schemas.openxmlformats.org/package/2006/content-types")
        .end_line();
    let mut extensions = vec![
        ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
        ("xml", "application/xml"),
    ];
    for image in images {
        if !extensions.iter().any(|(extension, _)| *extension == image.extension) {
            extensions.push((image.extension, image.media_type));
        }
    }
    for (extension, media_type) in extensions {
        xml.open("Default").attr("Extension", extension).attr("ContentType", media_type).close().end_line();
    }
    let own = [
        ("/word/document.xml", format!("{WORD}.document.main+xml")),
        ("/word/styles.xml", format!("{WORD}.styles+xml")),
        ("/word/numbering.xml", format!("{WORD}.numbering+xml")),
        ("/word/settings.xml", format!("{WORD}.settings+xml")),
        ("/word/fontTable.xml", format!("{WORD}.fontTable+xml")),
        ("/word/footnotes.xml", format!("{WORD}.footnotes+xml")),
        ("/word/footer1.xml", format!("{WORD}.footer+xml")),
        ("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml".into()),
        ("/docProps/app.xml", "application/vnd.openxmlformats-officedocument.extended-properties+xml".into()),
        (
            "/docProps/custom.xml",
            "application/vnd.openxmlformats-officedocument.custom-properties+xml".into(),
        ),
    ];
    for (part, media_type) in own {
        xml.open("Override").attr("PartName", part).attr("ContentType", &media_type).close().end_line();
    }
    xml.finish()
}

pub(super) fn write_package_relations() -> String {
    let mut xml = begin_relations();
    write_office_relation(&mut xml, "text", "officeDocument", "word/document.xml", false);
    let core = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";
    write_relation(&mut xml, "core", core, "docProps/core.xml", false);
    write_office_relation(&mut xml, "app", "extended-properties", "docProps/app.xml", false);
    write_office_relation(&mut xml, "custom", "custom-properties", "docProps/custom.xml", false);
    xml.finish()
}

pub(super) fn write_core_properties(book: &Book, modified: Timestamp) -> String {
    let metadata = &book.metadata;
    let mut xml = XmlWriter::document("");
    xml.open("cp:coreProperties")
        .attr("xmlns:cp", "http://schemas.openxmlformats.org/package/2006/metadata/core-properties")
        .attr("xmlns:dc", "http://purl.org/dc/elements/1.1/")
        .attr("xmlns:dcterms", "http://purl.org/dc/terms/")
        .attr("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .end_line();
    xml.element("dc:title", &metadata.title).end_line();
    let creators: Vec<&str> = metadata
        .contributors
        .iter()
        .filter(|person| person.creator)
        .map(|person| person.name.as_str())
        .collect();
    if !creators.is_empty() {
        xml.element("dc:creator", &creators.join("; ")).end_line();
    }
    if let Some(language) = schema_language(metadata.language()) {
        xml.element("dc:language", language).end_line();
    }
    if !metadata.identifier().is_empty() {
        xml.element("dc:identifier", metadata.identifier()).end_line();
    }
    let subjects: Vec<&str> = metadata.subjects.iter().map(|subject| subject.name.as_str()).collect();
    if !subjects.is_empty() {
        xml.element("dc:subject", &subjects.join("; ")).end_line();
    }
    let time = modified.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    for name in ["dcterms:created", "dcterms:modified"] {
        xml.open(name).attr("xsi:type", "dcterms:W3CDTF").text(&time).close().end_line();
    }
    xml.finish()
}

pub(super) fn write_app_properties() -> String {
    let mut xml = XmlWriter::document("");
    xml.open("Properties")
        .attr("xmlns", "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties")
        .element("Application", "Openshelf");
    xml.finish()
}

/// The place of what the format does not know; empty until a copy is marked.
pub(super) fn write_custom_properties() -> String {
    let mut xml = XmlWriter::document("");
    xml.open("Properties")
        .attr("xmlns", "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties")
        .attr("xmlns:vt", "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes")
        .end_line();
    xml.finish()
}

pub(super) fn write_settings(book: &Book) -> String {
    let mut xml = begin_part("w:settings");
    xml.end_line();
    xml.open("w:zoom").attr("w:percent", "100").close();
    xml.open("w:autoHyphenation").attr("w:val", "false").close();
    xml.open("w:defaultTabStop").attr("w:val", "720").close().end_line();
    xml.open("w:footnotePr");
    for id in ["-1", "0"] {
        xml.open("w:footnote").attr("w:id", id).close();
    }
    xml.close().end_line().open("w:compat").open("w:compatSetting").attr("w:name", "compatibilityMode");
    xml.attr("w:uri", "http://schemas.microsoft.com/office/word")
        .attr("w:val", "15")
        .close()
        .close()
        .end_line();
    xml.open("m:mathPr").open("m:mathFont").attr("m:val", "Cambria Math").close().close().end_line();
    if let Some(tag) = schema_language(book.metadata.language()) {
        xml.open("w:themeFontLang");
        super::runs::write_language_attributes(&mut xml, tag);
        xml.close();
    }
    xml.open("w:decimalSymbol").attr("w:val", ".").close().open("w:listSeparator").attr("w:val", ",").close();
    xml.finish()
}

pub(super) fn write_fonts() -> String {
    let mut xml = begin_part("w:fonts");
    for (name, family, pitch) in [
        ("Verdana", "swiss", "variable"),
        ("Courier New", "modern", "fixed"),
        ("Cambria Math", "roman", "variable"),
    ] {
        xml.open("w:font").attr("w:name", name).open("w:family").attr("w:val", family).close();
        xml.open("w:pitch").attr("w:val", pitch).close().close().end_line();
    }
    xml.finish()
}

/// The number of the page, at the foot of each.
pub(super) fn write_footer() -> String {
    let mut xml = begin_part("w:ftr");
    xml.open("w:p").open("w:pPr").open("w:pStyle").attr("w:val", "Footer").close().close();
    xml.open("w:fldSimple").attr("w:instr", " PAGE ").open("w:r").element("w:t", "1").close().close().close();
    xml.finish()
}
