//! Copies of a title for several members: an order survives the end of its process after any statement.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use domain::fixtures::{account, noon, title, with_change};
use domain::{
    Account, AccountId, AlertCode, CopyBatchId, DownloadId, Format, Membership, Organization, Role, TitleId,
    UsageRestriction,
};
use services::downloads::batches::{BatchRequest, CopyRefusal, MemberCopyState, order, resume_and_view};
use services::members::MemberSelection;
use store::testkit::TestDb;
use store::{Backend, Conn as _, Db, DbOptions, Sql};
use tokio::runtime::{Builder, Runtime};

use crate::world::{add_school, petra_context};

/// Two members who may have every title, and one whose account is locked.
const MEMBERS: [(&str, bool); 3] = [("ann", false), ("ben", false), ("cid", true)];
/// More statements than an order has.
const MAX_STATEMENTS: u64 = 300;
/// Time in which a database notices that a process has ended.
const SETTLE_TIME: Duration = Duration::from_millis(20);

fn new_runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

async fn add_members(db: &Db, school: &Organization) {
    let member = |(id, is_locked): (&str, bool)| {
        with_change(account(id, Role::OrganizationMember), |member| {
            member.email = None;
            member.site = school.site.clone();
            member.membership = Some(Membership::new(school.id.clone()));
            member.locked = is_locked;
        })
    };
    let members = MEMBERS.map(member);
    let rows: Vec<(&Account, Option<&str>)> = members.iter().map(|one| (one, None)).collect();
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert_many(&mut tx, &rows).await.unwrap();
    tx.commit().await.unwrap();
}

async fn add_free_title(db: &Db, id: TitleId) {
    let title = with_change(title(), |title| {
        title.id = id;
        title.usage = UsageRestriction::PublicDomain;
    });
    let mut tx = db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
}

/// Orders copies for all members.
async fn order_copies(db: &Db, title: TitleId) -> CopyBatchId {
    let ids = MEMBERS.map(|(id, _)| AccountId::from(id)).to_vec();
    let request = BatchRequest { title, format: Format::Epub3, members: MemberSelection::Chosen(ids) };
    order(&petra_context(db).await, &request).await.unwrap()
}

