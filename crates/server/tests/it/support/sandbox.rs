//! A sandbox library of its own for each test, copied from one that `openshelf demo` makes once per build of
//! the program, and served by `openshelf serve`: the demo would look through everything again at each start.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::backend::Database;
use super::library::{Library, free_address, http};
use super::{Backend, Call, Program, Reply};

/// A running sandbox.
pub struct Sandbox {
    /// Its `demo.json`.
    pub demo: Value,
    /// Its folder and database.
    pub library: Library,
    /// The kind of its database.
    pub backend: Backend,
    program: Program,
    http: reqwest::Client,
}

impl Sandbox {
    /// Starts a sandbox with everything of docs/rules/sandbox.md in it.
    pub async fn start(backend: Backend) -> Self {
        Self::start_with(backend, &[]).await
    }

    /// Starts a sandbox with settings in the environment.
    pub async fn start_with(backend: Backend, environment: &[(&str, &str)]) -> Self {
        let template = Template::get(&backend).await;
        let dir = tempfile::tempdir().expect("a temporary folder");
        copy(&template.dir, dir.path());
        let database = backend.create(Some(&template.database));
        Self::run(backend, Library { dir, database }, environment).await
    }

    /// Restarts it with the same data, on a machine without any further programs.
    pub async fn restart_without_tools(self) -> Self {
        let Self { library, backend, program, .. } = self;
        program.terminate();
        let without_programs = library.dir.path().join("no-programs").display().to_string();
        Self::run(backend, library, &[("PATH", &without_programs)]).await
    }

    /// Restarts it with the same data, on another port.
    pub async fn restart(self) -> Self {
        let Self { library, backend, program, .. } = self;
        program.terminate();
        Self::run(backend, library, &[]).await
    }

    /// Stops it and returns what it was made of.
    pub fn stop(self) -> Library {
        let Self { library, program, .. } = self;
        program.terminate();
        library
    }

    /// Restarts it with the same data by `openshelf demo`, which has pages that other servers lack.
    pub async fn restart_as_demo(self) -> Self {
        let url = matches!(self.backend, Backend::Postgres(_)).then(|| self.database_url());
        let Self { library, backend, program, http, .. } = self;
        program.terminate();
        let dir = library.dir.path();
        fs::remove_file(dir.join("demo.json")).expect("demo.json is there");
        let program = demo(dir, url.as_deref()).await;
        let demo = record(dir);
        Self { demo, library, backend, program, http }
    }

    /// Kills it with SIGKILL and restarts it with the same data.
    pub async fn kill_and_restart(self) -> Self {
        let Self { library, backend, program, .. } = self;
        program.kill();
        Self::run(backend, library, &[]).await
    }

    /// The end of a test: the server still responds. Dropping the value kills the program.
    pub async fn assert_responds(&self) {
        self.get("/readyz").send().await.expect_status(200);
    }

    /// Flags that point a command at its library.
    pub fn flags(&self) -> Vec<String> {
        self.library.flags()
    }

    /// The URL of the sandbox's database.
    pub fn database_url(&self) -> String {
        self.library.database_url()
    }

    /// Runs a command on its library and returns what it printed.
    #[track_caller]
    pub fn command(&self, args: &[&str]) -> String {
        self.library.command(args)
    }

    /// The address of the interface.
    pub fn base(&self) -> &str {
        self.demo["base_url"].as_str().expect("demo.json has base_url")
    }

    /// A client's key.
    pub fn key(&self, client: &str) -> &str {
        self.demo["clients"][client]["api_key"].as_str().expect("demo.json names the client")
    }

    /// A title's identifier.
    pub fn title(&self, name: &str) -> i64 {
        self.demo["titles"][name].as_i64().unwrap_or_else(|| panic!("demo.json names the title {name}"))
    }

    /// A user's member of `demo.json`.
    pub fn user(&self, name: &str) -> &Value {
        &self.demo["users"][name]
    }

