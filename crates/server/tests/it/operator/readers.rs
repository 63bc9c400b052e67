//! Readers who search, open titles, read in the browser, download and set bookmarks, all the time.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::client::{Client, Outcome, SlowLine, retry_after};
use super::{LARGE_BOOK, SERIES};

/// Time between two things that a reader does.
const PAUSE: Duration = Duration::from_millis(200);
/// Time after which a browser opens a page again that says that a book is being prepared.
const RELOAD_INTERVAL: Duration = Duration::from_millis(500);
/// Limit of such pages one after the other.
const MAX_RELOADS: usize = 200;
/// Chapters that each book of the series has.
pub const CHAPTERS_PER_BOOK: usize = 2;
const FORMATS: [&str; 3] = ["EPUB3", "DAISY", "BRF"];

/// An activity of a reader.
#[derive(Debug, Clone, Copy)]
enum ReaderActivity {
    Search,
    OpenTitle,
    ReadChapter,
    Download,
    SetBookmark,
}

/// The activities of the readers: one each.
const READER_ACTIVITIES: [ReaderActivity; 6] = [
    ReaderActivity::Search,
    ReaderActivity::OpenTitle,
    ReaderActivity::ReadChapter,
    ReaderActivity::Download,
    ReaderActivity::Download,
    ReaderActivity::SetBookmark,
];

/// All readers together.
pub struct Readers {
    pub shared: Arc<SharedState>,
    tasks: Vec<JoinHandle<()>>,
}

/// The state that readers share.
pub struct SharedState {
    pub client: Client,
    /// Titles by name.
    titles: BTreeMap<String, i64>,
    /// Copies by path, as they were delivered first.
    copies: Mutex<BTreeMap<String, Vec<u8>>>,
    /// Number of bookmarks that were acknowledged.
    bookmarks: AtomicUsize,
    /// Number of things that were done.
    successes: AtomicUsize,
    errors: Mutex<Vec<String>>,
    is_over: AtomicBool,
}

impl Readers {
    /// Readers begin to use the library.
    pub async fn start(client: Client) -> Outcome<Self> {
        let list = client.get_json("/v2/titles?limit=100").await?;
        let titles = list["titles"].as_array().ok_or_else(|| list.to_string())?;
        let titles = titles
            .iter()
            .filter_map(|title| Some((title["title"].as_str()?.to_owned(), title["serviceId"].as_i64()?)));
        let shared = Arc::new(SharedState {
            titles: titles.collect(),
            client,
            copies: Mutex::default(),
            bookmarks: AtomicUsize::new(0),
            successes: AtomicUsize::new(0),
            errors: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        assert_eq!(shared.titles.len(), SERIES.len() + 1, "{list}");
        let tasks = READER_ACTIVITIES.map(|habit| tokio::spawn(Arc::clone(&shared).repeat_activity(habit)));
        Ok(Self { shared, tasks: tasks.into() })
    }

    /// Downloads the large book over a slow connection, next to the readers.
    pub fn download_slowly(&self, line: Arc<SlowLine>) -> JoinHandle<()> {
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move {
            let path = format!("/v2/titles/{}/EPUB3", shared.titles[LARGE_BOOK]);
            shared.note(shared.download(&path, Some(&line)).await);
        })
    }

    /// Lets all readers finish; what they did is complete.
    pub async fn finish(self) -> Arc<SharedState> {
        self.shared.is_over.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.await.unwrap();
        }
        self.shared.note(self.shared.check_bookmarks().await);
        self.shared
    }
}

impl SharedState {
    /// The counts so far, in one line.
    pub fn summary(&self) -> String {
        let counts = &self.client.counts;
        let [requests, waits, broken, successes] =
            [&counts.requests, &counts.waits, &counts.broken, &self.successes]
                .map(|count| count.load(Ordering::Relaxed));
        let errors = self.errors.lock().unwrap().len();
        format!(
            "{successes} things done, {requests} requests, {waits} asked to wait, {broken} broke off, {errors} errors"
        )
    }

    pub fn errors(&self) -> Vec<String> {
        self.errors.lock().unwrap().clone()
    }

    /// Number of responses that broke off.
    pub fn count_broken(&self) -> usize {
        self.client.counts.broken.load(Ordering::Relaxed)
    }

