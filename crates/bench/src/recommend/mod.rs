//! `openshelf-bench recommend`: how often recommendations name what readers read next.
//!
//! The last part of each reader's history is held back. Neighbors and popular lists are computed from the
//! rest and titles recommended, with the server's functions; the held-back part shows how good they are.

mod history;
mod recall;

use std::path::PathBuf;

use clap::Args;

/// Measures recommendations against what readers read next.
#[derive(Debug, Clone, Args)]
pub struct MeasureRecommendations {
    /// Titles of the generated catalog
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1_000..=1_000_000))]
    titles: u32,
    /// Readers of the generated history
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    readers: u32,
    /// Evaluated readers
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    asked: u32,
    /// Another seed gives another catalog and another history
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Read catalog and history from this database instead; nothing is written to it
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// The site whose readers are taken from the database
    #[arg(long, default_value = domain::sites::MAIN_SITE, requires = "database_url")]
    site: String,
    /// A folder for the search index; a temporary one by default
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

impl MeasureRecommendations {
    pub fn run(&self) -> anyhow::Result<()> {
        let library = match &self.database_url {
            Some(url) => history::read_database(url, &self.site)?,
            None => history::generate_library(self.titles, self.readers, self.seed),
        };
        let read: usize = library.histories.iter().map(Vec::len).sum();
        println!(
            "{} titles, {} readers, {read} titles read by them; {}",
            library.titles.len(),
            library.histories.len(),
            crate::machine::describe_machine()
        );
        let temporary = tempfile::Builder::new().prefix("openshelf-bench-").tempdir()?;
        let dir = self.keep.clone().unwrap_or_else(|| temporary.path().to_owned());
        for line in recall::measure_recall(&library, &dir, self.asked as usize)? {
            println!("{line}");
        }
        Ok(())
    }
}
