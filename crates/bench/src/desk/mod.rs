//! `openshelf-bench desk`: the pages of the membership desk in a library with many members and a long audit,
//! requested by one staff member of the site.

mod members;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use domain::WireEnum as _;
use domain::work::WorkKind;
use jiff::{Span, Timestamp};

use self::members::{DeskLibrary, MemberGenerator, person_id, staff_id};
use crate::http::HttpConnection;
use crate::latency::{Latencies, format_milliseconds};
use crate::program::{BenchProgram, RunningServer};
use crate::report::{BenchReport, format_grouped, print_progress};
use crate::{library, machine};

/// Target of every page: no staff member notices a wait.
const TARGET_MS: f64 = 200.0;
/// Number of different people about whom each kind of page is requested.
const PEOPLE_PER_PAGE_KIND: u32 = 200;

/// Measures the pages of the membership desk.
#[derive(Debug, Clone, Args)]
pub struct MeasureDesk {
    /// Members of the library: half of them individuals, half of them in schools
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1_000..=1_000_000))]
    members: u32,
    /// Length of each measured phase, seconds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Another seed gives other people
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program to measure; by default `openshelf` next to this one
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// A new, empty database to measure; by default SQLite in a temporary folder
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// Write the figures into docs/benchmarks.md
    #[arg(long, conflicts_with = "database_url")]
    write: bool,
}

impl MeasureDesk {
    /// Measures and prints.
    pub fn run(&self) -> anyhow::Result<()> {
        let temporary = tempfile::Builder::new().prefix("openshelf-bench-").tempdir()?;
        let dir = temporary.path().canonicalize()?;
        let database = library::database_address(&dir, self.database_url.as_deref());
        let conditions = self.describe_conditions();
        println!("{conditions}\n");
        let mut report = BenchReport::new("The membership desk".into(), conditions);
        let began = Instant::now();
        let made = members::make_library(&database, self.members, self.seed)?;
        let took = began.elapsed().as_secs_f64();
        report.add_info("members and their audit written to the database", format!("{took:.1} s"));
        let program = BenchProgram::find(self.program.clone(), &dir, &database)?;
        program.reindex()?;
        let server = program.serve()?;
        for (name, paths) in self.list_pages(&made) {
            self.report_pages(&mut report, &server, name, &paths)?;
        }
        server.stop()?;
        if self.write {
            report.write()?;
        }
        Ok(())
    }

    fn describe_conditions(&self) -> String {
        format!(
            "{}; {} members, half of them individuals, half of them in schools, {} entries of the audit, seed {}. One \
             client, on the same cores as the server, requests the pages of each kind in turn for {} s. \
             `openshelf-bench desk --write` writes this section.",
            machine::describe_machine(),
            format_grouped(self.members.into()),
            format_grouped(u64::from(self.members) * u64::from(members::ENTRIES_PER_MEMBER)),
            self.seed,
            self.seconds,
        )
    }

    /// The kinds of pages, each with addresses.
    fn list_pages(&self, made: &DeskLibrary) -> Vec<(&'static str, Vec<String>)> {
        let kinds = WorkKind::ALL.iter().map(|kind| format!("/desk/work?kind={kind}"));
        vec![
            ("work lists", ["/desk".to_owned(), "/desk/work".to_owned()].into_iter().chain(kinds).collect()),
            ("audit search", self.list_audit_searches(made)),
            ("suspected duplicates", vec!["/desk/duplicates".to_owned()]),
            ("person search", self.list_person_searches()),
        ]
    }

    /// Searches of the audit by kind, person, actor and days, and by several of these.
    fn list_audit_searches(&self, made: &DeskLibrary) -> Vec<String> {
        let day = |days: i64| {
            let at = made.now.to_zoned(jiff::tz::TimeZone::UTC).date();
            at.saturating_sub(Span::new().days(days)).to_string()
        };
        let mut searches = Vec::new();
        for (place, kind) in (1..).zip(["reads", "changes", "changeMember", "eraseAccount"]) {
            let about = person_id(self.members / 5 * place);
            for people in [
                String::new(),
                format!("&user={about}"),
                format!("&actor={}", staff_id(0)),
                format!("&user={about}&actor={}", staff_id(1)),
            ] {
                for days in [String::new(), format!("&since={}&until={}", day(700), day(690))] {
                    searches.push(format!("/desk/audit?kind={kind}{people}{days}"));
                }
            }
        }
        searches
    }

    /// Searches by the beginnings of one name and of two, by birth date, and by identifier.
    fn list_person_searches(&self) -> Vec<String> {
        let people = MemberGenerator::new(self.seed);
        let beginning = |name: &str, count: usize| name.chars().take(count).collect::<String>();
        let mut searches = Vec::new();
        for number in (0..self.members).step_by((self.members / PEOPLE_PER_PAGE_KIND).max(1) as usize) {
            let (first, last, born) = people.draw_person(&mut people.rng_of(number));
            searches.push(format!("/desk?words={last}"));
            searches.push(format!("/desk?words={}", beginning(last, 3)));
            searches.push(format!("/desk?words={}+{}", beginning(first, 4), beginning(last, 2)));
            searches.push(format!("/desk?birth_date={born}"));
            searches.push(format!("/desk?words={}", person_id(number)));
        }
        searches
    }

    fn report_pages(
        &self,
        report: &mut BenchReport,
        server: &RunningServer,
        name: &str,
        paths: &[String],
    ) -> anyhow::Result<()> {
        print_progress(name);
        let times = request_pages(server, paths, Duration::from_secs(self.seconds.into()))?;
        let what = format!("{name}, p50 / p95 / p99 of {}", times.len());
        report.add_info(&what, times.format_three_percentiles());
        let p95 = times.percentile_ms(95);
        report.add_at_most(&format!("{name}, p95"), p95, TARGET_MS, format_milliseconds);
        Ok(())
    }
}

/// Requests pages in turn: each at least once, and after that for this time.
fn request_pages(server: &RunningServer, paths: &[String], time: Duration) -> anyhow::Result<Latencies> {
    let mut connection = HttpConnection::open(server.address)?;
    let until = Instant::now() + time;
    let mut times = Vec::new();
    for (number, path) in paths.iter().cycle().enumerate() {
        if number >= paths.len() && Instant::now() >= until {
            break;
        }
        let began = Instant::now();
        let answer = connection.get_as_browser(path, members::SESSION_SECRET)?;
        times.push(began.elapsed());
        ensure!(answer.status == 200, "{path}: {} {}", answer.status, String::from_utf8_lossy(answer.body));
    }
    Ok(Latencies::new(times))
}

/// A moment some days before another.
fn days_before(now: Timestamp, days: u32) -> Timestamp {
    now - jiff::SignedDuration::from_hours(24 * i64::from(days))
}
