//! `openshelf-bench`: measures the server on a generated catalog of any size.
//!
//! It writes a library of titles with realistic words ([`catalog`]) into a new folder, builds the index with
//! `openshelf reindex`, starts `openshelf serve`, and queries it over HTTP like readers: searches with facets
//! and exact counts, pages at the end of long lists, feeds for reading apps, pages of the library's site,
//! metadata of single titles. For comparison, the same
//! queries go to the index and to the plain engine without a server, and a bare HTTP handler sends the same
//! bytes. Then a sponsor walks through the rosters and lists of a large school ([`rosters`]), and many
//! readers set bookmarks and read while another process ingests books. Each figure is printed next to its
//! target; a missed target does not fail the run.
//!
//! `openshelf-bench desk` measures the pages of the membership desk in a library with many members
//! ([`desk`]), `openshelf-bench conversions` compares conversions with those of other programs
//! ([`conversions`]), `openshelf-bench recommend` measures how often recommendations name what readers read
//! next ([`recommend`]), and `openshelf-bench onix` writes messages for `openshelf ingest` ([`onix`]).

#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod bare;
mod books;
mod catalog;
mod conversions;
mod desk;
mod engine;
mod feeds;
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
mod site;
mod words;
mod writers;
mod zipf;

use clap::Parser;

use crate::options::{BenchCommand, BenchOptions};

fn main() -> anyhow::Result<()> {
    let options = BenchOptions::parse();
    match &options.command {
        Some(BenchCommand::Recommend(recommend)) => return recommend.run(),
        Some(BenchCommand::Conversions(conversions)) => return conversions.run(),
        Some(BenchCommand::Onix(onix)) => return Ok(onix.run()?),
        Some(BenchCommand::Desk(desk)) => return desk.run(),
        None => {}
    }
    // Deleted at the end, unless the library is kept.
    let temporary = tempfile::Builder::new().prefix("openshelf-bench-").tempdir()?;
    let dir = options.keep.clone().unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&dir)?;
    let report = run::run_all(&options, &dir.canonicalize()?)?;
    println!(
        "\n{}",
        if report.count_missed() == 0 {
            "All targets met.".into()
        } else {
            format!("Targets missed: {}.", report.count_missed())
        }
    );
    if options.write {
        report.write()?;
    }
    Ok(())
}
