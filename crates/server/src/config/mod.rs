//! Configuration: defaults, then the file, then the environment, then flags (docs/configuration.md). Every
//! key is in `openshelf.example.toml`; an unknown key is an error, so that typing errors are detected.

mod check;
mod connections;
mod documents;
mod flags;
mod guests;
mod lanes;
mod mail;
mod partner;
mod retention;
mod site;
mod sources;
mod speech;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use serde::{Deserialize, Deserializer, Serialize};

pub use check::parse_socket;
pub use connections::Connections;
pub use documents::{Documents, Drive};
pub use flags::CommonOptions;
pub use guests::Guests;
pub use lanes::{LaneFlag, LaneSlots};
pub use mail::Mail;
pub use partner::Partner;
pub use retention::Retention;
pub use site::Site;
pub use sources::Variables;
pub use speech::Speech;

/// The file that is read without `--config`; it may be missing.
pub const DEFAULT_FILE: &str = "openshelf.toml";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address of the server.
    #[serde(deserialize_with = "deserialize_listen")]
    pub listen: SocketAddr,
    /// Address of metrics and health, for the operator only; `off` to disable.
    pub admin_listen: AdminListen,
    /// Public URL, without a trailing slash; by default `http://{listen}`.
    pub base_url: Option<String>,
    /// Folder of the embedded database, the search index and local files.
    pub data_dir: PathBuf,
    /// `sqlite:PATH` or `postgres://...`; by default `library.db` in the data folder.
    pub database_url: Option<String>,
    /// Workers of background jobs in this process, from which the slots of its lanes are derived; 0 leaves
    /// all jobs to `openshelf worker`.
    pub workers: usize,
    /// Time for which a stopping server still accepts requests while it reports that it is not ready,
    /// seconds.
    pub drain_seconds: u64,
    /// Time for which a stopping server waits for requests and jobs to finish, seconds.
    pub shutdown_seconds: u64,
    /// Takes clients' addresses from `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_forwarded_for: bool,
    /// Connections of the public address.
    pub connections: Connections,
    /// Slots of the lanes of background jobs in this process.
    pub lanes: LaneSlots,
    pub database: Database,
    pub files: Files,
    /// Tokens and sign-in.
    pub tokens: Tokens,
    /// Limits of use.
    pub limits: Limits,
    /// The work for guests.
    pub guests: Guests,
    /// Users' own documents.
    pub documents: Documents,
    /// The partner's drive.
    pub drive: Drive,
    /// Emails.
    pub mail: Mail,
    /// The issuer of identity tokens that are accepted as proof of an email address.
    pub partner: Partner,
    /// The folder with a folder for each organization, into which schools' systems put files of members.
    /// Without it no files are taken (docs/rosters.md#from-a-folder).
    pub rosters: NamedFolder,
    /// The pages for readers.
    pub site: Site,
    /// The speech engine.
    pub speech: Speech,
    /// The audit of access to disability data.
    pub audit: Audit,
    /// The folder into which this process takes backups that administrators start. Without it, it takes none
    /// (docs/backup.md#from-the-browser).
    pub backup: NamedFolder,
    /// Retention periods for personal data.
    pub retention: Retention,
    /// Logging.
    pub log: Log,
    /// True for the sandbox of `openshelf demo`; no key.
    #[serde(skip)]
    pub sandbox: bool,
    /// The file that was read, if there is one; no key.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// A table with only a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NamedFolder {
    pub folder: Option<PathBuf>,
}

/// The operator's address. `None` if it is disabled, by the word `off`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct AdminListen(pub Option<SocketAddr>);

impl TryFrom<String> for AdminListen {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for AdminListen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" { Ok(Self(None)) } else { parse_socket(text).map(|address| Self(Some(address))) }
    }
}

fn deserialize_listen<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    parse_socket(&String::deserialize(from)?).map_err(serde::de::Error::custom)
}

