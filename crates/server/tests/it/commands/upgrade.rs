//! Upgrading, and going back (docs/upgrading.md).

use store::testkit::migrate_up_to;
use store::{Conn, Db, DbOptions, SchemaState, Sql};

use crate::each;
use crate::support::{Backend, Library, Program, text};

/// A schema from before programs noted what they need.
const OLDER_SCHEMA: i64 = 47;

async fn open(library: &Library) -> Db {
    Db::connect(&DbOptions::new(library.database_url())).await.unwrap()
}

async fn older_library(backend: &Backend) -> Library {
    let library = Library::new(backend);
    let db = open(&library).await;
    migrate_up_to(&db, OLDER_SCHEMA).await.unwrap();
    db.close().await;
    library
}

each! {
    async fn a_program_refuses_a_database_that_it_may_not_migrate(backend: Backend) {
        let library = older_library(&backend).await;
        let flags = library.flags();
        let args: Vec<&str> = ["reindex"].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let output = Program::command(&args).env("OPENSHELF_DATABASE__MIGRATE", "false").output().unwrap();
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains("schema 47") && said.contains("openshelf migrate"), "{said}");
        assert!(said.contains(concat!("this is openshelf ", env!("CARGO_PKG_VERSION"))), "{said}");
        let check = library.run(&["migrate", "--check"]);
        let said = text(&check.stdout);
        assert_eq!(check.status.code(), Some(1), "{said}");
        assert!(said.contains("0049 program versions") && said.contains("can keep running"), "{said}");
        let db = open(&library).await;
        let state = SchemaState::read(&db).await.unwrap();
        assert_eq!(state.applied, OLDER_SCHEMA, "nothing has changed");
        db.close().await;

        // By default it migrates SQLite alone.
        let output = library.run(&["reindex"]);
        assert_eq!(output.status.success(), matches!(backend, Backend::Sqlite), "{}", text(&output.stderr));
        library.command(&["migrate"]);
        assert!(library.command(&["migrate", "--check"]).contains("No migrations are pending"));
        library.command(&["reindex"]);
    }

    async fn a_program_uses_a_newer_schema_only_if_it_knows_what_that_needs(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["migrate"]);
        let mut db = &open(&library).await;
        let newer = "INSERT INTO _sqlx_migrations \
             SELECT 9000, description, installed_on, success, checksum, execution_time \
             FROM _sqlx_migrations WHERE version = 49";
        db.execute(Sql::new(newer)).await.unwrap();
        library.command(&["reindex"]);
        assert!(library.command(&["migrate"]).contains("is up to date"));

        let needs = "UPDATE _schema SET oldest_program_schema = 8000, migrated_by = '9.9.9'";
        db.execute(Sql::new(needs)).await.unwrap();
        for command in [["reindex"].as_slice(), &["migrate"], &["migrate", "--check"]] {
            let said = library.refuse(command);
            assert!(said.contains("openshelf 9.9.9") && said.contains("knows schema 8000"), "{said}");
            assert!(said.contains(env!("CARGO_PKG_VERSION")), "{said}");
        }
        let doctor = library.run(&["doctor"]);
        assert!(text(&doctor.stdout).contains("knows schema 8000"), "{}", text(&doctor.stdout));
        assert_eq!(doctor.status.code(), Some(1));
        db.close().await;
    }
}

#[tokio::test]
async fn sqlite_is_copied_before_a_migration() {
    let library = older_library(&Backend::Sqlite).await;
    let said = library.command(&["migrate"]);
    let (_, rest) = said.split_once("is kept as ").unwrap_or_else(|| panic!("{said}"));
    let (copy, _) = rest.split_once(';').unwrap();
    let doctor = library.command(&["doctor"]);
    assert!(doctor.contains(copy), "{doctor}");
    let db = Db::connect(&DbOptions::new(format!("sqlite:{copy}"))).await.unwrap();
    assert_eq!(SchemaState::read(&db).await.unwrap().applied, OLDER_SCHEMA);
    db.close().await;

    let other = older_library(&Backend::Sqlite).await;
    let said = other.command(&["migrate", "--no-copy"]);
    assert!(!said.contains("is kept as") && said.contains("applied"), "{said}");
    assert!(!other.command(&["doctor"]).contains(".before-migration-"));
}