    /// A call without a key or a token.
    pub fn get(&self, path: &str) -> Call {
        self.call(reqwest::Method::GET, path)
    }

    /// A call with any method, without a key or a token.
    pub fn call(&self, method: reqwest::Method, path: &str) -> Call {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base()) };
        Call::new(self.http.request(method, url))
    }

    /// A guest's call with the ordinary app's key.
    pub fn guest(&self, path: &str) -> Call {
        self.get(path).query(&[("api_key", self.key("app"))])
    }

    /// A signed-in user's call with the trusted app's key.
    pub async fn call_signed_in(&self, user: &str, path: &str) -> Call {
        let key = if user.starts_with("lab") { "otherSite" } else { "trusted" };
        let token = self.token(user).await;
        self.get(path).query(&[("api_key", self.key(key))]).bearer(&token)
    }

    /// An access token of a user, by the password grant.
    pub async fn token(&self, user: &str) -> String {
        let client = if user.starts_with("lab") { "otherSite" } else { "trusted" };
        let user = self.user(user);
        let word = |member: &str| user[member].as_str().expect("the user can sign in");
        let reply = self.sign_in(client, word("username"), word("password")).await;
        reply.expect_status(200).json["access_token"].as_str().expect("an access token").to_owned()
    }

    /// The response of the password grant to an app.
    pub async fn sign_in(&self, client: &str, username: &str, password: &str) -> Reply {
        let form = [("grant_type", "password"), ("username", username), ("password", password)];
        let call = self.call(reqwest::Method::POST, "/oauth/token").basic(self.key(client), "");
        call.form(&form).send().await
    }

    /// A connection to the sandbox's database; close it before the test ends.
    pub async fn database(&self) -> store::Db {
        store::Db::connect(&store::DbOptions::new(self.database_url())).await.expect("the database opens")
    }

    /// Serves a library that has the `demo.json` of a sandbox in its folder, with settings in the
    /// environment.
    pub async fn run(backend: Backend, library: Library, environment: &[(&str, &str)]) -> Self {
        let (program, demo) = serve(&library, environment).await;
        let http = client();
        Self { demo, library, backend, program, http }
    }
}

/// A sandbox that was made, stopped, and is copied for every test.
struct Template {
    dir: PathBuf,
    database: String,
}

impl Template {
    /// The template of this build of the program; the first test that asks makes it while others wait.
    async fn get(backend: &Backend) -> Self {
        let program = fs::metadata(env!("CARGO_BIN_EXE_openshelf")).expect("the program was built");
        let built = program.modified().expect("the file has a date").duration_since(std::time::UNIX_EPOCH);
        let stamp = format!("{}_{}", backend.name(), built.expect("a date after 1970").as_nanos());
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let lock = File::create(parent.join(format!("{stamp}.lock"))).expect("a lock file");
        let _held =
            tokio::task::spawn_blocking(move || lock.lock().map(|()| lock)).await.unwrap().expect("the lock");
        let template = Self { dir: parent.join(&stamp), database: format!("template_{stamp}") };
        if !template.is_complete(backend) {
            template.make(backend).await;
            forget_older(parent, backend, &stamp);
        }
        template
    }

    fn is_complete(&self, backend: &Backend) -> bool {
        let database = match backend {
            Backend::Sqlite => true,
            Backend::Postgres(server) => Database::exists(server, &self.database),
        };
        database && self.dir.join("complete").exists()
    }

    async fn make(&self, backend: &Backend) {
        let _ = fs::remove_dir_all(&self.dir);
        fs::create_dir_all(&self.dir).expect("the template's folder");
        let database = match backend {
            Backend::Sqlite => None,
            Backend::Postgres(server) => {
                let sql = format!("DROP DATABASE IF EXISTS \"{}\"", self.database);
                std::process::Command::new("psql").args([server, "-qc", &sql]).status().expect("psql runs");
                Some(Database::create(server, self.database.clone(), None).keep())
            }
        };
        let url = database.as_ref().map(Database::url);
        demo(&self.dir, url.as_deref()).await.terminate();
        fs::write(self.dir.join("complete"), "").expect("the mark");
    }
}

