//! The package document: metadata, manifest, spine.

use std::fmt::Write as _;

use vocabulary::xml::escape;

use super::{BuiltPublication, overlay, page};

pub(super) fn format_package(built: &BuiltPublication<'_>) -> String {
    let publication = built.publication;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{}\">\n",
        publication.lang
    );
    out.push_str("<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n");
    push_bibliography(built, &mut out);
    push_accessibility(built, &mut out);
    push_narration(built, &mut out);
    out.push_str("</metadata>\n");
    push_manifest(built, &mut out);
    out.push_str("</package>\n");
    out
}

fn push_bibliography(built: &BuiltPublication<'_>, out: &mut String) {
    let publication = built.publication;
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("<dc:identifier id=\"id\">{}</dc:identifier>", publication.identifier));
    line(format!("<dc:title id=\"title\">{}</dc:title>", escape(&publication.title)));
    line("<meta refines=\"#title\" property=\"title-type\">main</meta>".into());
    if let Some(subtitle) = publication.subtitle {
        line(format!("<dc:title id=\"subtitle\">{}</dc:title>", escape(subtitle)));
        line("<meta refines=\"#subtitle\" property=\"title-type\">subtitle</meta>".into());
    }
    line(format!("<dc:language>{}</dc:language>", publication.lang));
    for (index, contributor) in publication.contributors.iter().enumerate() {
        let element = if contributor.kind == "author" { "creator" } else { "contributor" };
        line(format!("<dc:{element} id=\"by{index}\">{}</dc:{element}>", escape(&contributor.name)));
        let sorted = escape(&contributor.index_name);
        line(format!("<meta refines=\"#by{index}\" property=\"file-as\">{sorted}</meta>"));
        let role = relator_code(&contributor.kind);
        line(format!(
            "<meta refines=\"#by{index}\" property=\"role\" scheme=\"marc:relators\">{role}</meta>"
        ));
    }
    line(format!("<dc:publisher>{}</dc:publisher>", escape(publication.publisher)));
    line(format!("<dc:date>{}</dc:date>", publication.date));
    line(format!("<meta property=\"dcterms:modified\">{}</meta>", publication.modified));
    line(format!("<dc:description>{}</dc:description>", escape(publication.synopsis)));
    line(format!("<dc:rights>{}</dc:rights>", escape(&publication.rights)));
    for (index, heading) in publication.headings.iter().enumerate() {
        line(format!("<dc:subject id=\"on{index}\">{}</dc:subject>", escape(&heading.description)));
        line(format!("<meta refines=\"#on{index}\" property=\"authority\">BISAC</meta>"));
        line(format!("<meta refines=\"#on{index}\" property=\"term\">{}</meta>", heading.code));
    }
    if let Some((series, number)) = publication.series {
        line(format!("<meta property=\"belongs-to-collection\" id=\"series\">{}</meta>", escape(series)));
        line("<meta refines=\"#series\" property=\"collection-type\">series</meta>".into());
        if let Some(number) = number {
            line(format!("<meta refines=\"#series\" property=\"group-position\">{number}</meta>"));
        }
    }
}

/// The MARC relator code of a contributor type.
fn relator_code(kind: &str) -> &'static str {
    match kind {
        "translator" => "trl",
        "illustrator" => "ill",
        "editor" => "edt",
        "composer" => "cmp",
        "arranger" => "arr",
        "lyricist" => "lyr",
        "transcriber" => "trc",
        "abridger" => "abr",
        "adapter" => "adp",
        "introductionBy" | "forwardBy" => "aui",
        "epilogueBy" => "aft",
        _ => "aut",
    }
}

