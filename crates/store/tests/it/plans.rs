//! The membership desk reads little, however many people and entries there are: by SQLite's query plans.

use domain::fixtures::{days_ago, noon, site};
use domain::wire::WireEnum as _;
use domain::work::WorkKind;
use domain::{AccountId, AuditedAct, OrganizationId, SiteId};
use jiff::Timestamp;
use jiff::civil::date;
use store::audit::{self, EntrySearch};
use store::distinct_people::NamesakeKey;
use store::people::PeopleQuery;
use store::reports::ReportScope;
use store::testkit::{StatementPlan, TestDb, explain};
use store::work::{self, WorkPosition, WorkScope};
use store::{audit_changes, distinct_people, people, reports, work_claims};

/// Indexes of what waits, and of claims, which end after two hours: they contain little else.
const SMALL_INDEXES: [&str; 3] =
    ["proof_submissions_open", "organizations_unsigned", "sqlite_autoindex_work_claims_1"];

/// A subset of the filters of a search, by the bits of a number.
fn build_search<'a>(bits: u32, person: &'a AccountId, of_site: &'a SiteId) -> EntrySearch<'a> {
    let has = |bit: u32| bits & (1 << bit) != 0;
    EntrySearch {
        account: has(0).then_some(person),
        actor: has(1).then_some(person),
        site: has(2).then_some(of_site),
        since: has(3).then(|| days_ago(9)),
        until: has(4).then(noon),
        after: has(5).then(|| (days_ago(1), 7)),
    }
}

/// The step about entries begins and ends at the right places of this index, and sorts nothing.
fn check_entries(plans: &[StatementPlan], index: &str, at: &str, search: EntrySearch<'_>) {
    let [plan] = plans else { panic!("{plans:?}") };
    let step = &plan.steps[0];
    assert!(step.contains(&format!(" u USING INDEX {index}")), "{search:?}: {index} in {plan:?}");
    assert!(!plan.has_sort(), "{search:?}: {plan:?}");
    assert_eq!(step.contains(&format!("{at}>?")), search.since.is_some(), "{search:?}: {step}");
    let is_bounded = search.until.is_some() || search.after.is_some();
    assert_eq!(step.contains(&format!("{at}<?")), is_bounded, "{search:?}: {step}");
}

#[tokio::test]
async fn every_search_of_the_audit_follows_one_index_in_the_order_of_its_page() {
    let test = TestDb::create_sqlite().await;
    let (db, person, of_site) = (&test.db, AccountId::from("ann"), site());
    for search in (0..64).map(|bits| build_search(bits, &person, &of_site)) {
        let index = match search {
            EntrySearch { account: Some(_), .. } => "audit_account (account_id=?",
            EntrySearch { actor: Some(_), .. } => "audit_reader (reader_id=?",
            EntrySearch { site: Some(_), .. } => "audit_site (site_id=?",
            _ => "audit_at",
        };
        check_entries(&explain(db, audit::page(db, search, 51)).await, index, "read_at", search);
        for act in [None, Some(AuditedAct::ChangeMember)] {
            let index = match (search, act) {
                (EntrySearch { account: Some(_), .. }, _) => "audit_changes_account (account_id=?",
                (EntrySearch { actor: Some(_), .. }, _) => "audit_changes_actor (actor_id=?",
                (EntrySearch { site: Some(_), .. }, Some(_)) => "audit_changes_site_act (<expr>=?",
                (EntrySearch { site: Some(_), .. }, None) => "audit_changes_site (subject_site_id=?",
                (_, Some(_)) => "audit_changes_act (act=?",
                _ => "audit_changes_at",
            };
            let plans = explain(db, audit_changes::page(db, search, act, 51)).await;
            check_entries(&plans, index, "changed_at", search);
        }
    }
    test.drop().await;
}