/// Orders copies in a process that ends when it has sent this many statements: nothing of it continues, and
/// no answer of the database is read. Returns true if the order was complete before.
fn order_until_killed(url: &str, title: TitleId, statements: u64) -> bool {
    let process = new_runtime();
    let is_complete = process.block_on(async {
        let db = Db::connect(&DbOptions::new(url)).await.unwrap();
        let end = poll_fn(|context| {
            if db.statement_count() >= statements {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        });
        tokio::select! {
            biased;
            () = end => false,
            _ = order_copies(&db, title) => true,
        }
    });
    process.shutdown_background();
    is_complete
}

/// Numbers of stored records about the copies of a title.
#[derive(Debug, PartialEq, Eq)]
struct StoredCopies {
    downloads: i64,
    /// Copies that are in no order.
    strays: i64,
    jobs: i64,
    /// Members for whom the audit says that a copy was ordered.
    audited: i64,
}

async fn count(db: &Db, statement: Sql) -> i64 {
    let mut conn = db;
    conn.fetch_one::<(i64,)>(statement).await.unwrap().0
}

/// Entries of the audit about ordered copies, of all titles.
async fn count_audited(db: &Db) -> i64 {
    count(db, Sql::new("SELECT COUNT(*) FROM audit_changes WHERE act = 'orderCopy'")).await
}

impl StoredCopies {
    /// `audited` is the number of entries before the title was ordered.
    async fn read(db: &Db, title: TitleId, audited: i64) -> Self {
        // One statement, so that all numbers are those of one moment.
        let statement = Sql::new(
            "SELECT (SELECT COUNT(*) FROM downloads WHERE title_id = $1), \
             (SELECT COUNT(*) FROM downloads d WHERE d.title_id = $1 \
              AND NOT EXISTS (SELECT 1 FROM copy_batch_members m WHERE m.download_id = d.id)), \
             (SELECT COUNT(*) FROM jobs j JOIN downloads d ON j.unique_key = 'package:' || d.id \
              WHERE d.title_id = $1), \
             (SELECT COUNT(*) FROM audit_changes WHERE act = 'orderCopy')",
        );
        let mut conn = db;
        let row: (i64, i64, i64, i64) = conn.fetch_one(statement.bind(title.0)).await.unwrap();
        let (downloads, strays, jobs, all_audited) = row;
        Self { downloads, strays, jobs, audited: all_audited - audited }
    }
}

/// The orders of a title, and how many members are open in all of them.
async fn list_orders(db: &Db, title: TitleId) -> (Vec<CopyBatchId>, i64) {
    let petra = petra_context(db).await;
    let sponsor = petra.account_id().unwrap();
    let orders = store::copy_batches::list_recent(db, sponsor, title, noon()).await.unwrap();
    let open = "SELECT COUNT(*) FROM copy_batch_members m JOIN copy_batches b ON b.id = m.batch_id \
                WHERE b.title_id = $1 AND m.download_id IS NULL AND m.refusal IS NULL";
    let open = count(db, Sql::new(open).bind(title.0)).await;
    (orders.into_iter().map(|order| order.id).collect(), open)
}

/// The process has ended, and another one continues: the sponsor opens the order or, if nobody has told its
/// address, sends the form again.
async fn complete(db: &Db, title: TitleId, opens_order: bool) {
    let (orders, open) = list_orders(db, title).await;
    let id = match orders.first() {
        Some(order) if opens_order || open == 0 => order.clone(),
        _ => order_copies(db, title).await,
    };
    let shown = resume_and_view(&petra_context(db).await, &id).await.unwrap();
    let states: Vec<MemberCopyState> = shown.copies.iter().map(|copy| copy.state).collect();
    let locked = MemberCopyState::Refused(CopyRefusal::Closed(AlertCode::AccountLocked), None);
    assert_eq!(states, [MemberCopyState::InPreparation, MemberCopyState::InPreparation, locked]);
    assert_eq!(list_orders(db, title).await, (vec![id], 0), "one order, decided for all");
}

/// Ends the packaging of all copies, as jobs do: only so many are made at a time.
async fn finish_packaging(db: &Db, title: TitleId) {
    let mut conn = db;
    let statement = Sql::new("SELECT id FROM downloads WHERE title_id = $1").bind(title.0);
    for (id,) in conn.fetch_all::<(i64,)>(statement).await.unwrap() {
        assert!(store::downloads::set_packaged(db, DownloadId(id), "packages/copy", noon()).await.unwrap());
    }
}

/// Kills orders after every second statement, and completes each.
fn kill_orders(backend: Backend, first: u64) {
    let runtime = new_runtime();
    let Some(home) = runtime.block_on(TestDb::create_on(backend)) else { return };
    runtime.block_on(async {
        let school = add_school(&home.db).await;
        add_members(&home.db, &school).await;
    });
    let (mut kills, mut partial) = (0, 0);
    for statements in (first..MAX_STATEMENTS).step_by(2) {
        let title = TitleId(2_000 + i64::try_from(statements).unwrap());
        let audited = runtime.block_on(async {
            add_free_title(&home.db, title).await;
            count_audited(&home.db).await
        });
        let is_complete = order_until_killed(&home.url, title, statements);
        runtime.block_on(async {
            // The database finishes the last statement, and undoes what was not committed.
            tokio::time::sleep(SETTLE_TIME).await;
            home.db.begin().await.unwrap().rollback().await.unwrap();
            let left = StoredCopies::read(&home.db, title, audited).await;
            let copies = left.downloads;
            let expected = StoredCopies { downloads: copies, strays: 0, jobs: copies, audited: copies };
            assert_eq!(left, expected, "killed after {statements}");
            partial += i32::from(copies == 1);
            complete(&home.db, title, statements % 4 < 2).await;
            let stored = StoredCopies::read(&home.db, title, audited).await;
            assert_eq!(
                stored,
                StoredCopies { downloads: 2, strays: 0, jobs: 2, audited: 2 },
                "after {statements}"
            );
            finish_packaging(&home.db, title).await;
        });
        if is_complete {
            break;
        }
        kills += 1;
    }
    assert!((10..MAX_STATEMENTS).contains(&kills) && partial > 0, "{kills} kills, {partial} in between");
    runtime.block_on(home.drop());
}

#[test]
fn an_order_that_is_killed_anywhere_is_completed_on_sqlite() {
    kill_orders(Backend::Sqlite, 0);
}

#[test]
fn an_order_that_is_killed_anywhere_is_completed_on_postgres() {
    kill_orders(Backend::Postgres, 1);
}
