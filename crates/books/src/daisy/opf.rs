//! The package document (OEB 1.2).

use jiff::Timestamp;

use super::audio::PackageAudio;
use super::dates::parse_date_or;
use super::pictures::Picture;
use super::{mathml, smil};
use crate::model::Book;
use crate::xml::{MATHML_NAMESPACE, XmlWriter};

const OPF_DOCTYPE: &str = "<!DOCTYPE package PUBLIC \"+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN\" \"http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd\">";

pub(super) struct PackageContents<'a> {
    /// Number of SMIL files.
    pub(super) smil: usize,
    pub(super) images: &'a [Picture],
    /// `None` for a book of text.
    pub(super) audio: Option<&'a PackageAudio>,
    /// True if formulas are MathML.
    pub(super) mathml: bool,
}

pub(super) fn write_opf(book: &Book, uid: &str, modified: Timestamp, files: &PackageContents<'_>) -> String {
    let mut xml = XmlWriter::document(OPF_DOCTYPE);
    xml.open("package").attr("xmlns", "http://openebook.org/namespaces/oeb-package/1.0/");
    xml.attr("unique-identifier", "uid").end_line().open("metadata").end_line();
    xml.open("dc-metadata").attr("xmlns:dc", "http://purl.org/dc/elements/1.1/");
    xml.attr("xmlns:oebpackage", "http://openebook.org/namespaces/oeb-package/1.0/").end_line();
    write_dublin_core(&mut xml, book, uid, modified);
    xml.close().end_line().open("x-metadata").end_line();
    let produced = parse_date_or(None, modified);
    let media = [("audio", files.audio.is_some()), ("text", true), ("image", !files.images.is_empty())];
    let content: Vec<&str> = media.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
    let content = content.join(",");
    let time = smil::format_clock(files.audio.map_or(0, |audio| audio.length));
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
        xml.open("meta").attr("name", name).attr("content", value).close().end_line();
    }
    if files.mathml {
        for (name, value) in mathml::EXTENSION_METADATA {
            xml.open("meta")
                .attr("name", name)
                .attr("scheme", MATHML_NAMESPACE)
                .attr("content", value)
                .close()
                .end_line();
        }
    }
    xml.close().end_line().close().end_line();
    write_manifest(&mut xml, files);
    xml.open("spine").end_line();
    for n in 0..files.smil {
        xml.open("itemref").attr("idref", &format!("smil{}", n + 1)).close().end_line();
    }
    xml.finish()
}

fn write_dublin_core(xml: &mut XmlWriter, book: &Book, uid: &str, modified: Timestamp) {
    let metadata = &book.metadata;
    let full = match &metadata.subtitle {
        Some(subtitle) => format!("{}: {subtitle}", metadata.title),
        None => metadata.title.clone(),
    };
    xml.element("dc:Title", &full).end_line();
    xml.open("dc:Identifier").attr("id", "uid").text(uid).close().end_line();
    let languages =
        if metadata.languages.is_empty() { &["und".to_owned()][..] } else { &metadata.languages[..] };
    for language in languages {
        xml.element("dc:Language", language).end_line();
    }
    for person in &metadata.contributors {
        xml.open(if person.creator { "dc:Creator" } else { "dc:Contributor" });
        xml.attr_opt("file-as", person.file_as.as_deref());
        let role = person
            .roles
            .iter()
            .find(|role| role.chars().all(|c| c.is_ascii_alphanumeric()) && !role.is_empty());
        xml.attr_opt("role", role.map(String::as_str)).text(&person.name).close().end_line();
    }
    xml.element("dc:Publisher", metadata.publisher.as_deref().unwrap_or(super::GENERATOR_NAME)).end_line();
    xml.element("dc:Date", &parse_date_or(metadata.published.as_deref(), modified)).end_line();
    xml.element("dc:Format", "ANSI/NISO Z39.86-2005").end_line();
    for subject in &metadata.subjects {
        xml.element("dc:Subject", &subject.name).end_line();
    }
    for source in &metadata.sources {
        xml.element("dc:Source", source).end_line();
    }
    for rights in &metadata.rights {
        xml.element("dc:Rights", rights).end_line();
    }
    if let Some(description) = &metadata.description {
        xml.element("dc:Description", description).end_line();
    }
}

fn write_manifest(xml: &mut XmlWriter, files: &PackageContents<'_>) {
    xml.open("manifest").end_line();
    let mut item = |id: &str, href: &str, media_type: &str| {
        xml.open("item").attr("id", id).attr("href", href).attr("media-type", media_type).close().end_line();
    };
    item("opf", super::PACKAGE_NAME, "text/xml");
    item("ncx", super::NCX_NAME, "application/x-dtbncx+xml");
    item("text", super::TEXT_NAME, "application/x-dtbook+xml");
    for n in 0..files.smil {
        item(&format!("smil{}", n + 1), &smil::file_name(n), "application/smil");
    }
    item("resources", super::RESOURCES_NAME, "application/x-dtbresource+xml");
    if files.mathml {
        item("mathml-fallback", mathml::FALLBACK_NAME, "application/xslt+xml");
    }
    for (n, image) in files.images.iter().enumerate() {
        item(&format!("image{}", n + 1), &image.name, image.media_type);
    }
    for (n, file) in files.audio.iter().flat_map(|audio| &audio.files).enumerate() {
        item(&format!("audio{}", n + 1), &file.name, "audio/mpeg");
    }
    xml.close().end_line();
}
