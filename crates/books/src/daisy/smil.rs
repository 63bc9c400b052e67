//! SMIL: the order in which a player goes through the text.

use position_maps::{Places, SentenceStep, StepPlaces};

use crate::xml::{MATHML_NAMESPACE, XmlWriter};

use super::script::StepSound;

const SMIL_DOCTYPE: &str = "<!DOCTYPE smil PUBLIC \"-//NISO//DTD dtbsmil 2005-2//EN\" \"http://www.daisy.org/z3986/2005/dtbsmil-2005-2.dtd\">";

/// Parts that a listener may skip.
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
    pub(super) fn ncx_structure(self) -> &'static str {
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
pub(super) struct SmilPar {
    /// Number in the whole book, from 1; the id is made of it.
    pub(super) number: usize,
    /// Id of the element.
    pub(super) text: String,
    pub(super) skip: Option<Skippable>,
    /// True if the element is a formula in MathML.
    pub(super) mathml: bool,
    /// True if something that may be skipped begins here.
    pub(super) begins: bool,
    pub(super) sound: StepSound,
    /// The clips that it plays, once they are known.
    pub(super) clips: Vec<AudioClip>,
    /// The number of the sentence that begins here; 0 if none does, or it is not known.
    pub(super) sentence: u32,
}

/// A piece of an audio file of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AudioClip {
    pub(super) file: String,
    /// Milliseconds.
    pub(super) begin: u64,
    pub(super) end: u64,
}

impl AudioClip {
    pub(super) fn length_milliseconds(&self) -> u64 {
        self.end.saturating_sub(self.begin)
    }
}

pub(super) type SmilFile = Vec<SmilPar>;

/// The positions of the numbered blocks or sentences of a book.
pub(super) fn numbered_places(files: &[SmilFile]) -> Places {
    let mut steps: Vec<SentenceStep> = Vec::new();
    for (file, pars) in files.iter().enumerate() {
        for par in pars.iter().filter(|par| par.sentence > 0) {
            let clip = par.clips.first().zip(par.clips.last());
            steps.push(SentenceStep {
                sentence: u64::from(par.sentence) - 1,
                file: file as u64,
                number: par.number as u64,
                id: par.text.clone(),
                clip: clip.map(|(first, last)| {
                    let end = if last.file == first.file { last.end } else { first.end };
                    (first.file.clone(), first.begin, end)
                }),
            });
        }
    }
    // Stable: of several steps that speak one sentence the first counts, and it is heard to the end of the
    // last one.
    steps.sort_by_key(|step| step.sentence);
    steps.dedup_by(|later, first| {
        let same = later.sentence == first.sentence;
        if let (true, Some((file, _, end)), Some((other, _, last))) = (same, &mut first.clip, &later.clip)
            && file == other
        {
            *end = (*end).max(*last);
        }
        same
    });
    // Sentences before the first known step are at that step.
    if let Some(first) = steps.first_mut() {
        first.sentence = 0;
    }
    Places::Steps(StepPlaces(steps))
}

/// The name of the file with this number, from 0.
pub(super) fn file_name(number: usize) -> String {
    format!("book{:04}.smil", number + 1)
}

pub(super) fn step_href(file: usize, par: usize) -> String {
    format!("{}#p{par}", file_name(file))
}

pub(super) fn file_milliseconds(file: &SmilFile) -> u64 {
    file.iter().flat_map(|par| &par.clips).map(AudioClip::length_milliseconds).sum()
}

/// A time as SMIL writes it; text alone takes no time.
pub(super) fn format_clock(milliseconds: u64) -> String {
    let (seconds, part) = (milliseconds / 1000, milliseconds % 1000);
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if part == 0 { whole } else { format!("{whole}.{part:03}") }
}

