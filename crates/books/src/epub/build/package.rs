//! The package document.

use jiff::Timestamp;

use crate::epub::write::accessibility::{Claims, find_page_source, write_claim};
use crate::epub::write::language::main_language;
use crate::epub::write::patch::format_timestamp;
use crate::model::{Book, Contributor, Direction};
use crate::path;
use crate::xml::{XmlWriter, well_formed_language};

use super::overlays::{self, NarrationOverlays, OverlayDocument};
use super::plan::PackagePlan;
use super::text::WrittenDocument;
use super::{NAV_PATH, PACKAGE_PATH};

/// The files that a package document lists.
pub(super) struct PackageParts<'a> {
    pub(super) plan: &'a PackagePlan,
    pub(super) texts: &'a [WrittenDocument],
    pub(super) overlays: &'a NarrationOverlays,
    /// The overlays of the texts.
    pub(super) narration: &'a [Option<OverlayDocument>],
}

/// Writes it. `map` is the book with the navigation of the new package.
pub(super) fn write_package(
    map: &Book,
    book: &Book,
    parts: &PackageParts<'_>,
    modified: Timestamp,
    claims: &Claims,
) -> String {
    let mut xml = XmlWriter::document("");
    xml.open("package").attr("xmlns", "http://www.idpf.org/2007/opf").attr("version", "3.0");
    xml.attr("unique-identifier", "uid").attr("xml:lang", main_language(book)).end_line();
    xml.open("metadata").attr("xmlns:dc", "http://purl.org/dc/elements/1.1/").end_line();
    write_dublin_core(&mut xml, book);
    write_meta(&mut xml, "dcterms:modified", &format_timestamp(modified));
    write_accessibility(&mut xml, book, claims);
    if !map.pages.is_empty() {
        // EPUB Accessibility 1.1: what has pages says of which edition they are, and `none` when of no other.
        write_meta(&mut xml, "pageBreakSource", find_page_source(book).unwrap_or("none"));
    }
    for series in &book.metadata.series {
        write_meta(&mut xml, "belongs-to-collection", &series.name);
    }
    write_durations(&mut xml, book, parts.narration);
    xml.close().end_line();
    write_manifest(&mut xml, book, parts);
    xml.open("spine");
    let direction = book.metadata.direction.or_else(|| Direction::rtl_for_language(main_language(book)));
    xml.attr_opt("page-progression-direction", direction.map(Direction::name)).end_line();
    for n in 1..=parts.plan.sections.len() {
        xml.open("itemref").attr("idref", &format!("t{n}")).close().end_line();
    }
    xml.finish()
}

fn write_meta(xml: &mut XmlWriter, property: &str, value: &str) {
    if !value.trim().is_empty() {
        xml.open("meta").attr("property", property).text(value).close().end_line();
    }
}

fn write_dublin_core(xml: &mut XmlWriter, book: &Book) {
    let metadata = &book.metadata;
    let mut identifiers = metadata.identifiers.iter().map(|identifier| identifier.value.trim());
    let first = identifiers.next().filter(|value| !value.is_empty()).map(str::to_owned);
    let first = first.unwrap_or_else(|| format!("title:{}", metadata.title));
    xml.open("dc:identifier").attr("id", "uid").text(&first).close().end_line();
    for other in identifiers.filter(|other| !other.is_empty()) {
        xml.element("dc:identifier", other).end_line();
    }
    let title = if metadata.title.trim().is_empty() { "Untitled" } else { &metadata.title };
    xml.open("dc:title").attr("id", "title").text(title).close().end_line();
    if let Some(subtitle) = metadata.subtitle.as_deref().filter(|subtitle| !subtitle.trim().is_empty()) {
        xml.open("dc:title").attr("id", "subtitle").text(subtitle).close().end_line();
        for (id, kind) in [("#title", "main"), ("#subtitle", "subtitle")] {
            xml.open("meta").attr("refines", id).attr("property", "title-type").text(kind).close().end_line();
        }
    }
    let mut languages: Vec<&str> =
        metadata.languages.iter().filter_map(|tag| well_formed_language(tag)).collect();
    if languages.is_empty() {
        languages.push("und");
    }
    for tag in languages {
        xml.element("dc:language", tag).end_line();
    }
    for (n, person) in
        metadata.contributors.iter().filter(|person| !person.name.trim().is_empty()).enumerate()
    {
        write_contributor(xml, person, &format!("person{}", n + 1));
    }
    for (name, value) in [("dc:publisher", &metadata.publisher), ("dc:description", &metadata.description)] {
        if let Some(value) = value.as_deref().filter(|value| !value.trim().is_empty()) {
            xml.element(name, value).end_line();
        }
    }
    if let Some(date) = metadata.published.as_deref().filter(|date| is_date(date)) {
        xml.element("dc:date", date).end_line();
    }
    for (name, values) in [("dc:source", &metadata.sources), ("dc:rights", &metadata.rights)] {
        for value in values.iter().filter(|value| !value.trim().is_empty()) {
            xml.element(name, value).end_line();
        }
    }
    for subject in metadata.subjects.iter().filter(|subject| !subject.name.trim().is_empty()) {
        xml.element("dc:subject", &subject.name).end_line();
    }
}