/// The database's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Database {
    /// Connections that read (SQLite), or all connections (PostgreSQL).
    pub max_connections: u32,
    /// SQLite: `synchronous=FULL`, so that nothing committed is lost in a power failure.
    pub full_sync: bool,
    /// True if commands that open the library apply missing migrations; by default only to SQLite.
    pub migrate: Option<bool>,
    /// Memory for cached titles, MiB; 0 caches none.
    pub title_cache_mib: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Files {
    /// A folder, or `s3://bucket/prefix`; by default `files` in the data folder.
    pub location: Option<String>,
    /// Endpoint of an S3-compatible store.
    pub endpoint: Option<String>,
    /// Region of the bucket.
    pub region: Option<String>,
    /// Access key; by default from the environment.
    pub access_key_id: Option<String>,
    /// Secret key; by default from the environment.
    pub secret_access_key: Option<String>,
    /// Allows an endpoint without TLS.
    pub allow_http: bool,
    /// Space for converted books, MiB; 0 for no limit.
    pub artifacts_mib: u64,
}

/// Tokens and sign-in (docs/rules/authentication.md#rule-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tokens {
    /// Lifetime of an access token, seconds.
    pub access_seconds: u32,
    /// Lifetime of a refresh token, days.
    pub refresh_days: u32,
    /// Refuses authorization requests without PKCE from clients without a secret.
    pub require_pkce: bool,
}

/// Limits of use (docs/rules/downloads.md#rule-1, docs/rules/requests.md#rule-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Requests per minute per key and user or address; 0 for no limit.
    pub requests_per_minute: u32,
    /// Concurrent packaging jobs per user.
    pub concurrent_downloads: u32,
    /// Concurrent conversions in this process.
    pub conversions: usize,
}

/// The audit of access to disability data (docs/security.md).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Audit {
    /// Retention of entries, days.
    pub keep_days: u32,
}

/// Logging (docs/logging.md).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// `text` or `json`.
    pub format: LogFormat,
    /// Filter such as `info` or `info,sqlx=warn`.
    pub filter: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl TryFrom<String> for LogFormat {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(format!("log.format must be text or json, and is {text:?}")),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            admin_listen: AdminListen(Some(SocketAddr::from(([127, 0, 0, 1], 8081)))),
            base_url: None,
            data_dir: PathBuf::from("openshelf-data"),
            database_url: None,
            workers: 2,
            drain_seconds: 0,
            shutdown_seconds: 30,
            trust_forwarded_for: false,
            connections: Connections::default(),
            lanes: LaneSlots::default(),
            database: Database::default(),
            files: Files::default(),
            tokens: Tokens::default(),
            limits: Limits::default(),
            guests: Guests::default(),
            documents: Documents::default(),
            drive: Drive::default(),
            mail: Mail::default(),
            partner: Partner::default(),
            rosters: NamedFolder::default(),
            site: Site::default(),
            speech: Speech::default(),
            audit: Audit::default(),
            backup: NamedFolder::default(),
            retention: Retention::default(),
            log: Log::default(),
            sandbox: false,
            file: None,
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self { max_connections: 8, full_sync: true, migrate: None, title_cache_mib: 64 }
    }
}

impl Default for Tokens {
    fn default() -> Self {
        Self { access_seconds: 43_200, refresh_days: 30, require_pkce: false }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { requests_per_minute: 600, concurrent_downloads: 5, conversions: 2 }
    }
}

impl Default for Audit {
    fn default() -> Self {
        Self { keep_days: 2192 }
    }
}

impl Default for Log {
    fn default() -> Self {
        Self { format: LogFormat::Text, filter: "info".into() }
    }
}

