//! Description of a speech engine, so that a worker process can set it up.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use speech::{Command, CommandTemplate, Engine};

/// A speech engine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speaker {
    #[default]
    Espeak,
    /// A command that the operator has configured ([`CommandTemplate`]).
    Command {
        command: Vec<String>,
        name: String,
        /// Voices by language (BCP 47).
        voices: BTreeMap<String, String>,
        time: Duration,
    },
}

impl Speaker {
    pub fn build_engine(&self) -> Arc<dyn Engine> {
        match self.clone() {
            Self::Espeak => Arc::new(Command::espeak()),
            Self::Command { command, name, voices, time } => {
                Arc::new(Command::new(CommandTemplate { command, name, voices, time }))
            }
        }
    }
}
