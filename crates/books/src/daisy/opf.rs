//! The package document (OEB 1.2).

use jiff::Timestamp;

use super::audio::Audio;
use super::dates::date;
use super::figures::Picture;
use super::{mathml, smil};
use crate::model::Book;
use crate::xml::{MATHML, Writer};

const DOCTYPE: &str = "<!DOCTYPE package PUBLIC \"+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN\" \"http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd\">";

/// What the package holds.
pub(super) struct Files<'a> {
    /// Number of SMIL files.
    pub(super) smil: usize,
    pub(super) images: &'a [Picture],
    /// `None` for a book of text.
    pub(super) audio: Option<&'a Audio>,
    /// Whether formulas are MathML.
    pub(super) mathml: bool,
}

pub(super) fn write(book: &Book, uid: &str, modified: Timestamp, files: &Files<'_>) -> String {
    let mut xml = Writer::document(DOCTYPE);
    xml.open("package").attr("xmlns", "http://openebook.org/namespaces/oeb-package/1.0/");
    xml.attr("unique-identifier", "uid").line().open("metadata").line();
    xml.open("dc-metadata").attr("xmlns:dc", "http://purl.org/dc/elements/1.1/");
    xml.attr("xmlns:oebpackage", "http://openebook.org/namespaces/oeb-package/1.0/").line();
    dublin_core(&mut xml, book, uid, modified);
    xml.close().line().open("x-metadata").line();
    let produced = date(None, modified);
    let media = [("audio", files.audio.is_some()), ("text", true), ("image", !files.images.is_empty())];
    let content: Vec<&str> = media.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
    let content = content.join(",");
    let time = smil::clock(files.audio.map_or(0, |audio| audio.length));
    let mut about = vec![
        ("dtb:multimediaType", if files.audio.is_some() { "audioFullText" } else { "textNCX" }),
        ("dtb:multimediaContent", &content),
        ("dtb:totalTime", &time),
        ("dtb:producedDate", &produced),
    ];
    if let Some(audio) = files.audio {
        about.extend(audio.narrators().map(|name| ("dtb:narrator", name)));
        about.push(("dtb:audioFormat", "MP3"));
    }
    for (name, value) in about {
        xml.open("meta").attr("name", name).attr("content", value).close().line();
    }
    if files.mathml {
        for (name, value) in mathml::METADATA {
            xml.open("meta").attr("name", name).attr("scheme", MATHML).attr("content", value).close().line();
        }
    }
    xml.close().line().close().line();
    manifest(&mut xml, files);
    xml.open("spine").line();
    for n in 0..files.smil {
        xml.open("itemref").attr("idref", &format!("smil{}", n + 1)).close().line();
    }
    xml.finish()
}

fn dublin_core(xml: &mut Writer, book: &Book, uid: &str, modified: Timestamp) {
    let metadata = &book.metadata;
    let full = match &metadata.subtitle {
        Some(subtitle) => format!("{}: {subtitle}", metadata.title),
        None => metadata.title.clone(),
    };
    xml.element("dc:Title", &full).line();
    xml.open("dc:Identifier").attr("id", "uid").text(uid).close().line();
    let languages =
        if metadata.languages.is_empty() { &["und".to_owned()][..] } else { &metadata.languages[..] };
    for language in languages {
        xml.element("dc:Language", language).line();
    }
    for person in &metadata.contributors {
        xml.open(if person.creator { "dc:Creator" } else { "dc:Contributor" });
        xml.attr_opt("file-as", person.file_as.as_deref());
        let role = person
            .roles
            .iter()
            .find(|role| role.chars().all(|c| c.is_ascii_alphanumeric()) && !role.is_empty());
        xml.attr_opt("role", role.map(String::as_str)).text(&person.name).close().line();
    }
    xml.element("dc:Publisher", metadata.publisher.as_deref().unwrap_or(super::GENERATOR)).line();
    xml.element("dc:Date", &date(metadata.published.as_deref(), modified)).line();
    xml.element("dc:Format", "ANSI/NISO Z39.86-2005").line();
    for subject in &metadata.subjects {
        xml.element("dc:Subject", &subject.name).line();
    }
    for source in &metadata.sources {
        xml.element("dc:Source", source).line();
    }
    for rights in &metadata.rights {
        xml.element("dc:Rights", rights).line();
    }
    if let Some(description) = &metadata.description {
        xml.element("dc:Description", description).line();
    }
}

fn manifest(xml: &mut Writer, files: &Files<'_>) {
    xml.open("manifest").line();
    let mut item = |id: &str, href: &str, media_type: &str| {
        xml.open("item").attr("id", id).attr("href", href).attr("media-type", media_type).close().line();
    };
    item("opf", super::PACKAGE, "text/xml");
    item("ncx", super::NCX, "application/x-dtbncx+xml");
    item("text", super::TEXT, "application/x-dtbook+xml");
    for n in 0..files.smil {
        item(&format!("smil{}", n + 1), &smil::name(n), "application/smil");
    }
    item("resources", super::RESOURCES, "application/x-dtbresource+xml");
    if files.mathml {
        item("mathml-fallback", mathml::FALLBACK, "application/xslt+xml");
    }
    for (n, image) in files.images.iter().enumerate() {
        item(&format!("image{}", n + 1), &image.name, &image.media_type);
    }
    for (n, file) in files.audio.iter().flat_map(|audio| &audio.files).enumerate() {
        item(&format!("audio{}", n + 1), &file.name, "audio/mpeg");
    }
    xml.close().line();
}
