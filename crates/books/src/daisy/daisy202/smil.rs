//! SMIL 1.0 as DAISY 2.02 uses it.

use crate::model::Book;
use crate::xml::Writer;

use super::super::audio::Audio;
use super::super::ncx::NavItem;
use super::super::smil::{Clip, File, Par, Skippable, length, name};
use super::{TEXT, clock};

const DOCTYPE: &str =
    "<!DOCTYPE smil PUBLIC \"-//W3C//DTD SMIL 1.0//EN\" \"http://www.w3.org/TR/REC-SMIL/SMIL10.dtd\">";

/// The first heading in a file, or the title of the book.
pub(super) fn title<'a>(book: &'a Book, file: &File, nav: &'a [NavItem]) -> &'a str {
    let heading = nav.iter().find(|item| file.iter().any(|par| par.number == item.par));
    heading.map_or(&book.metadata.title, |item| &item.label)
}

/// One file. `elapsed` is the duration of all files before it, in milliseconds.
pub(super) fn write(book: &Book, file: &File, title: &str, elapsed: u64) -> String {
    let mut xml = Writer::document(DOCTYPE);
    let length = length(file);
    head(
        &mut xml,
        book,
        &[
            ("title", title),
            ("ncc:totalElapsedTime", &clock(elapsed)),
            ("ncc:timeInThisSmil", &clock(length)),
        ],
    );
    xml.open("body").open("seq").attr("dur", &format!("{}s", seconds(length))).line();
    for one in file {
        par(&mut xml, one);
    }
    xml.finish()
}

/// The list of all files.
pub(super) fn master(book: &Book, files: &[File], nav: &[NavItem], audio: &Audio) -> String {
    let mut xml = Writer::document(DOCTYPE);
    head(&mut xml, book, &[("ncc:timeInThisSmil", &clock(audio.length))]);
    xml.open("body").line();
    for (n, file) in files.iter().enumerate() {
        xml.open("ref").attr("id", &format!("smil{}", n + 1)).attr("title", title(book, file, nav));
        xml.attr("src", &name(n)).close().line();
    }
    xml.finish()
}

fn head(xml: &mut Writer, book: &Book, own: &[(&str, &str)]) {
    xml.open("smil").line().open("head").line();
    let uid = super::super::uid(book);
    let all = [
        ("dc:format", "Daisy 2.02"),
        ("dc:identifier", uid.as_str()),
        ("dc:title", &book.metadata.title),
        ("ncc:generator", super::super::GENERATOR),
    ];
    for (name, content) in all.iter().chain(own) {
        xml.open("meta").attr("name", name).attr("content", content).close().line();
    }
    xml.open("layout").open("region").attr("id", "txtView").close().close().line();
    xml.close().line();
}

fn par(xml: &mut Writer, par: &Par) {
    let number = par.number;
    xml.open("par").attr("endsync", "last").attr("id", &format!("p{number}"));
    xml.attr_opt("system-required", par.skip.map(required));
    xml.open("text").attr("src", &format!("{TEXT}#{}", par.text)).attr("id", &format!("t{number}")).close();
    let several = par.clips.len() > 1;
    if several {
        xml.open("seq").attr("id", &format!("s{number}"));
    }
    for (n, clip) in par.clips.iter().enumerate() {
        audio(xml, clip, &if several { format!("a{number}-{}", n + 1) } else { format!("a{number}") });
    }
    if several {
        xml.close();
    }
    xml.close().line();
}

fn audio(xml: &mut Writer, clip: &Clip, id: &str) {
    xml.open("audio").attr("src", &clip.file);
    for (name, time) in [("clip-begin", clip.begin), ("clip-end", clip.end)] {
        xml.attr(name, &format!("npt={}s", seconds(time)));
    }
    xml.attr("id", id).close();
}

/// The setting of the player with which this is played.
fn required(skip: Skippable) -> &'static str {
    match skip {
        Skippable::PageNumber => "pagenumber-on",
        Skippable::NoteRef | Skippable::Note => "footnote-on",
        Skippable::ProducerNote => "prodnote-on",
        Skippable::Sidebar => "sidebar-on",
    }
}

fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}