fn write_contributor(xml: &mut XmlWriter, person: &Contributor, id: &str) {
    xml.open(if person.creator { "dc:creator" } else { "dc:contributor" });
    xml.attr("id", id).text(&person.name).close().end_line();
    let refines = format!("#{id}");
    let fit = |role: &&String| !role.is_empty() && role.bytes().all(|byte| byte.is_ascii_lowercase());
    for role in person.roles.iter().filter(fit) {
        xml.open("meta").attr("refines", &refines).attr("property", "role");
        xml.attr("scheme", "marc:relators").text(role).close().end_line();
    }
    if let Some(name) = person.file_as.as_deref().filter(|name| !name.trim().is_empty()) {
        xml.open("meta").attr("refines", &refines).attr("property", "file-as").text(name).close().end_line();
    }
}

/// Writes the statements of the publisher, then the facts found in addition.
fn write_accessibility(xml: &mut XmlWriter, book: &Book, claims: &Claims) {
    let stated = &book.metadata.accessibility;
    for (property, values) in [
        ("schema:accessMode", &stated.access_modes),
        ("schema:accessModeSufficient", &stated.access_modes_sufficient),
        ("schema:accessibilityFeature", &stated.features),
        ("schema:accessibilityHazard", &stated.hazards),
    ] {
        for value in values {
            write_meta(xml, property, value);
        }
    }
    if let Some(summary) = &stated.summary {
        write_meta(xml, "schema:accessibilitySummary", summary);
    }
    for (property, value) in claims {
        write_claim(xml, property, value, book);
    }
}

/// A year, a date, or a timestamp; validators refuse other values as dates.
pub(in crate::epub) fn is_date(text: &str) -> bool {
    let day = text.get(..10).unwrap_or(text);
    let parts: Vec<&str> = day.split('-').collect();
    parts.len() <= 3
        && parts.first().is_some_and(|year| year.len() == 4)
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
        && format!("{day}{}", &"-01-01"[..3 * (3 - parts.len())]).parse::<jiff::civil::Date>().is_ok()
        && (text.len() <= 10 || text.parse::<Timestamp>().is_ok())
}

/// Writes the duration of the narration, of each document and of all, and who narrates.
fn write_durations(xml: &mut XmlWriter, book: &Book, narration: &[Option<OverlayDocument>]) {
    let mut all = 0;
    for (n, overlay) in narration.iter().enumerate() {
        let Some(overlay) = overlay else { continue };
        all += overlay.length;
        xml.open("meta").attr("property", "media:duration").attr("refines", &format!("#s{}", n + 1));
        xml.text(&overlays::format_clock(overlay.length)).close().end_line();
    }
    if all > 0 {
        write_meta(xml, "media:duration", &overlays::format_clock(all));
        write_meta(xml, "media:active-class", overlays::ACTIVE_CLASS);
        for narrator in &book.metadata.narrators {
            write_meta(xml, "media:narrator", narrator);
        }
    }
}

fn write_manifest(xml: &mut XmlWriter, book: &Book, parts: &PackageParts<'_>) {
    const XHTML_TYPE: &str = "application/xhtml+xml";
    let plan = parts.plan;
    xml.open("manifest").end_line();
    open_item(xml, "nav", NAV_PATH, XHTML_TYPE).attr("properties", "nav").close().end_line();
    for (n, (name, text)) in plan.sections.iter().zip(parts.texts).enumerate() {
        let overlay = parts.narration[n].is_some().then(|| format!("s{}", n + 1));
        open_item(xml, &format!("t{}", n + 1), name, XHTML_TYPE)
            .attr_opt("properties", text.math.then_some("mathml"))
            .attr_opt("media-overlay", overlay.as_deref())
            .close()
            .end_line();
        if let Some(overlay) = overlay {
            let path = overlays::overlay_path(n);
            open_item(xml, &overlay, &path, "application/smil+xml").close().end_line();
        }
    }
    for n in 0..parts.overlays.files.len() {
        let path = parts.overlays.audio_path(n);
        open_item(xml, &format!("a{}", n + 1), &path, "audio/mpeg").close().end_line();
    }
    let cover = book.metadata.cover.as_deref();
    for (n, image) in plan.images.iter().enumerate() {
        let is_cover = cover == Some(image.source.as_str());
        open_item(xml, &format!("i{}", n + 1), &image.name, image.media_type)
            .attr_opt("properties", is_cover.then_some("cover-image"))
            .close()
            .end_line();
    }
    xml.close().end_line();
}

fn open_item<'x>(xml: &'x mut XmlWriter, id: &str, path: &str, media_type: &str) -> &'x mut XmlWriter {
    let href = path::relative_href(PACKAGE_PATH, path);
    xml.open("item").attr("id", id).attr("href", &href).attr("media-type", media_type)
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_are_distinguished_from_words() {
        for date in ["1813", "1813-01", "2018-07-27", "2018-07-27T21:25:04Z"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["c. 1813", "", "2018-13-01", "18131", "2018-07-27 or so", "été 1999"] {
            assert!(!is_date(other), "{other}");
        }
    }
}
