//! Numbers for reports, and readers without a book.

use std::collections::BTreeSet;

use domain::fixtures::{
    days_ago, individual, lab, linked_account, member, noon, school, site, sponsor, with_change,
};
use domain::reports::DisabilityGroup;
use domain::{Account, AccountId, CopySettings, DisabilityType, Format, OrganizationId, TitleId};
use jiff::{SignedDuration, Timestamp};
use store::downloads::{self, NewDownload, QuotaCharge};
use store::reports::{self, ReportScope};
use store::rosters::{RosterFilter, RosterQuery, list_names};
use store::{Db, accounts, db_test, members, organizations};

use crate::world;

/// Mia and Moe of the school, whose sponsor is Tess; Ada on her own, and Lena on another site.
async fn settle_people(db: &Db) {
    world::create_sites(db).await;
    world::insert_titles(db, 3).await;
    let school = school();
    let moe = with_change(member("moe", &school), |reader| {
        if let Some(place) = &mut reader.account.membership {
            place.grade = Some("2".into());
        }
    });
    let lena = with_change(individual("lena"), |reader| reader.account.site = lab());
    for reader in [sponsor("tess", &school), member("mia", &school), moe, individual("ada"), lena] {
        world::settle(db, &reader).await;
    }
}

/// A reader fetches a title that the caller has asked for.
async fn fetch(db: &Db, caller: &str, recipient: &str, title: i64, at: Timestamp) {
    let (caller, recipient) = (AccountId::from(caller), AccountId::from(recipient));
    let new = NewDownload {
        caller: Some(&caller),
        recipient: Some(&recipient),
        item: TitleId(title).into(),
        format: if title == 1001 { Format::Brf } else { Format::Epub3 },
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Own,
        day: None,
    };
    let mut tx = db.begin().await.unwrap();
    let asked = at - SignedDuration::from_hours(2);
    let (download, _) = downloads::find_or_create(&mut tx, &new, asked).await.unwrap();
    let packaged = at - SignedDuration::from_hours(1);
    downloads::set_packaged(&mut tx, download.id, &format!("{caller}-{title}"), packaged).await.unwrap();
    assert!(downloads::complete_fetch(&mut tx, download.id, at).await.unwrap());
    tx.commit().await.unwrap();
}

async fn leave_out_of_reports(db: &Db) {
    let mut organization = school().organization;
    organization.unreported = true;
    committed!(db, tx => organizations::update(&mut tx, &organization));
}

async fn change_account(db: &Db, id: &str, change: impl FnOnce(&mut Account)) {
    let account = accounts::get(db, &id.into()).await.unwrap().unwrap();
    let account = with_change(account, change);
    assert!(committed!(db, tx => accounts::update(&mut tx, &account)));
}

