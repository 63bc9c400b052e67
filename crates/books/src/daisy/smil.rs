//! SMIL: the order in which a player goes through the text.

use crate::xml::Writer;

const DOCTYPE: &str = "<!DOCTYPE smil PUBLIC \"-//NISO//DTD dtbsmil 2005-2//EN\" \"http://www.daisy.org/z3986/2005/dtbsmil-2005-2.dtd\">";

/// What a listener may skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Skippable {
    PageNumber,
    NoteRef,
    Note,
    ProducerNote,
    Sidebar,
}

impl Skippable {
    pub(super) const ALL: [Self; 5] =
        [Self::PageNumber, Self::NoteRef, Self::Note, Self::ProducerNote, Self::Sidebar];

    /// The name of its test.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::PageNumber => "pagenum",
            Self::NoteRef => "noteref",
            Self::Note => "note",
            Self::ProducerNote => "prodnote",
            Self::Sidebar => "sidebar",
        }
    }

    /// The word of the NCX for it.
    pub(super) fn structure(self) -> &'static str {
        match self {
            Self::PageNumber => "PAGE_NUMBER",
            Self::NoteRef => "NOTE_REFERENCE",
            Self::Note => "NOTE",
            Self::ProducerNote => "OPTIONAL_PRODUCER_NOTE",
            Self::Sidebar => "OPTIONAL_SIDEBAR",
        }
    }
}

/// One step of the player: an element of the text.
#[derive(Debug)]
pub(super) struct Par {
    /// Number in the whole book, from 1; the id is made of it.
    pub(super) number: usize,
    /// Id of the element.
    pub(super) text: String,
    pub(super) skip: Option<Skippable>,
}

/// One SMIL file.
pub(super) type File = Vec<Par>;

/// The name of the file with this number, from 0.
pub(super) fn name(number: usize) -> String {
    format!("book{:04}.smil", number + 1)
}

/// A reference to a step.
pub(super) fn reference(file: usize, par: usize) -> String {
    format!("{}#p{par}", name(file))
}

pub(super) fn write(file: &File, uid: &str) -> String {
    let mut xml = Writer::document(DOCTYPE);
    xml.open("smil").attr("xmlns", "http://www.w3.org/2001/SMIL20/").open("head").line();
    // Text alone takes no time.
    for (name, content) in
        [("dtb:uid", uid), ("dtb:generator", super::GENERATOR), ("dtb:totalElapsedTime", "0:00:00")]
    {
        xml.open("meta").attr("name", name).attr("content", content).close().line();
    }
    let used: Vec<Skippable> =
        Skippable::ALL.into_iter().filter(|kind| file.iter().any(|par| par.skip == Some(*kind))).collect();
    if !used.is_empty() {
        xml.open("customAttributes").line();
        for kind in used {
            xml.open("customTest")
                .attr("id", kind.id())
                .attr("defaultState", "true")
                .attr("override", "visible");
            xml.close().line();
        }
        xml.close().line();
    }
    xml.close().open("body").open("seq").attr("id", "sequence").line();
    for par in file {
        xml.open("par").attr("id", &format!("p{}", par.number));
        if let Some(skip) = par.skip {
            xml.attr("class", skip.id()).attr("customTest", skip.id());
        }
        xml.open("text").attr("src", &format!("{}#{}", super::TEXT, par.text)).close().close().line();
    }
    xml.finish()
}
