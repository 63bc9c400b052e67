//! An engine for tests, and the rules that the official validators of DAISY books have beyond the schemas.

use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use roxmltree::{Document, Node};
use speech::{ENCODER, Engine, Recorder, Sound, SpokenLine, Stop, Tags};

use super::unzip;
use super::validators::report_missing;
use crate::path;
use crate::smil::parse_clock;

/// An engine that takes no time: two milliseconds for each letter. It keeps what it was to say.
#[derive(Debug, Default)]
pub struct ToneEngine {
    spoken: Mutex<Vec<(String, String)>>,
    is_held: Mutex<bool>,
    release_signal: Condvar,
}

impl ToneEngine {
    /// Stalls the engine: speaking does not end until [`ToneEngine::release`], or until the work is
    /// stopped.
    ///
    /// # Panics
    /// A thread that spoke has panicked.
    pub fn hold(&self) {
        *self.is_held.lock().expect("a lock") = true;
    }

    /// Speaks on.
    ///
    /// # Panics
    /// A thread that spoke has panicked.
    pub fn release(&self) {
        *self.is_held.lock().expect("a lock") = false;
        self.release_signal.notify_all();
    }

    /// The spoken texts, as `language: words`, in the order of the letters.
    ///
    /// # Panics
    /// A thread that spoke has panicked.
    pub fn spoken_texts(&self) -> Vec<String> {
        let mut said: Vec<String> = self
            .spoken
            .lock()
            .expect("a lock")
            .iter()
            .map(|(voice, text)| format!("{voice}: {text}"))
            .collect();
        said.sort();
        said
    }
}

impl Engine for ToneEngine {
    fn name(&self) -> &'static str {
        "Tone"
    }

    fn find_voice(&self, language: &str) -> Option<String> {
        Some(language.to_owned())
    }

    fn fallback_voice(&self) -> String {
        "en".to_owned()
    }

    fn speak(&self, text: &str, voice: &str, _last: bool, stop: &Stop) -> speech::Result<Sound> {
        stop.check()?;
        self.spoken.lock().expect("a lock").push((voice.to_owned(), text.to_owned()));
        let mut held = self.is_held.lock().expect("a lock");
        while *held {
            stop.check()?;
            held = self.release_signal.wait_timeout(held, Duration::from_millis(20)).expect("a lock").0;
        }
        Ok(Sound { rate: 16_000, samples: vec![500; text.chars().count() * 32] })
    }

    fn batch_size(&self) -> usize {
        500
    }

    fn check(&self) -> speech::Result<String> {
        Ok("Tone".to_owned())
    }
}

/// Returns true if audio can be written here. Where tests must not be skipped, a missing program fails.
///
/// # Panics
/// It is missing where it is required.
pub fn audio_tools() -> bool {
    speech::is_encoder_installed() || report_missing::<()>(ENCODER).is_some()
}

/// An MP3 file of about this length.
///
/// # Panics
/// It cannot be made.
pub fn mp3_with_length(milliseconds: u32) -> Vec<u8> {
    let folder = super::validators::temporary_folder("mp3");
    let path = folder.join("made.mp3");
    let (engine, stop) = (ToneEngine::default(), Stop::default());
    let mut recorder = Recorder::new(&engine, &path, Tags::default(), &stop);
    recorder.record(&[SpokenLine { parts: Vec::new(), pause: milliseconds }], || ()).expect("a recording");
    recorder.finish().expect("an MP3 file");
    let bytes = std::fs::read(&path).expect("an MP3 file");
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
    bytes
}

/// Milliseconds that a decoder hears in an MP3 file.
///
/// # Panics
/// The decoder cannot be run.
pub fn decoded_milliseconds(mp3: &[u8]) -> u64 {
    let folder = super::validators::temporary_folder("heard");
    std::fs::write(folder.join("in.mp3"), mp3).expect("a temporary file");
    let output = Command::new(ENCODER)
        .args(["-v", "error", "-i", "in.mp3", "-f", "s16le", "-ac", "1", "-ar", "8000", "-"])
        .current_dir(&folder)
        .output()
        .expect("a decoder");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_dir_all(&folder).expect("a temporary folder");
    output.stdout.len() as u64 / 16
}

