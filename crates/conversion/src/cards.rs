//! Cards in braille.

use books::brf::{CardLine, write_cards};
use serde::{Deserialize, Serialize};

use crate::{Result, Task, TaskTools};

/// Writes cards as braille, each with its lines and on a page of its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WriteCards {
    pub cards: Vec<Vec<CardLine>>,
    /// The language of the braille code, as a BCP 47 tag.
    pub language: String,
}

impl Task for WriteCards {
    type Output = String;

    fn run(self, _: &mut TaskTools<'_>) -> Result<String> {
        Ok(write_cards(&self.cards, &self.language)?)
    }
}