#[tokio::test]
async fn work_is_read_from_what_waits() {
    let test = TestDb::create_sqlite().await;
    let (db, of_site) = (&test.db, site());
    let scope = WorkScope { site: Some(&of_site), now: noon() };
    let from = WorkPosition { since: Timestamp::MIN, subject: String::new() };
    let mut plans = explain(db, work::summarize(db, scope)).await;
    for kind in WorkKind::ALL {
        plans.extend(explain(db, work::list(db, *kind, scope, &from, 51)).await);
    }
    plans.extend(explain(db, work::list_lacking_subscription(db, &["a", "b"], noon())).await);
    plans.extend(explain(db, work_claims::list_of_subjects(db, &["a", "b"], noon())).await);
    assert_eq!(plans.len(), WorkKind::ALL.len() + 3);
    for plan in plans {
        let whole = plan.list_whole_reads(&["w", "submitted", "ended"], &SMALL_INDEXES);
        assert!(whole.is_empty(), "{whole:?} in {plan:?}");
        // Everybody's account, or everything that is about some site.
        for large in ["accounts_site ", "confirmations_account"] {
            assert!(!plan.steps.iter().any(|step| step.contains(large)), "{large}: {plan:?}");
        }
    }
    test.drop().await;
}

#[tokio::test]
async fn people_are_found_in_indexes_of_names_and_birth_dates() {
    let test = TestDb::create_sqlite().await;
    let (db, of_site) = (&test.db, site());
    let words = ["mar".to_owned(), "ree".to_owned()];
    let born = Some(date(2012, 5, 3));
    for (words, birth_date) in [(&words[..], None), (&words[..1], born), (&words[..0], born)] {
        for site in [None, Some(&of_site)] {
            let query = PeopleQuery { site, words, birth_date };
            let plans = explain(db, people::find(db, &query, 51)).await;
            let [plan] = &plans[..] else { panic!("{plans:?}") };
            assert_eq!(plan.list_whole_reads(&["matching", "listed"], &[]), [""; 0], "{plan:?}");
            let index = if birth_date.is_some() { "accounts_birth_date" } else { "COVERING INDEX accounts_" };
            for step in plan.steps.iter().filter(|step| step.contains(" m ")) {
                assert!(step.contains(index), "{step} in {plan:?}");
            }
        }
    }
    let plans = explain(db, people::get_by_identifier(db, "mara@example.org")).await;
    assert_eq!(plans[0].list_whole_reads(&[], &[]), [""; 0], "{plans:?}");
    test.drop().await;
}

#[tokio::test]
async fn namesakes_are_found_in_one_walk_through_their_index() {
    let test = TestDb::create_sqlite().await;
    let (db, of_site) = (&test.db, site());
    let key = NamesakeKey { last_name: "reed".into(), ..NamesakeKey::default() };
    for site in [None, Some(&of_site)] {
        let plans = explain(db, distinct_people::list_groups(db, site, &key, 51)).await;
        let [plan] = &plans[..] else { panic!("{plans:?}") };
        assert!(plan.steps[0].starts_with("SEARCH a USING COVERING INDEX accounts_namesakes"), "{plan:?}");
        assert!(!plan.has_sort() && plan.list_whole_reads(&[], &[]).is_empty(), "{plan:?}");
    }
    let plans = explain(db, distinct_people::list_namesakes(db, &[key])).await;
    let subqueries = ["c", "chosen", "p", "people", "n", "namesakes"];
    assert_eq!(plans[0].list_whole_reads(&subqueries, &[]), [""; 0], "{plans:?}");
    test.drop().await;
}

#[tokio::test]
async fn a_report_reads_the_fetched_books_of_its_months_and_each_person_once() {
    let test = TestDb::create_sqlite().await;
    let (db, of_site, school) = (&test.db, site(), OrganizationId::from("school"));
    for scope in [ReportScope::Site(&of_site), ReportScope::Organization(&school)] {
        let starts = [days_ago(60), days_ago(30)];
        let mut plans = explain(db, reports::count_fetched(db, scope, &starts, noon())).await;
        let index = "SEARCH d USING COVERING INDEX downloads_downloaded (date_downloaded>?";
        assert!(plans[0].steps[0].starts_with(index), "{plans:?}");
        plans.extend(explain(db, reports::count_readers(db, scope)).await);
        let position = (0, AccountId::from("ann"));
        for after in [None, Some(&position)] {
            plans.extend(explain(db, reports::list_idle(db, scope, noon(), after, 51)).await);
        }
        assert_eq!(plans.len(), 4);
        for plan in plans {
            // Organizations are few.
            let whole = plan.list_whole_reads(&["o", "readers", "listed"], &[]);
            assert!(whole.is_empty(), "{whole:?} in {plan:?}");
        }
    }
    test.drop().await;
}
