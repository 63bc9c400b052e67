//! One run: a library, its index, the server, and all measurements.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use bytes::Bytes;
use domain::accounts::Role;
use store::{Db, DbOptions};

use crate::bare::Bare;
use crate::catalog::{Catalog, FIRST};
use crate::http::Connection;
use crate::latency::{Latencies, ms};
use crate::library::{self, KEY};
use crate::load::{self, Load};
use crate::options::Options;
use crate::program::{Program, Server};
use crate::queries::{self, Kind, Query};
use crate::report::{Report, grouped, progress};
use crate::{engine, feeds, machine, pages, people, rosters, site, writers};

/// Distinct queries: more than any cache of recent responses holds.
const QUERIES: usize = 30_000;
/// Distinct titles whose metadata is requested.
const METADATA: u32 = 5_000;
/// Catalogs up to this size have the targets of a small collection.
const SMALL: u32 = 200_000;

/// Measures everything in `dir`.
pub fn run(options: &Options, dir: &Path) -> anyhow::Result<Report> {
    let catalog = Catalog::new(options.titles, options.seed);
    let mut report = Report::of_titles(options.titles, conditions(options));
    println!("{} titles. {}\n", grouped(options.titles.into()), report.conditions);
    let database = library::address(dir, options.database_url.as_deref());
    if let Some(took) = library::make(dir, &database, &catalog, options.seed)? {
        report.info("catalog made and written to the database", seconds(took.as_secs_f64()));
    }
    let program = Program::find(options.program.clone(), dir, &database)?;
    progress("building the index");
    report.at_most("index built (openshelf reindex)", program.reindex()?.as_secs_f64(), 120.0, seconds);
    if options.writers_only {
        let server = program.serve()?;
        writing(&mut report, options, dir, &program, &server)?;
        server.stop()?;
        return Ok(report);
    }
    let queries = queries::mixed(&catalog, options.seed, QUERIES);
    bare_engine(&mut report, options, dir, &queries)?;
    let server = program.serve()?;
    report.at_most("ready after", server.ready.as_secs_f64() * 1e3, 1000.0, milliseconds);
    searches(&mut report, options, &server, &queries)?;
    metadata(&mut report, options, &server)?;
    deep_pages(&mut report, options, dir, &server)?;
    feed_pages(&mut report, options, &server)?;
    memory(&mut report, &server)?;
    site_pages(&mut report, options, dir, (&program, &server), &queries)?;
    large_school(&mut report, options, dir, &server)?;
    writing(&mut report, options, dir, &program, &server)?;
    server.stop()?;
    Ok(report)
}

fn conditions(options: &Options) -> String {
    format!(
        "{}; {} clients on keep-alive connections over loopback, each phase {} s, seed {}. The clients (threads \
         that write a line and read the response) run on the same cores as the server, so every figure includes \
         them.",
        machine::describe(),
        options.clients,
        options.seconds,
        options.seed,
    )
}

/// The same queries without HTTP, one at a time.
fn bare_engine(report: &mut Report, options: &Options, dir: &Path, queries: &[Query]) -> anyhow::Result<()> {
    progress("asking the index itself");
    let engine = engine::measure(&dir.join("index"), queries, options.phase())?;
    report.info("plain tantivy, best 10 and count, p50 / p95 / p99", three(&engine.plain));
    report.info("search::Index, page, count, facets, p50 / p95 / p99", three(&engine.index));
    report.info("queries that find nothing", format!("{} of {}", engine.empty, engine.index.len()));
    Ok(())
}

fn searches(
    report: &mut Report,
    options: &Options,
    server: &Server,
    queries: &[Query],
) -> anyhow::Result<()> {
    // Warm-up queries are not repeated.
    let (warm, measured) = queries.split_at(queries.len() / 10);
    load::run(server.address, options.clients, Duration::from_secs(2), &paths(warm))?;
    let (one, rest) = measured.split_at(measured.len() / 5);
    progress("one client");
    let single = load::run(server.address, 1, options.phase() / 2, &paths(one))?;
    report.info("search by one client, p50 / p95 / p99", three(&single.latencies));
    for (kind, name) in
        [(Kind::Rare, "rare words"), (Kind::Common, "common words"), (Kind::TwoWords, "two words")]
    {
        let of_kind: Vec<Query> = one.iter().filter(|query| query.kind == kind).cloned().collect();
        let load = load::run(server.address, 1, options.phase() / 5, &paths(&of_kind))?;
        report.info(&format!("search by one client, {name}"), three(&load.latencies));
    }
    progress("searching");
    let load = load::run(server.address, options.clients, options.phase(), &paths(rest))?;
    let [p50, p95] = if options.titles <= SMALL { [3.0, 10.0] } else { [5.0, 20.0] };
    report.at_most("search, p50", percentile(&load.latencies, 50), p50, milliseconds);
    report.at_most("search, p95", percentile(&load.latencies, 95), p95, milliseconds);
    report.info("search, p99 / longest", two(&load.latencies));
    report.info("searches a second", rate(&load));
    report.info("times each query was asked", format!("{:.2}", load.rounds));
    Ok(())
}

