//! One run: a library, its index, the server, and all measurements.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use bytes::Bytes;
use domain::Role;

use crate::bare::BareServer;
use crate::catalog::{FIRST_TITLE_ID, GeneratedCatalog};
use crate::http::HttpConnection;
use crate::latency::{Latencies, format_milliseconds, format_ms};
use crate::library::{self, CLIENT_KEY};
use crate::load::{self, LoadResult};
use crate::options::BenchOptions;
use crate::program::{BenchProgram, RunningServer};
use crate::queries::{self, QueryKind, SearchQuery};
use crate::report::{BenchReport, format_grouped, format_ratio, print_progress};
use crate::{engine, feeds, machine, pages, people, rosters, site, writers};

/// Distinct queries: more than any cache of recent responses holds.
const QUERY_COUNT: usize = 30_000;
/// Distinct titles whose metadata is requested.
const METADATA_TITLES: u32 = 5_000;
/// Catalogs up to this size have the targets of a small collection.
const SMALL_CATALOG_TITLES: u32 = 200_000;

/// Measures everything in `dir`.
pub fn run_all(options: &BenchOptions, dir: &Path) -> anyhow::Result<BenchReport> {
    let catalog = GeneratedCatalog::new(options.titles, options.seed);
    let mut report = BenchReport::for_titles(options.titles, describe_conditions(options));
    println!("{} titles. {}\n", format_grouped(options.titles.into()), report.conditions);
    let database = library::database_address(dir, options.database_url.as_deref());
    if let Some(took) = library::make_library(dir, &database, &catalog, options.seed)? {
        report.add_info("catalog made and written to the database", format_seconds(took.as_secs_f64()));
    }
    let program = BenchProgram::find(options.program.clone(), dir, &database)?;
    print_progress("building the index");
    report.add_at_most(
        "index built (openshelf reindex)",
        program.reindex()?.as_secs_f64(),
        120.0,
        format_seconds,
    );
    if options.writers_only {
        let server = program.serve()?;
        BenchRun { options, dir, program: &program, server: &server, report: &mut report }
            .report_writing()?;
        server.stop()?;
        return Ok(report);
    }
    let queries = queries::generate_queries(&catalog, options.seed, QUERY_COUNT);
    report_engine(&mut report, options, dir, &queries)?;
    let server = program.serve()?;
    report.add_at_most("ready after", server.start_time.as_secs_f64() * 1e3, 1000.0, format_milliseconds);
    let mut run = BenchRun { options, dir, program: &program, server: &server, report: &mut report };
    run.report_searches(&queries)?;
    run.report_metadata()?;
    run.report_deep_pages()?;
    run.report_feed_pages()?;
    run.report_memory()?;
    run.report_site_pages(&queries)?;
    run.report_large_school()?;
    run.report_writing()?;
    server.stop()?;
    Ok(report)
}

fn describe_conditions(options: &BenchOptions) -> String {
    format!(
        "{}; {} clients on keep-alive connections over loopback, each phase {} s, seed {}. The clients (threads \
         that write a line and read the response) run on the same cores as the server, so every figure includes \
         them.",
        machine::describe_machine(),
        options.clients,
        options.seconds,
        options.seed,
    )
}

/// Reports the same queries without HTTP, one at a time.
fn report_engine(
    report: &mut BenchReport,
    options: &BenchOptions,
    dir: &Path,
    queries: &[SearchQuery],
) -> anyhow::Result<()> {
    print_progress("asking the index itself");
    let engine = engine::measure_engine(&dir.join("index"), queries, options.phase_duration())?;
    add_percentiles(report, "plain tantivy, best 10 and count", &engine.plain_engine);
    add_percentiles(report, "search::Index, page, count, facets", &engine.index);
    report
        .add_info("queries that find nothing", format!("{} of {}", engine.empty_results, engine.index.len()));
    Ok(())
}

/// The measurements of a running server.
struct BenchRun<'a> {
    options: &'a BenchOptions,
    dir: &'a Path,
    program: &'a BenchProgram,
    server: &'a RunningServer,
    report: &'a mut BenchReport,
}