/// Deletes the templates of builds that are gone, but for those of the last hour: they may still be copied.
fn forget_older(parent: &Path, backend: &Backend, stamp: &str) {
    let old = |path: &Path| {
        let modified = fs::metadata(path).and_then(|meta| meta.modified()).ok();
        modified.and_then(|at| at.elapsed().ok()).is_some_and(|age| age.as_secs() > 3600)
    };
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for (path, name) in entries.map(|entry| (entry.path(), entry.file_name())) {
        let name = name.to_string_lossy();
        if !name.starts_with(&format!("{}_", backend.name())) || name.starts_with(stamp) || !old(&path) {
            continue;
        }
        if path.is_dir() {
            let _ = fs::remove_dir_all(&path);
            if let Backend::Postgres(server) = backend {
                let sql = format!("DROP DATABASE IF EXISTS \"template_{name}\"");
                let _ = std::process::Command::new("psql").args([server.as_str(), "-qc", &sql]).output();
            }
        } else {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Starts the demo, which makes the library, and waits until it is ready.
async fn demo(dir: &Path, database_url: Option<&str>) -> Program {
    let data_dir = dir.display().to_string();
    let mut args = vec!["demo", "--listen", "127.0.0.1:0", "--data-dir", &data_dir];
    args.extend(database_url.iter().flat_map(|url| ["--database-url", url]));
    let mut program = Program::start(dir, &args);
    let file = dir.join("demo.json");
    program.wait_until("demo.json", async || file.exists().then_some(())).await;
    wait_until_ready(&mut program, record(dir)["base_url"].as_str().expect("base_url")).await;
    program
}

/// Serves the library of a demo with the demo's settings, and waits until it is ready.
async fn serve(library: &Library, environment: &[(&str, &str)]) -> (Program, Value) {
    let dir = library.dir.path();
    let (listen, flags, mail) = (free_address(), library.flags(), dir.join("mail"));
    let mut args = vec!["serve", "--listen", &listen, "--admin-listen", "off"];
    args.extend(flags.iter().map(String::as_str));
    let mut command = Program::command(&args);
    command.env("OPENSHELF_LOG__FILTER", "warn");
    // No power is cut here.
    command.env("OPENSHELF_DATABASE__FULL_SYNC", "false");
    // A test on a fast machine asks more often than anybody would.
    command.env("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0");
    command.env("OPENSHELF_SITE__CURRENCY", "USD");
    command.env("OPENSHELF_MAIL__FOLDER", mail).env("OPENSHELF_MAIL__FROM", "library@sandbox.example");
    command.envs(environment.iter().copied());
    let mut program = Program::spawn(dir, command);
    let base = format!("http://{listen}");
    wait_until_ready(&mut program, &base).await;
    let mut demo = record(dir);
    for address in ["base_url", "auth_url"] {
        demo[address] = base.clone().into();
    }
    (program, demo)
}

/// The demo's `demo.json`.
fn record(dir: &Path) -> Value {
    let text = fs::read_to_string(dir.join("demo.json")).expect("demo.json is there");
    serde_json::from_str(&text).expect("demo.json is JSON")
}

async fn wait_until_ready(program: &mut Program, base: &str) {
    let (http, ready) = (client(), format!("{base}/readyz"));
    program
        .wait_until("readyz", async || {
            http.get(&ready).send().await.ok().filter(|r| r.status() == 200).map(|_| ())
        })
        .await;
}

fn client() -> reqwest::Client {
    http().no_gzip().build().expect("an HTTP client")
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the folder is there").map(|entry| entry.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            fs::create_dir_all(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}
