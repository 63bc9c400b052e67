//! The speech engine (docs/formats.md).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use conversion::Speaker;
use serde::{Deserialize, Serialize};
use speech::Engine;

/// The engine; eSpeak NG by default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Speech {
    /// Program and arguments, separated by spaces; `{voice}` is replaced. It reads text and writes WAV.
    pub command: Option<String>,
    pub name: Option<String>,
    /// Its voices by language: `en=VOICE fr=VOICE`.
    pub voices: Option<String>,
    /// Time limit of one sentence, seconds.
    pub sentence_seconds: u64,
}

impl Default for Speech {
    fn default() -> Self {
        Self { command: None, name: None, voices: None, sentence_seconds: 60 }
    }
}

impl Speech {
    /// The configured engine's description.
    pub fn to_speaker(&self) -> anyhow::Result<Speaker> {
        let voice = |pair: &str| -> anyhow::Result<(String, String)> {
            let (language, voice) = pair
                .split_once('=')
                .with_context(|| format!("speech.voices: {pair:?} is not LANGUAGE=VOICE"))?;
            Ok((language.to_owned(), voice.to_owned()))
        };
        let voices: BTreeMap<String, String> = self
            .voices
            .iter()
            .flat_map(|text| text.split_whitespace())
            .map(voice)
            .collect::<Result<_, _>>()?;
        let Some(command) = &self.command else { return Ok(Speaker::Espeak) };
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        ensure!(!command.is_empty(), "speech.command is empty");
        let name = self.name.clone().unwrap_or_else(|| command[0].clone());
        Ok(Speaker::Command {
            command,
            name,
            voices,
            time: Duration::from_secs(self.sentence_seconds.max(1)),
        })
    }

    pub fn to_engine(&self) -> anyhow::Result<Arc<dyn Engine>> {
        Ok(self.to_speaker()?.build_engine())
    }
}

#[cfg(test)]
mod tests {
    use super::Speech;

    #[test]
    fn a_command_replaces_espeak() {
        assert_eq!(Speech::default().to_engine().unwrap().name(), "eSpeak NG");
        let some = |text: &str| Some(text.to_owned());
        let own = Speech {
            command: some("say --voice {voice}"),
            voices: some("en=anna  fr=jean"),
            ..Speech::default()
        };
        let engine = own.to_engine().unwrap();
        assert_eq!((engine.name(), engine.fallback_voice().as_str()), ("say", "anna"));
        assert_eq!(engine.find_voice("fr-CA").as_deref(), Some("jean"));
        assert!(Speech { voices: some("en"), ..own.clone() }.to_engine().is_err());
        assert!(Speech { command: some(" "), ..own }.to_engine().is_err());
    }
}