fn metadata(report: &mut Report, options: &Options, server: &Server) -> anyhow::Result<()> {
    progress("title metadata");
    let kept = details(options, server)?;
    let paths: Vec<String> = kept.keys().map(|id| format!("/v2/titles/{id}?api_key={KEY}")).collect();
    let warm = Duration::from_secs(1);
    load::run(server.address, options.clients, warm, &paths)?;
    let load = load::run(server.address, options.clients, options.phase(), &paths)?;
    let bare = Bare::serve(kept)?;
    load::run(bare.address, options.clients, warm, &paths)?;
    let compared = load::run(bare.address, options.clients, options.phase(), &paths)?;
    report.info("title metadata, p50 / p95 / p99", three(&load.latencies));
    report.info("title metadata a second", rate(&load));
    report.info("a bare handler with the same bytes, a second", rate(&compared));
    let share = load.per_second / compared.per_second.max(1.0);
    report.at_least("title metadata, share of the bare handler", share, 0.5, |share| format!("{share:.2}"));
    Ok(())
}

/// The bodies of many titles' metadata.
fn details(options: &Options, server: &Server) -> anyhow::Result<HashMap<i64, Bytes>> {
    let mut connection = Connection::open(server.address)?;
    let mut kept = HashMap::new();
    let stride = (options.titles / METADATA).max(1);
    for place in (0..options.titles).step_by(stride as usize) {
        let id = FIRST + i64::from(place);
        let answer = connection.get(&format!("/v2/titles/{id}?api_key={KEY}"))?;
        // Some are not in this site's collection, or not published.
        if answer.status == 200 {
            kept.insert(id, Bytes::copy_from_slice(answer.body));
        }
    }
    ensure!(kept.len() > 100, "only {} titles can be read", kept.len());
    Ok(kept)
}

/// A feed for reading apps costs little more than the same page of the interface.
fn feed_pages(report: &mut Report, options: &Options, server: &Server) -> anyhow::Result<()> {
    progress("feeds for reading apps");
    let feeds = feeds::measure(server.address, options.phase())?;
    report.info("all titles, pages of 50: OPDS 2.0, p50 / p95 / p99", three(&feeds.json));
    report.info("all titles, pages of 50: OPDS 1.2, p50 / p95 / p99", three(&feeds.atom));
    report.info("all titles, pages of 50: /v2, p50 / p95 / p99", three(&feeds.interface));
    report
        .at_most("all titles, pages of 50: OPDS 2.0 against /v2", feeds.ratio(), 1.5, |x| format!("{x:.2}"));
    Ok(())
}

/// The library's site costs little more than the interface, and reading a prepared book next to nothing.
fn site_pages(
    report: &mut Report,
    options: &Options,
    dir: &Path,
    (program, server): (&Program, &Server),
    queries: &[Query],
) -> anyhow::Result<()> {
    progress("pages of the site");
    let searches = site::searches(server.address, queries, options.phase())?;
    report.info("searches on the site, p50 / p95 / p99", three(&searches.page));
    report.info("the same by /v2, pages of 20, p50 / p95 / p99", three(&searches.interface));
    report.at_most("searches on the site against /v2", searches.ratio(), 2.0, |x| format!("{x:.2}"));
    progress("chapters of a novel");
    let chapters = site::chapters(program, server, dir, options.phase())?;
    report.info("a chapter of a novel in the browser, p50 / p95 / p99", three(&chapters));
    report.at_most("a chapter of a novel in the browser, p50", percentile(&chapters, 50), 10.0, milliseconds);
    Ok(())
}

