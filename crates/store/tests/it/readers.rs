//! Readers, read whole in one statement.

use domain::access::Relation;
use domain::admission::AdmissionRules;
use domain::fixtures::{
    Scene, days_ago, individual, linked_account, member, noon, person, school, sponsor, subscription,
    with_change,
};
use domain::proofs::ProofStatus;
use domain::{AccountId, CopySettings, DownloadTimeframe, Format, OrganizationId, Reader, Role, TitleId};
use jiff::{SignedDuration, Timestamp};
use store::downloads::{NewDownload, QuotaCharge};
use store::proofs::Submission;
use store::readers::TokenCheck;
use store::{Db, accounts, db_test, downloads, organizations, proofs, readers, sites, tokens};

use crate::world;

/// The recipient fetched the title completely at `at`.
pub(crate) async fn record_fetch(db: &Db, who: &str, title: TitleId, charge: QuotaCharge, at: Timestamp) {
    let who = AccountId::from(who);
    let new = NewDownload {
        caller: Some(&who),
        recipient: Some(&who),
        item: title.into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge,
        day: None,
    };
    let mut tx = db.begin().await.unwrap();
    let (record, created) = downloads::find_or_create(&mut tx, &new, at).await.unwrap();
    assert!(created || downloads::restart(&mut tx, record.id, at).await.unwrap());
    let package = format!("packages/{}", at.as_second());
    assert!(downloads::set_packaged(&mut tx, record.id, &package, at).await.unwrap());
    assert!(downloads::complete_fetch(&mut tx, record.id, at).await.unwrap());
    tx.commit().await.unwrap();
}

fn school_charge() -> QuotaCharge {
    QuotaCharge::Organization(OrganizationId::from("school"))
}

async fn read_reader(db: &Db, id: &str) -> Reader {
    readers::find_by_account(db, &id.into(), noon()).await.unwrap().unwrap()
}

/// The reader as stored: subscriptions got identifiers of their own.
fn reader_as_stored(reader: Reader) -> Reader {
    with_change(reader, |r| {
        for (number, subscription) in r.subscriptions.iter_mut().enumerate() {
            subscription.id = format!("{}-{number}", r.account.id).into();
        }
    })
}

async fn limit_school(db: &Db, books: u32) {
    let organization = with_change(school().organization, |o| o.books_allowed = Some(books));
    assert!(committed!(db, tx => organizations::update(&mut tx, &organization)));
}

