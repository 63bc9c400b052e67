//! SMIL 1.0 as DAISY 2.02 uses it.

use crate::model::Book;
use crate::xml::XmlWriter;

use super::super::audio::PackageAudio;
use super::super::ncx::NavItem;
use super::super::smil::{AudioClip, Skippable, SmilFile, SmilPar, file_milliseconds, file_name};
use super::{TEXT_NAME, format_clock};

const SMIL_DOCTYPE: &str =
    "<!DOCTYPE smil PUBLIC \"-//W3C//DTD SMIL 1.0//EN\" \"http://www.w3.org/TR/REC-SMIL/SMIL10.dtd\">";

/// The first heading in a file, or the title of the book.
pub(super) fn file_title<'a>(book: &'a Book, file: &SmilFile, nav: &'a [NavItem]) -> &'a str {
    let heading = nav.iter().find(|item| file.iter().any(|par| par.number == item.par));
    heading.map_or(&book.metadata.title, |item| &item.label)
}

/// Writes one file. `elapsed` is the duration of all files before it, in milliseconds.
pub(super) fn write_file(book: &Book, file: &SmilFile, title: &str, elapsed: u64) -> String {
    let mut xml = XmlWriter::document(SMIL_DOCTYPE);
    let length = file_milliseconds(file);
    write_head(
        &mut xml,
        book,
        &[
            ("title", title),
            ("ncc:totalElapsedTime", &format_clock(elapsed)),
            ("ncc:timeInThisSmil", &format_clock(length)),
        ],
    );
    xml.open("body").open("seq").attr("dur", &format!("{}s", format_seconds(length))).end_line();
    for one in file {
        write_par(&mut xml, one);
    }
    xml.finish()
}

/// The list of all files.
pub(super) fn write_master(book: &Book, files: &[SmilFile], nav: &[NavItem], audio: &PackageAudio) -> String {
    let mut xml = XmlWriter::document(SMIL_DOCTYPE);
    write_head(&mut xml, book, &[("ncc:timeInThisSmil", &format_clock(audio.length))]);
    xml.open("body").end_line();
    for (n, file) in files.iter().enumerate() {
        xml.open("ref").attr("id", &format!("smil{}", n + 1)).attr("title", file_title(book, file, nav));
        xml.attr("src", &file_name(n)).close().end_line();
    }
    xml.finish()
}

fn write_head(xml: &mut XmlWriter, book: &Book, own: &[(&str, &str)]) {
    xml.open("smil").end_line().open("head").end_line();
    let uid = super::super::book_uid(book);
    let all = [
        ("dc:format", "Daisy 2.02"),
        ("dc:identifier", uid.as_str()),
        ("dc:title", &book.metadata.title),
        ("ncc:generator", super::super::GENERATOR_NAME),
    ];
    for (name, content) in all.iter().chain(own) {
        xml.open("meta").attr("name", name).attr("content", content).close().end_line();
    }
    xml.open("layout").open("region").attr("id", "txtView").close().close().end_line();
    xml.close().end_line();
}

fn write_par(xml: &mut XmlWriter, par: &SmilPar) {
    let number = par.number;
    xml.open("par").attr("endsync", "last").attr("id", &format!("p{number}"));
    xml.attr_opt("system-required", par.skip.map(system_required));
    xml.open("text")
        .attr("src", &format!("{TEXT_NAME}#{}", par.text))
        .attr("id", &format!("t{number}"))
        .close();
    let several = par.clips.len() > 1;
    if several {
        xml.open("seq").attr("id", &format!("s{number}"));
    }
    for (n, clip) in par.clips.iter().enumerate() {
        write_audio(xml, clip, &if several { format!("a{number}-{}", n + 1) } else { format!("a{number}") });
    }
    if several {
        xml.close();
    }
    xml.close().end_line();
}

fn write_audio(xml: &mut XmlWriter, clip: &AudioClip, id: &str) {
    xml.open("audio").attr("src", &clip.file);
    for (name, time) in [("clip-begin", clip.begin), ("clip-end", clip.end)] {
        xml.attr(name, &format!("npt={}s", format_seconds(time)));
    }
    xml.attr("id", id).close();
}

/// The setting of the player with which this is played.
fn system_required(skip: Skippable) -> &'static str {
    match skip {
        Skippable::PageNumber => "pagenumber-on",
        Skippable::NoteRef | Skippable::Note => "footnote-on",
        Skippable::ProducerNote => "prodnote-on",
        Skippable::Sidebar => "sidebar-on",
    }
}

fn format_seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}