impl Config {
    /// Reads the file and the environment: `OPENSHELF_LISTEN`, `OPENSHELF_LOG__FORMAT` and so on, with two
    /// underscores between a table and its key. An explicitly named file must exist. Other variables with our
    /// prefix are ignored: orchestrators set some of their own (`openshelf doctor` lists them).
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let path = file.unwrap_or(Path::new(DEFAULT_FILE));
        let text = sources::read_file(path, file.is_some()).context("configuration")?;
        let variables = Variables::read().context("configuration")?;
        let config = Self::from_sources(text.as_deref().unwrap_or_default(), variables.values)
            .with_context(|| format!("configuration ({} and OPENSHELF_* variables)", path.display()))?;
        Ok(Self { file: text.is_some().then(|| path.to_owned()), ..config })
    }

    /// The configuration of a file's text and of environment variables by their names. Their values stay text
    /// until the type of their key is known: a password of digits keeps its zeros.
    fn from_sources(text: &str, variables: HashMap<String, String>) -> anyhow::Result<Self> {
        let environment = config::Environment::with_prefix("OPENSHELF")
            .prefix_separator("_")
            .separator("__")
            .ignore_empty(true)
            .source(Some(variables));
        let sources = config::Config::builder()
            .add_source(config::File::from_str(text, config::FileFormat::Toml))
            .add_source(environment)
            .build()?;
        Ok(sources.try_deserialize()?)
    }

    pub fn base_url(&self) -> String {
        match &self.base_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{}", self.listen),
        }
    }

    pub fn database_url(&self) -> String {
        match &self.database_url {
            Some(url) => url.clone(),
            None => format!("sqlite:{}", self.data_dir.join("library.db").display()),
        }
    }

    /// Returns true if commands that open the library apply missing migrations.
    pub fn migrates_by_itself(&self) -> bool {
        self.database.migrate.unwrap_or_else(|| self.database_url().starts_with("sqlite:"))
    }

    /// The search index's folder.
    pub fn index_dir(&self) -> PathBuf {
        self.data_dir.join("index")
    }

    pub fn files_location(&self) -> String {
        match &self.files.location {
            Some(location) => location.clone(),
            None => self.data_dir.join("files").display().to_string(),
        }
    }
}

/// Every key; tables and their keys are separated by a dot.
const KEYS: [&str; 80] = [
    "admin_listen", "audit.keep_days", "backup.folder", "base_url", "connections.body_seconds",
    "connections.header_seconds", "connections.idle_seconds", "connections.max", "connections.per_address",
    "connections.write_seconds", "data_dir", "database.full_sync", "database.max_connections",
    "database.migrate", "database.title_cache_mib", "database_url", "documents.megabytes_per_user",
    "documents.per_user", "drain_seconds", "drive.allow_http", "drive.client_id", "drive.client_secret",
    "drive.file_url", "drive.redirect_hosts", "drive.revocation_url", "drive.scopes", "drive.token_key",
    "drive.token_url", "files.access_key_id", "files.allow_http", "files.artifacts_mib", "files.endpoint",
    "files.location", "files.region", "files.secret_access_key", "guests.pages_mib", "guests.places_in_line",
    "guests.turns", "guests.wait_seconds", "lanes.catalog", "lanes.documents", "lanes.housekeeping",
    "lanes.letters", "lanes.scans", "lanes.speech", "lanes.text", "limits.concurrent_downloads",
    "limits.conversions", "limits.requests_per_minute", "listen", "log.filter", "log.format", "mail.folder",
    "mail.from", "mail.host", "mail.password", "mail.port", "mail.problems_to", "mail.security", "mail.user",
    "partner.audience", "partner.issuer", "partner.keys", "retention.accounting_years",
    "retention.agreement_years", "retention.history_days", "retention.leavers_months",
    "retention.tracing_years", "rosters.folder", "shutdown_seconds", "site.currency", "speech.command",
    "speech.name", "speech.sentence_seconds", "speech.voices", "tokens.access_seconds",
    "tokens.refresh_days", "tokens.require_pkce", "trust_forwarded_for", "workers",
];

#[cfg(test)]
mod tests {
    use super::{Config, Drive, KEYS, LaneSlots, Mail, Partner, Speech};

    fn read_config(toml: &str) -> Result<Config, toml::de::Error> {
        toml::from_str(toml)
    }

