//! Cards in braille, such as those with which members of a school sign in.

use std::time::Duration;

use conversion::{CardLine, Limits, WriteCards};

use crate::{Delivery, Result};

/// Time limit of the cards of one request.
const TIME: Duration = Duration::from_mins(1);

impl Delivery {
    /// Writes cards as braille in a worker process, each on a page of its own, in the code of a language
    /// (BCP 47). Nothing is stored.
    ///
    /// # Errors
    /// The braille tables are missing; the task exceeded its limits.
    pub async fn write_braille_cards(&self, cards: Vec<Vec<CardLine>>, language: &str) -> Result<String> {
        let _place = self.acquire_slot(&self.state().reading).await?;
        let mut bench = self.workshop().open_bench().await?;
        let task = WriteCards { cards, language: language.to_owned() };
        Ok(bench.run(task, Limits::for_reading(TIME), 0).await?)
    }
}
