//! Engines that are commands: eSpeak NG, or a command configured by the operator.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use vocabulary::characters::is_quotation_mark;

use crate::process::{self, ProcessLimits};
use crate::voices::Voices;
use crate::{Engine, Error, Phrase, Result, Sound, Stop, batch};

/// The default engine.
pub const ESPEAK_PROGRAM: &str = "espeak-ng";

/// Limit of a run's output, in bytes: minutes of sound.
const MAX_OUTPUT_BYTES: u64 = 64 << 20;
/// Makes eSpeak NG speak its whole input as one text.
const STDIN_FLAG: &str = "--stdin";
/// eSpeak NG's words per minute: a little slower than its default, for long listening.
const WORDS_PER_MINUTE: &str = "165";
/// Bytes of text per run of eSpeak NG: a run costs as much time as ten seconds of speech, and a minute of
/// speech takes three megabytes of memory.
const BATCH_BYTES: usize = 6_000;

/// An operator's command. It reads UTF-8 text from its standard input and writes a WAV file of 16 bits per
/// sample to its standard output, once per sentence. An engine behind HTTP can be called with `curl`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandTemplate {
    /// Program and arguments; `{voice}` and `{language}` are replaced.
    pub command: Vec<String>,
    /// The name that readers see.
    pub name: String,
    /// Voices by language (BCP 47). The English one speaks languages without a voice.
    pub voices: BTreeMap<String, String>,
    /// Time limit of one sentence.
    pub time: Duration,
}

/// An engine that is run as a program: per sentence, or for eSpeak NG per batch of sentences.
#[derive(Debug)]
pub struct Command {
    template: CommandTemplate,
    /// eSpeak NG has its own voices, and speaks several sentences in one run.
    is_espeak: bool,
    voices: OnceLock<Voices>,
}

impl Command {
    /// eSpeak NG, which has voices for about a hundred languages.
    pub fn espeak() -> Self {
        let words =
            [ESPEAK_PROGRAM, STDIN_FLAG, "--stdout", "-b", "1", "-s", WORDS_PER_MINUTE, "-v", "{voice}"];
        let template = CommandTemplate {
            command: words.map(str::to_owned).to_vec(),
            name: "eSpeak NG".to_owned(),
            voices: BTreeMap::new(),
            time: Duration::from_mins(1),
        };
        Self { template, is_espeak: true, voices: OnceLock::new() }
    }

    /// An operator's command.
    pub fn new(template: CommandTemplate) -> Self {
        let voices = Voices::new(template.voices.iter().map(|(tag, voice)| (tag.clone(), 0, voice.clone())));
        Self { template, is_espeak: false, voices: OnceLock::from(voices) }
    }

    /// The command itself.
    pub fn program(&self) -> &str {
        self.template.command.first().map_or("", String::as_str)
    }

    fn process_limits(&self) -> ProcessLimits {
        ProcessLimits {
            time: self.template.time,
            memory: self.is_espeak.then_some(1 << 30),
            output: MAX_OUTPUT_BYTES,
        }
    }

    fn voices(&self) -> &Voices {
        static NO_VOICES: LazyLock<Voices> = LazyLock::new(|| Voices::parse_espeak(""));
        if let Some(known) = self.voices.get() {
            return known;
        }
        let command = [ESPEAK_PROGRAM.to_owned(), "--voices".to_owned()];
        let said =
            process::run_program(&command, b"", &self.process_limits(), &Stop::default()).unwrap_or_default();
        let found = Voices::parse_espeak(&String::from_utf8_lossy(&said));
        // An engine that is not installed yet is checked again.
        if found.is_empty() { &NO_VOICES } else { self.voices.get_or_init(|| found) }
    }

    fn command_line(&self, voice: &str) -> Vec<String> {
        self.template.command.iter().map(|word| word.replace("{voice}", voice)).collect()
    }

