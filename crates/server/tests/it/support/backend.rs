//! The two databases, and a database of its own for each test.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// The database of a sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Backend {
    /// A file in the sandbox's folder.
    Sqlite,
    /// A database of the server at this address (`postgres://user@host:port/name`).
    Postgres(String),
}

impl Backend {
    /// The PostgreSQL of the test run. Without one the test is skipped with a word, and fails where
    /// everything must run.
    pub fn postgres() -> Option<Self> {
        if let Ok(url) = std::env::var("OPENSHELF_TEST_POSTGRES") {
            return Some(Self::Postgres(url));
        }
        assert!(!store::testkit::everything_must_run(), "OPENSHELF_TEST_POSTGRES is not set");
        eprintln!("skipped: OPENSHELF_TEST_POSTGRES is not set");
        None
    }

    /// The database of a test of the interface: one of the two databases, chosen by the test's name, so that
    /// each has about half of them and the same test always has the same one. The tests of `store` hold the
    /// two alike; with `OPENSHELF_TEST_BOTH` set, each test runs on both.
    pub fn for_test(name: &str) -> Vec<Self> {
        if std::env::var_os("OPENSHELF_TEST_BOTH").is_some() {
            return [Some(Self::Sqlite), Self::postgres()].into_iter().flatten().collect();
        }
        let sum = name.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        // Without a PostgreSQL server, all of them run on SQLite.
        let chosen = if sum % 2 == 0 { Some(Self::Sqlite) } else { Self::postgres() };
        vec![chosen.unwrap_or(Self::Sqlite)]
    }

    /// `sqlite` or `postgres`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres(_) => "postgres",
        }
    }

    /// A fresh database: copied from `template`, or empty. `None` for SQLite, whose database is a file.
    pub fn create(&self, template: Option<&str>) -> Option<Database> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Self::Postgres(url) = self else { return None };
        let name = format!("it_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        Some(Database::create(url, name, template))
    }
}

/// A PostgreSQL database that goes away with the value.
#[derive(Debug)]
pub struct Database {
    server: String,
    name: String,
    keep: bool,
}

impl Database {
    /// Creates it under this name.
    pub fn create(server: &str, name: String, template: Option<&str>) -> Self {
        let database = Self { server: server.to_owned(), name, keep: false };
        let template = template.map(|t| format!(" TEMPLATE \"{t}\"")).unwrap_or_default();
        database.psql(&format!("CREATE DATABASE \"{}\"{template}", database.name));
        database
    }

    /// Its address.
    pub fn url(&self) -> String {
        store::testkit::database_url(&self.server, &self.name)
    }

    /// Leaves it when the value goes: a template.
    pub fn keep(mut self) -> Self {
        self.keep = true;
        self
    }

    /// Returns true if the server has a database of this name.
    pub fn exists(server: &str, name: &str) -> bool {
        let sql = format!("SELECT 1 FROM pg_database WHERE datname = '{name}'");
        let output = Command::new("psql").args([server, "-Atqc", &sql]).output().expect("psql runs");
        String::from_utf8_lossy(&output.stdout).trim() == "1"
    }

    fn psql(&self, sql: &str) {
        let output = Command::new("psql").args([&self.server, "-qc", sql]).output().expect("psql runs");
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if !self.keep {
            let sql = format!("DROP DATABASE IF EXISTS \"{}\" WITH (FORCE)", self.name);
            let _ = Command::new("psql").args([&self.server, "-qc", &sql]).output();
        }
    }
}
