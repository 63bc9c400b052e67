//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};

use crate::conversions::CompareConversions;
use crate::desk::MeasureDesk;
use crate::onix::WriteOnix;
use crate::recommend::MeasureRecommendations;

/// Measures searches, pages and metadata over HTTP against their targets, on a generated catalog.
///
/// Everything runs on this machine's loopback address, and everything that was started is stopped.
#[derive(Debug, Clone, Parser)]
#[command(name = "openshelf-bench", version, args_conflicts_with_subcommands = true)]
pub struct BenchOptions {
    /// Another measurement
    #[command(subcommand)]
    pub command: Option<BenchCommand>,
    /// Titles of the catalog
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1_000..=5_000_000))]
    pub titles: u32,
    /// Length of each measured phase, seconds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    /// Concurrent clients
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub clients: u32,
    /// Another seed gives another catalog and other queries
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Keep the library in this folder, and reuse it for the same size and seed
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// The program to measure; by default `openshelf` next to this one
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// Measure only readers that write, while books are ingested
    #[arg(long)]
    pub writers_only: bool,
    /// Concurrent readers that write
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub writers: u32,
    /// A new, empty database to measure; by default SQLite in the library's folder
    #[arg(long, value_name = "URL")]
    pub database_url: Option<String>,
    /// Write the figures of this size into docs/benchmarks.md
    #[arg(long, conflicts_with_all = ["writers_only", "database_url"])]
    pub write: bool,
}

/// Other measurements.
#[derive(Debug, Clone, Subcommand)]
pub enum BenchCommand {
    /// Recommendations against what readers read next
    Recommend(MeasureRecommendations),
    /// Compare conversions with those of other programs
    Conversions(CompareConversions),
    /// Write an ONIX message of any length, to measure `openshelf ingest` with
    Onix(WriteOnix),
    /// The pages of the membership desk with many members and a long audit
    Desk(MeasureDesk),
}

impl BenchOptions {
    /// Length of a measured phase.
    pub fn phase_duration(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::BenchOptions;

    #[test]
    fn the_command_line_is_valid_and_bounded() {
        BenchOptions::command().debug_assert();
        let options = BenchOptions::parse_from(["openshelf-bench"]);
        assert_eq!((options.titles, options.clients, options.write), (100_000, 8, false));
        for (flag, value) in
            [("--titles", "0"), ("--titles", "6000000"), ("--seconds", "0"), ("--clients", "0")]
        {
            assert!(
                BenchOptions::try_parse_from(["openshelf-bench", flag, value]).is_err(),
                "{flag} {value}"
            );
        }
    }
}
