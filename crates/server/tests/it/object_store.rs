//! The file store on a server that speaks the protocol of S3, which nobody here wrote: over the network, with
//! signed requests and uploads in parts.

use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};

use bytes::Bytes;
use delivery::files::FilesConfig;
use delivery::{Error, Files, Key};
use futures_util::{TryStreamExt as _, stream};

use crate::each;
use crate::serving::{address, book};
use crate::support::{Backend, Library, eventually, free_address, python, read_zip, write};

/// A server with one bucket, `library`.
pub struct Store {
    child: Child,
    /// Its address.
    pub endpoint: String,
}

impl Store {
    /// Starts one; `None` without Python.
    pub async fn start() -> Option<Self> {
        let python = python()?;
        let address = free_address();
        let (host, port) = address.rsplit_once(':').unwrap();
        let mut command = Command::new(python);
        command.args(["-m", "moto.server", "-H", host, "-p", port]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let store = Self { child: command.spawn().unwrap(), endpoint: format!("http://{address}") };
        let address = address.parse::<SocketAddr>().unwrap();
        eventually("the object store listens", async || TcpStream::connect(address).map(drop)).await;
        let bucket = format!("{}/library", store.endpoint);
        let made = reqwest::Client::new().put(bucket).send().await.unwrap();
        assert_eq!(made.status(), 200, "{:?}", made.text().await);
        Some(store)
    }

    /// The lines of a configuration file that put the files of a library into a folder of the bucket.
    pub fn configuration(&self, folder: &str) -> String {
        format!(
            "[files]\nlocation = 's3://library/{folder}'\nendpoint = '{}'\nregion = 'eu-central-1'\n\
             access_key_id = 'key'\nsecret_access_key = 'secret'\nallow_http = true\n",
            self.endpoint
        )
    }

    fn files(&self) -> Files {
        Files::open(&FilesConfig {
            location: "s3://library/branch/books".into(),
            endpoint: Some(self.endpoint.clone()),
            region: Some("eu-central-1".into()),
            access_key_id: Some("key".into()),
            secret_access_key: Some("secret".into()),
            allow_http: true,
        })
        .unwrap()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn key(text: &str) -> Key {
    Key::parse(text).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_on_an_object_store() {
    let Some(store) = Store::start().await else { return };
    let files = store.files();
    // In one piece, and in parts.
    let (small, large) = (key("sources/b.epub"), key("packages/1-a.zip"));
    let content: Vec<u8> = (0..(20_usize << 20) + 5).map(|n| u8::try_from(n % 251).unwrap()).collect();
    files.put(&small, Bytes::from_static(b"small")).await.unwrap();
    files.put(&large, content.clone().into()).await.unwrap();
    assert_eq!(files.get(&small, 5).await.unwrap(), "small");
    assert!(matches!(files.get(&small, 4).await, Err(Error::TooLarge { size: 5, limit: 4, .. })));
    assert_eq!(files.get(&large, 1 << 30).await.unwrap(), content);
    let meta = files.head(&large).await.unwrap().unwrap();
    assert_eq!(meta.size, content.len() as u64);
    assert!(meta.etag.is_some());

    // Replaced as a whole.
    files.put(&small, Bytes::from_static(b"another")).await.unwrap();
    assert_eq!(files.get(&small, 9).await.unwrap(), "another");

    // Any part of it.
    for range in [0..1, 1000..3000, (16 << 20) - 3..(16 << 20) + 3] {
        let reading = files.read(&large, Some(range.clone())).await.unwrap();
        assert_eq!((reading.meta.size, reading.range.clone()), (content.len() as u64, range.clone()));
        let parts: Vec<Bytes> = reading.stream.try_collect().await.unwrap();
        let (from, to) = (usize::try_from(range.start).unwrap(), usize::try_from(range.end).unwrap());
        assert_eq!(parts.concat(), content[from..to]);
    }
    let end = content.len() as u64;
    assert_eq!(files.read(&large, Some(end - 2..end + 100)).await.unwrap().range, end - 2..end);

    // A writer that breaks off leaves nothing.
    let part = Bytes::from(vec![1; 9 << 20]);
    let broken = stream::iter([Ok(part.clone()), Ok(part), Err(std::io::Error::other("gone"))]);
    assert!(files.put_stream(&key("packages/2-b.zip"), broken).await.is_err());
    assert_eq!(files.head(&key("packages/2-b.zip")).await.unwrap(), None);

    // Keys without the path inside the bucket; more than one page of a listing.
    for n in 0..20 {
        files.put(&key(&format!("resources/{n}.mp3")), Bytes::from_static(b"x")).await.unwrap();
    }
    let listed: Vec<Key> = files.list("packages").map_ok(|file| file.key).try_collect().await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&large));
    let listed: Vec<Key> = files.list("resources").map_ok(|file| file.key).try_collect().await.unwrap();
    assert_eq!(listed.len(), 20);
    for _ in 0..2 {
        files.delete(&large).await.unwrap();
        assert_eq!(files.head(&large).await.unwrap(), None);
    }
    assert!(matches!(files.get(&large, 1).await, Err(Error::Missing(_))));
    assert!(matches!(files.read(&large, None).await, Err(Error::Missing(_))));
}

each! {
    async fn a_library_on_an_object_store(backend: Backend) {
        let Some(store) = Store::start().await else { return };
        let library = Library::new(&backend);
        let folder = library.dir.path();
        let people = library.people();
        std::fs::remove_dir_all(folder.join("files")).unwrap();
        let config = folder.join("openshelf.toml");
        let text = format!(
            "[files]\nlocation = 's3://library/branch/books'\nendpoint = '{}'\nregion = 'eu-central-1'\n\
             access_key_id = 'key'\nsecret_access_key = 'secret'\nallow_http = true\n",
            store.endpoint
        );
        write(&config, text.as_bytes());
        let config = config.display().to_string();
        let file = folder.join("kelp.epub");
        // Larger than one upload takes.
        write(&file, &book(18 << 20));
        library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain", "--config", &config]);
        let mut server = library.serve(&["--config", &config], &[]).await;
        let id = server.titles(&people, 1).await[0]["serviceId"].as_i64().unwrap();
        let address = address(&server, &people, id, "EPUB3").await;
        let whole = server.get(&address).send().await.expect_status(200);
        read_zip(&whole.bytes).unwrap();
        let part = server.get(&address).header("range", "bytes=1000-1999").send().await.expect_status(206);
        assert_eq!(part.bytes, whole.bytes[1000..2000]);
        assert!(!folder.join("files").exists(), "nothing is kept on this machine");
        eventually("the book, the plan of its copies, and its map are kept", async || {
            let kept: Vec<_> = store.files().list("artifacts").try_collect().await.unwrap();
            if kept.len() == 3 { Ok(()) } else { Err(format!("{kept:?}")) }
        })
        .await;
        server.program.terminate();
    }
}
