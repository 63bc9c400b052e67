//! The pages for readers.

use anyhow::ensure;
use serde::{Deserialize, Serialize};

/// The library's own site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    /// The currency of prices, ISO 4217, for example `EUR`.
    pub currency: Option<String>,
}

impl Site {
    /// Fails if the currency is not written as ISO 4217 writes it.
    pub fn check_currency(&self) -> anyhow::Result<()> {
        let Some(currency) = &self.currency else { return Ok(()) };
        let is_code = currency.len() == 3 && currency.bytes().all(|letter| letter.is_ascii_uppercase());
        ensure!(is_code, "site.currency must be three capital letters such as EUR, and is {currency:?}");
        Ok(())
    }
}
