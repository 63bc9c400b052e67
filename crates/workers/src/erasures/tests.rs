//! A library that was restored from a backup erases again, on both databases.

use ::jobs::erase_organization::EraseOrganization;
use bytes::Bytes;
use delivery::Key;
use domain::erasure::{ErasedSubject, ErasureNote, ErasureReason};
use domain::fixtures::{member, school, site, sponsor};
use domain::{AccountId, OrganizationId};
use store::erasures::{ErasureHold, count_children, find_of_organization, release_hold, set_hold};
use store::jobs::JobState;
use store::{accounts, audit_changes, db_test, organizations};

use super::{ReplayCounts, erase_again, list_parts, read_journal, replay_journal};
use crate::testing::Bench;

/// Readers, and a school with members and a sponsor.
async fn settle_people(bench: &Bench) {
    bench.add_reader("ada").await;
    bench.add_reader("ben").await;
    let standing = school();
    organizations::insert(bench.db(), &standing.organization).await.unwrap();
    let mut tx = bench.db().begin().await.unwrap();
    for person in [member("mia", &standing), member("moe", &standing), sponsor("petra", &standing)] {
        accounts::insert(&mut tx, &person.account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn is_erased(bench: &Bench, id: &str) -> bool {
    let account = accounts::get(bench.db(), &id.into()).await.unwrap().unwrap();
    account.deleted && account.membership.is_none()
}

db_test! {
    async fn a_restored_library_erases_again_and_respects_only_holds_that_were_respected(db: Db) {
        let bench = Bench::new(db).await;
        settle_people(&bench).await;
        // The backup holds Ada and Moe: Ada was erased later, and Moe was not.
        for id in ["ada", "moe"] {
            let hold = ErasureHold { reason: "a claim".into(), held: bench.current_time(), by: None };
            set_hold(bench.db(), &id.into(), &hold).await.unwrap();
        }
        let erased = bench.current_time();
        let note = |subject, reason| ErasureNote { site: site(), subject, reason, erased, by: Some("newer".into()) };
        let (ada, mia, school) = (AccountId::from("ada"), AccountId::from("mia"), OrganizationId::from("school"));
        let notes = [
            note(ErasedSubject::Account(mia.clone()), ErasureReason::Organization),
            note(ErasedSubject::Account(ada.clone()), ErasureReason::Request),
            note(ErasedSubject::Account("unknown".into()), ErasureReason::Request),
            note(ErasedSubject::Organization(school.clone()), ErasureReason::Request),
        ];
        let counts = erase_again(&bench.ctx, &notes).await.unwrap();
        assert_eq!(counts, ReplayCounts { people: 2, organizations: 1 });
        for (id, expected) in [("ada", true), ("mia", true), ("petra", true), ("moe", false), ("ben", false)] {
            assert_eq!(is_erased(&bench, id).await, expected, "{id}");
        }
        let changes = audit_changes::list_about(bench.db(), &ada, 9).await.unwrap();
        assert_eq!((changes.len(), changes[0].endpoint.as_str()), (1, "openshelf restore"));
        assert_eq!(erase_again(&bench.ctx, &notes).await.unwrap(), ReplayCounts::default(), "once");
        // The school, Ada, Mia and Petra.
        assert_eq!(read_journal(bench.ctx.delivery().files()).await.unwrap().len(), 4);

        let begun = find_of_organization(bench.db(), &school).await.unwrap().unwrap();
        assert_eq!(begun.finished, None, "Moe is left");
        assert!(release_hold(bench.db(), &"moe".into()).await.unwrap());
        let job = EraseOrganization { erasure: begun.id, organization: school.clone() };
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        assert!(is_erased(&bench, "moe").await && !is_erased(&bench, "ben").await);
        let changes = audit_changes::list_about(bench.db(), &"moe".into(), 9).await.unwrap();
        assert_eq!((changes.len(), changes[0].endpoint.as_str()), (1, "job erase_organization"));
        let done = find_of_organization(bench.db(), &school).await.unwrap().unwrap();
        assert!(done.id == begun.id && done.finished.is_some(), "{done:?}");
        assert_eq!(count_children(bench.db(), done.id).await.unwrap(), 3);
    }

    async fn a_start_reads_what_the_database_has_not_noted_itself(db: Db) {
        let bench = Bench::new(db).await;
        for id in ["ada", "ben", "cem"] {
            bench.add_reader(id).await;
        }
        let erased = bench.current_time();
        let note = |id: &str| ErasureNote {
            site: site(),
            subject: ErasedSubject::Account(id.into()),
            reason: ErasureReason::Request,
            erased,
            by: None,
        };
        let files = bench.ctx.delivery().files();
        erase_again(&bench.ctx, &[note("ada")]).await.unwrap();
        let parts = list_parts(files).await.unwrap();
        assert_eq!(parts.len(), 1);
        // It is not read, so nobody notices.
        files.put(&parts[0], Bytes::from_static(b"damaged")).await.unwrap();
        assert_eq!(replay_journal(&bench.ctx).await.unwrap(), ReplayCounts::default());
        // One was written after the backup, when another erasure had this number; the other was copied back
        // by hand.
        let (micros, first) = parts[0].erasure_part().unwrap();
        for (key, id) in [(Key::erasures(micros + 1, first), "ben"), (Key::parse("erasures/copy.jsonl").unwrap(), "cem")] {
            let lines = ErasureNote::write_lines(&[note(id)]);
            files.put(&key, Bytes::from(lines)).await.unwrap();
            assert_eq!(replay_journal(&bench.ctx).await.unwrap(), ReplayCounts { people: 1, organizations: 0 });
            assert!(is_erased(&bench, id).await, "{id}");
        }
        assert_eq!(replay_journal(&bench.ctx).await.unwrap(), ReplayCounts::default(), "once");
    }
}
