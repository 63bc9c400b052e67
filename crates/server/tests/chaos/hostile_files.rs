//! Files that are small and would cost a careless server much, through every interface, while readers search.

use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use books::testkit::{EpubBuilder, HostileFile, HostileReader, hostile_files, small_book};
use reqwest::Method;
use tokio::time::sleep;

use crate::support::staff::{new_title, submission};
use crate::support::{BOUNDARY, Backend, Library, Parts, People, Program, ServedLibrary, field, write};

/// Searches by which the usual speed is measured.
const BASELINE_SEARCHES: usize = 300;
/// The time between two searches.
const PAUSE: Duration = Duration::from_millis(20);
/// Below this, times say nothing on a machine whose cores are all busy.
const NOISE: Duration = Duration::from_millis(10);
/// The longest time until all documents are dealt with.
const DOCUMENTS_TIMEOUT: Duration = Duration::from_mins(8);
/// The longest time that the server takes to respond to a submission to the catalog.
const RESPONSE: Duration = Duration::from_mins(1);
/// The most memory that the server itself may ever have had, KiB.
const MEMORY: u64 = 600 << 10;
/// No limit of requests.
const ENVIRONMENT: &[(&str, &str)] =
    &[("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0"), ("OPENSHELF_DOCUMENTS__PER_USER", "0")];

/// The media type of what is sent as a document; `None` for what is not one.
fn document_type(hostile: &HostileFile) -> Option<&'static str> {
    match hostile.way {
        HostileReader::Pdf => Some("application/pdf"),
        HostileReader::Presentation => {
            Some("application/vnd.openxmlformats-officedocument.presentationml.presentation")
        }
        HostileReader::Picture if hostile.bytes.starts_with(b"\x89PNG") => Some("image/png"),
        HostileReader::Picture if hostile.bytes.starts_with(b"\xFF\xD8\xFF") => Some("image/jpeg"),
        _ => None,
    }
}

/// The extension of what is ingested; `None` for what is not.
fn extension(hostile: &HostileFile) -> Option<&'static str> {
    match hostile.way {
        HostileReader::Epub => Some("epub"),
        HostileReader::Daisy => Some("zip"),
        HostileReader::Dtbook | HostileReader::Onix | HostileReader::MarcXml => Some("xml"),
        HostileReader::Score => Some("musicxml"),
        HostileReader::Marc => Some("mrc"),
        HostileReader::Csv => Some("csv"),
        _ => None,
    }
}

/// The parts of a submission to the catalog by which a file is sent.
fn parts(hostile: &HostileFile) -> &'static [&'static str] {
    match hostile.way {
        HostileReader::Epub => &["EPUB3"],
        HostileReader::Daisy => &["DAISY", "DAISY_2_AUDIO"],
        HostileReader::Dtbook => &["DAISY"],
        HostileReader::Picture => &["coverimage"],
        _ => &[],
    }
}

/// Returns true if records are read from it.
fn has_records(hostile: &HostileFile) -> bool {
    matches!(
        hostile.way,
        HostileReader::Onix | HostileReader::Marc | HostileReader::MarcXml | HostileReader::Csv
    )
}