    fn run_engine(&self, command: &[String], text: &str, stop: &Stop) -> Result<Sound> {
        let wav = process::run_program(command, text.as_bytes(), &self.process_limits(), stop)?;
        Sound::from_wav(&wav).map_err(|reason| Error::NoSound {
            program: self.program().to_owned(),
            reason: reason.to_owned(),
        })
    }

    /// Speaks phrases in one run. Empty if that is not worthwhile or failed for any reason: speaking each
    /// phrase alone then shows which one is to blame.
    fn speak_in_one_run(&self, phrases: &[Phrase<'_>], voice: &str, stop: &Stop) -> Result<Vec<Sound>> {
        if phrases.len() < 2 {
            return Ok(Vec::new());
        }
        let command: Vec<String> =
            self.command_line(voice).into_iter().filter(|word| word != STDIN_FLAG).collect();
        let cut = match self.run_engine(&command, &batch::join_lines(phrases), stop) {
            Ok(sound) => batch::split_at_silences(&sound, phrases.len()).unwrap_or_default(),
            Err(Error::Stopped) => return Err(Error::Stopped),
            Err(_) => Vec::new(),
        };
        let phrases = phrases.iter();
        Ok(cut
            .into_iter()
            .zip(phrases)
            .map(|(sound, by)| add_espeak_pause(sound, by.text, by.is_last))
            .collect())
    }
}

/// Adds the pause that eSpeak NG makes after such a text, so that the phrase sounds the same whether spoken
/// alone or in a batch.
fn add_espeak_pause(mut sound: Sound, text: &str, is_last: bool) -> Sound {
    let is_closing = |c: char| c.is_whitespace() || is_quotation_mark(c) || matches!(c, ')' | ']');
    let text = text.trim_end_matches(is_closing);
    let milliseconds = match text.chars().next_back() {
        _ if !is_last || sound.samples.is_empty() => 0,
        Some(',') => 166,
        Some(':' | ';' | '\u{2013}' | '\u{2014}' | '\u{2026}') => 249,
        _ => 332,
    };
    sound.add_silence(milliseconds);
    sound
}

impl Engine for Command {
    fn name(&self) -> &str {
        &self.template.name
    }

    fn find_voice(&self, language: &str) -> Option<String> {
        self.voices().find(language).map(str::to_owned)
    }

    fn fallback_voice(&self) -> String {
        let first = || self.template.voices.values().next().cloned();
        let english = || self.is_espeak.then(|| "en-us".to_owned());
        self.find_voice("en").or_else(first).or_else(english).unwrap_or_default()
    }

    fn batch_size(&self) -> usize {
        if self.is_espeak { BATCH_BYTES } else { 0 }
    }

    fn speak(&self, text: &str, voice: &str, is_last: bool, stop: &Stop) -> Result<Sound> {
        let sound = self.run_engine(&self.command_line(voice), text, stop)?;
        Ok(if self.is_espeak { add_espeak_pause(sound.trim_silence(), text, is_last) } else { sound })
    }

