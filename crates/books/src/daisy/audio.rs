//! The audio of a book: recordings of a narrator as they are, and speech for all that nobody has recorded.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use speech::{Engine, Recorder, Stop, Tags};

use crate::error::{Error, Result};
use crate::model::Book;
use crate::progress::{Progress, report_step, run_watched};
use crate::recordings::{self, AudioFile, Source};

use super::ncx::NavItem;
use super::script::{NarrationPlaces, StepSound};
use super::smil::{self, AudioClip};

/// The narration that was made; for the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narration {
    /// The whole length.
    pub length: Duration,
    /// The people who speak, by name.
    pub people: Vec<String>,
    /// The engine, when something had to be spoken by it.
    pub engine: Option<String>,
    /// True if people speak most of it.
    pub human: bool,
}

#[derive(Debug)]
pub(super) struct PackageAudio {
    pub(super) files: Vec<AudioFile>,
    /// Milliseconds of all clips.
    pub(super) length: u64,
    people: Vec<String>,
    engine: Option<String>,
    /// Milliseconds that a person speaks.
    human: u64,
}

impl PackageAudio {
    pub(super) fn narration(&self) -> Narration {
        Narration {
            length: Duration::from_millis(self.length),
            people: self.people.clone(),
            engine: self.engine.clone(),
            human: self.human * 2 > self.length,
        }
    }

    /// Names of the narrators: people first, then the engine.
    pub(super) fn narrators(&self) -> impl Iterator<Item = &str> {
        let engine = self.engine.iter().filter(|engine| !self.people.contains(engine));
        self.people.iter().chain(engine).map(String::as_str)
    }
}

#[derive(Debug, Default)]
pub(super) struct Recordings {
    files: Vec<AudioFile>,
    pub(super) places: NarrationPlaces,
}

/// Finds the narration that a book brings along. Text whose recording cannot be read is spoken.
pub(super) fn find_recordings(book: &Book, folder: &Path, progress: &mut dyn Progress) -> Result<Recordings> {
    let mut found = recordings::Recordings::new(book, folder);
    let mut places = NarrationPlaces::default();
    let total = book.overlays.len();
    for (n, overlay) in book.overlays.iter().enumerate() {
        report_step(progress, n, total)?;
        for clip in &overlay.clips {
            if let Some(piece) = found.find_piece(clip, progress)? {
                places.add_clip(&clip.text.path, clip.text.id.as_deref(), piece);
            }
        }
    }
    Ok(Recordings { files: found.into_files(), places })
}

/// Gives each step its place in an audio file: speaks the lines, one file for each SMIL file, several files
/// at the same time. Without an engine, a book that people have recorded is silent where they say nothing.
pub(super) fn record_steps(
    book: &Book,
    text: &mut super::text::WrittenText,
    recordings: Recordings,
    engine: &Arc<dyn Engine>,
    folder: &Path,
    progress: &mut dyn Progress,
) -> Result<PackageAudio> {
    let tags = file_tags(book, &text.smil, &text.nav);
    let (lines, silent) = match speak_lines(&text.smil, &tags, engine.as_ref(), folder, progress) {
        Err(Error::Speech(speech::Error::Missing { .. })) if is_recorded(&text.smil) => {
            (write_silence(&text.smil, folder)?, true)
        }
        lines => (lines?, false),
    };
    let mut audio = PackageAudio { files: Vec::new(), length: 0, people: Vec::new(), engine: None, human: 0 };
    let mut spoken = false;
    for (n, (file, lines)) in text.smil.iter_mut().zip(lines).enumerate() {
        let mut lines = lines.into_iter();
        for par in file.iter_mut() {
            par.clips = match &par.sound {
                StepSound::Nothing => Vec::new(),
                StepSound::Line(_) => lines
                    .next()
                    .map(|clip| AudioClip { file: speech_file_name(n), begin: clip.begin, end: clip.end })
                    .into_iter()
                    .collect(),
                StepSound::Narration(pieces) => pieces
                    .iter()
                    .map(|piece| AudioClip {
                        file: recordings.files[piece.recording].name.clone(),
                        begin: piece.begin,
                        end: piece.end,
                    })
                    .collect(),
            };
            let length: u64 = par.clips.iter().map(AudioClip::length_milliseconds).sum();
            audio.length += length;
            if matches!(par.sound, StepSound::Narration(_)) {
                audio.human += length;
            }
        }
        if file.iter().any(|par| matches!(par.sound, StepSound::Line(_))) {
            spoken = true;
            audio.files.push(AudioFile {
                name: speech_file_name(n),
                source: Source::Made(folder.join(speech_file_name(n))),
            });
        }
    }
    // A recording that no text points at is not heard.
    let used = |file: &AudioFile| {
        text.smil.iter().flatten().any(|par| par.clips.iter().any(|c| c.file == file.name))
    };
    audio.files.extend(recordings.files.into_iter().filter(used));
    if audio.human > 0 {
        let stated = book.metadata.narrators.iter().map(String::as_str);
        let names: Vec<&str> = stated.chain(book.metadata.names("nrt")).collect();
        for name in names {
            if !audio.people.iter().any(|known| known == name) {
                audio.people.push(name.to_owned());
            }
        }
    }
    audio.engine = (spoken && !silent).then(|| engine.name().to_owned());
    Ok(audio)
}

