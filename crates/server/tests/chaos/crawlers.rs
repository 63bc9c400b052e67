//! Crawlers from many addresses next to readers who are signed in: `OPENSHELF_CHAOS_TITLES` titles (up to
//! 1,000,000 were tried), for `OPENSHELF_CHAOS_SECONDS` seconds.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use domain::fixtures::{artifact, title, with_change};
use domain::{Format, Title, TitleId};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::{Db, DbOptions};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::support::{Backend, Cookies, Library, People, READER, ServedLibrary};

/// Addresses that crawl.
const CRAWLERS: u8 = 200;
/// Readers who search at the same time.
const READERS: u64 = 3;
/// A reader's time between two pages.
const PAUSE: Duration = Duration::from_millis(200);
/// Titles without the environment variable.
const TITLES: i64 = 20_000;
/// Seconds without the environment variable.
const SECONDS: u64 = 20;
/// Titles that are written in one transaction.
const BATCH: i64 = 2_000;
/// Below this, the 95th percentile of readers says more about the machine than about crawlers.
const NOISE: Duration = Duration::from_millis(25);
/// Maximum growth of the server's memory from the first half of the crawl to the second, KiB.
const MAX_GROWTH_KIB: u64 = 48 * 1024;

const WORDS: [&str; 24] = [
    "tide", "ferry", "harbor", "winter", "letter", "garden", "river", "mountain", "station", "island",
    "forest", "kitchen", "museum", "bridge", "storm", "lantern", "voyage", "orchard", "castle", "desert",
    "signal", "mirror", "engine", "valley",
];
const LANGUAGES: [&str; 5] = ["eng", "deu", "fra", "spa", "ita"];
const FORMATS: [Format; 4] = [Format::Daisy, Format::Epub3, Format::Brf, Format::Pdf];

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap())
}

fn pick_any<T: Copy>(rng: &mut StdRng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}

fn random_title(id: i64) -> Title {
    let rng = &mut StdRng::seed_from_u64(id.unsigned_abs());
    with_change(title(), |title| {
        title.id = TitleId(id);
        title.files.source = None;
        title.metadata.title = format!("{} {} {id}", pick_any(rng, &WORDS), pick_any(rng, &WORDS));
        title.metadata.languages = vec![pick_any(rng, &LANGUAGES).to_owned()];
        title.metadata.contributors[0].display_name =
            format!("{} Lindqvist {}", pick_any(rng, &WORDS), id % 5_000);
        title.artifacts = vec![artifact(pick_any(rng, &FORMATS))];
    })
}

async fn fill(library: &Library, titles: i64) {
    let db = Db::connect(&DbOptions::new(library.database_url())).await.unwrap();
    let mut next = 1001;
    while next < 1001 + titles {
        let end = (next + BATCH).min(1001 + titles);
        let batch: Vec<(Title, Option<String>)> = (next..end).map(|id| (random_title(id), None)).collect();
        let mut tx = db.begin().await.unwrap();
        store::titles::insert_many(&mut tx, &batch).await.unwrap();
        tx.commit().await.unwrap();
        next = end;
    }
    db.close().await;
    library.command(&["reindex"]);
}