db_test! {
    async fn a_reader_is_what_was_stored_about_the_person(db: Db) {
        world::create_sites(&db).await;
        let school = school();
        let people = [
            individual("ada"),
            person("vic", Role::Volunteer),
            member("mia", &school),
            sponsor("tess", &school),
            linked_account("lou", &school),
        ];
        for reader in &people {
            world::settle(&db, reader).await;
        }
        for reader in people {
            let before = db.statement_count();
            assert_eq!(read_reader(&db, reader.account.id.as_str()).await, reader_as_stored(reader));
            assert_eq!(db.statement_count() - before, 1);
        }
        assert_eq!(readers::find_by_account(&db, &"nobody".into(), noon()).await.unwrap(), None);
    }

    async fn a_person_is_named_by_identifier_user_name_or_e_mail(db: Db) {
        world::create_sites(&db).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        for identifier in ["ada", "ADA@example.org"] {
            let found = readers::find_by_identifier(&db, identifier, noon()).await.unwrap();
            assert_eq!(found, Some(reader_as_stored(ada.clone())), "{identifier}");
        }
        assert_eq!(readers::find_by_identifier(&db, "bob", noon()).await.unwrap(), None);
    }

    async fn many_readers_cost_one_statement(db: Db) {
        world::create_sites(&db).await;
        let school = school();
        for n in 0..40 {
            world::settle(&db, &member(&format!("m{n:02}"), &school)).await;
        }
        world::settle(&db, &sponsor("tess", &school)).await;
        let ids: Vec<AccountId> = (0..40).rev().map(|n| format!("m{n:02}").into()).collect();
        let before = db.statement_count();
        let found = readers::get_many(&db, &ids, noon()).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        assert_eq!(found.iter().map(|r| r.account.id.clone()).collect::<Vec<_>>(), ids);
        assert_eq!(readers::get_many(&db, &[], noon()).await.unwrap(), []);
    }

    async fn proofs_and_agreements_count_while_they_are_current(db: Db) {
        world::create_sites(&db).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        let id = &ada.account.id;
        store::agreements::expire(&db, &"agreement-ada".into(), noon()).await.unwrap();
        proofs::remove(&db, id, domain::proofs::DisabilityType::Visual).await.unwrap();
        let reader = read_reader(&db, "ada").await;
        assert_eq!((reader.agreement_signed, reader.proof), (false, ProofStatus::Missing));
        let sent = Submission { source: None, membership_id: None, kinds: [].into(), note: None, date: noon(), suffices: true };
        proofs::record_submission(&db, id, &sent).await.unwrap();
        assert_eq!(read_reader(&db, "ada").await.proof, ProofStatus::Submitted);
        let volunteers = with_change(world::current_agreement(id), |a| {
            a.id = "v".into();
            a.kind = domain::agreements::AgreementType::Volunteer;
        });
        store::agreements::insert(&db, &volunteers).await.unwrap();
        assert!(!read_reader(&db, "ada").await.agreement_signed, "another agreement is none to the terms of use");
    }

    async fn access_while_a_proof_is_checked_ends_by_its_date_or_by_a_decision(db: Db) {
        world::create_sites(&db).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        let id = &ada.account.id;
        proofs::remove(&db, id, domain::proofs::DisabilityType::Visual).await.unwrap();
        let submission = |date, suffices| {
            Submission { source: None, membership_id: None, kinds: [].into(), note: None, date, suffices }
        };
        proofs::record_submission(&db, id, &submission(days_ago(5), false)).await.unwrap();
        proofs::record_submission(&db, id, &submission(days_ago(3), true)).await.unwrap();
        assert_eq!(read_reader(&db, "ada").await.provisional_until, None, "the site gives none at first");
        let rules = AdmissionRules { provisional_days: 14, ..AdmissionRules::default() };
        assert!(sites::set_admission_rules(&db, &ada.account.site, &rules).await.unwrap());
        assert_eq!(sites::admission_rules(&db, &ada.account.site).await.unwrap(), rules);
        let until = Some(days_ago(3 - 14));
        assert_eq!(read_reader(&db, "ada").await.provisional_until, until, "from the first that suffices");
        proofs::record_submission(&db, id, &submission(noon(), true)).await.unwrap();
        let reader = read_reader(&db, "ada").await;
        assert_eq!((reader.provisional_until, reader.proof), (until, ProofStatus::Submitted), "once per person");
        proofs::end_provisional_access(&db, id, noon()).await.unwrap();
        proofs::record_submission(&db, id, &submission(noon(), true)).await.unwrap();
        assert_eq!(read_reader(&db, "ada").await.provisional_until, None, "it does not begin again");
    }

    /// docs/rules/quotas.md: a book counts once per recipient and window, whatever the number of fetches.
    async fn books_are_counted_in_a_rolling_window_of_30_days(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 4).await;
        world::settle(&db, &individual("ada")).await;
        record_fetch(&db, "ada", titles[0], QuotaCharge::Own, days_ago(31)).await;
        record_fetch(&db, "ada", titles[1], QuotaCharge::Own, days_ago(29)).await;
        record_fetch(&db, "ada", titles[1], QuotaCharge::Own, days_ago(2)).await;
        record_fetch(&db, "ada", titles[2], QuotaCharge::Nobody, days_ago(1)).await;
        assert_eq!(read_reader(&db, "ada").await.books_taken, 1);
        record_fetch(&db, "ada", titles[0], QuotaCharge::Own, days_ago(1)).await;
        assert_eq!(read_reader(&db, "ada").await.books_taken, 2, "taken again in a later window, it counts again");
    }

    async fn a_whole_subscription_counts_from_its_start(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 3).await;
        let trial = with_change(subscription("trial"), |s| {
            s.start = days_ago(50);
            s.timeframe = DownloadTimeframe::EntireSubscription;
        });
        let old = with_change(subscription("individual"), |s| {
            s.start = days_ago(90);
            s.end = Some(days_ago(60));
        });
        world::settle(&db, &with_change(individual("ada"), |r| r.subscriptions = vec![trial, old])).await;
        record_fetch(&db, "ada", titles[0], QuotaCharge::Own, days_ago(51)).await;
        record_fetch(&db, "ada", titles[1], QuotaCharge::Own, days_ago(49)).await;
        record_fetch(&db, "ada", titles[2], QuotaCharge::Own, days_ago(1)).await;
        assert_eq!(read_reader(&db, "ada").await.books_taken, 2);
    }

    /// docs/rules/quotas.md: limit and window are those of one subscription, that with the most books.
    async fn of_two_running_subscriptions_one_is_counted(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 3).await;
        let whole = with_change(subscription("trial"), |s| {
            s.start = days_ago(90);
            s.timeframe = DownloadTimeframe::EntireSubscription;
            s.books_allowed = Some(3);
        });
        let monthly = |books| {
            with_change(subscription("individual"), |s| {
                s.start = days_ago(10);
                s.books_allowed = Some(books);
            })
        };
        for (id, more) in [("ada", 2), ("bob", 4)] {
            let both = with_change(individual(id), |r| r.subscriptions = vec![whole.clone(), monthly(more)]);
            world::settle(&db, &both).await;
            for title in &titles {
                record_fetch(&db, id, *title, QuotaCharge::Own, days_ago(40)).await;
            }
        }
        let counted = async |id: &str| {
            let reader = read_reader(&db, id).await;
            let quota = domain::quotas::individual_quota(&reader, noon());
            (quota.allowed, quota.taken)
        };
        assert_eq!(counted("ada").await, (Some(3), 3));
        assert_eq!(counted("bob").await, (Some(4), 0));
    }

    /// docs/rules/quotas.md: the number is shared by all recipients of the organization.
    async fn an_organization_counts_the_books_of_all_its_recipients(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        let school = school();
        for id in ["mia", "max"] {
            world::settle(&db, &member(id, &school)).await;
        }
        record_fetch(&db, "mia", titles[0], school_charge(), days_ago(2)).await;
        record_fetch(&db, "mia", titles[1], school_charge(), days_ago(31)).await;
        record_fetch(&db, "max", titles[0], school_charge(), days_ago(3)).await;
        let taken = async || read_reader(&db, "mia").await.organization.unwrap().books_taken;
        assert_eq!(taken().await, 0, "nobody counts what is unlimited");
        limit_school(&db, 100).await;
        assert_eq!(taken().await, 2);
        assert_eq!(read_reader(&db, "mia").await.books_taken, 0, "and not against the own quota");
    }

    async fn a_token_identifies_its_reader(db: Db) {
        world::create_sites(&db).await;
        let ada = individual("ada");
        world::settle(&db, &ada).await;
        world::sign_in(&db, &ada.account.id).await;
        let before = db.statement_count();
        let TokenCheck::Valid(session) = readers::find_by_access_token(&db, "access", noon()).await.unwrap() else {
            panic!("the token is good");
        };
        assert_eq!(db.statement_count() - before, 1);
        assert_eq!(session.reader, reader_as_stored(ada));
        assert_eq!(session.client.as_str(), "key");
        assert_eq!(session.expires, noon() + SignedDuration::from_hours(1));
    }

    async fn a_bad_token_says_what_is_wrong_with_it(db: Db) {
        world::create_sites(&db).await;
        let ada = individual("ada").account.id;
        world::settle(&db, &individual("ada")).await;
        world::sign_in(&db, &ada).await;
        let check = async |at| readers::find_by_access_token(&db, "access", at).await.unwrap();
        assert_eq!(readers::find_by_access_token(&db, "refresh", noon()).await.unwrap(), TokenCheck::Unknown);
        assert_eq!(check(noon() + SignedDuration::from_hours(1)).await, TokenCheck::Expired);
        committed!(db, tx => accounts::set_locked(&mut tx, &ada, true));
        assert_eq!(check(noon()).await, TokenCheck::Locked);
        assert_eq!(tokens::revoke_account(&db, &ada, noon()).await.unwrap(), 2);
        assert_eq!(check(noon()).await, TokenCheck::Revoked);
    }

    async fn whose_quota_a_download_counts_against(db: Db) {
        world::create_sites(&db).await;
        let school = school();
        let (ada, mia, lou) = (individual("ada"), member("mia", &school), linked_account("lou", &school));
        let lapsed = with_change(lou.clone(), |r| r.subscriptions[0].end = Some(days_ago(1)));
        let assigned = Relation { assigned: true, ..Relation::default() };
        let of = |scene: Scene, recipient: &Reader| {
            QuotaCharge::from_decision(scene.with_relation(assigned).decide().quota_of, Some(recipient))
        };
        let scene = || Scene::new(domain::fixtures::title());
        assert_eq!(QuotaCharge::from_decision(scene().decide().quota_of, None), QuotaCharge::Nobody);
        assert_eq!(of(scene().with_caller(ada.clone()), &ada), QuotaCharge::Own);
        assert_eq!(of(scene().with_caller(mia.clone()), &mia), school_charge());
        assert_eq!(of(scene().with_caller(sponsor("tess", &school)).naming(&lou), &lou), school_charge());
        assert_eq!(of(scene().with_caller(lou.clone()), &lou), QuotaCharge::Own);
        assert_eq!(of(scene().with_caller(lapsed.clone()), &lapsed), school_charge());
    }
}