/// Writes the piece of an audio file that an element plays.
pub(super) fn write_audio(xml: &mut XmlWriter, clip: &AudioClip) {
    xml.open("audio").attr("src", &clip.file);
    xml.attr("clipBegin", &format_clock(clip.begin)).attr("clipEnd", &format_clock(clip.end)).close();
}

/// Writes one file. `elapsed` is the duration of all files before it, in milliseconds.
pub(super) fn write_file(file: &SmilFile, uid: &str, elapsed: u64) -> String {
    let mut xml = XmlWriter::document(SMIL_DOCTYPE);
    xml.open("smil").attr("xmlns", "http://www.w3.org/2001/SMIL20/").open("head").end_line();
    for (name, content) in [
        ("dtb:uid", uid),
        ("dtb:generator", super::GENERATOR_NAME),
        ("dtb:totalElapsedTime", &format_clock(elapsed)),
    ] {
        xml.open("meta").attr("name", name).attr("content", content).close().end_line();
    }
    let used: Vec<Skippable> =
        Skippable::ALL.into_iter().filter(|kind| file.iter().any(|par| par.skip == Some(*kind))).collect();
    if !used.is_empty() {
        xml.open("customAttributes").end_line();
        for kind in used {
            xml.open("customTest")
                .attr("id", kind.id())
                .attr("defaultState", "true")
                .attr("override", "visible");
            xml.close().end_line();
        }
        xml.close().end_line();
    }
    xml.close().open("body").open("seq").attr("id", "sequence");
    let length = file_milliseconds(file);
    if length > 0 {
        xml.attr("dur", &format_clock(length));
    }
    xml.end_line();
    for one in file {
        if one.mathml {
            // A listener who explores a formula can leave it before its end.
            let end = format!("DTBuserEscape;p{}.end", one.number);
            xml.open("seq").attr("id", &format!("p{}-math", one.number)).attr("class", "math");
            write_par(xml.attr("end", &end), one);
            xml.close();
        } else {
            write_par(&mut xml, one);
        }
        xml.end_line();
    }
    xml.finish()
}

fn write_par(xml: &mut XmlWriter, par: &SmilPar) {
    xml.open("par").attr("id", &format!("p{}", par.number));
    if let Some(skip) = par.skip {
        xml.attr("class", skip.id()).attr("customTest", skip.id());
    }
    xml.open("text").attr("src", &format!("{}#{}", super::TEXT_NAME, par.text));
    xml.attr_opt("type", par.mathml.then_some(MATHML_NAMESPACE)).close();
    match par.clips.as_slice() {
        [] => {}
        [clip] => write_audio(xml, clip),
        several => {
            xml.open("seq").attr("id", &format!("p{}-audio", par.number));
            for clip in several {
                write_audio(xml, clip);
            }
            xml.close();
        }
    }
    xml.close();
}

#[cfg(test)]
mod tests {
    use super::*;
    use position_maps::{SentenceGrid, SentenceMap};

    #[test]
    fn a_sentence_of_several_steps_is_heard_to_the_end_of_the_last() {
        let par = |number: usize, sentence, file: &str, begin, end| SmilPar {
            number,
            text: format!("x{number}"),
            skip: None,
            mathml: false,
            begins: false,
            sound: StepSound::Nothing,
            clips: vec![AudioClip { file: file.to_owned(), begin, end }],
            sentence,
        };
        let file = vec![
            par(1, 1, "a.mp3", 0, 10),
            par(2, 1, "a.mp3", 10, 25),
            par(3, 2, "a.mp3", 25, 40),
            par(4, 2, "b.mp3", 0, 7),
        ];
        let mut grid = SentenceGrid::default();
        grid.add_block(["Tide.", "Ebb."]);
        let map = SentenceMap::new(&grid, numbered_places(&[file]));
        assert_eq!(map.sentence_element(0), Some(("x1", Some(("a.mp3", 0, 25)))));
        assert_eq!(map.sentence_element(1), Some(("x3", Some(("a.mp3", 25, 40)))));
    }
}
