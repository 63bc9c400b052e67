//! `openshelf admin periodicals`.

use anyhow::anyhow;
use clap::{Args, Subcommand};
use domain::periodicals::SeriesType;
use domain::{Category, EditionId, MAIN_SITE, countries, dates, issn, languages};
use services::periodicals::{NewSeries, operator};
use services::values::ShortText;
use services::{Error, ErrorKey, Operation};

use super::operator::site_command_error;

/// Periodicals. Editions are added with `openshelf ingest --periodical SERIES`.
#[derive(Debug, Subcommand)]
pub enum Periodicals {
    /// Create a periodical
    Create(CreatePeriodical),
    /// List periodicals by title
    List {
        /// Number of periodicals
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// List the editions that readers can find, the latest first
    Editions {
        /// Identifier of the periodical
        series: String,
        /// Number of editions
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Show the history of a periodical and its editions, the latest first
    History {
        /// Identifier of the periodical
        series: String,
        /// Number of events
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
}

/// A new periodical.
#[derive(Debug, Args)]
pub struct CreatePeriodical {
    /// Title
    title: String,
    /// newspaper, magazine or journal
    #[arg(long = "type", default_value = "newspaper", value_parser = clap::value_parser!(SeriesType))]
    kind: SeriesType,
    /// Site that it belongs to
    #[arg(long, default_value = MAIN_SITE)]
    site: String,
    /// ISSN
    #[arg(long, value_parser = parse_number)]
    issn: Option<String>,
    /// A few sentences
    #[arg(long)]
    description: Option<String>,
    /// Publisher
    #[arg(long)]
    publisher: Option<String>,
    /// Language, ISO 639-2 alpha-3; may be repeated
    #[arg(long = "language", value_parser = parse_language)]
    languages: Vec<String>,
    /// Name of a subject; may be repeated
    #[arg(long = "category")]
    categories: Vec<String>,
    /// The only countries where it may be distributed, ISO 3166-1 alpha-2; may be repeated
    #[arg(long = "country", value_parser = parse_country)]
    countries: Vec<String>,
}

fn parse_number(text: &str) -> Result<String, String> {
    issn::parse(text).map(|issn| issn.to_string()).map_err(|error| error.to_string())
}

fn parse_language(text: &str) -> Result<String, String> {
    let code = languages::to_terminological(&text.to_ascii_lowercase());
    code.map(str::to_owned).ok_or_else(|| "must be an ISO 639-2 alpha-3 code".to_owned())
}

fn parse_country(text: &str) -> Result<String, String> {
    countries::normalize(text)
        .map(str::to_owned)
        .ok_or_else(|| "must be an ISO 3166-1 alpha-2 code".to_owned())
}

pub async fn run(command: Periodicals, op: &Operation) -> anyhow::Result<()> {
    match command {
        Periodicals::Create(new) => create(new, op).await,
        Periodicals::List { limit } => list(limit, op).await,
        Periodicals::Editions { series, limit } => list_editions(&series, limit, op).await,
        Periodicals::History { series, limit } => list_history(&series, limit, op).await,
    }
}

async fn create(new: CreatePeriodical, op: &Operation) -> anyhow::Result<()> {
    let request = NewSeries {
        id: None,
        title: new.title,
        kind: new.kind,
        issn: new.issn,
        description: new.description,
        publisher: new.publisher,
        external_category_code: None,
        languages: new.languages,
        categories: new.categories.into_iter().map(Category::service).collect(),
        countries: new.countries,
    };
    let site = ShortText(new.site.clone());
    let series = operator::create(op, &site, request).await.map_err(site_command_error(&new.site))?;
    println!("periodical {}", series.id);
    println!("Add its editions with: openshelf ingest --periodical {} FILE...", series.id);
    Ok(())
}

async fn list(limit: u32, op: &Operation) -> anyhow::Result<()> {
    for view in operator::list(op, limit).await? {
        let series = view.series;
        let issn = series.issn.as_deref().unwrap_or("-");
        println!(
            "{:<26} {:<10} {:<10} {issn:<10} {:>5} {}",
            series.id, series.site, series.series_type, view.editions, series.title,
        );
    }
    Ok(())
}

async fn list_editions(series: &str, limit: u32, op: &Operation) -> anyhow::Result<()> {
    for edition in operator::list_editions(op, series, limit).await.map_err(describe_unknown(series))? {
        let date = |at| dates::format_date(dates::utc_date(at));
        let expires = edition.expires.map_or_else(|| "-".to_owned(), date);
        println!("{:<26} {} {expires:<10} {}", edition.id, date(edition.published), edition.name);
    }
    Ok(())
}

async fn list_history(series: &str, limit: u32, op: &Operation) -> anyhow::Result<()> {
    for event in operator::list_events(op, series, limit).await.map_err(describe_unknown(series))? {
        println!(
            "{} {:<24} {:<26} {}",
            dates::format_timestamp(event.date),
            event.action,
            event.edition.as_ref().map_or("-", EditionId::as_str),
            event.person.as_deref().unwrap_or("-"),
        );
    }
    Ok(())
}

/// The error of an operation on this periodical.
fn describe_unknown(series: &str) -> impl FnOnce(Error) -> anyhow::Error {
    move |error| match error {
        Error::Refused(ErrorKey::PeriodicalNotFound) => {
            anyhow!("there is no periodical {series}; `admin periodicals list` lists them")
        }
        error => error.into(),
    }
}