/// Minimum duration of a word that is read aloud, milliseconds.
const MIN_WORD_MILLISECONDS: u64 = 120;

/// Duration of the silence at a step without a recording, milliseconds: long enough to be noticed.
const SILENCE_MILLISECONDS: u64 = 480;

/// Returns true if people have recorded most of a book, so that it can be heard without an engine.
fn is_recorded(smil: &[smil::SmilFile]) -> bool {
    let (mut recorded, mut words) = (0, 0);
    for par in smil.iter().flatten() {
        match &par.sound {
            StepSound::Narration(pieces) => {
                recorded += pieces.iter().map(|piece| piece.end - piece.begin).sum::<u64>();
            }
            StepSound::Line(line) => {
                words +=
                    line.parts.iter().map(|part| part.text.split_whitespace().count() as u64).sum::<u64>();
            }
            StepSound::Nothing => {}
        }
    }
    recorded > 0 && words * MIN_WORD_MILLISECONDS <= recorded
}

/// Silence instead of the lines of all files: the value that [`speak_lines`] returns, without an engine.
fn write_silence(smil: &[smil::SmilFile], folder: &Path) -> Result<Vec<Vec<speech::Clip>>> {
    let mut all = Vec::with_capacity(smil.len());
    for (n, file) in smil.iter().enumerate() {
        let lines = file.iter().filter(|par| matches!(par.sound, StepSound::Line(_))).count() as u64;
        let (sound, _) = speech::mp3::encode_silence(lines * SILENCE_MILLISECONDS);
        if lines > 0 {
            std::fs::write(folder.join(speech_file_name(n)), sound)?;
        }
        all.push(
            (0..lines)
                .map(|line| speech::Clip {
                    begin: line * SILENCE_MILLISECONDS,
                    end: (line + 1) * SILENCE_MILLISECONDS,
                })
                .collect(),
        );
    }
    Ok(all)
}

/// Returns true if a sound file of this name is speech made for a book, not a recording that the book
/// brings along.
pub fn is_speech(name: &str) -> bool {
    name.starts_with("speech")
}

fn speech_file_name(number: usize) -> String {
    format!("speech{:04}.mp3", number + 1)
}

/// The tags of each file that a player shows: the first heading in it.
fn file_tags(book: &Book, smil: &[smil::SmilFile], nav: &[NavItem]) -> Vec<Tags> {
    let metadata = &book.metadata;
    smil.iter()
        .enumerate()
        .map(|(n, file)| {
            let heading = nav.iter().find(|item| file.iter().any(|par| par.number == item.par));
            Tags {
                title: heading.map_or(&metadata.title, |item| &item.label).clone(),
                album: metadata.title.clone(),
                artist: metadata.names("aut").join(", "),
                track: Some((n + 1, smil.len())),
            }
        })
        .collect()
}

/// Speaks all lines of all files; returns the places of the lines in the files.
fn speak_lines(
    smil: &[smil::SmilFile],
    tags: &[Tags],
    engine: &dyn Engine,
    folder: &Path,
    progress: &mut dyn Progress,
) -> Result<Vec<Vec<speech::Clip>>> {
    let total = smil.iter().flatten().filter(|par| matches!(par.sound, StepSound::Line(_))).count();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stop = Stop::default();
    let work = || -> speech::Result<Vec<(usize, Vec<speech::Clip>)>> {
        let mut mine = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let (Some(file), Some(tags)) = (smil.get(n), tags.get(n)) else { return Ok(mine) };
            let path = folder.join(speech_file_name(n));
            let mut recorder = Recorder::new(engine, &path, tags.clone(), &stop);
            let lines = file.iter().filter_map(|par| match &par.sound {
                StepSound::Line(line) => Some(line),
                _ => None,
            });
            let clips = recorder.record(lines, || {
                done.fetch_add(1, Ordering::Relaxed);
            })?;
            if !clips.is_empty() {
                recorder.finish()?;
            }
            mine.push((n, clips));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = cores.min(smil.len()).max(1);
    let far = || (done.load(Ordering::Relaxed), total);
    let all = run_watched(&stop, progress, &far, || {
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..workers)
                .map(|_| {
                    scope.spawn(|| {
                        let result = work();
                        if result.is_err() {
                            // The others need not continue.
                            stop.stop();
                        }
                        result
                    })
                })
                .collect();
            let results = running.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|_| Err(std::io::Error::other("a worker has panicked").into()))
            });
            // A thread that was stopped because another failed knows nothing of the reason.
            let (good, bad): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
            let reason =
                bad.into_iter().filter_map(Result::err).min_by_key(|e| matches!(e, speech::Error::Stopped));
            match reason {
                Some(error) => Err(error),
                None => Ok(good.into_iter().flatten().flatten().collect::<Vec<_>>()),
            }
        })
    })??;
    let mut clips = vec![Vec::new(); smil.len()];
    for (n, mine) in all {
        clips[n] = mine;
    }
    Ok(clips)
}
