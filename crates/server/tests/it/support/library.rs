//! A library as an operator sets one up: it starts empty, and commands add everything.

use std::net::TcpListener;
use std::path::Path;
use std::process::Output;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use tempfile::TempDir;

use super::backend::Database;
use super::{Backend, Call, Program};

/// A library's folder and database.
pub struct Library {
    /// Its data folder.
    pub dir: TempDir,
    /// Its database, if that is not a file in the folder.
    pub database: Option<Database>,
}

/// A site with one app and one reader, made by `openshelf admin`.
#[derive(Debug, Clone)]
pub struct People {
    /// The app's key; it may use the password grant.
    pub key: String,
    /// The app's secret, as it was shown.
    pub secret: String,
    /// The reader's account.
    pub account: String,
    /// The reader's password, as it was shown.
    pub password: String,
}

/// The reader's sign-in name.
pub const READER: &str = "jo.reader@example.org";

/// A server that runs on a library.
pub struct ServedLibrary {
    /// The process.
    pub program: Program,
    /// Address of the interface.
    pub base: String,
    /// Address of metrics and health.
    pub admin: String,
    http: reqwest::Client,
}

impl Library {
    /// An empty folder and an empty database.
    pub fn new(backend: &Backend) -> Self {
        Self { dir: tempfile::tempdir().expect("a temporary folder"), database: backend.create(None) }
    }

    /// Flags that point a command at this library.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec!["--data-dir".to_owned(), self.dir.path().display().to_string()];
        if let Some(database) = &self.database {
            flags.extend(["--database-url".to_owned(), database.url()]);
        }
        flags
    }

    /// The URL of the library's database.
    pub fn database_url(&self) -> String {
        match &self.database {
            Some(database) => database.url(),
            None => format!("sqlite:{}", self.dir.path().join("library.db").display()),
        }
    }

    /// Runs a command on this library to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        let flags = self.flags();
        let all: Vec<&str> = args.iter().copied().chain(flags.iter().map(String::as_str)).collect();
        Program::run(&all)
    }

    /// Runs a command, expects success, and returns what it printed.
    #[track_caller]
    pub fn command(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "openshelf {}\n{out}{err}", args.join(" "));
        out
    }

    /// Runs a command, expects failure, and returns what it said on standard error.
    #[track_caller]
    pub fn refuse(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(!output.status.success(), "openshelf {}\n{}", args.join(" "), text(&output.stdout));
        text(&output.stderr)
    }

    /// Makes the site `service`, an app and a reader.
    pub fn people(&self) -> People {
        self.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let app = self
            .command(&["admin", "clients", "create", "Reader", "--secret", "--privilege", "passwordGrant"]);
        let user = self
            .command(&["admin", "users", "create", READER, "--first-name", "Jo", "--last-name", "Reader"]);
        People {
            key: field(&app, "key"),
            secret: field(&app, "secret"),
            account: field(&user, "account"),
            password: field(&user, "password"),
        }
    }

    /// Serves it, with further arguments and environment, and waits until it is ready.
    pub async fn serve(&self, args: &[&str], environment: &[(&str, &str)]) -> ServedLibrary {
        self.start(&[], &self.flags(), args, environment).await
    }

    /// Serves it, started by another program: that one and its arguments, before the server's own.
    pub async fn serve_by(&self, wrapper: &[String]) -> ServedLibrary {
        self.start(wrapper, &self.flags(), &[], &[]).await
    }

    /// Serves it with its database at this address.
    pub async fn serve_on(&self, database_url: &str) -> ServedLibrary {
        let folder = self.dir.path().display().to_string();
        let flags = ["--data-dir".to_owned(), folder, "--database-url".to_owned(), database_url.to_owned()];
        self.start(&[], &flags, &[], &[]).await
    }

    async fn start(
        &self,
        wrapper: &[String],
        flags: &[String],
        args: &[&str],
        environment: &[(&str, &str)],
    ) -> ServedLibrary {
        let (listen, admin) = (free_address(), free_address());
        let mut all = vec!["serve", "--listen", &listen, "--admin-listen", &admin];
        all.extend(args.iter().copied().chain(flags.iter().map(String::as_str)));
        let mut command = Program::command_in_wrapper(wrapper, &all);
        command.envs(environment.iter().copied());
        let mut served = ServedLibrary {
            program: Program::spawn(self.dir.path(), command),
            base: format!("http://{listen}"),
            admin: format!("http://{admin}"),
            http: http().build().expect("an HTTP client"),
        };
        served.wait_until_ready().await;
        served
    }

    /// The log of the servers of this library.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.dir.path().join("log.txt")).expect("the log is there")
    }
}

impl ServedLibrary {
    /// A call without a key or a token; `path` may be a whole address.
    pub fn call(&self, method: reqwest::Method, path: &str) -> Call {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        Call::new(self.http.request(method, url))
    }

    /// GET without a key or a token.
    pub fn get(&self, path: &str) -> Call {
        self.call(reqwest::Method::GET, path)
    }

    /// The reader's access token.
    pub async fn token(&self, people: &People) -> String {
        let form = [("grant_type", "password"), ("username", READER), ("password", &people.password)];
        let call = self.call(reqwest::Method::POST, "/oauth/token").basic(&people.key, &people.secret);
        let reply = call.form(&form).send().await.expect_status(200);
        reply.json["access_token"].as_str().expect("an access token").to_owned()
    }

    /// The titles that a guest's search finds, once there are `count` of them.
    pub async fn titles(&mut self, people: &People, count: usize) -> Vec<Value> {
        let Self { program, base, http, .. } = self;
        let url = format!("{base}/v2/titles");
        let query = [("api_key", people.key.as_str()), ("limit", "100")];
        let what = format!("{count} titles are found");
        program
            .wait_until(&what, async || {
                let reply = Call::new(http.get(&url)).query(&query).send().await.expect_status(200);
                let titles = reply.json["titles"].as_array().expect("titles").clone();
                (titles.len() == count && reply.json["totalResults"] == count).then_some(titles)
            })
            .await
    }

    async fn wait_until_ready(&mut self) {
        let Self { program, base, http, .. } = self;
        let url = format!("{base}/readyz");
        program
            .wait_until("readyz", async || {
                http.get(&url).send().await.ok().filter(|reply| reply.status() == 200).map(|_| ())
            })
            .await;
    }
}

/// The value on the line of a command's output that begins with this word.
#[track_caller]
pub fn field(output: &str, name: &str) -> String {
    let line = output.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no line {name:?} in {output}")).trim().to_owned()
}

/// A client that follows no redirect. It knows no certificates: the servers of tests do not use TLS, and the
/// system's certificates take longer to read than most requests.
pub fn http() -> reqwest::ClientBuilder {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).tls_certs_only([])
}

/// A port of this machine that is currently free.
///
/// Below those that outgoing connections take (from 32,768 on), which come and go all the time; each process
/// of the tests begins at others.
pub fn free_address() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    for _ in 0..1_000 {
        let turn = std::process::id().wrapping_mul(10).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let address = format!("127.0.0.1:{}", 10_000 + turn % 20_000);
        if TcpListener::bind(&address).is_ok() {
            return address;
        }
    }
    panic!("no port is free");
}

/// A command's output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes a file, making its folder.
pub fn write(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
    std::fs::write(path, bytes).expect("the file");
}
