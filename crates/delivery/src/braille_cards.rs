//! Braille cards, for example with sign-in codes for members of a school.

use std::time::Duration;

use conversion::{CardLine, Limits, WriteCards};

use crate::{Delivery, Result};

/// Time limit of the cards of one request.
const WRITE_TIMEOUT: Duration = Duration::from_mins(1);

impl Delivery {
    /// Writes cards as braille in a worker process, each on a page of its own, in the code of a language
    /// (BCP 47). Nothing is stored.
    ///
    /// # Errors
    /// The braille tables are missing; the task exceeded its limits.
    pub async fn write_braille_cards(&self, cards: Vec<Vec<CardLine>>, language: &str) -> Result<String> {
        let (_permit, mut bench) = self.open_bench(&self.state().reading).await?;
        let task = WriteCards { cards, language: language.to_owned() };
        Ok(bench.run(task, Limits::for_reading(WRITE_TIMEOUT), 0).await?)
    }
}
