//! For robots: robots.txt, and sitemaps with the page of every public title and periodical, each once.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::num::NonZeroI64;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::SeriesId;
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;
use quick_xml::escape::partial_escape;
use services::Operation;
use services::periodicals::{PeriodicalFilter, PeriodicalSearch};
use services::sitemaps::{self, SitemapParts};
use services::titles::by_number;

use crate::{Pages, Problem, Result, percent_encode};

/// Consecutive numbers of titles in one sitemap; the protocol allows 50,000 addresses.
const NUMBERS_PER_SITEMAP: NonZeroI64 = NonZeroI64::new(10_000).expect("it is not zero");
const PERIODICALS_PER_SITEMAP: u32 = 10_000;
/// Addresses that are written together.
const ADDRESSES_PER_CHUNK: u32 = 500;

const SITEMAP_START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
/// The beginning of the list of sitemaps.
const SITEMAP_INDEX_START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                        <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

/// Pages for everybody that are not about a title or a periodical.
const OTHER_PAGES: [&str; 4] = ["/", "/search", "/periodicals", "/apps"];

/// Paths that robots are asked not to read: unlimited sets of addresses, pages of one reader, and the
/// interfaces. `/search` itself is a page.
const DISALLOWED_PATHS: [&str; 22] = [
    "/*?", "/account", "/confirm/", "/delivery/", "/design", "/desk", "/display", "/documents", "/enroll",
    "/kosync", "/lists", "/oauth/", "/opds", "/periodicals/*/downloads/", "/read/", "/school", "/shelf",
    "/sign-in", "/staff/", "/titles/*/downloads/", "/titles/*/problem", "/v2/",
];

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/robots.txt", get(robots_txt))
        .route("/sitemap.xml", get(sitemap_index))
        .route("/sitemaps/{name}", get(serve_sitemap))
}

/// A guest: every caller gets the same files.
struct Guest(Operation);

impl FromRequestParts<Pages> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, pages: &Pages) -> Result<Self> {
        Ok(Self(Operation::guest_on_pages(&pages.library).await?))
    }
}

/// GET /robots.txt
async fn robots_txt(State(pages): State<Pages>) -> Response {
    let mut text = String::from("User-agent: *\n");
    for path in DISALLOWED_PATHS {
        let _ = writeln!(text, "Disallow: {path}");
    }
    let _ = writeln!(text, "Crawl-delay: 2\n\nSitemap: {}/sitemap.xml", pages.settings.base_url);
    cacheable_file("text/plain; charset=utf-8", text)
}

/// GET /sitemap.xml
async fn sitemap_index(State(pages): State<Pages>, Guest(guest): Guest) -> Result {
    let SitemapParts { blocks, periodicals } =
        sitemaps::list_parts(&guest, NUMBERS_PER_SITEMAP, PERIODICALS_PER_SITEMAP).await?;
    let base = escaped_base(&pages);
    let mut text = SITEMAP_INDEX_START.to_owned();
    write_entry(&mut text, "sitemap", &format!("{base}/sitemaps/pages.xml"), None);
    for block in blocks {
        let address = format!("{base}/sitemaps/titles-{}.xml", block.number);
        write_entry(&mut text, "sitemap", &address, Some(block.updated));
    }
    write_entry(&mut text, "sitemap", &format!("{base}/sitemaps/periodicals.xml"), None);
    for last in periodicals {
        let address = format!("{base}/sitemaps/periodicals-after-{}.xml", percent_encode(last.as_str()));
        write_entry(&mut text, "sitemap", &address, None);
    }
    text.push_str("</sitemapindex>\n");
    Ok(cacheable_file("application/xml", text))
}

/// GET /sitemaps/{name}
async fn serve_sitemap(State(pages): State<Pages>, Guest(guest): Guest, Path(name): Path<String>) -> Result {
    let name = name.strip_suffix(".xml").ok_or(Problem::NotFound)?;
    if name == "pages" {
        return Ok(static_sitemap(&pages));
    }
    if name == "periodicals" {
        return Ok(periodical_sitemap(&pages, &guest, SeriesId::from("")));
    }
    if let Some(last) = name.strip_prefix("periodicals-after-") {
        return Ok(periodical_sitemap(&pages, &guest, SeriesId::from(last)));
    }
    let block = name.strip_prefix("titles-").and_then(|number| number.parse().ok());
    title_sitemap(&pages, &guest, block.ok_or(Problem::NotFound)?).await
}

