//! The file of SQLite after an erasure.

use std::path::Path;
use std::time::Duration;

use ::jobs::Job as _;
use ::jobs::rewrite_database::RewriteDatabase;
use domain::erasure::{ErasureReason, RetentionRules};
use domain::{Account, AccountId, Name, Role, fixtures};
use holdings::erasure::{ErasureOrder, erase_person, lock_person};
use jiff::SignedDuration;
use store::jobs::JobState;
use store::testkit::TestDb;
use store::{KeyPage, accounts};

use crate::testing::{Bench, wait_until};

/// Enough accounts that pages of the database are split, and rows move.
const ACCOUNTS: u32 = 300;

fn new_account(number: u32) -> Account {
    let id = format!("reader{}", number.wrapping_mul(2_654_435_761));
    Account {
        name: Name::new("Zebulon", format!("Quillfeather{number:03}")),
        ..fixtures::account(&id, Role::Individual)
    }
}

/// The files of the database, in lower case.
fn read_files(database: &Path) -> String {
    let read = |ending| std::fs::read(format!("{}{ending}", database.display())).unwrap_or_default();
    let bytes = ["", "-wal"].map(read).concat();
    String::from_utf8_lossy(&bytes).to_ascii_lowercase()
}

/// Searches the files for the family name and the email address of an account.
fn find_texts(files: &str, account: &Account) -> [bool; 2] {
    let email = account.email.as_deref().unwrap();
    [account.name.last.as_str(), email].map(|text| files.contains(&text.to_ascii_lowercase()))
}

async fn erase(bench: &Bench, id: &AccountId) {
    let rules = RetentionRules::default();
    let order = ErasureOrder {
        reason: ErasureReason::Request,
        erased: bench.current_time(),
        by: None,
        parent: None,
        rules: &rules,
    };
    let mut tx = bench.db().begin().await.unwrap();
    let person = lock_person(&mut tx, id).await.unwrap().unwrap();
    erase_person(&mut tx, person, order).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erased_people_are_in_no_file_of_the_database() {
    let test = TestDb::create_sqlite().await;
    let file = store::backup::database_path(&test.url).unwrap().unwrap();
    let bench = Bench::new(test.db.clone()).await;
    let people: Vec<Account> = (0..ACCOUNTS).map(new_account).collect();
    let mut tx = bench.db().begin().await.unwrap();
    for account in &people {
        accounts::insert(&mut tx, account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
    let (erased, others): (Vec<_>, Vec<_>) = people.iter().zip(0_u32..).partition(|(_, n)| n % 20 == 0);
    let before = read_files(&file);
    for (account, _) in &erased {
        assert_eq!(find_texts(&before, account), [true, true]);
        erase(&bench, &account.id).await;
    }

    // One job for all of them, which comes by itself.
    let find_jobs = async || {
        let jobs = store::jobs::list(bench.db(), None, &KeyPage::first_page(100)).await.unwrap();
        jobs.into_iter()
            .filter(|job| job.kind == RewriteDatabase::KIND)
            .map(|job| job.state)
            .collect::<Vec<_>>()
    };
    assert_eq!(find_jobs().await, [JobState::Ready]);
    bench.advance_clock(SignedDuration::from_mins(16));
    let workers = bench.start_workers("bench", 1);
    wait_until("the database is rewritten", async || find_jobs().await == [JobState::Done]).await;
    workers.shutdown(Duration::from_secs(5)).await;

    let after = read_files(&file);
    for (account, _) in &erased {
        assert_eq!(find_texts(&after, account), [false, false], "{}", account.id);
    }
    for (account, _) in &others {
        assert_eq!(find_texts(&after, account), [true, true], "{}", account.id);
    }
}