/// schema.org metadata, derived from the actual content.
fn push_accessibility(built: &BuiltPublication<'_>, out: &mut String) {
    let words = built.publication.wording;
    let images = built.pages.iter().any(|page| !page.images.is_empty());
    let described = built.pages.iter().any(|page| page.long_descriptions);
    let math = built.pages.iter().any(|page| page.math);
    let breaks = built.pages.iter().any(|page| !page.breaks.is_empty());
    let narrated = !built.overlays.is_empty();
    let mut summary = vec![words.accessible_text];
    let mut list = vec![("accessMode", "textual")];
    for (there, mode) in [(images, "visual"), (narrated, "auditory")] {
        if there {
            list.push(("accessMode", mode));
        }
    }
    list.push(("accessModeSufficient", "textual"));
    if narrated && !images {
        list.push(("accessModeSufficient", "auditory"));
    }
    for feature in ["displayTransformability", "readingOrder", "structuralNavigation", "tableOfContents"] {
        list.push(("accessibilityFeature", feature));
    }
    for (there, features, sentence) in [
        (images, ["alternativeText"].as_slice(), words.accessible_images),
        (described, ["longDescription"].as_slice(), ""),
        (math, ["MathML", "describedMath"].as_slice(), words.accessible_math),
        (breaks, ["pageBreakMarkers", "pageNavigation"].as_slice(), words.accessible_pages),
        (narrated, ["synchronizedAudioText"].as_slice(), words.accessible_audio),
    ] {
        if there {
            list.extend(features.iter().map(|feature| ("accessibilityFeature", *feature)));
            summary.push(sentence);
        }
    }
    list.push(("accessibilityHazard", "none"));
    for (property, value) in list {
        let _ = writeln!(out, "<meta property=\"schema:{property}\">{value}</meta>");
    }
    summary.extend(built.publication.accessibility_note);
    summary.retain(|sentence| !sentence.is_empty());
    let summary = summary.join(" ");
    let _ = writeln!(out, "<meta property=\"schema:accessibilitySummary\">{}</meta>", escape(&summary));
    if breaks {
        let source = &built.publication.identifier;
        let _ = writeln!(
            out,
            "<dc:source>{source}</dc:source>\n<meta property=\"pageBreakSource\">{source}</meta>"
        );
    }
}

fn push_narration(built: &BuiltPublication<'_>, out: &mut String) {
    if built.overlays.is_empty() {
        return;
    }
    let total: u64 = built.overlays.iter().map(overlay::ChapterOverlay::duration_ms).sum();
    let _ = writeln!(out, "<meta property=\"media:duration\">{}</meta>", overlay::format_clock(total));
    for (index, track) in built.overlays.iter().enumerate() {
        let length = overlay::format_clock(track.duration_ms());
        let _ = writeln!(out, "<meta property=\"media:duration\" refines=\"#smil{index}\">{length}</meta>");
    }
    out.push_str("<meta property=\"media:active-class\">spoken</meta>\n");
    if let Some(narrator) = built.publication.narrator {
        let _ = writeln!(out, "<meta property=\"media:narrator\">{}</meta>", escape(&narrator.name));
    }
}

fn push_manifest(built: &BuiltPublication<'_>, out: &mut String) {
    const XHTML_MEDIA_TYPE: &str = "application/xhtml+xml";
    out.push_str("<manifest>\n");
    let mut item = |id: &str, href: &str, media: &str, more: &str| {
        let _ = writeln!(out, "<item id=\"{id}\" href=\"{href}\" media-type=\"{media}\"{more}/>");
    };
    item("nav", "nav.xhtml", XHTML_MEDIA_TYPE, " properties=\"nav\"");
    item("style", "style.css", "text/css", "");
    if built.publication.cover_alt.is_some() {
        item("cover", "cover.jpg", "image/jpeg", " properties=\"cover-image\"");
    }
    item("titlepage", "title.xhtml", XHTML_MEDIA_TYPE, "");
    for (index, page) in built.pages.iter().enumerate() {
        let mut more = String::new();
        if page.math {
            more.push_str(" properties=\"mathml\"");
        }
        if let Some(track) = built.overlays.iter().position(|track| track.chapter == page.file) {
            let _ = write!(more, " media-overlay=\"smil{track}\"");
        }
        item(&format!("c{index}"), &page.file, XHTML_MEDIA_TYPE, &more);
    }
    item("imprint", "imprint.xhtml", XHTML_MEDIA_TYPE, "");
    for (index, track) in built.overlays.iter().enumerate() {
        item(&format!("smil{index}"), &track.file_name(), "application/smil+xml", "");
    }
    for (index, (path, _)) in built.resources.iter().enumerate() {
        item(&format!("r{index}"), path, page::media_type(path).unwrap_or("application/octet-stream"), "");
    }
    out.push_str("</manifest>\n<spine>\n<itemref idref=\"titlepage\"/>\n<itemref idref=\"nav\"/>\n");
    for index in 0..built.pages.len() {
        let _ = writeln!(out, "<itemref idref=\"c{index}\"/>");
    }
    out.push_str("<itemref idref=\"imprint\"/>\n</spine>\n");
}
