//! Merging two accounts of one person, and undoing it.

use std::collections::{BTreeMap, BTreeSet};

use domain::account_merges::MergedNoun;
use domain::bookmarks::Bookmark;
use domain::fixtures::{self, days_ago, individual, noon, with_change};
use domain::progressions::{ProgressionDocument, ReadingDevice};
use domain::proofs::ProofStatus;
use domain::staff_decisions::ProofOutcome;
use domain::work::WorkKind;
use domain::{AccountId, DisabilityType, Format, ProofSource, TitleId};
use jiff::{SignedDuration, Timestamp};
use store::account_merges::{self, MOVED_ROWS, MergeCounts, MergeKey};
use store::proof_decisions::{self, ProofDecision};
use store::proofs::{self, Submission};
use store::testkit::TestDb;
use store::work::{self, WorkPosition, WorkScope};
use store::{Conn, Db, Sql, accounts, agreements, bookmarks, closing, db_test, progressions};

use crate::erasures::{PERSON, Schema, settle_everywhere};
use crate::world;

/// References to accounts that a merge leaves with the closed account, or changes together with others, each
/// with the reason.
const STAYING_COLUMNS: &[(&str, &str, &str)] = &[
    ("titles", "owner_id", "moves with the document"),
    ("logins", "account_id", "an account has one user name and one email address: the kept one's stay"),
    ("preferences", "account_id", "those of the kept account stay"),
    ("recommendation_profiles", "account_id", "that of the kept account stays"),
    ("drive_connections", "account_id", "the person connects the drive again"),
    ("sessions", "account_id", "end with the sign-in"),
    ("devices", "account_id", "end with the sign-in"),
    ("authorization_codes", "account_id", "end with the sign-in"),
    ("access_tokens", "account_id", "end with the sign-in"),
    ("refresh_tokens", "account_id", "end with the sign-in"),
    ("password_resets", "account_id", "end with the sign-in"),
    ("account_undos", "account_id", "are about the closed account's own sign-in"),
    ("enrollment_codes", "account_id", "end with the sign-in"),
    ("enrollment_codes", "created_by", "codes of others"),
    ("audit", "account_id", "the audit stays as it is"),
    ("audit", "reader_id", "the audit stays as it is"),
    ("audit_changes", "account_id", "the audit stays as it is"),
    ("audit_changes", "actor_id", "the audit stays as it is"),
    ("agreements", "recorded_by", "who did something stays as it is"),
    ("assignments", "assigned_by", "who did something stays as it is"),
    ("call_notes", "author_id", "who did something stays as it is"),
    ("distinct_people", "decided_by", "who did something stays as it is"),
    ("erasure_holds", "held_by", "who did something stays as it is"),
    ("hand_overs", "decided_by", "who did something stays as it is"),
    ("intake_runs", "account_id", "who did something stays as it is"),
    ("organization_admissions", "decided_by", "who did something stays as it is"),
    ("proof_decisions", "decided_by", "who did something stays as it is"),
    ("reading_list_members", "assigned_by", "who did something stays as it is"),
    ("reading_list_titles", "added_by", "who did something stays as it is"),
    ("roster_runs", "account_id", "who did something stays as it is"),
    ("roster_runs", "undone_by", "who did something stays as it is"),
    ("staff_emails", "sent_by", "who did something stays as it is"),
    ("account_merges", "kept_id", "a merge is undone before the one that came before it"),
    ("account_merges", "closed_id", "a merge is undone before the one that came before it"),
    ("account_merges", "merged_by", "who did something stays as it is"),
    ("account_merges", "undone_by", "who did something stays as it is"),
    ("distinct_people", "first_id", "a comparison of two accounts is about these accounts"),
    ("distinct_people", "second_id", "a comparison of two accounts is about these accounts"),
    ("roster_run_members", "account_id", "an undo of a run is about this account"),
    ("roster_imports", "account_id", "files about others, for a few days"),
    ("copy_batches", "account_id", "orders for others, for two days"),
    ("copy_batch_members", "account_id", "orders of a sponsor, for two days"),
    ("work_claims", "holder_id", "work of staff, whose accounts are not merged"),
    ("leavers", "account_id", "since when the account is closed"),
    ("erasure_remains", "account_id", "what is kept of an erased person, whose account is not merged"),
];