impl BenchRun<'_> {
    fn report_searches(&mut self, queries: &[SearchQuery]) -> anyhow::Result<()> {
        // Warm-up queries are not repeated.
        let (warm, measured) = queries.split_at(queries.len() / 10);
        self.load(Duration::from_secs(2), &paths_of(warm))?;
        let (one, rest) = measured.split_at(measured.len() / 5);
        print_progress("one client");
        let phase = self.options.phase_duration();
        let single = load::run_load(self.server.address, 1, phase / 2, &paths_of(one))?;
        add_percentiles(self.report, "search by one client", &single.latencies);
        for (kind, name) in [
            (QueryKind::Rare, "rare words"),
            (QueryKind::Common, "common words"),
            (QueryKind::TwoWords, "two words"),
        ] {
            let of_kind: Vec<SearchQuery> = one.iter().filter(|query| query.kind == kind).cloned().collect();
            let load = load::run_load(self.server.address, 1, phase / 5, &paths_of(&of_kind))?;
            let what = format!("search by one client, {name}");
            self.report.add_info(&what, load.latencies.format_three_percentiles());
        }
        print_progress("searching");
        let load = self.load(phase, &paths_of(rest))?;
        let [p50, p95] = if self.options.titles <= SMALL_CATALOG_TITLES { [3.0, 10.0] } else { [5.0, 20.0] };
        self.report.add_at_most("search, p50", load.latencies.percentile_ms(50), p50, format_milliseconds);
        self.report.add_at_most("search, p95", load.latencies.percentile_ms(95), p95, format_milliseconds);
        self.report.add_info("search, p99 / longest", format_two_percentiles(&load.latencies));
        self.report.add_info("searches a second", format_rate(&load));
        self.report.add_info("times each query was asked", format!("{:.2}", load.rounds));
        Ok(())
    }

    fn report_metadata(&mut self) -> anyhow::Result<()> {
        print_progress("title metadata");
        let kept = self.get_details()?;
        let paths: Vec<String> =
            kept.keys().map(|id| format!("/v2/titles/{id}?api_key={CLIENT_KEY}")).collect();
        let warm = Duration::from_secs(1);
        let phase = self.options.phase_duration();
        self.load(warm, &paths)?;
        let load = self.load(phase, &paths)?;
        let bare = BareServer::serve(kept)?;
        load::run_load(bare.address, self.options.clients, warm, &paths)?;
        let compared = load::run_load(bare.address, self.options.clients, phase, &paths)?;
        add_percentiles(self.report, "title metadata", &load.latencies);
        self.report.add_info("title metadata a second", format_rate(&load));
        self.report.add_info("a bare handler with the same bytes, a second", format_rate(&compared));
        let share = load.per_second / compared.per_second.max(1.0);
        self.report.add_at_least("title metadata, share of the bare handler", share, 0.5, format_ratio);
        Ok(())
    }

    /// The bodies of many titles' metadata.
    fn get_details(&self) -> anyhow::Result<HashMap<i64, Bytes>> {
        let mut connection = HttpConnection::open(self.server.address)?;
        let mut kept = HashMap::new();
        let titles = self.options.titles;
        let stride = (titles / METADATA_TITLES).max(1);
        for place in (0..titles).step_by(stride as usize) {
            let id = FIRST_TITLE_ID + i64::from(place);
            let answer = connection.get(&format!("/v2/titles/{id}?api_key={CLIENT_KEY}"))?;
            // Some are not in this site's collection, or not published.
            if answer.status == 200 {
                kept.insert(id, Bytes::copy_from_slice(answer.body));
            }
        }
        ensure!(kept.len() > 100, "only {} titles can be read", kept.len());
        Ok(kept)
    }

    /// Reports whether a feed for reading apps costs little more than the same page of the interface.
    fn report_feed_pages(&mut self) -> anyhow::Result<()> {
        print_progress("feeds for reading apps");
        let feeds = feeds::measure_feeds(self.server.address, self.options.phase_duration())?;
        add_percentiles(self.report, "all titles, pages of 50: OPDS 2.0", &feeds.json);
        add_percentiles(self.report, "all titles, pages of 50: OPDS 1.2", &feeds.atom);
        add_percentiles(self.report, "all titles, pages of 50: /v2", &feeds.interface);
        let what = "all titles, pages of 50: OPDS 2.0 against /v2";
        self.report.add_at_most(what, feeds.json.median_ratio(&feeds.interface), 1.5, format_ratio);
        Ok(())
    }

    /// Reports whether the library's site costs little more than the interface, and reading a prepared book
    /// next to nothing.
    fn report_site_pages(&mut self, queries: &[SearchQuery]) -> anyhow::Result<()> {
        print_progress("pages of the site");
        let phase = self.options.phase_duration();
        let searches = site::measure_searches(self.server.address, queries, phase)?;
        add_percentiles(self.report, "searches on the site", &searches.page);
        add_percentiles(self.report, "the same by /v2, pages of 20", &searches.interface);
        self.report.add_at_most(
            "searches on the site against /v2",
            searches.page.median_ratio(&searches.interface),
            1.5,
            format_ratio,
        );
        print_progress("chapters of a novel");
        let chapters = site::measure_chapters(self.program, self.server, self.dir, phase)?;
        let what = "a chapter of a novel in the browser";
        add_percentiles(self.report, what, &chapters);
        let median = chapters.percentile_ms(50);
        self.report.add_at_most(&format!("{what}, p50"), median, 10.0, format_milliseconds);
        Ok(())
    }

    fn report_deep_pages(&mut self) -> anyhow::Result<()> {
        let token = self.sign_in_staff()?;
        let lists = [
            ("all titles by title", format!("/v2/titles?api_key={CLIENT_KEY}&sortOrder=title")),
            ("a common word", format!("/v2/titles?api_key={CLIENT_KEY}&keyword=house")),
            (
                "the catalog, back in time",
                format!(
                    "/v2/catalog?api_key={CLIENT_KEY}&access_token={token}&sortOrder=updatedDate&direction=desc"
                ),
            ),
        ];
        for (name, list) in lists {
            print_progress(&format!("walking through {name}"));
            let phase = self.options.phase_duration();
            let what = format!("{name}: last 1 % against early pages");
            let Some(pages) = pages::measure_pages(self.server.address, &list, phase).context(name)? else {
                self.report.add_info(&what, "too few titles".into());
                continue;
            };
            let medians = [&pages.first, &pages.early, &pages.late].map(format_median);
            self.report.add_info(&format!("{name}: first again / early / last 1 %"), medians.join(" / "));
            self.report.add_info(&format!("{name}: length of the list"), format_grouped(pages.total as u64));
            self.report.add_at_most(&what, pages.late.median_ratio(&pages.early), 1.5, format_ratio);
        }
        Ok(())
    }

    fn report_large_school(&mut self) -> anyhow::Result<()> {
        print_progress("walking through a large school");
        for walk in rosters::measure_rosters(self.options, self.dir, self.server)? {
            let (name, (first, last), (early, late)) = (walk.name, walk.statements(), walk.times());
            let medians = [&early, &late].map(format_median).join(" / ");
            self.report.add_info(&format!("{name}: a page of 100, early / last"), medians);
            self.report.add_info(&format!("{name}: length"), format_grouped(walk.total as u64));
            self.report.add_info(&format!("{name}: statements of an early page"), first.to_string());
            let what = format!("{name}: statements of a late page");
            #[expect(clippy::cast_precision_loss, reason = "a few")]
            self.report.add_at_most(&what, last as f64, first as f64, |n| format!("{n:.0}"));
        }
        Ok(())
    }

    /// The token of a person who sees the whole catalog of the main site.
    fn sign_in_staff(&self) -> anyhow::Result<String> {
        let database = library::database_address(self.dir, self.options.database_url.as_deref());
        library::with_database(&database, async |db| {
            people::sign_in(db, "bench-staff", Role::CollectionAssistant).await
        })
    }

    fn report_writing(&mut self) -> anyhow::Result<()> {
        let writers = self.options.writers;
        for (import, name) in [(false, "alone"), (true, "while books are ingested")] {
            print_progress(&format!("{writers} writers {name}"));
            let times = writers::measure_writers(self.options, self.dir, self.program, self.server, import)?;
            let what = |figure: &str| format!("{writers} writers {name}, {figure}");
            self.report.add_info(&what("bookmarks and events a second"), format!("{:.0}", times.per_second));
            self.report.add_info(&what("p50"), format_median(&times.latencies));
            let p95 = times.latencies.percentile_ms(95);
            self.report.add_at_most(&what("p95"), p95, 50.0, format_milliseconds);
            self.report.add_info(&what("p99 / longest"), format_two_percentiles(&times.latencies));
            #[expect(clippy::cast_precision_loss, reason = "a number to read")]
            self.report.add_at_most(&what("failed"), times.failures.len() as f64, 0.0, |n| format!("{n:.0}"));
            if let Some(books) = times.books_per_second {
                self.report.add_info(&what("books a second"), format!("{books:.1}"));
            }
            if let Some(failure) = times.failures.first() {
                self.report.add_info(&what("the first failure"), failure.clone());
            }
        }
        Ok(())
    }

    fn report_memory(&mut self) -> anyhow::Result<()> {
        let memory = self.server.read_memory()?;
        let resident = to_mebibytes(memory.resident);
        self.report
            .add_at_most("resident memory of the server", resident, 1024.0, |mib| format!("{mib:.0} MiB"));
        let parts =
            format!("{:.0} / {:.0} MiB", to_mebibytes(memory.private_bytes), to_mebibytes(memory.peak));
        self.report.add_info("of it its own (not pages of files) / the most there was", parts);
        Ok(())
    }

    /// Requests these paths of the server with all clients.
    fn load(&self, time: Duration, paths: &[String]) -> anyhow::Result<LoadResult> {
        load::run_load(self.server.address, self.options.clients, time, paths)
    }
}

fn add_percentiles(report: &mut BenchReport, what: &str, latencies: &Latencies) {
    report.add_info(&format!("{what}, p50 / p95 / p99"), latencies.format_three_percentiles());
}

fn paths_of(queries: &[SearchQuery]) -> Vec<String> {
    queries.iter().map(SearchQuery::to_path).collect()
}

fn format_median(latencies: &Latencies) -> String {
    format_ms(latencies.percentile(50))
}

fn format_two_percentiles(latencies: &Latencies) -> String {
    format!("{} / {}", format_ms(latencies.percentile(99)), format_ms(latencies.max()))
}

fn format_rate(load: &LoadResult) -> String {
    format!("{:.0} of {} bytes", load.per_second, format_grouped(load.bytes as u64))
}

fn format_seconds(seconds: f64) -> String {
    format!("{seconds:.1} s")
}

#[expect(clippy::cast_precision_loss, reason = "a figure to read")]
fn to_mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