/// The faults of a DAISY book with audio: references that lead nowhere, ids that occur twice, times that
/// are not the sums of the clips, clips after the end of their file, files that nothing plays.
///
/// # Panics
/// The package is damaged beyond that.
pub fn faults_of_audio(package: &[u8]) -> Vec<String> {
    let files: HashMap<String, Vec<u8>> = unzip(package).into_iter().collect();
    let mut texts: Vec<(&str, String)> = files
        .iter()
        .filter(|(name, _)| ["smil", "html", "xml", "ncx", "opf"].contains(&path::extension(name).as_str()))
        .map(|(name, bytes)| (name.as_str(), String::from_utf8(bytes.clone()).expect("UTF-8")))
        .collect();
    texts.sort();
    let options = || roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let documents: Vec<(&str, Document<'_>)> = texts
        .iter()
        .map(|(name, text)| (*name, Document::parse_with_options(text, options()).expect("well-formed XML")))
        .collect();
    let mut faults = Vec::new();
    check_references(&files, &documents, &mut faults);
    check_times(&files, &documents, &mut faults);
    if let Some((_, center)) = documents.iter().find(|(name, _)| *name == "ncc.html") {
        check_navigation(center, files.len(), &mut faults);
    }
    faults
}

/// Recordings that a decoder does not hear as long as they are stated to be, by their own count of frames
/// and, for those that an engine spoke for the book, by their last clip: 50 milliseconds may be missing.
///
/// # Panics
/// The decoder cannot be run, the package is damaged.
pub fn faults_of_recordings(package: &[u8]) -> Vec<String> {
    let files = unzip(package);
    let mut ends: HashMap<String, u64> = HashMap::new();
    for (name, bytes) in files.iter().filter(|(name, _)| path::extension(name) == "smil") {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = Document::parse_with_options(&text, options).expect("well-formed XML");
        for audio in document.descendants().filter(|node| node.tag_name().name() == "audio") {
            let end = audio.attribute("clipEnd").or(audio.attribute("clip-end")).and_then(parse_clock);
            let end = end.and_then(|end| u64::try_from(end.as_millis()).ok()).unwrap_or_default();
            let (file, _) = path::resolve(name, audio.attribute("src").unwrap_or_default()).expect("a path");
            let last = ends.entry(file).or_default();
            *last = (*last).max(end);
        }
    }
    let mut faults = Vec::new();
    for (name, bytes) in files.iter().filter(|(name, _)| path::extension(name) == "mp3") {
        let decoded = decoded_milliseconds(bytes);
        let counted = speech::mp3::length(bytes).and_then(|time| u64::try_from(time.as_millis()).ok());
        let clips = ends.get(name).copied().filter(|_| name.starts_with("speech"));
        for stated in [counted, clips].into_iter().flatten().filter(|stated| stated.abs_diff(decoded) > 50) {
            faults.push(format!("{name}: {decoded} ms are heard, {stated} ms are stated"));
        }
    }
    faults
}

fn check_references(
    files: &HashMap<String, Vec<u8>>,
    documents: &[(&str, Document<'_>)],
    faults: &mut Vec<String>,
) {
    let mut ids: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (name, document) in documents {
        for id in document.descendants().filter_map(|node| node.attribute("id")) {
            if !ids.entry(name).or_default().insert(id) {
                faults.push(format!("{name}: the id {id} is used twice"));
            }
        }
    }
    for (name, document) in documents {
        for node in document.descendants().filter(Node::is_element) {
            for attribute in ["href", "src", "smilref", "idref"] {
                let Some(value) = node.attribute(attribute).filter(|value| !path::has_scheme(value)) else {
                    continue;
                };
                // In a package document idref names an item.
                if attribute == "idref" && !value.starts_with('#') {
                    continue;
                }
                let (target, id) = path::resolve(name, value).expect("a path in the package");
                let there = match &id {
                    None => files.contains_key(&target),
                    Some(id) => ids.get(target.as_str()).is_some_and(|ids| ids.contains(id.as_str())),
                };
                if !there {
                    faults.push(format!("{name}: {value} leads nowhere"));
                }
            }
        }
    }
}

fn check_times(
    files: &HashMap<String, Vec<u8>>,
    documents: &[(&str, Document<'_>)],
    faults: &mut Vec<String>,
) {
    let milliseconds =
        |text: &str| parse_clock(text).map(|time| u64::try_from(time.as_millis()).unwrap_or_default());
    let stated = |document: &Document<'_>, name: &str| {
        let meta = document
            .descendants()
            .find(|node| node.attribute("name").is_some_and(|own| own.rsplit(':').next() == Some(name)));
        meta.and_then(|meta| milliseconds(meta.attribute("content")?))
    };
    let mut elapsed = 0;
    let mut ends: HashMap<String, u64> = HashMap::new();
    for (name, document) in
        documents.iter().filter(|(name, _)| name.starts_with("book") && path::extension(name) == "smil")
    {
        if stated(document, "totalElapsedTime") != Some(elapsed) {
            faults.push(format!("{name}: totalElapsedTime is not {elapsed} ms"));
        }
        let mut length = 0;
        for audio in document
            .descendants()
            .filter(|node| node.has_tag_name("audio") || node.tag_name().name() == "audio")
        {
            let time = |one: &str, other: &str| {
                audio.attribute(one).or(audio.attribute(other)).and_then(milliseconds).expect("a time")
            };
            let (begin, end) = (time("clipBegin", "clip-begin"), time("clipEnd", "clip-end"));
            if begin >= end {
                faults.push(format!("{name}: a clip from {begin} to {end} ms"));
            }
            length += end.saturating_sub(begin);
            let last = ends.entry(audio.attribute("src").expect("a file").to_owned()).or_default();
            *last = (*last).max(end);
        }
        if stated(document, "timeInThisSmil").is_some_and(|stated| stated != length) {
            faults.push(format!("{name}: timeInThisSmil is not {length} ms"));
        }
        elapsed += length;
    }
    let whole = documents.iter().find_map(|(_, document)| stated(document, "totalTime"));
    if whole != Some(elapsed) {
        faults.push(format!("totalTime is {whole:?}, not {elapsed} ms"));
    }
    for (name, bytes) in files.iter().filter(|(name, _)| path::extension(name) == "mp3") {
        let length =
            speech::mp3::length(bytes).map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or_default());
        match ends.get(name) {
            None => faults.push(format!("nothing plays {name}")),
            Some(end) if *end > length => {
                faults.push(format!("{name} ends at {length} ms, a clip at {end} ms"));
            }
            Some(_) => {}
        }
    }
}

/// The rules for the navigation control center of DAISY 2.02.
fn check_navigation(center: &Document<'_>, files: usize, faults: &mut Vec<String>) {
    let content = |name: &str| -> Vec<&str> {
        let metas = center.descendants().filter(|node| node.attribute("name") == Some(name));
        metas.filter_map(|meta| meta.attribute("content")).collect()
    };
    for name in [
        "dc:title", "dc:format", "dc:identifier", "dc:date", "dc:publisher", "ncc:charset", "ncc:depth",
        "ncc:files", "ncc:generator", "ncc:multimediaType", "ncc:pageFront", "ncc:pageNormal",
        "ncc:pageSpecial", "ncc:setInfo", "ncc:tocItems", "ncc:totalTime",
    ] {
        if content(name).len() != 1 {
            faults.push(format!("ncc.html: {name} appears {} times", content(name).len()));
        }
    }
    for name in ["dc:creator", "dc:language", "ncc:narrator"] {
        if content(name).is_empty() {
            faults.push(format!("ncc.html: {name} is missing"));
        }
    }
    let body = center.descendants().find(|node| node.tag_name().name() == "body").expect("a body");
    let items: Vec<Node<'_, '_>> = body.children().filter(Node::is_element).collect();
    let of_class = |class: &str| items.iter().filter(|item| item.attribute("class") == Some(class)).count();
    let counts = [
        ("ncc:tocItems", items.len()),
        ("ncc:files", files),
        ("ncc:pageFront", of_class("page-front")),
        ("ncc:pageNormal", of_class("page-normal")),
        ("ncc:pageSpecial", of_class("page-special")),
        ("ncc:footnotes", of_class("noteref")),
        ("ncc:prodNotes", of_class("optional-prodnote")),
        ("ncc:sidebars", of_class("sidebar")),
    ];
    for (name, count) in counts {
        let stated = content(name).first().and_then(|text| text.parse().ok()).unwrap_or(0);
        if stated != count {
            faults.push(format!("ncc.html: {name} is {stated}, not {count}"));
        }
    }
    if content("ncc:multimediaType") != ["audioFullText"] || content("dc:format") != ["Daisy 2.02"] {
        faults.push("ncc.html: the kind of book is wrong".into());
    }
    let first = items.first().map(|item| (item.tag_name().name(), item.attribute("class")));
    if first != Some(("h1", Some("title"))) {
        faults.push("ncc.html: it does not begin with the title".into());
    }
    let mut depth = 0;
    for item in &items {
        if item.first_element_child().is_none_or(|link| link.attribute("href").is_none()) {
            faults.push("ncc.html: an item leads nowhere".into());
        }
        let Some(level) =
            item.tag_name().name().strip_prefix('h').and_then(|level| level.parse::<u32>().ok())
        else {
            continue;
        };
        if level > depth + 1 {
            faults.push(format!("ncc.html: a heading of level {level} under one of level {depth}"));
        }
        depth = level;
    }
}
