//! The recordings of a book as MP3 files, for packages that play them.

use std::collections::HashMap;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use speech::Stop;

use crate::model::{Book, Clip};
use crate::progress::run_watched;
use crate::{Archive, Progress, Result, path};

/// An MP3 file of a package.
#[derive(Debug, Clone)]
pub(crate) struct AudioFile {
    pub(crate) name: String,
    pub(crate) source: Source,
}

#[derive(Debug, Clone)]
pub(crate) enum Source {
    Book(String),
    /// A file of the temporary folder.
    Made(PathBuf),
}

impl AudioFile {
    pub(crate) fn store_in<W: Write + Seek>(
        &self,
        out: &mut Archive<W>,
        path: &str,
        book: &Book,
    ) -> Result<()> {
        match &self.source {
            Source::Book(source) => out.store(path, &book.resources.read(source)?),
            Source::Made(made) => out.store_from(path, &mut std::fs::File::open(made)?),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordingPiece {
    /// The recording: its place among those of the book.
    pub(crate) recording: usize,
    /// Milliseconds.
    pub(crate) begin: u64,
    pub(crate) end: u64,
}

/// The recordings that the clips of a book play, as they are requested. Anything other than MP3 is
/// converted, in a temporary folder.
pub(crate) struct Recordings<'a> {
    book: &'a Book,
    folder: &'a Path,
    files: Vec<AudioFile>,
    /// By the path in the book: its place among the files, and its length in milliseconds.
    by_path: HashMap<String, Option<(usize, u64)>>,
}

impl<'a> Recordings<'a> {
    pub(crate) fn new(book: &'a Book, folder: &'a Path) -> Self {
        Self { book, folder, files: Vec::new(), by_path: HashMap::new() }
    }

    /// The piece of a recording that a clip plays. `None` for a recording that cannot be decoded, and for
    /// anything after its end.
    pub(crate) fn find_piece(
        &mut self,
        clip: &Clip,
        progress: &mut dyn Progress,
    ) -> Result<Option<RecordingPiece>> {
        let known = self.by_path.get(clip.audio.as_str()).copied();
        let Some((recording, length)) = (match known {
            Some(known) => known,
            None => self.add_recording(&clip.audio, progress)?,
        }) else {
            return Ok(None);
        };
        let begin = to_milliseconds(clip.begin);
        let end = clip.end.map_or(length, to_milliseconds).min(length);
        Ok((begin < end).then_some(RecordingPiece { recording, begin, end }))
    }

    /// The files; the package must contain those that are played.
    pub(crate) fn into_files(self) -> Vec<AudioFile> {
        self.files
    }

    fn add_recording(&mut self, source: &str, progress: &mut dyn Progress) -> Result<Option<(usize, u64)>> {
        let added = self.read_recording(source, progress)?.map(|(file, length)| {
            self.files.push(file);
            (self.files.len() - 1, length)
        });
        self.by_path.insert(source.to_owned(), added);
        Ok(added)
    }

    /// One recording, and its length in milliseconds; `None` if it cannot be heard.
    fn read_recording(&self, source: &str, progress: &mut dyn Progress) -> Result<Option<(AudioFile, u64)>> {
        let number = self.files.len();
        let Some(file) = self.book.resources.get(source) else { return Ok(None) };
        let bytes = self.book.resources.read(source)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let name = format!("narration{:04}.mp3", number + 1);
        let length = |bytes: &[u8]| speech::mp3::length(bytes).map(to_milliseconds);
        let is_mp3 = path::extension(source) == "mp3"
            || matches!(file.media_type.as_str(), "audio/mpeg" | "audio/mp3");
        if let Some(length) = length(&bytes).filter(|_| is_mp3) {
            return Ok(Some((AudioFile { name, source: Source::Book(source.to_owned()) }, length)));
        }
        let original = self.folder.join(format!("recording{number}"));
        let made = self.folder.join(&name);
        std::fs::write(&original, bytes)?;
        let stop = Stop::default();
        let converted =
            run_watched(&stop, progress, &|| (0, 1), || speech::convert_to_mp3(&original, &made, &stop))?;
        std::fs::remove_file(&original)?;
        match converted {
            Ok(()) => {
                let length = length(&std::fs::read(&made)?);
                Ok(length.map(|length| (AudioFile { name, source: Source::Made(made) }, length)))
            }
            Err(missing @ speech::Error::Missing { .. }) => Err(missing.into()),
            Err(_) => Ok(None),
        }
    }
}

fn to_milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