#[tokio::test]
async fn a_merge_moves_every_reference_to_an_account_or_leaves_it_for_a_reason() {
    let test = TestDb::create_sqlite().await;
    let sql = "SELECT m.name, f.\"from\" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
         WHERE m.type = 'table' AND f.\"table\" = 'accounts'";
    let rows = (&test.db).fetch_all::<(String, String)>(Sql::new(sql)).await.unwrap();
    let schema: BTreeSet<(&str, &str)> = rows.iter().map(|(t, c)| (t.as_str(), c.as_str())).collect();
    let moved = MOVED_ROWS.iter().map(|rows| (rows.table, rows.column));
    let staying = STAYING_COLUMNS.iter().map(|(table, column, _)| (*table, *column));
    let known: Vec<(&str, &str)> = moved.chain(staying).collect();
    let set: BTreeSet<(&str, &str)> = known.iter().copied().collect();
    assert_eq!(known.len(), set.len(), "each is in one place");
    // A new table belongs to the list of src/account_merges/table.rs, or to the one above.
    assert_eq!(schema, set);
    test.drop().await;
}

#[tokio::test]
async fn content_of_which_the_newer_wins_is_exchanged_whole() {
    let test = TestDb::create_sqlite().await;
    for rows in MOVED_ROWS {
        let Some(newer) = rows.newer else { continue };
        let statement =
            Sql::new(format!("SELECT name FROM pragma_table_info('{}') WHERE pk = 0", rows.table));
        let columns = (&test.db).fetch_all::<(String,)>(statement).await.unwrap();
        let columns: BTreeSet<&str> = columns.iter().map(|(name,)| name.as_str()).collect();
        assert_eq!(columns, newer.columns.iter().copied().collect(), "{}", rows.table);
    }
    test.drop().await;
}

async fn merge(db: &Db, kept: &AccountId, closed: &AccountId) -> MergeKey {
    let mut tx = db.begin().await.unwrap();
    account_merges::lock_titles(&mut tx, [kept, closed]).await.unwrap();
    let key = account_merges::insert(&mut tx, [kept, closed], None, noon()).await.unwrap();
    account_merges::move_rows(&mut tx, &key).await.unwrap();
    tx.commit().await.unwrap();
    key
}