    #[test]
    fn a_configuration_may_be_empty() {
        let config = read_config("").unwrap();
        assert_eq!(config, Config::default());
        assert_eq!(config.base_url(), "http://127.0.0.1:8080");
        assert_eq!(config.database_url(), "sqlite:openshelf-data/library.db");
    }

    #[test]
    fn the_operators_address_can_be_turned_off() {
        assert_eq!(read_config("admin_listen = 'off'").unwrap().admin_listen.0, None);
        assert!(read_config("admin_listen = '127.0.0.1:9'").unwrap().admin_listen.0.is_some());
        assert!(read_config("admin_listen = 'nowhere'").is_err());
    }

    #[test]
    fn host_names_are_resolved() {
        assert!(read_config("listen = 'localhost:8184'").unwrap().listen.ip().is_loopback());
        let admin = read_config("admin_listen = 'localhost:8185'").unwrap().admin_listen.0.unwrap();
        assert_eq!((admin.ip().is_loopback(), admin.port()), (true, 8185));
        assert!(read_config("log.format = 'xml'").unwrap_err().to_string().contains("must be text or json"));
    }

    #[test]
    fn an_unknown_key_is_an_error() {
        assert!(read_config("lisen = '127.0.0.1:1'").unwrap_err().to_string().contains("lisen"));
        assert!(read_config("[log]\nlevel = 'info'").is_err());
    }

    #[test]
    fn the_example_names_every_key_with_its_default() {
        let example = include_str!("../../../../openshelf.example.toml");
        let lines = example.lines().map(|line| line.strip_prefix("#:").map_or(line, str::trim_start));
        let uncommented = lines.collect::<Vec<_>>().join("\n");
        let all: toml::Table = toml::from_str(&uncommented).unwrap();
        let known = toml::Table::try_from(Config { ..full_config() }).unwrap();
        assert_eq!(list_keys(&all), list_keys(&known));
        assert_eq!(list_keys(&known), KEYS);
        let plain: Config = toml::from_str(example).unwrap();
        assert_eq!(plain, Config::default(), "what is not commented out must be the default");
    }

    /// A configuration in which every key is set.
    fn full_config() -> Config {
        let mut config =
            Config { base_url: Some("x".into()), database_url: Some("x".into()), ..Config::default() };
        let files = &mut config.files;
        for field in [
            &mut files.location, &mut files.endpoint, &mut files.region, &mut files.access_key_id,
            &mut files.secret_access_key,
        ] {
            *field = Some("x".into());
        }
        config.mail = Mail {
            host: Some("x".into()),
            port: Some(1),
            user: Some("x".into()),
            password: Some("x".into()),
            from: Some("x".into()),
            folder: Some("x".into()),
            problems_to: Some("x".into()),
            ..Mail::default()
        };
        config.database.migrate = Some(true);
        config.guests.turns = Some(1);
        config.lanes = LaneSlots {
            catalog: Some(1),
            text: Some(1),
            documents: Some(1),
            speech: Some(1),
            letters: Some(1),
            housekeeping: Some(1),
            scans: Some(1),
        };
        config.site.currency = Some("x".into());
        config.backup.folder = Some("x".into());
        config.rosters.folder = Some("x".into());
        config.retention.history_days = Some(365);
        config.retention.leavers_months = Some(12);
        let x = || Some("x".to_owned());
        config.partner = Partner { issuer: x(), audience: x(), keys: x() };
        config.speech = Speech { command: x(), name: x(), voices: x(), ..Speech::default() };
        config.drive = Drive {
            token_url: x(),
            revocation_url: x(),
            file_url: x(),
            client_id: x(),
            client_secret: x(),
            scopes: x(),
            redirect_hosts: x(),
            token_key: x(),
            allow_http: false,
        };
        config
    }

    fn list_keys(table: &toml::Table) -> Vec<String> {
        let mut keys = Vec::new();
        for (key, value) in table {
            match value {
                toml::Value::Table(inner) => keys.extend(inner.keys().map(|name| format!("{key}.{name}"))),
                _ => keys.push(key.clone()),
            }
        }
        keys.sort();
        keys
    }
}