fn static_sitemap(pages: &Pages) -> Response {
    let base = escaped_base(pages);
    let mut text = SITEMAP_START.to_owned();
    for path in OTHER_PAGES {
        write_entry(&mut text, "url", &format!("{base}{path}"), None);
    }
    text.push_str("</urlset>\n");
    cacheable_file("application/xml", text)
}

async fn title_sitemap(pages: &Pages, op: &Operation, block: i64) -> Result {
    let titles = by_number::in_block(op, NUMBERS_PER_SITEMAP, block).await?;
    if titles.is_empty() {
        return Err(Problem::NotFound);
    }
    let base = escaped_base(pages);
    // Written as the robot reads it, so that no sitemap is in memory as a whole.
    let chunks = stream::iter(titles).chunks(ADDRESSES_PER_CHUNK as usize).map(move |titles| {
        let mut text = String::new();
        for (id, updated) in titles {
            write_entry(&mut text, "url", &format!("{base}/titles/{id}"), Some(updated));
        }
        Ok::<_, Infallible>(text)
    });
    let beginning = stream::once(async { Ok(SITEMAP_START.to_owned()) });
    let end = stream::once(async { Ok("</urlset>\n".to_owned()) });
    Ok(cacheable_file("application/xml", Body::from_stream(beginning.chain(chunks).chain(end))))
}

/// The periodicals after an identifier: one statement for each chunk that the robot reads.
fn periodical_sitemap(pages: &Pages, op: &Operation, after: SeriesId) -> Response {
    let base = escaped_base(pages);
    let (op, search) = (op.clone(), search_periodicals(op));
    let begun = (Some(after), PERIODICALS_PER_SITEMAP);
    let chunks = stream::try_unfold(begun, move |(after, left)| {
        let (op, search, base) = (op.clone(), search.clone(), base.clone());
        async move {
            let Some(after) = after else { return Ok(None) };
            let periodicals = search.after_id(&op, &after, ADDRESSES_PER_CHUNK.min(left)).await?;
            let mut text = String::new();
            for (id, published) in &periodicals {
                let address = format!("{base}/periodicals/{}", percent_encode(id.as_str()));
                write_entry(&mut text, "url", &address, *published);
            }
            let left = left.saturating_sub(ADDRESSES_PER_CHUNK);
            let last = periodicals.into_iter().nth(ADDRESSES_PER_CHUNK as usize - 1).map(|(id, _)| id);
            Ok::<_, services::Error>(Some((text, (last.filter(|_| left > 0), left))))
        }
    });
    let beginning = stream::once(async { Ok(SITEMAP_START.to_owned()) });
    let end = stream::once(async { Ok("</urlset>\n".to_owned()) });
    cacheable_file("application/xml", Body::from_stream(beginning.chain(chunks).chain(end)))
}

fn search_periodicals(op: &Operation) -> PeriodicalSearch {
    PeriodicalSearch::new(op, PeriodicalFilter::default())
}

/// Adds an address, which is escaped, and the time at which its page last changed.
fn write_entry(text: &mut String, element: &str, address: &str, updated: Option<Timestamp>) {
    let _ = write!(text, "<{element}><loc>{address}</loc>");
    if let Some(updated) = updated {
        let _ = write!(text, "<lastmod>{updated}</lastmod>");
    }
    let _ = writeln!(text, "</{element}>");
}

/// The beginning of all addresses, escaped for XML.
fn escaped_base(pages: &Pages) -> String {
    partial_escape(&pages.settings.base_url).into_owned()
}

/// A file that every caller gets unchanged for some minutes.
fn cacheable_file(kind: &'static str, body: impl Into<Body>) -> Response {
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=600")];
    (headers, body.into()).into_response()
}
