//! An MP3 file in progress, and the times in it.

use std::path::Path;

use crate::encoder::Mp3Encoder;
use crate::{Result, Sound, Stop, Tags};

/// The sample rate of a file that begins with silence.
const SILENT_FILE_HERTZ: u32 = 22_050;
/// Duration of a phrase without sound in milliseconds: players cannot stop at an empty clip.
const EMPTY_PHRASE_MILLISECONDS: u32 = 400;

/// Position of a phrase in its file, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clip {
    /// Its beginning, which is the end of the previous one.
    pub begin: u64,
    /// Its end.
    pub end: u64,
}

/// A file to which phrases are added. Its times are counted in samples.
pub(crate) struct Recording<'a> {
    path: &'a Path,
    tags: Tags,
    encoder: Option<(Mp3Encoder, u32)>,
    written_samples: u64,
    /// The end of the last phrase.
    end: u64,
}

impl<'a> Recording<'a> {
    pub(crate) fn new(path: &'a Path, tags: Tags) -> Self {
        Self { path, tags, encoder: None, written_samples: 0, end: 0 }
    }

    /// Adds a phrase of these sounds, and a pause after it.
    pub(crate) fn add_phrase(&mut self, sounds: Vec<Sound>, pause: u32) -> Result<Clip> {
        for sound in sounds {
            self.write_sound(sound)?;
        }
        let silent = self.duration_milliseconds() == self.end;
        self.write_silence(if silent { pause.max(EMPTY_PHRASE_MILLISECONDS) } else { pause })?;
        let begin = self.end;
        self.end = self.duration_milliseconds();
        Ok(Clip { begin, end: self.end })
    }

    /// Finishes the file; returns its duration in milliseconds.
    pub(crate) fn finish(mut self, stop: &Stop) -> Result<u64> {
        if self.encoder.is_none() {
            self.write_silence(EMPTY_PHRASE_MILLISECONDS)?;
        }
        let length = self.duration_milliseconds();
        if let Some((encoder, _)) = self.encoder {
            encoder.finish(stop)?;
        }
        Ok(length)
    }

    fn write_sound(&mut self, sound: Sound) -> Result<()> {
        let (encoder, rate) = match &mut self.encoder {
            Some(open) => open,
            empty => {
                let encoder = Mp3Encoder::start(self.path, sound.rate, self.tags.clone())?;
                empty.insert((encoder, sound.rate))
            }
        };
        let sound = sound.resample(*rate);
        encoder.write_samples(&sound.samples)?;
        self.written_samples += sound.samples.len() as u64;
        Ok(())
    }

    fn write_silence(&mut self, milliseconds: u32) -> Result<()> {
        let rate = self.encoder.as_ref().map_or(SILENT_FILE_HERTZ, |(_, rate)| *rate);
        let count = u64::from(rate) * u64::from(milliseconds) / 1000;
        self.write_sound(Sound { rate, samples: vec![0; usize::try_from(count).unwrap_or_default()] })
    }

    /// The duration so far, rounded down, so that no clip extends beyond the last sample.
    fn duration_milliseconds(&self) -> u64 {
        let rate = self.encoder.as_ref().map_or(SILENT_FILE_HERTZ, |(_, rate)| *rate);
        self.written_samples * 1000 / u64::from(rate)
    }
}
