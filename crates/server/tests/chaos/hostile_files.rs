//! Files that are small and would cost a careless server much, through every way in, while readers search.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use books::testkit::{Hostile, Way, hostile, small_book};
use reqwest::Method;
use tokio::time::sleep;

use crate::support::{BOUNDARY, Backend, Library, Parts, People, Program, Served, write};

/// Searches by which the usual speed is measured.
const USUAL: usize = 300;
/// The longest time until all documents are dealt with.
const PATIENCE: Duration = Duration::from_mins(8);
/// The most memory that the server itself may ever have had, KiB.
const MEMORY: u64 = 600 << 10;
/// No limit of requests.
const ENVIRONMENT: &[(&str, &str)] =
    &[("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0"), ("OPENSHELF_DOCUMENTS__PER_USER", "0")];

/// The media type of what is sent as a document; `None` for what is not one.
fn document_type(hostile: &Hostile) -> Option<&'static str> {
    match hostile.way {
        Way::Pdf => Some("application/pdf"),
        Way::Presentation => {
            Some("application/vnd.openxmlformats-officedocument.presentationml.presentation")
        }
        Way::Picture if hostile.bytes.starts_with(b"\x89PNG") => Some("image/png"),
        Way::Picture if hostile.bytes.starts_with(b"\xFF\xD8\xFF") => Some("image/jpeg"),
        _ => None,
    }
}

/// The extension of what is ingested; `None` for what is not.
fn extension(hostile: &Hostile) -> Option<&'static str> {
    match hostile.way {
        Way::Epub => Some("epub"),
        Way::Daisy => Some("zip"),
        Way::Dtbook | Way::Onix | Way::MarcXml => Some("xml"),
        Way::Score => Some("musicxml"),
        Way::Marc => Some("mrc"),
        Way::Csv => Some("csv"),
        _ => None,
    }
}

/// The time of one search.
async fn search(served: &Served, people: &People) -> Duration {
    let began = Instant::now();
    let query = [("api_key", people.key.as_str()), ("keyword", "harbor")];
    served.get("/v2/titles").query(&query).send().await.expect_status(200);
    began.elapsed()
}

/// The time within which 95 of 100 searches have ended.
fn percentile(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() * 95 / 100]
}

/// Sends a document. Returns its path, or `None` if it was refused, with a reason.
async fn send(served: &Served, people: &People, token: &str, file: Hostile) -> Option<String> {
    let media = document_type(&file)?;
    let form = Parts::default().text("name", file.name).text("mimeType", media);
    let reply = served
        .call(Method::POST, "/v2/myDocuments")
        .query(&[("api_key", people.key.as_str())])
        .bearer(token)
        .header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}"))
        .body(form.file("file", "a.bin", &file.bytes).end())
        .send()
        .await;
    assert!([201, 400].contains(&reply.status), "{}: {}", file.name, reply.text());
    (reply.status == 201).then(|| format!("/v2/titles/{}", reply.json["serviceId"]))
}

/// Waits until a document is made into a book, or has failed.
async fn ended(served: &Served, people: &People, token: &str, path: &str) {
    let began = Instant::now();
    loop {
        let reply = served.get(path).query(&[("api_key", people.key.as_str())]).bearer(token).send().await;
        let state = reply.expect_status(200).json["formatStatuses"][0]["status"].clone();
        if state != "PENDING" {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{path} is still converted");
        sleep(Duration::from_millis(200)).await;
    }
}

/// The most memory that the server has ever had, KiB.
fn peak(served: &Served) -> u64 {
    let address = served.base.trim_start_matches("http://");
    let listens = |line: String| line.contains("serve") && line.split('\0').any(|word| word == address);
    let mut processes = fs::read_dir("/proc").unwrap().flatten().map(|process| process.path());
    let process = processes.find(|path| fs::read_to_string(path.join("cmdline")).is_ok_and(listens)).unwrap();
    let status = fs::read_to_string(process.join("status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// A folder with a book, and with everything hostile that is ingested.
fn folder(at: &Path) {
    write(&at.join("good.epub"), &small_book());
    for file in hostile() {
        if let Some(extension) = extension(&file) {
            let name = format!("{:?}-{}.{extension}", file.way, file.name.replace(' ', "-"));
            write(&at.join(name), &file.bytes);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_files_harm_neither_the_server_nor_those_who_search() {
    let library = Library::new(&Backend::Sqlite);
    let people = library.people();
    let served = library.serve(&[], ENVIRONMENT).await;
    let token = served.token(&people).await;
    let mut usual = Vec::new();
    for _ in 0..USUAL {
        usual.push(search(&served, &people).await);
    }
    let usual = percentile(usual);

    let books = library.dir.path().join("hostile");
    folder(&books);
    let (flags, path) = (library.flags(), books.display().to_string());
    let args = ["ingest", &path, "--rights", "publicDomain"];
    let all: Vec<&str> = args.into_iter().chain(flags.iter().map(String::as_str)).collect();
    let ingest = Program::start(&books, &all);
    let work = async {
        for file in hostile() {
            if let Some(path) = send(&served, &people, &token, file).await {
                ended(&served, &people, &token, &path).await;
            }
        }
        // Its exit code says that files were refused.
        tokio::task::spawn_blocking(|| ingest.end()).await.unwrap();
    };
    let searches = async {
        let mut times = Vec::new();
        loop {
            times.push(search(&served, &people).await);
            sleep(Duration::from_millis(20)).await;
            if times.len().is_multiple_of(100) {
                let so_far = percentile(times.clone());
                // A tenth of a second is allowed to a machine whose cores are all busy.
                let limit = (usual * 2).max(Duration::from_millis(100));
                assert!(so_far <= limit, "95 of 100 searches within {so_far:?}, usually {usual:?}");
            }
        }
    };
    tokio::select! {
        () = work => {}
        () = searches => {}
    }
    assert!(peak(&served) < MEMORY, "{} KiB", peak(&served));
    assert!(!library.command(&["admin", "titles", "list"]).is_empty(), "the good book is there");
    served.program.terminate();
}
