//! `openshelf-bench`: how fast the server is, on a generated catalog of any size.
//!
//! It writes a library of titles with realistic words ([`catalog`]) into a fresh folder, builds the index
//! with `openshelf reindex`, starts `openshelf serve`, and asks it over HTTP as readers would: searches with
//! facets and exact numbers, pages at the end of long lists, and metadata of single titles. Beside them stand
//! the same queries to the index and to the plain engine without a server, and a bare HTTP handler that sends
//! the same bytes. Then a sponsor walks through the rosters and lists of a large school ([`rosters`]), and
//! many readers set bookmarks and read on while another process takes in books. Each figure is printed beside
//! its target; a missed one does not fail the run.
//!
//! `openshelf-bench conversions` measures conversions beside those of other programs ([`conversions`]),
//! `openshelf-bench recommend` how often recommendations name what readers read next ([`recommend`]), and
//! `openshelf-bench onix` writes messages for `openshelf ingest` ([`onix`]).

#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod bare;
mod books;
mod catalog;
mod conversions;
mod engine;
mod http;
mod latency;
mod library;
mod load;
mod machine;
mod onix;
mod options;
mod pages;
mod people;
mod program;
mod queries;
mod recommend;
mod report;
mod rosters;
mod run;
mod school;
mod words;
mod writers;
mod zipf;

use clap::Parser;

use crate::options::{Command, Options};

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    match &options.command {
        Some(Command::Recommend(recommend)) => return recommend.run(),
        Some(Command::Conversions(conversions)) => return conversions.run(),
        Some(Command::Onix(onix)) => return Ok(onix.run()?),
        None => {}
    }
    // Deleted at the end, unless the library is to be kept.
    let temporary = tempfile::Builder::new().prefix("openshelf-bench-").tempdir()?;
    let dir = options.keep.clone().unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&dir)?;
    let report = run::run(&options, &dir.canonicalize()?)?;
    println!(
        "\n{}",
        if report.missed() == 0 {
            "All targets met.".into()
        } else {
            format!("Targets missed: {}.", report.missed())
        }
    );
    if options.write {
        report.write(std::path::Path::new(report::FILE))?;
        println!("Written to {}.", report::FILE);
    }
    Ok(())
}