async fn undo(db: &Db, key: &MergeKey) {
    let mut tx = db.begin().await.unwrap();
    account_merges::move_rows_back(&mut tx, key).await.unwrap();
    account_merges::mark_undone(&mut tx, key.id, None, noon()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn add_bookmark(db: &Db, account: &AccountId, place: &str, text: &str) {
    let bookmark = Bookmark {
        title: TitleId(1001),
        format: Format::Epub3,
        place: fixtures::location(place),
        text: Some(text.into()),
        created: noon(),
    };
    bookmarks::put(db, account, &bookmark).await.unwrap();
}

/// The texts of all bookmarks with their owners.
async fn list_bookmarks(mut db: &Db) -> Vec<(String, String)> {
    let text = "SELECT account_id, text FROM bookmarks ORDER BY account_id, text";
    db.fetch_all(Sql::new(text)).await.unwrap()
}

fn read_until(days: i64, progression: f64) -> ProgressionDocument {
    ProgressionDocument {
        title: None,
        modified: days_ago(days),
        device: ReadingDevice { id: None, name: format!("Phone of {days}") },
        progression,
        references: Vec::new(),
        locator: None,
        file_position: None,
    }
}

async fn list_progressions(db: &Db, account: &AccountId) -> Vec<Option<ProgressionDocument>> {
    let mut places = Vec::new();
    for title in [1001, 1002] {
        places.push(progressions::get(db, account, TitleId(title)).await.unwrap());
    }
    places
}

/// Ada and Bob, who are one person: both with an agreement, a proof and a bookmark at one place.
async fn settle_pair(db: &Db) -> (AccountId, AccountId) {
    world::create_sites(db).await;
    world::insert_titles(db, 2).await;
    for id in ["ada", "bob"] {
        world::settle(db, &individual(id)).await;
        add_bookmark(db, &id.into(), "epubcfi(/6/4)", id).await;
    }
    (AccountId::from("ada"), AccountId::from("bob"))
}

/// Two accounts without a proof, of which the first has submitted one two days ago.
async fn settle_submitter(db: &Db) -> (AccountId, AccountId) {
    world::create_sites(db).await;
    for id in ["ada", "bob"] {
        world::settle(db, &with_change(individual(id), |reader| reader.proof = ProofStatus::Missing)).await;
    }
    let submission = Submission {
        source: Some(ProofSource::Nls),
        membership_id: Some("N-1".into()),
        kinds: [].into(),
        note: None,
        date: days_ago(2),
        suffices: true,
    };
    proofs::record_submission(db, &"ada".into(), &submission).await.unwrap();
    (AccountId::from("ada"), AccountId::from("bob"))
}

async fn add_proof(db: &Db, account: &AccountId, days: i64) {
    let proof = proofs::Proof { kind: DisabilityType::Visual, source: ProofSource::Nls };
    assert!(proofs::add(db, account, &proof, days_ago(days)).await.unwrap());
}

/// Number of submissions of an account that no decision has closed, whether a list shows them or not, and the
/// outcomes of its decisions.
async fn list_cases(mut db: &Db, account: &AccountId) -> (i64, Vec<ProofOutcome>) {
    let text = "SELECT COUNT(*) FROM proof_submissions WHERE account_id = $1 AND decided_at IS NULL";
    let (open,) = db.fetch_one::<(i64,)>(Sql::new(text).bind(account.as_str())).await.unwrap();
    let decisions = proof_decisions::list_for_account(db, account).await.unwrap();
    (open, decisions.into_iter().map(|decision| decision.outcome).collect())
}

fn pair(account: &str, text: &str) -> (String, String) {
    (account.to_owned(), text.to_owned())
}

db_test! {
    async fn the_kept_account_gets_what_it_lacks_and_the_newer_place(db: Db) {
        let (ada, bob) = settle_pair(&db).await;
        add_bookmark(&db, &bob, "epubcfi(/6/8)", "more").await;
        progressions::put(&db, &ada, TitleId(1001), &read_until(5, 0.25)).await.unwrap();
        progressions::put(&db, &bob, TitleId(1001), &read_until(2, 0.5)).await.unwrap();
        progressions::put(&db, &bob, TitleId(1002), &read_until(9, 0.75)).await.unwrap();
        let counts = account_merges::count_rows(&db, [&ada, &bob]).await.unwrap();
        assert_eq!(counts[&MergedNoun::Agreements], MergeCounts { kept: 1, closed: 1, blocked: 1 });
        assert_eq!(counts[&MergedNoun::Proofs], MergeCounts { kept: 1, closed: 1, blocked: 1 });
        assert_eq!(counts[&MergedNoun::Marks], MergeCounts { kept: 1, closed: 2, blocked: 1 });
        assert_eq!(counts[&MergedNoun::Places], MergeCounts { kept: 1, closed: 2, blocked: 0 });
        assert_eq!(counts[&MergedNoun::Lists], MergeCounts::default());
        let before = (list_progressions(&db, &ada).await, list_progressions(&db, &bob).await);

        let key = merge(&db, &ada, &bob).await;
        assert_eq!(list_bookmarks(&db).await, [pair("ada", "ada"), pair("ada", "more"), pair("bob", "bob")]);
        let newest = [Some(read_until(2, 0.5)), Some(read_until(9, 0.75))];
        assert_eq!(list_progressions(&db, &ada).await, newest);
        assert_eq!(list_progressions(&db, &bob).await, [Some(read_until(5, 0.25)), None]);

        undo(&db, &key).await;
        assert_eq!(list_bookmarks(&db).await, [pair("ada", "ada"), pair("bob", "bob"), pair("bob", "more")]);
        assert_eq!((list_progressions(&db, &ada).await, list_progressions(&db, &bob).await), before);
        assert!(account_merges::count_rows_left_by_undo(&db, &ada).await.unwrap().is_empty(), "nothing stayed");
        let merges = account_merges::list_of_account(&db, &bob).await.unwrap();
        assert_eq!((merges.len(), merges[0].undone), (1, Some(noon())));
    }

    async fn an_undo_leaves_what_was_changed_or_made_since(db: Db) {
        let (ada, bob) = settle_pair(&db).await;
        for place in ["epubcfi(/6/8)", "epubcfi(/6/10)", "epubcfi(/6/12)"] {
            add_bookmark(&db, &bob, place, place).await;
        }
        progressions::put(&db, &ada, TitleId(1001), &read_until(5, 0.25)).await.unwrap();
        progressions::put(&db, &bob, TitleId(1001), &read_until(4, 0.5)).await.unwrap();
        let key = merge(&db, &ada, &bob).await;
        add_bookmark(&db, &ada, "epubcfi(/6/8)", "edited").await;
        add_bookmark(&db, &ada, "epubcfi(/6/14)", "new").await;
        bookmarks::remove(&db, &ada, TitleId(1001), Format::Epub3, "epubcfi(/6/12)").await.unwrap();
        progressions::put(&db, &ada, TitleId(1001), &read_until(1, 0.9)).await.unwrap();
        undo(&db, &key).await;
        let expected = [
            pair("ada", "ada"),
            pair("ada", "edited"),
            pair("ada", "new"),
            pair("bob", "bob"),
            pair("bob", "epubcfi(/6/10)"),
        ];
        assert_eq!(list_bookmarks(&db).await, expected);
        assert_eq!(list_progressions(&db, &ada).await[0], Some(read_until(1, 0.9)));
        assert_eq!(list_progressions(&db, &bob).await[0], Some(read_until(5, 0.25)));
        let left = account_merges::count_rows_left_by_undo(&db, &ada).await.unwrap();
        assert_eq!(left[&key.id], BTreeMap::from([(MergedNoun::Marks, 1), (MergedNoun::Places, 1)]));
        // After 30 days the journal is gone.
        let day = SignedDuration::from_hours(24);
        assert_eq!(account_merges::purge(&db, noon() + day * 30).await.unwrap(), 0);
        assert_eq!(account_merges::purge(&db, noon() + day * 31).await.unwrap(), 2);
    }

    async fn an_account_whose_agreement_stays_with_the_other_waits_for_another_one(db: Db) {
        world::create_sites(&db).await;
        let unsigned = with_change(individual("ada"), |reader| reader.agreement_signed = false);
        for reader in [unsigned, individual("bob")] {
            world::settle(&db, &reader).await;
        }
        let key = merge(&db, &"ada".into(), &"bob".into()).await;
        assert!(agreements::expire(&db, &"agreement-bob".into(), days_ago(1)).await.unwrap());
        undo(&db, &key).await;
        let scope = WorkScope { site: None, now: noon() };
        let beginning = WorkPosition { since: Timestamp::MIN, subject: String::new() };
        let waiting = work::list(&db, WorkKind::ReaderAgreement, scope, &beginning, 9).await.unwrap();
        let subjects: Vec<&str> = waiting.iter().map(|item| item.subject.as_str()).collect();
        assert_eq!(subjects, ["bob", "ada"], "Ada since yesterday");
    }

    async fn a_submission_that_a_proof_of_the_other_account_answers_is_closed_until_the_undo(db: Db) {
        let (ada, bob) = settle_submitter(&db).await;
        add_proof(&db, &bob, 1).await;
        // Whichever account is kept, nothing is open that no list shows.
        for (kept, closed) in [(&bob, &ada), (&ada, &bob)] {
            let key = merge(&db, kept, closed).await;
            assert_eq!(list_cases(&db, kept).await, (0, vec![ProofOutcome::Answered]), "{kept}");
            assert_eq!(list_cases(&db, closed).await, (0, vec![]), "{kept}");
            undo(&db, &key).await;
            assert_eq!(list_cases(&db, &ada).await, (1, vec![]), "{kept}");
            assert_eq!(list_cases(&db, &bob).await, (0, vec![]), "{kept}");
            assert!(proof_decisions::has_open_submission(&db, &ada).await.unwrap(), "{kept}");
            assert!(account_merges::count_rows_left_by_undo(&db, kept).await.unwrap().is_empty(), "{kept}");
        }
    }

    async fn a_submission_that_no_proof_answers_waits_in_the_kept_account(db: Db) {
        let (ada, bob) = settle_submitter(&db).await;
        add_proof(&db, &bob, 3).await;
        let key = merge(&db, &bob, &ada).await;
        assert!(proof_decisions::has_open_submission(&db, &bob).await.unwrap());
        assert_eq!(list_cases(&db, &bob).await, (1, vec![]));
        undo(&db, &key).await;
        assert!(proof_decisions::has_open_submission(&db, &ada).await.unwrap());
        assert_eq!(list_cases(&db, &bob).await, (0, vec![]));
    }

    async fn a_submission_stays_closed_as_long_as_the_proof_stays_that_answers_it(db: Db) {
        let (ada, bob) = settle_submitter(&db).await;
        add_proof(&db, &bob, 1).await;
        let key = merge(&db, &ada, &bob).await;
        // Staff edit the proof, so that it stays with the kept account.
        assert!(proofs::set_source(&db, &ada, DisabilityType::Visual, ProofSource::Faxed).await.unwrap());
        undo(&db, &key).await;
        assert_eq!(list_cases(&db, &ada).await, (0, vec![ProofOutcome::Answered]));
        let left = account_merges::count_rows_left_by_undo(&db, &ada).await.unwrap();
        assert_eq!(left[&key.id], BTreeMap::from([(MergedNoun::Proofs, 1)]));
        // Without it, the submission waits again.
        assert!(proofs::remove(&db, &ada, DisabilityType::Visual).await.unwrap());
        committed!(db, tx => proof_decisions::refresh_submissions(&mut tx, &[&ada].into(), None, noon()));
        assert!(proof_decisions::has_open_submission(&db, &ada).await.unwrap());
    }

    async fn a_decision_on_what_was_moved_stays_with_the_kept_account(db: Db) {
        let (ada, bob) = settle_submitter(&db).await;
        add_proof(&db, &bob, 1).await;
        let key = merge(&db, &bob, &ada).await;
        // The proof is withdrawn, and staff decide on what waits again.
        assert!(proofs::remove(&db, &bob, DisabilityType::Visual).await.unwrap());
        let decided = noon() + SignedDuration::from_hours(1);
        let decision = ProofDecision {
            decided,
            decided_by: None,
            outcome: ProofOutcome::Declined,
            reason: None,
            remark: None,
        };
        let mut tx = db.begin().await.unwrap();
        proof_decisions::refresh_submissions(&mut tx, &[&bob].into(), None, decided).await.unwrap();
        proof_decisions::record(&mut tx, &bob, &decision).await.unwrap();
        tx.commit().await.unwrap();
        undo(&db, &key).await;
        assert_eq!(list_cases(&db, &bob).await, (0, vec![ProofOutcome::Declined]));
        assert_eq!(list_cases(&db, &ada).await, (0, vec![]));
        assert_eq!(proofs::list_submissions(&db, &bob).await.unwrap().len(), 1);
    }

    async fn an_account_ends_with_the_one_that_it_was_merged_into(db: Db) {
        let (ada, bob) = settle_pair(&db).await;
        world::settle(&db, &individual("eve")).await;
        merge(&db, &ada, &bob).await;
        merge(&db, &"eve".into(), &ada).await;
        let merged = account_merges::list_merged_into(&db, &"eve".into()).await.unwrap();
        assert_eq!(merged, [ada, bob.clone()]);
        let mut tx = db.begin().await.unwrap();
        let eve = accounts::get_for_update(&mut tx, &"eve".into()).await.unwrap().unwrap();
        closing::close(&mut tx, &eve, noon()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(list_bookmarks(&db).await, []);
        assert_eq!(account_merges::list_of_account(&db, &bob).await.unwrap(), []);
        let left = accounts::get(&db, &bob).await.unwrap().unwrap();
        assert!(left.deleted && left.email.is_none(), "{left:?}");
    }
}

/// Every row of every table but the journal and the records of what happened to titles.
async fn dump(mut db: &Db) -> BTreeMap<String, Vec<String>> {
    let mut rows = BTreeMap::new();
    for table in Schema(db).tables().await {
        if table.starts_with("account_merge") || table.starts_with('_') {
            continue;
        }
        let text = format!("SELECT name FROM pragma_table_info('{table}')");
        let columns = db.fetch_all::<(String,)>(Sql::new(text)).await.unwrap();
        let columns: Vec<String> =
            columns.iter().map(|(name,)| format!("COALESCE(CAST(\"{name}\" AS TEXT), 'NULL')")).collect();
        let text = format!("SELECT {} AS line FROM {table} ORDER BY line", columns.join(" || '|' || "));
        let lines = db.fetch_all::<(String,)>(Sql::new(text)).await.unwrap();
        rows.insert(table, lines.into_iter().map(|(line,)| line).collect());
    }
    rows
}

#[tokio::test]
async fn a_merge_and_its_undo_leave_every_row_of_every_table_as_it_was() {
    let test = TestDb::create_sqlite().await;
    let mut db = &test.db;
    settle_everywhere(db).await;
    let (kept, closed) = (AccountId::from("ada"), AccountId::from(PERSON));
    world::settle(db, &individual("ada")).await;
    for text in [
        "INSERT INTO progressions (account_id, title_id, modified_at, progression, device_name, refs) \
         SELECT 'ada', title_id, modified_at - 1, 0.5, 'Phone', '[]' FROM progressions",
        "INSERT INTO series_follows (account_id, series_id, date_added) \
         SELECT 'ada', series_id, 7 FROM series_follows",
    ] {
        db.execute(Sql::new(text)).await.unwrap();
    }
    let before = dump(db).await;
    let key = merge(db, &kept, &closed).await;
    let merged = dump(db).await;
    let moved = MOVED_ROWS.iter().filter(|rows| merged[rows.table] != before[rows.table]);
    assert!(moved.count() > 20, "most tables have a row that moved");
    undo(db, &key).await;
    let after = dump(db).await;
    for (table, rows) in &before {
        assert_eq!(&after[table], rows, "{table}");
    }
    assert!(account_merges::count_rows_left_by_undo(db, &kept).await.unwrap().is_empty());
    test.drop().await;
}
