//! A library with the generated catalog in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Context;
use domain::access::View;
use domain::{Client, MAIN_SITE, Site, Title};
use store::{Db, DbOptions};

use crate::catalog::{GeneratedCatalog, SECOND_SITE_ID};

pub const CLIENT_KEY: &str = "bench";
const TITLES_PER_TRANSACTION: u32 = 20_000;
/// Says that the library in a folder is complete, and of what it is made.
const MARKER_FILE: &str = "bench.txt";

/// Returns the view of a guest of the main site.
pub fn guest_view() -> View {
    View { site: Some(MAIN_SITE.into()), shared: true, hide_adult: false, offered_at: None }
}

/// Makes the library in a folder unless it exists. Returns how long that took, if so.
pub fn make_library(
    dir: &Path,
    database: &str,
    catalog: &GeneratedCatalog,
    seed: u64,
) -> anyhow::Result<Option<Duration>> {
    let mark = format!("{} titles, seed {seed}, version {}\n", catalog.len(), env!("CARGO_PKG_VERSION"));
    if std::fs::read_to_string(dir.join(MARKER_FILE)).is_ok_and(|found| found == mark) {
        return Ok(None);
    }
    std::fs::create_dir_all(dir).with_context(|| format!("creating {}", dir.display()))?;
    for suffix in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{suffix}", database_file(dir).display()));
        if file.exists() {
            std::fs::remove_file(&file).with_context(|| format!("removing {}", file.display()))?;
        }
    }
    let began = Instant::now();
    with_database(database, async |db| fill_database(db, catalog).await)?;
    let took = began.elapsed();
    std::fs::write(dir.join(MARKER_FILE), mark)?;
    Ok(Some(took))
}

fn database_file(dir: &Path) -> PathBuf {
    dir.join("library.db")
}

/// The database's address: the one given, else a file in the library's folder.
pub fn database_address(dir: &Path, given: Option<&str>) -> String {
    given.map_or_else(|| format!("sqlite:{}", database_file(dir).display()), str::to_owned)
}

/// Runs work on a database, and closes it.
pub fn with_database<T>(url: &str, work: impl AsyncFnOnce(&Db) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let db = Db::connect(&DbOptions::new(url)).await?;
        let done = work(&db).await?;
        db.close().await;
        Ok(done)
    })
}

/// Makes the tables of a new database, and both sites.
pub async fn create_sites(db: &Db) -> anyhow::Result<()> {
    db.migrate().await?;
    for (id, name) in [(MAIN_SITE, "Main library"), (SECOND_SITE_ID, "Second library")] {
        let site = Site { id: id.into(), name: name.into(), country: "US".into(), private_label: false };
        store::sites::insert(db, &site).await?;
    }
    Ok(())
}

async fn fill_database(db: &Db, catalog: &GeneratedCatalog) -> anyhow::Result<()> {
    create_sites(db).await?;
    store::clients::insert(db, &bench_client()).await?;
    // Generated in one thread, written in another.
    let (send, batches) = mpsc::sync_channel::<Vec<(Title, Option<String>)>>(1);
    let maker = std::thread::spawn({
        let catalog = catalog.clone();
        move || {
            for from in (0..catalog.len()).step_by(TITLES_PER_TRANSACTION as usize) {
                let to = (from + TITLES_PER_TRANSACTION).min(catalog.len());
                let batch = (from..to).map(|place| (catalog.generate_title(place), None)).collect();
                if send.send(batch).is_err() {
                    return;
                }
            }
        }
    });
    let mut done = 0;
    for batch in batches {
        let mut tx = db.begin().await?;
        store::titles::next_ids(&mut tx, u32::try_from(batch.len())?).await?;
        store::titles::insert_many(&mut tx, &batch).await?;
        tx.commit().await?;
        done += batch.len();
        crate::report::print_progress(&format!("{done} titles written"));
    }
    maker.join().map_err(|_| anyhow::anyhow!("the catalog could not be made"))?;
    Ok(())
}

fn bench_client() -> Client {
    Client {
        id: CLIENT_KEY.into(),
        name: "Bench".into(),
        site: MAIN_SITE.into(),
        secret_hash: None,
        redirect_uris: Vec::new(),
        privileges: BTreeSet::new(),
        disabled: false,
    }
}