    fn speak_all(&self, phrases: &[Phrase<'_>], voice: &str, stop: &Stop) -> Result<Vec<Sound>> {
        let fitting: Vec<Phrase<'_>> = phrases
            .iter()
            .copied()
            .filter(|phrase| self.is_espeak && batch::fits_in_line(phrase.text))
            .collect();
        let mut sounds = self.speak_in_one_run(&fitting, voice, stop)?.into_iter();
        let mut all = Vec::with_capacity(phrases.len());
        for phrase in phrases {
            let known = if batch::fits_in_line(phrase.text) { sounds.next() } else { None };
            all.push(match known {
                Some(sound) => sound,
                None => self.speak(phrase.text, voice, phrase.is_last, stop)?,
            });
        }
        Ok(all)
    }

    fn check(&self) -> Result<String> {
        if self.voices().is_empty() && self.is_espeak {
            return Err(Error::Missing { program: ESPEAK_PROGRAM.to_owned() });
        }
        let sound = self.speak("1", &self.fallback_voice(), true, &Stop::default())?;
        if sound.samples.is_empty() {
            return Err(Error::NoSound { program: self.program().to_owned(), reason: "it is silent".into() });
        }
        Ok(format!("{} ({})", self.name(), self.program()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes 800 samples per byte of its input, and fails for a voice that is not `anna`.
    const FAKE_ENGINE_SCRIPT: &str = "test \"$0\" = anna || exit 4; n=$(wc -c); printf 'RIFF\\0\\0\\0\\0WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0\\100\\037\\0\\0\\0\\0\\0\\0\\002\\0\\020\\0data\\0\\0\\0\\177'; head -c $((n * 1600)) /dev/zero";

    fn fake_engine(voice: &str) -> Command {
        Command::new(CommandTemplate {
            command: ["sh", "-c", FAKE_ENGINE_SCRIPT, "{voice}"].map(str::to_owned).to_vec(),
            name: "Test".into(),
            voices: BTreeMap::from([("en".into(), voice.into())]),
            time: Duration::from_secs(20),
        })
    }

    #[test]
    fn a_command_of_any_kind_speaks() {
        let engine = fake_engine("anna");
        assert_eq!(engine.find_voice("en-GB").as_deref(), Some("anna"));
        assert_eq!(engine.find_voice("fr"), None);
        let sound = engine.speak("four", &engine.fallback_voice(), true, &Stop::default()).unwrap();
        assert_eq!((sound.rate, sound.samples.len()), (8_000, 3_200));
        assert_eq!(engine.check().unwrap(), "Test (sh)");
        assert!(fake_engine("berta").check().is_err());
    }

    /// Behaves like eSpeak NG: speaks each line separately, a line with only a space as a third of a second
    /// of silence, and only the first line with `--stdin`. Records each run in the folder `$0`.
    const LINE_ENGINE_SCRIPT: &str = r#"echo "$1" >> "$0/runs"
        printf 'RIFF\0\0\0\0WAVEfmt \020\0\0\0\001\0\001\0\100\037\0\0\0\0\0\0\002\0\020\0data\0\0\0\177'
        while IFS= read -r line || [ -n "$line" ]; do
            case $line in
                *crash*) exit 3 ;;
                *hang*) sleep 30 ;;
                *silent*) head -c 100 /dev/zero ;;
                *pause*) printf 'ab'; head -c 30000 /dev/zero; printf 'ab'; head -c 4000 /dev/zero ;;
                *[a-z]*) printf '\0\0%-6.6s' "$line"; head -c 4000 /dev/zero ;;
                *) head -c 6000 /dev/zero ;;
            esac
            [ "$1" != --stdin ] || break
        done"#;

    fn line_engine(folder: &std::path::Path, seconds: u64) -> Command {
        let words = ["sh", "-c", LINE_ENGINE_SCRIPT, folder.to_str().expect("a path"), STDIN_FLAG];
        let template = CommandTemplate {
            command: words.map(str::to_owned).to_vec(),
            time: Duration::from_secs(seconds),
            ..CommandTemplate::default()
        };
        Command { template, is_espeak: true, voices: OnceLock::new() }
    }

    /// The spoken sounds, and the number of runs.
    fn speak_and_count_runs(texts: &[&str], seconds: u64) -> (Result<Vec<Sound>>, usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let phrases: Vec<Phrase<'_>> = texts.iter().map(|text| Phrase { text, is_last: true }).collect();
        let sounds = line_engine(folder.path(), seconds).speak_all(&phrases, "", &Stop::default());
        let runs = std::fs::read_to_string(folder.path().join("runs")).expect("what was run");
        (sounds, runs.lines().count())
    }

    fn speak_each_alone(texts: &[&str]) -> Vec<Sound> {
        texts.iter().flat_map(|text| speak_and_count_runs(&[text], 20).0.expect("sound")).collect()
    }

    #[test]
    fn several_phrases_are_one_run_and_sound_as_each_alone() {
        let (sounds, runs) = speak_and_count_runs(&["one", "two!", "three:"], 20);
        let sounds = sounds.unwrap();
        assert!(sounds == speak_each_alone(&["one", "two!", "three:"]));
        assert_eq!(runs, 1);
        assert_eq!(sounds[1].samples.len(), 6 / 2 + 8 * 332);
    }

    #[test]
    fn phrases_that_cannot_be_separated_are_spoken_alone() {
        for odd in ["silent", "pause"] {
            let texts = ["one", odd, "two"];
            let (sounds, runs) = speak_and_count_runs(&texts, 20);
            assert!(sounds.unwrap() == speak_each_alone(&texts), "{odd}");
            assert_eq!(runs, 4, "{odd}");
        }
        let long = "x".repeat(1000);
        let texts = ["one", &long, "two"];
        let (sounds, runs) = speak_and_count_runs(&texts, 20);
        assert!(sounds.unwrap() == speak_each_alone(&texts));
        assert_eq!(runs, 2);
    }

    #[test]
    fn a_phrase_that_breaks_the_engine_fails_as_it_does_alone() {
        let (crashed, runs) = speak_and_count_runs(&["one", "two", "crash", "three"], 20);
        assert!(matches!(crashed, Err(Error::Failed { .. })) && runs == 4, "{runs}");
        let (hung, _) = speak_and_count_runs(&["one", "hang"], 2);
        assert!(matches!(hung, Err(Error::TimedOut { .. })));
    }

    #[test]
    fn espeak_speaks_when_it_is_installed() {
        let engine = Command::espeak();
        if !programs::is_installed(ESPEAK_PROGRAM) {
            assert!(matches!(engine.check(), Err(Error::Missing { .. })));
            return;
        }
        assert_eq!(engine.find_voice("fr-CA").as_deref(), Some("fr-fr"));
        let say = |text, last| engine.speak(text, "en-us", last, &Stop::default()).unwrap();
        let sound = say("-v nothing of this is an option; $(echo) `echo` \"quoted\".", true);
        assert!(sound.samples.len() > 40_000, "{}", sound.samples.len());
        assert!(say("One.", false).samples.len() < say("One.", true).samples.len());
    }

    #[test]
    fn espeak_speaks_phrases_together_as_it_does_alone() {
        if !programs::is_installed(ESPEAK_PROGRAM) {
            eprintln!("SKIPPED: {ESPEAK_PROGRAM} is not installed");
            return;
        }
        let stop = Stop::default();
        let engine = Command::espeak();
        let texts = [
            "It was the best of times, it was the worst of times.",
            "It was the best of times, it was the worst of times.",
            "\u{201c}No!\u{201d} she said; \u{201c}not <b>now</b> & not &amp; here.\u{201d}",
            "a",
            "-v is no option, nor is --stdin",
            "1,234.5 + 3/4 = $5 at 10:45 on 2020-01-02?",
            "See http://example.org/a?b=c#d (p. 4) [1]:",
            "Mr. Smith of the U.S.A., e.g. \u{2026}",
            "[ [h@'loU]] *** ( ) \" \" end",
            "\u{442}\u{430}\u{43a} \u{65e5}\u{672c} \u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
            &"word ".repeat(40),
        ];
        let phrases = texts.map(|text| Phrase { text, is_last: true });
        for voice in ["en-us", "el", "cmn"] {
            let together = engine.speak_in_one_run(&phrases, voice, &stop).unwrap();
            assert_eq!(together.len(), phrases.len(), "{voice}: they were not separated");
            for (n, (text, sound)) in texts.iter().zip(&together).enumerate() {
                let alone = engine.speak(text, voice, true, &stop).unwrap();
                // The voice's waves continue from one phrase to the next, and the length of pauses varies a
                // little.
                let more = sound.samples.len().abs_diff(alone.samples.len());
                assert!(more <= 1_000 + alone.samples.len() / 40, "{voice} {text:?}: {more} samples");
                assert!(n > 0 || *sound == alone, "{voice}: the first is not the same");
            }
            let again = engine.speak_in_one_run(&phrases, voice, &stop).unwrap();
            assert!(again == together, "{voice}: not the same again");
        }
    }
}
