//! Engines that are commands: eSpeak NG, or what the operator configures.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::process::{self, Bounds};
use crate::sound::Sound;
use crate::stop::Stop;
use crate::voices::Voices;

/// The engine when none is configured.
pub const ESPEAK: &str = "espeak-ng";

/// Bytes of sound of one sentence: minutes.
const OUTPUT: u64 = 64 << 20;
/// Words per minute of eSpeak NG: a little slower than its default, for text that is heard for hours.
const PACE: &str = "165";

/// A command of the operator's choice. It reads UTF-8 text from its standard input and writes a WAV file of 16
/// bits per sample to its standard output, once for each sentence. An engine behind HTTP is asked by `curl`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Template {
    /// Program and arguments; `{voice}` and `{language}` are replaced.
    pub command: Vec<String>,
    /// The name that readers see.
    pub name: String,
    /// Voices by language (BCP 47). The one of English speaks what has no voice.
    pub voices: BTreeMap<String, String>,
    /// The longest time for one sentence.
    pub time: Duration,
}

/// An engine that is run as a program for each sentence.
#[derive(Debug)]
pub struct Command {
    template: Template,
    /// eSpeak NG knows its own voices, and can leave out the pause at the end.
    espeak: bool,
    voices: OnceLock<Voices>,
}

impl Command {
    /// eSpeak NG, which brings voices for about a hundred languages.
    pub fn espeak() -> Self {
        let words = [ESPEAK, "--stdin", "--stdout", "-b", "1", "-s", PACE, "-v", "{voice}"];
        let template = Template {
            command: words.map(str::to_owned).to_vec(),
            name: "eSpeak NG".to_owned(),
            voices: BTreeMap::new(),
            time: Duration::from_mins(1),
        };
        Self { template, espeak: true, voices: OnceLock::new() }
    }

    /// A command of the operator's choice.
    pub fn new(template: Template) -> Self {
        let voices = Voices::new(template.voices.iter().map(|(tag, voice)| (tag.clone(), 0, voice.clone())));
        Self { template, espeak: false, voices: OnceLock::from(voices) }
    }

    /// The command itself.
    pub fn program(&self) -> &str {
        self.template.command.first().map_or("", String::as_str)
    }

    fn bounds(&self) -> Bounds {
        Bounds { time: self.template.time, memory: self.espeak.then_some(1 << 30), output: OUTPUT }
    }

    fn voices(&self) -> &Voices {
        self.voices.get_or_init(|| {
            let command = [ESPEAK.to_owned(), "--voices".to_owned()];
            let said = process::run(&command, b"", &self.bounds(), &Stop::default()).unwrap_or_default();
            Voices::of_espeak(&String::from_utf8_lossy(&said))
        })
    }
}

impl Engine for Command {
    fn name(&self) -> &str {
        &self.template.name
    }

    fn voice(&self, language: &str) -> Option<String> {
        self.voices().of(language).map(str::to_owned)
    }

    fn fallback(&self) -> String {
        let first = || self.template.voices.values().next().cloned();
        let english = || self.espeak.then(|| "en-us".to_owned());
        self.voice("en").or_else(first).or_else(english).unwrap_or_default()
    }

    fn speak(&self, text: &str, voice: &str, last: bool, stop: &Stop) -> Result<Sound> {
        let mut command: Vec<String> =
            self.template.command.iter().map(|word| word.replace("{voice}", voice)).collect();
        if self.espeak && !last {
            command.push("-z".to_owned());
        }
        let wav = process::run(&command, text.as_bytes(), &self.bounds(), stop)?;
        Sound::from_wav(&wav).map_err(|reason| Error::NoSound {
            program: self.program().to_owned(),
            reason: reason.to_owned(),
        })
    }

    fn check(&self) -> Result<String> {
        if self.voices().is_empty() && self.espeak {
            return Err(Error::Missing { program: ESPEAK.to_owned() });
        }
        let sound = self.speak("1", &self.fallback(), true, &Stop::default())?;
        if sound.samples.is_empty() {
            return Err(Error::NoSound { program: self.program().to_owned(), reason: "it is silent".into() });
        }
        Ok(format!("{} ({})", self.name(), self.program()))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Writes 800 samples for each byte of its input, and fails for a voice that is not `anna`.
    const FAKE: &str = "test \"$0\" = anna || exit 4; n=$(wc -c); printf 'RIFF\\0\\0\\0\\0WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0\\100\\037\\0\\0\\0\\0\\0\\0\\002\\0\\020\\0data\\0\\0\\0\\177'; head -c $((n * 1600)) /dev/zero";

    fn fake(voice: &str) -> Command {
        Command::new(Template {
            command: ["sh", "-c", FAKE, "{voice}"].map(str::to_owned).to_vec(),
            name: "Test".into(),
            voices: BTreeMap::from([("en".into(), voice.into())]),
            time: Duration::from_secs(20),
        })
    }

    #[test]
    fn a_command_of_any_kind_speaks() {
        let engine = fake("anna");
        assert_eq!(engine.voice("en-GB").as_deref(), Some("anna"));
        assert_eq!(engine.voice("fr"), None);
        let sound = engine.speak("four", &engine.fallback(), true, &Stop::default()).unwrap();
        assert_eq!((sound.rate, sound.samples.len()), (8_000, 3_200));
        assert_eq!(engine.check().unwrap(), "Test (sh)");
        assert!(fake("berta").check().is_err());
    }

    #[test]
    fn espeak_speaks_when_it_is_installed() {
        let engine = Command::espeak();
        if !process::is_installed(ESPEAK) {
            assert!(matches!(engine.check(), Err(Error::Missing { .. })));
            return;
        }
        assert_eq!(engine.voice("fr-CA").as_deref(), Some("fr-fr"));
        let say = |text, last| engine.speak(text, "en-us", last, &Stop::default()).unwrap();
        let sound = say("-v nothing of this is an option; $(echo) `echo` \"quoted\".", true);
        assert!(sound.samples.len() > 40_000, "{}", sound.samples.len());
        assert!(say("One.", false).samples.len() < say("One.", true).samples.len());
    }
}
