//! Records many phrases into one MP3 file.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::sync_channel;

use crate::process::failed_error;
use crate::recording::Recording;
use crate::{Clip, Engine, LanguageText, Phrase, Result, Sound, Stop, Tags, audible_text, scripts};

/// Weight of a phrase in addition to its text when a batch is formed: it has pauses.
const PHRASE_OVERHEAD_BYTES: usize = 50;

/// A phrase: what listeners hear between two positions where they can stop.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpokenLine {
    /// Its parts in order.
    pub parts: Vec<LanguageText>,
    /// Milliseconds of silence at its end.
    pub pause: u32,
}

/// A part of a line that one voice speaks.
struct VoicePart {
    voice: String,
    text: String,
    is_last: bool,
}

/// The sounds of a line, and the pause after it.
struct LineSound {
    sounds: Vec<Sound>,
    pause: u32,
}

/// Records phrases into one file. Memory holds one batch that the engine speaks, and one that is being
/// written.
pub struct Recorder<'a> {
    engine: &'a dyn Engine,
    recording: Recording<'a>,
    stop: &'a Stop,
}

impl<'a> Recorder<'a> {
    /// A new file at `path`; temporary files with other extensions are placed next to it.
    pub fn new(engine: &'a dyn Engine, path: &'a Path, tags: Tags, stop: &'a Stop) -> Self {
        Self { engine, recording: Recording::new(path, tags), stop }
    }

    /// Records phrases, one after the other; `said` is called for each when it is in the file.
    ///
    /// # Errors
    /// The engine or the encoder fails; the work was stopped.
    pub fn record<'l>(
        &mut self,
        lines: impl IntoIterator<Item = &'l SpokenLine>,
        mut said: impl FnMut() + Send,
    ) -> Result<Vec<Clip>> {
        let engine = self.engine;
        let stop = self.stop;
        let recording = &mut self.recording;
        // The sound is encoded while the engine continues.
        let (spoken, heard) = sync_channel::<Vec<LineSound>>(0);
        std::thread::scope(|scope| {
            let writing = scope.spawn(move || {
                let mut clips = Vec::new();
                for LineSound { sounds, pause } in heard.into_iter().flatten() {
                    stop.check()?;
                    clips.push(recording.add_phrase(sounds, pause)?);
                    said();
                }
                Ok(clips)
            });
            // A closed receiver means that encoding failed; its error explains why.
            let speaking = speak_in_batches(engine, lines, stop, |heard| spoken.send(heard).is_ok());
            drop(spoken);
            let written = writing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            speaking.and(written)
        })
    }

    /// Finishes the file; returns its duration in milliseconds.
    ///
    /// # Errors
    /// The encoder fails; the file cannot be written; the work was stopped.
    pub fn finish(self) -> Result<u64> {
        self.recording.finish(self.stop)
    }
}

/// Speaks lines in batches of the engine's preferred size, until `take` returns false.
fn speak_in_batches<'l>(
    engine: &dyn Engine,
    lines: impl IntoIterator<Item = &'l SpokenLine>,
    stop: &Stop,
    mut take: impl FnMut(Vec<LineSound>) -> bool,
) -> Result<()> {
    let mut together = Vec::new();
    let mut length = 0;
    for line in lines {
        let parts = split_by_voice(engine, line);
        let own: usize = parts.iter().map(|part| part.text.len() + PHRASE_OVERHEAD_BYTES).sum();
        if !together.is_empty() && length + own > engine.batch_size() {
            if !take(speak_batch(engine, &together, stop)?) {
                return Ok(());
            }
            together.clear();
            length = 0;
        }
        together.push((parts, line.pause));
        length += own;
    }
    take(speak_batch(engine, &together, stop)?);
    Ok(())
}

/// Speaks the parts of lines, grouped by voice.
fn speak_batch(engine: &dyn Engine, lines: &[(Vec<VoicePart>, u32)], stop: &Stop) -> Result<Vec<LineSound>> {
    let mut by_voice: BTreeMap<&str, Vec<Phrase<'_>>> = BTreeMap::new();
    for part in lines.iter().flat_map(|(parts, _)| parts) {
        by_voice.entry(&part.voice).or_default().push(Phrase { text: &part.text, is_last: part.is_last });
    }
    let mut sounds = BTreeMap::new();
    for (voice, phrases) in by_voice {
        sounds.insert(voice, engine.speak_all(&phrases, voice, stop)?.into_iter());
    }
    let mut sound_of = |part: &VoicePart| {
        let next = sounds.get_mut(part.voice.as_str()).and_then(Iterator::next);
        next.ok_or_else(|| failed_error(engine.name(), "a phrase was not spoken"))
    };
    let heard = |(parts, pause): &(Vec<VoicePart>, u32)| {
        Ok(LineSound { sounds: parts.iter().map(&mut sound_of).collect::<Result<_>>()?, pause: *pause })
    };
    lines.iter().map(heard).collect()
}