db_test! {
    async fn readers_are_counted_once_by_grade_and_disability(db: Db) {
        Box::pin(settle_people(&db)).await;
        world::settle(&db, &linked_account("lou", &school())).await;
        let kinds = BTreeSet::from([DisabilityType::Visual, DisabilityType::Learning]);
        committed!(db, tx => members::set_school_disabilities(&mut tx, &"moe".into(), &kinds, noon()));
        let (site, school) = (site(), OrganizationId::from("school"));
        let db = &db;
        let count = async |scope: ReportScope<'_>| {
            let mut rows = reports::count_readers(db, scope).await.unwrap();
            rows.sort_by_key(|(grade, group, _)| (grade.clone(), format!("{group:?}")));
            rows
        };
        let visual = DisabilityGroup::Single(DisabilityType::Visual);
        let of_school = count(ReportScope::Organization(&school)).await;
        let (two, ten) = (Some("2".to_owned()), Some("10".to_owned()));
        assert!(of_school.contains(&(two.clone(), DisabilityGroup::Several, 1)), "{of_school:?}");
        let sum = |rows: &[(Option<String>, DisabilityGroup, u64)]| rows.iter().map(|(.., n)| n).sum::<u64>();
        assert_eq!(sum(&of_school), 3, "the sponsor is not a reader: {of_school:?}");
        assert!(of_school.iter().any(|(grade, ..)| *grade == ten));
        let of_site = count(ReportScope::Site(&site)).await;
        assert_eq!(sum(&of_site), 4, "{of_site:?}");
        assert!(of_site.contains(&(None, visual, 1)), "Ada alone has no grade: {of_site:?}");
        leave_out_of_reports(db).await;
        assert_eq!(count(ReportScope::Site(&site)).await, [(None, visual, 1)]);
        assert_eq!(sum(&count(ReportScope::Organization(&school)).await), 3);
    }

    async fn fetched_books_are_counted_by_period_and_format(db: Db) {
        Box::pin(settle_people(&db)).await;
        fetch(&db, "ada", "ada", 1001, days_ago(25)).await;
        fetch(&db, "ada", "ada", 1002, days_ago(15)).await;
        fetch(&db, "tess", "mia", 1003, days_ago(15)).await;
        fetch(&db, "lena", "lena", 1003, days_ago(15)).await;
        fetch(&db, "ada", "ada", 1003, days_ago(40)).await;
        let (site, school) = (site(), OrganizationId::from("school"));
        let starts = [days_ago(30), days_ago(20), days_ago(10)];
        let db = &db;
        let count = async |scope: ReportScope<'_>, starts: &[Timestamp]| {
            let mut rows = reports::count_fetched(db, scope, starts, noon()).await.unwrap();
            rows.sort_by_key(|(period, format, _)| (*period, format.as_str()));
            rows
        };
        assert_eq!(count(ReportScope::Site(&site), &starts).await, [(0, Format::Brf, 1), (1, Format::Epub3, 2)]);
        assert_eq!(count(ReportScope::Organization(&school), &starts).await, [(1, Format::Epub3, 1)]);
        assert_eq!(count(ReportScope::Site(&site), &starts[..1]).await.len(), 2, "one period, two formats");
        assert!(count(ReportScope::Site(&site), &[]).await.is_empty());
    }

    async fn readers_who_have_waited_the_longest_come_first(db: Db) {
        Box::pin(settle_people(&db)).await;
        fetch(&db, "tess", "mia", 1001, days_ago(90)).await;
        fetch(&db, "tess", "moe", 1001, days_ago(200)).await;
        fetch(&db, "tess", "moe", 1002, days_ago(150)).await;
        let (site, school) = (site(), OrganizationId::from("school"));
        let db = &db;
        let list = async |scope: ReportScope<'_>, days, after: Option<&reports::IdlePosition>, limit| {
            reports::list_idle(db, scope, days_ago(days), after, limit).await.unwrap()
        };
        let names = |rows: &[(reports::IdlePosition, reports::IdleReader)]| -> Vec<String> {
            rows.iter().map(|((_, id), _)| id.to_string()).collect()
        };
        let all = list(ReportScope::Site(&site), 60, None, 9).await;
        assert_eq!(names(&all), ["ada", "moe", "mia"], "Tess gives books to others");
        assert_eq!((all[0].1.last_book, all[1].1.last_book), (None, Some(days_ago(150))));
        assert_eq!(all[1].1.organization.as_deref(), Some("Harbor School"));
        let rest = list(ReportScope::Site(&site), 60, Some(&all[0].0), 1).await;
        assert_eq!(names(&rest), ["moe"]);
        assert_eq!(names(&list(ReportScope::Organization(&school), 100, None, 9).await), ["moe"]);
        assert_eq!(names(&list(ReportScope::Site(&site), 600, None, 9).await), [""; 0], "their accounts are younger");
        // The filter of a sponsor's list of members finds the same people.
        let filter = RosterFilter { without_book_since: Some(days_ago(100)), ..RosterFilter::default() };
        let (tess, roster) = (AccountId::from("tess"), OrganizationId::from("school"));
        let found = list_names(db, &RosterQuery { filter, ..RosterQuery::for_members(&roster, &tess) }).await.unwrap();
        assert_eq!(found.iter().map(|names| names.id.as_str()).collect::<Vec<_>>(), ["moe"]);
        change_account(db, "ada", |account| account.locked = true).await;
        assert_eq!(names(&list(ReportScope::Site(&site), 60, None, 9).await), ["moe", "mia"]);
    }
}