    fn note(&self, outcome: Outcome) {
        match outcome {
            Ok(()) => {
                self.successes.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self.errors.lock().unwrap().push(error),
        }
    }

    async fn repeat_activity(self: Arc<Self>, habit: ReaderActivity) {
        let mut round = 0;
        while !self.is_over.load(Ordering::Relaxed) {
            let outcome = match habit {
                ReaderActivity::Search => self.search().await,
                ReaderActivity::OpenTitle => self.open_title(round).await,
                ReaderActivity::ReadChapter => self.read_chapter(round).await,
                ReaderActivity::Download => self.download_any(round).await,
                ReaderActivity::SetBookmark => self.set_bookmark(round).await,
            };
            self.note(outcome.map_err(|error| format!("{habit:?}: {error}")));
            round += 1;
            sleep(PAUSE).await;
        }
    }

    /// A search never misses a book, in an app and on a page.
    async fn search(&self) -> Outcome {
        let list = self.client.get_json("/v2/titles?keyword=quoin").await?;
        if list["totalResults"] != SERIES.len() {
            return Err(list.to_string());
        }
        self.expect_page("/search?words=quoin", SERIES[0]).await
    }

    async fn open_title(&self, round: usize) -> Outcome {
        let name = SERIES[round % SERIES.len()];
        let id = self.titles[name];
        let record = self.client.get_json(&format!("/v2/titles/{id}")).await?;
        if record["title"] != name {
            return Err(record.to_string());
        }
        self.expect_page(&format!("/titles/{id}"), name).await
    }

    /// A chapter in the browser, as a guest.
    async fn read_chapter(&self, round: usize) -> Outcome {
        let id = self.titles[SERIES[0]];
        self.expect_page(&format!("/read/{id}"), SERIES[0]).await?;
        self.expect_page(&format!("/read/{id}/{}", 1 + round % CHAPTERS_PER_BOOK), "The tide came in").await
    }

    /// A page with this text, once it is complete.
    async fn expect_page(&self, path: &str, text: &str) -> Outcome {
        for _ in 0..MAX_RELOADS {
            let page = self.client.get(path).await?.expect_success(path)?.text();
            if !page.contains("http-equiv=\"refresh\"") {
                return if page.contains(text) {
                    Ok(())
                } else {
                    Err(format!("{path} lacks {text:?}: {page}"))
                };
            }
            sleep(RELOAD_INTERVAL).await;
        }
        Err(format!("{path} is not complete"))
    }

    async fn download_any(&self, round: usize) -> Outcome {
        let name = [&SERIES[..], &[LARGE_BOOK]].concat()[round % (SERIES.len() + 1)];
        let format = FORMATS[round / (SERIES.len() + 1) % FORMATS.len()];
        self.download(&format!("/v2/titles/{}/{format}", self.titles[name]), None).await
    }

    /// A copy, which is the same each time.
    async fn download(&self, path: &str, line: Option<&SlowLine>) -> Outcome {
        let answer = loop {
            let answer = self.client.get(path).await?;
            if answer.status != 202 {
                break answer;
            }
            let wait =
                retry_after(&answer.headers).ok_or_else(|| format!("{path}: 202 without Retry-After"))?;
            sleep(wait).await;
        };
        let address = answer.headers.get("location").filter(|_| answer.status == 302);
        let Some(address) = address.and_then(|address| address.to_str().ok()) else {
            return Err(format!("{path}: {} {}", answer.status, answer.text()));
        };
        let copy = match line {
            Some(line) => self.client.get_slowly(line, address).await?,
            None => self.client.get(address).await?,
        };
        let copy = copy.expect_success(address)?.bytes;
        match self.copies.lock().unwrap().entry(path.to_owned()) {
            Entry::Vacant(entry) => {
                entry.insert(copy);
                Ok(())
            }
            Entry::Occupied(entry) if *entry.get() == copy => Ok(()),
            Entry::Occupied(_) => Err(format!("{path}: another copy")),
        }
    }

    /// Sets a bookmark. A request that is repeated because of `Retry-After` still makes only one.
    async fn set_bookmark(&self, round: usize) -> Outcome {
        let id = self.titles[SERIES[0]].to_string();
        let location = format!("epubcfi(/6/4!/4/{}/1:0)", 2 * (round + 1));
        self.client.post("/v2/myBookmarks", &[("serviceId", &id), ("location", &location)]).await?;
        self.bookmarks.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    async fn check_bookmarks(&self) -> Outcome {
        let id = self.titles[SERIES[0]];
        let list = self.client.get_json(&format!("/v2/myBookmarks?serviceId={id}")).await?;
        let count = self.bookmarks.load(Ordering::Relaxed);
        if list["totalResults"] == count { Ok(()) } else { Err(format!("{count} bookmarks: {list}")) }
    }
}
