//! Settings of the work for guests: their turns, and the memory for their pages (docs/operations.md).

use std::time::Duration;

use serde::{Deserialize, Serialize};
use transport::guests::GuestSettings;

/// The share of the machine that guests may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guests {
    /// Requests of guests that are worked on at the same time, all addresses together; by default half as
    /// many as there are cores, at least 1. 0 for no limit.
    pub turns: Option<u32>,
    /// Guests who wait for their turn; further ones are refused immediately.
    pub places_in_line: usize,
    /// Time after which a waiting guest is refused, seconds.
    pub wait_seconds: u64,
    /// Memory for pages as guests see them, MiB; 0 keeps none.
    pub pages_mib: u32,
}

impl Default for Guests {
    fn default() -> Self {
        Self { turns: None, places_in_line: 500, wait_seconds: 5, pages_mib: 32 }
    }
}

impl Guests {
    /// The turns of guests of the pages and of the catalog for reading apps.
    pub fn page_turns(&self) -> GuestSettings {
        let half_the_cores = || {
            let cores = std::thread::available_parallelism().map_or(2, usize::from);
            u32::try_from(cores.div_ceil(2)).unwrap_or(u32::MAX)
        };
        GuestSettings {
            turns: self.turns.unwrap_or_else(half_the_cores),
            places_in_line: self.places_in_line,
            max_wait: Duration::from_secs(self.wait_seconds),
        }
    }

    /// The turns of apps whose users are not signed in: more, because a key and its limit are known.
    pub fn turns_of_apps(&self) -> GuestSettings {
        /// Turns of apps for each turn of a page.
        const APP_TURNS_FACTOR: u32 = 8;
        let turns = self.page_turns();
        GuestSettings { turns: turns.turns.saturating_mul(APP_TURNS_FACTOR), ..turns }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::config::Config;

    #[test]
    fn half_the_cores_have_turns_unless_the_operator_sets_another_number() {
        let config = Config::default();
        assert!(config.guests.page_turns().turns > 0);
        assert_eq!(config.guests.page_turns().max_wait, Duration::from_secs(5));
        let config: Config = toml::from_str("[guests]\nturns = 3").unwrap();
        assert_eq!((config.guests.page_turns().turns, config.guests.turns_of_apps().turns), (3, 24));
        let config: Config = toml::from_str("[guests]\nturns = 0").unwrap();
        assert_eq!((config.guests.page_turns().turns, config.guests.turns_of_apps().turns), (0, 0));
    }
}