/// Makes the password that the operator gave the reader the reader's own: otherwise every page leads to the
/// form for another one.
async fn keep_password(library: &Library) {
    let db = Db::connect(&DbOptions::new(library.database_url())).await.unwrap();
    let (account, hash) = store::accounts::find_by_login(&db, READER).await.unwrap().unwrap();
    let mut tx = db.begin().await.unwrap();
    let hash = hash.expect("the operator gave one");
    store::passwords::change_password(&mut tx, &account.id, &hash, false, account.created).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

/// A page that filters lead to.
fn random_page(rng: &mut StdRng) -> String {
    let mut address = format!("/search?words={}", pick_any(rng, &WORDS));
    if rng.random_bool(0.3) {
        "/search?sort=new".clone_into(&mut address);
    }
    for name in ["language", "format", "voice", "added", "publishedFrom"] {
        if rng.random_bool(0.4) {
            let value = match name {
                "language" => pick_any(rng, &LANGUAGES).to_owned(),
                "format" => pick_any(rng, &FORMATS).as_str().to_owned(),
                "voice" => pick_any(rng, &["human", "synthetic"]).to_owned(),
                "added" => pick_any(rng, &["7", "30", "90", "365"]).to_owned(),
                _ => rng.random_range(1900..2020).to_string(),
            };
            address = format!("{address}&{name}={value}");
        }
    }
    address
}

/// A crawler that ignores robots.txt, `nofollow` and `Retry-After`; how many pages it got, and how many
/// refusals.
async fn crawl(base: String, from: u8, over: Arc<AtomicBool>, refused: Arc<AtomicU32>, got: Arc<AtomicU32>) {
    let address = IpAddr::from(Ipv4Addr::new(127, 0, 2, from));
    let http = reqwest::Client::builder().local_address(address).tls_certs_only([]).build().unwrap();
    let mut rng = StdRng::seed_from_u64(from.into());
    while !over.load(Ordering::Relaxed) {
        let reply = http.get(format!("{base}{}", random_page(&mut rng))).send().await.unwrap();
        let status = reply.status().as_u16();
        reply.bytes().await.unwrap();
        match status {
            200 => got.fetch_add(1, Ordering::Relaxed),
            503 => refused.fetch_add(1, Ordering::Relaxed),
            _ => panic!("{status}"),
        };
    }
}

/// A browser in which the reader is signed in.
async fn sign_in(server: &ServedLibrary, people: &People) -> Cookies {
    let mut cookies = Cookies::default();
    let page = cookies.send(server.get("/sign-in?back=%2F")).await.expect_status(200).text();
    let (_, rest) = page.split_once("name=\"flow\" value=\"").unwrap();
    let flow = rest.split_once('"').unwrap().0;
    let fields = [("flow", flow), ("username", READER), ("password", &people.password)];
    let form = server.call(reqwest::Method::POST, "/sign-in").header("origin", &server.base).form(&fields);
    cookies.send(form).await.expect_status(303);
    cookies
}

/// Measures the time that pages of signed-in readers take, at the 95th percentile. None is refused.
async fn measure_readers(server: &ServedLibrary, people: &People, seconds: u64) -> Duration {
    let until = Instant::now() + Duration::from_secs(seconds);
    let read = async |reader: u64| {
        let mut cookies = sign_in(server, people).await;
        let mut rng = StdRng::seed_from_u64(1_000_000 + reader * 1_000 + seconds);
        let mut times = Vec::new();
        while Instant::now() < until {
            let began = Instant::now();
            let page = random_page(&mut rng);
            let reply = cookies.send(server.get(&page)).await;
            times.push(began.elapsed());
            assert_eq!(reply.status, 200, "{page}: no reader is refused");
            assert!(reply.text().contains("/sign-out"), "the reader is signed in");
            sleep(PAUSE).await;
        }
        times
    };
    let mut times: Vec<Duration> =
        futures_util::future::join_all((0..READERS).map(read)).await.into_iter().flatten().collect();
    times.sort_unstable();
    times[times.len() * 95 / 100]
}

/// The server's own memory, KiB: without pages of the index and of the database, which the system takes back
/// whenever it needs room.
fn memory(library: &Library) -> u64 {
    let folder = library.dir.path().display().to_string();
    let is_server = |process: &Path| {
        let command = std::fs::read(process.join("cmdline")).unwrap_or_default();
        let mut words = command.split(|byte| *byte == 0);
        words.any(|word| word == b"serve") && words.any(|word| word == folder.as_bytes())
    };
    let mut processes = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let process = processes.find(|process| is_server(process)).expect("the server runs");
    let status = std::fs::read_to_string(process.join("status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn two_hundred_crawlers_neither_slow_down_readers_nor_fill_the_memory() {
    let titles = i64::try_from(setting("OPENSHELF_CHAOS_TITLES", TITLES.unsigned_abs())).unwrap();
    let seconds = setting("OPENSHELF_CHAOS_SECONDS", SECONDS);
    let library = Library::new(&Backend::Sqlite);
    let people = library.people();
    fill(&library, titles).await;
    keep_password(&library).await;
    // Crawlers with so many addresses stay below the limit of each.
    let settings = [
        ("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0"),
        ("OPENSHELF_LOG__FILTER", "warn"),
        // Caches are full before the first measurement, so that what grows afterwards is not a cache.
        ("OPENSHELF_DATABASE__TITLE_CACHE_MIB", "4"),
        ("OPENSHELF_GUESTS__PAGES_MIB", "4"),
    ];
    let server = library.serve(&[], &settings).await;

    measure_readers(&server, &people, 2).await;
    let quiet = measure_readers(&server, &people, seconds.min(30)).await;
    let (over, refused, got) = (Arc::default(), Arc::default(), Arc::<AtomicU32>::default());
    let mut crawlers = JoinSet::new();
    for from in 1..=CRAWLERS {
        crawlers.spawn(crawl(
            server.base.clone(),
            from,
            Arc::clone(&over),
            Arc::clone(&refused),
            Arc::clone(&got),
        ));
    }
    let first = measure_readers(&server, &people, seconds / 2).await;
    let memory_halfway = memory(&library);
    let second = measure_readers(&server, &people, seconds.div_ceil(2)).await;
    let memory_at_end = memory(&library);
    over.store(true, Ordering::Relaxed);
    while let Some(ended) = crawlers.join_next().await {
        ended.unwrap();
    }
    let (got, refused) = (got.load(Ordering::Relaxed), refused.load(Ordering::Relaxed));
    let busy = first.max(second);
    println!(
        "{titles} titles, {seconds} s: readers' p95 {quiet:?} quiet, {busy:?} among {CRAWLERS} crawlers, who got \
         {got} pages and {refused} refusals; memory {memory_halfway} KiB, then {memory_at_end} KiB"
    );
    assert!(got > 0, "guests are still served");
    assert!(busy <= 2 * quiet.max(NOISE), "{quiet:?} quiet, {busy:?} among crawlers");
    assert!(
        memory_at_end <= memory_halfway + MAX_GROWTH_KIB,
        "{memory_halfway} KiB, then {memory_at_end} KiB"
    );
}
