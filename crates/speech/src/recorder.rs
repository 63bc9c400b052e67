//! One MP3 file of many phrases.

use std::path::Path;

use crate::ear::for_the_ear;
use crate::encoder::Encoder;
use crate::engine::Engine;
use crate::error::Result;
use crate::id3::Tags;
use crate::sound::Sound;
use crate::stop::Stop;

/// The rate of a file that begins with silence.
const RATE: u32 = 22_050;
/// Milliseconds of a phrase in which nothing is said: a player cannot stop at a clip of no length.
const SILENCE: u32 = 400;

/// Words in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The language (BCP 47).
    pub language: String,
    /// What is said.
    pub text: String,
}

/// One phrase: what a listener hears between two places where he can stop.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said, one part after the other.
    pub parts: Vec<Part>,
    /// Milliseconds of silence at its end.
    pub pause: u32,
}

/// Where a phrase is in its file, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clip {
    /// Its beginning: the end of the one before.
    pub begin: u64,
    /// Its end.
    pub end: u64,
}

/// Speaks phrases into one file. Only one phrase is in memory at a time.
pub struct Recorder<'a> {
    engine: &'a dyn Engine,
    path: &'a Path,
    tags: Tags,
    encoder: Option<(Encoder, u32)>,
    /// Samples written.
    written: u64,
    /// The end of the last phrase.
    end: u64,
    stop: &'a Stop,
}

impl<'a> Recorder<'a> {
    /// A new file at `path`; beside it, files with other endings are used for a while.
    pub fn new(engine: &'a dyn Engine, path: &'a Path, tags: Tags, stop: &'a Stop) -> Self {
        Self { engine, path, tags, encoder: None, written: 0, end: 0, stop }
    }

    /// Speaks one phrase.
    ///
    /// # Errors
    /// The engine or the encoder fails; the work was stopped.
    pub fn say(&mut self, line: &Line) -> Result<Clip> {
        let parts = self.parts(line);
        let last = parts.len().saturating_sub(1);
        for (n, (voice, text)) in parts.iter().enumerate() {
            let sound = self.engine.speak(text, voice, n == last, self.stop)?;
            self.write(sound)?;
        }
        let silent = self.milliseconds() == self.end;
        self.silence(if silent { line.pause.max(SILENCE) } else { line.pause })?;
        let begin = self.end;
        self.end = self.milliseconds();
        Ok(Clip { begin, end: self.end })
    }

    /// Ends the file; answers its length in milliseconds.
    ///
    /// # Errors
    /// The encoder fails; the file cannot be written; the work was stopped.
    pub fn finish(mut self) -> Result<u64> {
        if self.encoder.is_none() {
            self.silence(SILENCE)?;
        }
        let length = self.milliseconds();
        if let Some((encoder, _)) = self.encoder {
            encoder.finish(self.stop)?;
        }
        Ok(length)
    }

    /// The voice and the text of each part that can be heard; neighbors of one voice are one.
    fn parts(&self, line: &Line) -> Vec<(String, String)> {
        let mut parts: Vec<(String, String)> = Vec::new();
        for part in &line.parts {
            let text = for_the_ear(&part.text);
            if text.is_empty() {
                // A full stop behind words of another language belongs to them.
                if let Some((_, before)) = parts.last_mut() {
                    before.push_str(part.text.trim());
                }
                continue;
            }
            let voice = self.engine.voice(&part.language).unwrap_or_else(|| self.engine.fallback());
            match parts.last_mut() {
                Some((same, before)) if *same == voice => {
                    before.push(' ');
                    before.push_str(&text);
                }
                _ => parts.push((voice, text)),
            }
        }
        parts
    }

    fn write(&mut self, sound: Sound) -> Result<()> {
        let rate = sound.rate;
        let (encoder, file) = match &mut self.encoder {
            Some((encoder, file)) => (encoder, *file),
            empty => {
                let encoder = Encoder::start(self.path, rate, self.tags.clone())?;
                let (encoder, file) = empty.insert((encoder, rate));
                (encoder, *file)
            }
        };
        let sound = sound.at_rate(file);
        encoder.write(&sound.samples)?;
        self.written += sound.samples.len() as u64;
        Ok(())
    }

    fn silence(&mut self, milliseconds: u32) -> Result<()> {
        let rate = self.encoder.as_ref().map_or(RATE, |(_, rate)| *rate);
        let count = u64::from(rate) * u64::from(milliseconds) / 1000;
        self.write(Sound { rate, samples: vec![0; usize::try_from(count).unwrap_or_default()] })
    }

    /// The length so far, rounded down: no clip reaches behind the last sample.
    fn milliseconds(&self) -> u64 {
        let rate = self.encoder.as_ref().map_or(RATE, |(_, rate)| *rate);
        self.written * 1000 / u64::from(rate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoder::ENCODER;
    use crate::process::is_installed;

    /// Ten milliseconds for each letter; French at another rate.
    #[derive(Debug)]
    struct Fake;

    impl Engine for Fake {
        fn name(&self) -> &'static str {
            "Fake"
        }

        fn voice(&self, language: &str) -> Option<String> {
            ["en", "fr"].contains(&language).then(|| language.to_owned())
        }

        fn fallback(&self) -> String {
            "en".to_owned()
        }

        fn speak(&self, text: &str, voice: &str, _last: bool, _stop: &Stop) -> Result<Sound> {
            let rate = if voice == "fr" { 16_000 } else { 22_050 };
            let samples = rate * u32::try_from(text.chars().count()).unwrap() / 100;
            Ok(Sound { rate, samples: vec![100; samples as usize] })
        }

        fn check(&self) -> Result<String> {
            Ok(String::new())
        }
    }

    fn line(parts: &[(&str, &str)], pause: u32) -> Line {
        let part =
            |(language, text): &(&str, &str)| Part { language: (*language).into(), text: (*text).into() };
        Line { parts: parts.iter().map(part).collect(), pause }
    }

    #[test]
    fn clips_follow_one_another_and_the_file_is_as_long_as_they_are() {
        if !is_installed(ENCODER) {
            eprintln!("SKIPPED: {ENCODER} is not installed");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.mp3");
        let stop = Stop::default();
        let tags = Tags { title: "One".into(), ..Tags::default() };
        let mut recorder = Recorder::new(&Fake, &path, tags, &stop);
        let first = recorder.say(&line(&[("en", "x".repeat(70).as_str())], 0)).unwrap();
        let second =
            recorder.say(&line(&[("xx", "0123456789"), ("fr", "0123456789"), ("fr", ".")], 100)).unwrap();
        let third = recorder.say(&line(&[("en", "* * *")], 0)).unwrap();
        let length = recorder.finish().unwrap();
        assert_eq!((first.begin, first.end), (0, 700));
        assert!(second.begin == 700 && (1008..=1012).contains(&second.end), "{second:?}");
        assert_eq!((third.begin, third.end), (second.end, length));
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"ID3"));
        let played = crate::mp3::length(&bytes).unwrap().as_millis();
        assert!(played.abs_diff(length.into()) <= 1, "{played} {length}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_stopped_recording_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.mp3");
        let stop = Stop::default();
        let recorder = Recorder::new(&Fake, &path, Tags::default(), &stop);
        stop.stop();
        assert!(recorder.finish().is_err());
    }
}