/// Splits a line into the voice and text of each audible part; neighbors with the same voice are merged.
fn split_by_voice(engine: &dyn Engine, line: &SpokenLine) -> Vec<VoicePart> {
    let mut parts: Vec<VoicePart> = Vec::new();
    let has_voice = |language: &str| engine.find_voice(language).is_some();
    let divided = line.parts.iter().flat_map(|part| scripts::divide_at_scripts(part, &has_voice));
    for part in divided {
        let text = audible_text(&part.text);
        if text.is_empty() {
            // A full stop after words of another language belongs to them.
            if let Some(before) = parts.last_mut() {
                before.text = audible_text(&format!("{}{}", before.text, part.text.trim()));
            }
            continue;
        }
        let voice = engine.find_voice(&part.language).unwrap_or_else(|| engine.fallback_voice());
        match parts.last_mut() {
            Some(before) if before.voice == voice => {
                before.text.push(' ');
                before.text.push_str(&text);
            }
            _ => parts.push(VoicePart { voice, text, is_last: false }),
        }
    }
    if let Some(last) = parts.last_mut() {
        last.is_last = true;
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::encoder::ENCODER;
    use crate::encoder::is_encoder_installed;

    /// Ten milliseconds per letter; French at another rate.
    #[derive(Debug, Default)]
    struct FakeEngine {
        batch_size: usize,
        /// Sizes of the batches that it was given.
        batch_sizes: Mutex<Vec<usize>>,
    }

    impl Engine for FakeEngine {
        fn name(&self) -> &'static str {
            "Fake"
        }

        fn find_voice(&self, language: &str) -> Option<String> {
            ["en", "fr"].contains(&language).then(|| language.to_owned())
        }

        fn fallback_voice(&self) -> String {
            "en".to_owned()
        }

        fn speak(&self, text: &str, voice: &str, _last: bool, _stop: &Stop) -> Result<Sound> {
            let rate = if voice == "fr" { 16_000 } else { 22_050 };
            let samples = rate * u32::try_from(text.chars().count()).unwrap() / 100;
            Ok(Sound { rate, samples: vec![100; samples as usize] })
        }

        fn speak_all(&self, phrases: &[Phrase<'_>], voice: &str, stop: &Stop) -> Result<Vec<Sound>> {
            self.batch_sizes.lock().unwrap().push(phrases.len());
            let heard = phrases.iter().filter(|phrase| phrase.text != "lost");
            heard.map(|phrase| self.speak(phrase.text, voice, phrase.is_last, stop)).collect()
        }

        fn batch_size(&self) -> usize {
            self.batch_size
        }

        fn check(&self) -> Result<String> {
            Ok(String::new())
        }
    }

    fn line_of(parts: &[(&str, &str)], pause: u32) -> SpokenLine {
        let part = |(language, text): &(&str, &str)| LanguageText {
            language: (*language).into(),
            text: (*text).into(),
        };
        SpokenLine { parts: parts.iter().map(part).collect(), pause }
    }

    #[test]
    fn clips_follow_one_another_and_the_file_is_as_long_as_they_are() {
        if !is_encoder_installed() {
            eprintln!("SKIPPED: {ENCODER} is not installed");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.mp3");
        let (engine, stop) = (FakeEngine::default(), Stop::default());
        let tags = Tags { title: "One".into(), ..Tags::default() };
        let mut recorder = Recorder::new(&engine, &path, tags, &stop);
        let lines = [
            line_of(&[("en", "x".repeat(70).as_str())], 0),
            line_of(&[("xx", "0123456789"), ("fr", "0123456789"), ("fr", ".")], 100),
            line_of(&[("en", "* * *")], 0),
        ];
        let mut said = 0;
        let clips = recorder.record(&lines, || said += 1).unwrap();
        let [first, second, third] = clips[..] else { panic!("{clips:?}") };
        assert_eq!(said, 3);
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
    fn the_sound_does_not_depend_on_the_batch_size() {
        if !is_encoder_installed() {
            eprintln!("SKIPPED: {ENCODER} is not installed");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.mp3");
        let words = "x".repeat(30);
        let lines: Vec<SpokenLine> = (0..10)
            .map(|n| {
                line_of(
                    &[("en", &words[n..]), ("fr", &words[..n]), ("en", "* * *")],
                    10 * u32::try_from(n).unwrap(),
                )
            })
            .collect();
        let recorded = |batch_size| {
            let (engine, stop) = (FakeEngine { batch_size, ..FakeEngine::default() }, Stop::default());
            let mut recorder = Recorder::new(&engine, &path, Tags::default(), &stop);
            let clips = recorder.record(&lines, || ()).unwrap();
            recorder.finish().unwrap();
            (clips, std::fs::read(&path).unwrap(), engine.batch_sizes.into_inner().unwrap())
        };
        let (clips, bytes, given) = recorded(0);
        assert_eq!((clips.len(), given), (10, vec![1; 19]));
        let all = recorded(10_000);
        assert!(all.1 == bytes);
        assert_eq!((&all.0, all.2), (&clips, vec![10, 9]));
        // A line of both voices has weight 135.
        let some = recorded(410);
        assert!(some.1 == bytes);
        assert_eq!((&some.0, some.2), (&clips, vec![3, 2, 3, 3, 3, 3, 1, 1]));
    }

    #[test]
    fn every_phrase_is_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.mp3");
        let (engine, stop) = (FakeEngine::default(), Stop::default());
        let mut recorder = Recorder::new(&engine, &path, Tags::default(), &stop);
        assert!(recorder.record(&[line_of(&[("en", "lost")], 0)], || ()).is_err());
    }

    #[test]
    fn a_stop_after_another_language_gives_the_engine_no_commands() {
        let parts = split_by_voice(
            &FakeEngine::default(),
            &line_of(&[("en", "See"), ("fr", "ici ["), ("en", "[[.\n")], 0),
        );
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(texts, ["See", "ici [ [ [."]);
        assert_eq!(parts.iter().map(|part| part.is_last).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn a_stopped_recording_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("part.mp3");
        let (engine, stop) = (FakeEngine::default(), Stop::default());
        let recorder = Recorder::new(&engine, &path, Tags::default(), &stop);
        stop.stop();
        assert!(recorder.finish().is_err());
    }
}