fn deep_pages(report: &mut Report, options: &Options, dir: &Path, server: &Server) -> anyhow::Result<()> {
    let token = staff(options, dir)?;
    let lists = [
        ("all titles by title", format!("/v2/titles?api_key={KEY}&sortOrder=title")),
        ("a common word", format!("/v2/titles?api_key={KEY}&keyword=house")),
        (
            "the catalog, back in time",
            format!("/v2/catalog?api_key={KEY}&access_token={token}&sortOrder=updatedDate&direction=desc"),
        ),
    ];
    for (name, list) in lists {
        progress(&format!("walking through {name}"));
        let Some(pages) = pages::measure(server.address, &list, options.phase()).context(name)? else {
            report.info(&format!("{name}: last 1 % against early pages"), "too few titles".into());
            continue;
        };
        let medians = [&pages.first, &pages.early, &pages.late].map(|times| ms(times.percentile(50)));
        report.info(&format!("{name}: first again / early / last 1 %"), medians.join(" / "));
        report.info(&format!("{name}: length of the list"), grouped(pages.total as u64));
        let what = format!("{name}: last 1 % against early pages");
        report.at_most(&what, pages.ratio(), 1.5, |ratio| format!("{ratio:.2}"));
    }
    Ok(())
}

fn large_school(report: &mut Report, options: &Options, dir: &Path, server: &Server) -> anyhow::Result<()> {
    progress("walking through a large school");
    for walk in rosters::measure(options, dir, server)? {
        let (name, (first, last), (early, late)) = (walk.name, walk.statements(), walk.times());
        let medians = [early, late].map(|times| ms(times.percentile(50))).join(" / ");
        report.info(&format!("{name}: a page of 100, early / last"), medians);
        report.info(&format!("{name}: length"), grouped(walk.total as u64));
        report.info(&format!("{name}: statements of an early page"), first.to_string());
        let what = format!("{name}: statements of a late page");
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        report.at_most(&what, last as f64, first as f64, |n| format!("{n:.0}"));
    }
    Ok(())
}

/// The token of a person who sees the whole catalog of the main site.
fn staff(options: &Options, dir: &Path) -> anyhow::Result<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let db = Db::connect(&DbOptions::new(library::address(dir, options.database_url.as_deref()))).await?;
        let token = people::sign_in(&db, "bench-staff", Role::CollectionAssistant).await?;
        db.close().await;
        Ok(token)
    })
}

fn writing(
    report: &mut Report,
    options: &Options,
    dir: &Path,
    program: &Program,
    server: &Server,
) -> anyhow::Result<()> {
    let writers = options.writers;
    for (import, name) in [(false, "alone"), (true, "while books are ingested")] {
        progress(&format!("{writers} writers {name}"));
        let seen = writers::measure(options, dir, program, server, import)?;
        let what = |figure: &str| format!("{writers} writers {name}, {figure}");
        report.info(&what("bookmarks and events a second"), format!("{:.0}", seen.per_second));
        report.info(&what("p50"), ms(seen.latencies.percentile(50)));
        report.at_most(&what("p95"), percentile(&seen.latencies, 95), 50.0, milliseconds);
        report.info(&what("p99 / longest"), two(&seen.latencies));
        #[expect(clippy::cast_precision_loss, reason = "a number to read")]
        report.at_most(&what("failed"), seen.failures.len() as f64, 0.0, |n| format!("{n:.0}"));
        if let Some(books) = seen.books_per_second {
            report.info(&what("books a second"), format!("{books:.1}"));
        }
        if let Some(failure) = seen.failures.first() {
            report.info(&what("the first failure"), failure.clone());
        }
    }
    Ok(())
}

fn memory(report: &mut Report, server: &Server) -> anyhow::Result<()> {
    let memory = server.memory()?;
    report.at_most("resident memory of the server", mebibytes(memory.resident), 1024.0, |mib| {
        format!("{mib:.0} MiB")
    });
    let parts = format!("{:.0} / {:.0} MiB", mebibytes(memory.own), mebibytes(memory.peak));
    report.info("of it its own (not pages of files) / the most there was", parts);
    Ok(())
}

fn paths(queries: &[Query]) -> Vec<String> {
    queries.iter().map(Query::path).collect()
}

fn percentile(latencies: &Latencies, percent: u8) -> f64 {
    latencies.percentile(percent).as_secs_f64() * 1e3
}

fn three(latencies: &Latencies) -> String {
    [50, 95, 99].map(|percent| ms(latencies.percentile(percent))).join(" / ")
}

fn two(latencies: &Latencies) -> String {
    format!("{} / {}", ms(latencies.percentile(99)), ms(latencies.longest()))
}

fn rate(load: &Load) -> String {
    format!("{:.0} of {} bytes", load.per_second, grouped(load.bytes as u64))
}

fn milliseconds(ms: f64) -> String {
    self::ms(Duration::from_secs_f64(ms / 1e3))
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.1} s")
}

#[expect(clippy::cast_precision_loss, reason = "a figure to read")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