/// The time of one search.
async fn search(served: &ServedLibrary, people: &People) -> Duration {
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
async fn send(served: &ServedLibrary, people: &People, token: &str, file: HostileFile) -> Option<String> {
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
async fn wait_for_end(served: &ServedLibrary, people: &People, token: &str, path: &str) {
    let began = Instant::now();
    loop {
        let reply = served.get(path).query(&[("api_key", people.key.as_str())]).bearer(token).send().await;
        let state = reply.expect_status(200).json["formatStatuses"][0]["status"].clone();
        if state != "PENDING" {
            return;
        }
        assert!(began.elapsed() < DOCUMENTS_TIMEOUT, "{path} is still converted");
        sleep(Duration::from_millis(200)).await;
    }
}

/// The most memory that the server has ever had, KiB.
fn peak(served: &ServedLibrary) -> u64 {
    let address = served.base.trim_start_matches("http://");
    let listens = |line: String| line.contains("serve") && line.split('\0').any(|word| word == address);
    let mut processes = fs::read_dir("/proc").unwrap().flatten().map(|process| process.path());
    let process = processes.find(|path| fs::read_to_string(path.join("cmdline")).is_ok_and(listens)).unwrap();
    let status = fs::read_to_string(process.join("status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Writes a book, everything hostile that is ingested, and books with hostile covers. Returns the paths, and
/// of these the files of records.
fn write_files(at: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut all, mut records) = (vec![at.join("good.epub")], Vec::new());
    write(&all[0], &small_book());
    for file in hostile_files() {
        let name = format!("{:?}-{}", file.way, file.name.replace(' ', "-"));
        let path = if let Some(extension) = extension(&file) {
            let path = at.join(format!("{name}.{extension}"));
            write(&path, &file.bytes);
            path
        } else if file.way == HostileReader::Picture {
            let path = at.join(format!("{name}.epub"));
            write(
                &path,
                &EpubBuilder::new(file.name)
                    .chapter("One", "<p>Tide</p>")
                    .file("cover.png", "image/png", &file.bytes)
                    .build(),
            );
            path
        } else {
            continue;
        };
        records.extend(has_records(&file).then(|| path.clone()));
        all.push(path);
    }
    (all, records)
}

/// Someone who sends books to the catalog.
async fn staff(library: &Library, served: &ServedLibrary, people: &People) -> String {
    let name = "sam.staff@example.org";
    let user = library.command(&[
        "admin", "users", "create", name, "--first-name", "Sam", "--last-name", "Staff", "--role",
        "collectionAssistant",
    ]);
    let password = field(&user, "password");
    let form = [("grant_type", "password"), ("username", name), ("password", &password)];
    let call = served.call(Method::POST, "/oauth/token").basic(&people.key, &people.secret);
    let reply = call.form(&form).send().await.expect_status(200);
    reply.json["access_token"].as_str().unwrap().to_owned()
}

/// Sends a file to the catalog under the name of one part; whether it was accepted.
async fn submit(
    served: &ServedLibrary,
    people: &People,
    token: &str,
    part: &str,
    file: &HostileFile,
) -> bool {
    let book = small_book();
    let mut files: Vec<(&str, &[u8])> = vec![(part, &file.bytes)];
    if part == "coverimage" {
        files.push(("EPUB3", &book));
    }
    let began = Instant::now();
    let reply = served
        .call(Method::POST, "/v2/catalog")
        .query(&[("api_key", people.key.as_str())])
        .bearer(token)
        .header("content-type", &format!("multipart/form-data; boundary={BOUNDARY}"))
        .body(submission(&new_title(file.name), &files))
        .send()
        .await;
    let (name, way, took) = (file.name, file.way, began.elapsed());
    assert!([202, 400].contains(&reply.status), "{way:?}, {name}, as {part}: {}", reply.text());
    assert!(took < RESPONSE, "{way:?}, {name}, as {part}: {took:?}");
    reply.status == 202
}

/// Does work while a reader searches, and compares the speed of the searches with the usual one.
async fn while_others_search<T>(served: &ServedLibrary, people: &People, work: impl Future<Output = T>) -> T {
    let mut usual = Vec::new();
    for _ in 0..BASELINE_SEARCHES {
        usual.push(search(served, people).await);
        sleep(PAUSE).await;
    }
    let usual = percentile(usual);
    let searches = async {
        let mut times = Vec::new();
        loop {
            times.push(search(served, people).await);
            sleep(PAUSE).await;
            if times.len().is_multiple_of(100) {
                let so_far = percentile(times.clone());
                let limit = (usual * 2).max(NOISE);
                assert!(so_far <= limit, "95 of 100 searches within {so_far:?}, usually {usual:?}");
            }
        }
    };
    tokio::select! {
        done = work => done,
        () = searches => unreachable!("searches do not end"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn hostile_files_harm_neither_the_server_nor_searches() {
    let library = Library::new(&Backend::Sqlite);
    let people = library.people();
    let served = library.serve(&[], ENVIRONMENT).await;
    let token = served.token(&people).await;

    let folder = library.dir.path().join("hostile");
    let (files, records) = write_files(&folder);
    let rejects = folder.join("rejects.csv").display().to_string();
    let mut args = vec!["ingest".to_owned(), "--rights".into(), "publicDomain".into(), "--rejects".into()];
    args.push(rejects.clone());
    args.extend(files.iter().map(|path| path.display().to_string()));
    args.extend(library.flags());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    // To make them takes longer than a search, whose time would be counted with it.
    let documents: Vec<HostileFile> = hostile_files().filter(|file| document_type(file).is_some()).collect();
    let work = async {
        let ingest = Program::start(&folder, &args);
        for file in documents {
            if let Some(path) = send(&served, &people, &token, file).await {
                wait_for_end(&served, &people, &token, &path).await;
            }
        }
        // Its exit code says that files were refused.
        tokio::task::spawn_blocking(|| ingest.end()).await.unwrap();
    };
    while_others_search(&served, &people, work).await;
    assert!(peak(&served) < MEMORY, "{} KiB", peak(&served));
    // The good book is in the library, and the log explains why each file of records was not ingested.
    assert!(!library.command(&["admin", "titles", "list"]).is_empty());
    let output = [folder.join("log.txt"), rejects.into()]
        .map(|file| fs::read_to_string(file).unwrap_or_default())
        .concat();
    for path in records {
        assert!(output.contains(&path.display().to_string()), "{} is not in {output}", path.display());
    }
    served.program.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn hostile_books_and_covers_are_sent_to_the_catalog_without_harm() {
    let library = Library::new(&Backend::Sqlite);
    let people = library.people();
    let served = library.serve(&[], ENVIRONMENT).await;
    let token = staff(&library, &served, &people).await;
    let files: Vec<HostileFile> = hostile_files().collect();
    let work = async {
        let mut sent = 0;
        for file in files {
            for part in parts(&file) {
                submit(&served, &people, &token, part, &file).await;
                sent += 1;
            }
        }
        sent
    };
    let sent = while_others_search(&served, &people, work).await;
    assert!(sent > 20, "{sent} files");
    assert!(peak(&served) < MEMORY, "{} KiB", peak(&served));
    let good = HostileFile { name: "good", way: HostileReader::Epub, bytes: small_book() };
    assert!(submit(&served, &people, &token, "EPUB3", &good).await, "a good book is still accepted");
    served.program.terminate();
}
