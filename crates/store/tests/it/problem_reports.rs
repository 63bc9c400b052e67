//! Problems with titles that readers report.

use domain::fixtures::{days_ago, individual, lab, noon, site, with_change};
use domain::problem_reports::{PER_READER, ProblemKind, ProblemReport};
use domain::{AccountId, SiteId, TitleId};
use jiff::Timestamp;
use store::{Db, PageRequest, db_test, open_reports, problem_reports};

use crate::world;

fn report_on(title: i64, reporter: &str, at: Timestamp) -> ProblemReport {
    ProblemReport {
        id: 0,
        title: TitleId(title),
        site: site(),
        reporter: Some(reporter.into()),
        kind: ProblemKind::Sound,
        words: Some("Chapter 2\nis silent.".into()),
        reported: at,
        closed: None,
    }
}

async fn add(db: &Db, report: &ProblemReport) -> i64 {
    committed!(db, tx => problem_reports::insert(&mut tx, report))
}

async fn settle_library(db: &Db) {
    world::create_sites(db).await;
    for id in ["ada", "ben"] {
        world::settle(db, &individual(id)).await;
    }
    world::insert_titles(db, 1).await;
}

db_test! {
    async fn reports_are_listed_until_they_are_closed(db: Db) {
        settle_library(&db).await;
        let first = report_on(1001, "ada", days_ago(2));
        let first = ProblemReport { id: add(&db, &first).await, ..first };
        let second = with_change(report_on(1001, "ben", noon()), |report| {
            report.site = lab();
            report.words = None;
        });
        let second = ProblemReport { id: add(&db, &second).await, ..second };
        assert_eq!(problem_reports::get(&db, first.id).await.unwrap(), Some(first.clone()));
        let list = async |site: Option<domain::ids::SiteId>, closed: bool, after: i64| {
            problem_reports::list(&db, site.as_ref(), closed, after, 9).await.unwrap()
        };
        assert_eq!(list(None, false, 0).await, [first.clone(), second.clone()]);
        let of_title = async |title: i64, limit: u32| {
            problem_reports::list_open_of_title(&db, TitleId(title), limit).await.unwrap()
        };
        assert_eq!(of_title(1001, 9).await, [first.clone(), second.clone()]);
        assert_eq!(of_title(1001, 1).await, std::slice::from_ref(&first));
        assert!(of_title(1002, 9).await.is_empty());
        for (place, titles) in [(None, vec![TitleId(1001)]), (Some("elsewhere"), Vec::new())] {
            let place = place.map(SiteId::from);
            assert_eq!(open_reports::list_titles::<ProblemReport>(&db, place.as_ref(), 9).await.unwrap(), titles);
        }
        assert_eq!(list(None, false, first.id).await, std::slice::from_ref(&second));
        assert_eq!(list(Some(lab()), false, 0).await, std::slice::from_ref(&second));
        assert!(problem_reports::close(&db, first.id, noon()).await.unwrap());
        assert!(!problem_reports::close(&db, first.id, noon()).await.unwrap(), "it is closed");
        assert!(!problem_reports::close(&db, 99, noon()).await.unwrap());
        assert_eq!(list(None, false, 0).await, std::slice::from_ref(&second));
        assert_eq!(of_title(1001, 9).await, std::slice::from_ref(&second));
        let closed = ProblemReport { closed: Some(noon()), ..first };
        assert_eq!(list(None, true, 0).await, [closed, second]);
    }

    async fn open_reports_are_read_forward_and_backward(db: Db) {
        settle_library(&db).await;
        let mut all = Vec::new();
        for site in [site(), lab(), site(), site(), site()] {
            let report = with_change(report_on(1001, "ada", noon()), |report| report.site = site);
            all.push(add(&db, &report).await);
        }
        assert!(problem_reports::close(&db, all[2], noon()).await.unwrap());
        let ids = async |site: Option<&SiteId>, after: Option<i64>, backward: bool| -> Vec<i64> {
            let after = after.map(|id| (None, id));
            let part = PageRequest { sort: (), descending: false, after: after.as_ref(), backward, limit: 2 };
            let reports: Vec<ProblemReport> = open_reports::list(&db, site, &part).await.unwrap();
            reports.iter().map(|report| report.id).collect()
        };
        let own = site();
        assert_eq!(ids(None, None, false).await, [all[0], all[1]]);
        assert_eq!(ids(Some(&own), None, false).await, [all[0], all[3]]);
        assert_eq!(ids(Some(&own), Some(all[0]), false).await, [all[3], all[4]]);
        assert_eq!(ids(Some(&own), None, true).await, [all[4], all[3]]);
        assert_eq!(ids(Some(&own), Some(all[3]), true).await, [all[0]]);
        for (site, count) in [(None, 4), (Some(&own), 3), (Some(&lab()), 1)] {
            assert_eq!(open_reports::count::<ProblemReport>(&db, site).await.unwrap(), count);
        }
    }

    async fn a_reader_s_reports_of_a_day_are_counted(db: Db) {
        settle_library(&db).await;
        let ada = AccountId::from("ada");
        for days in [0, 0, 2] {
            add(&db, &report_on(1001, "ada", days_ago(days))).await;
        }
        add(&db, &report_on(1001, "ben", noon())).await;
        let recent = problem_reports::count_recent(&db, &ada, noon()).await.unwrap();
        assert_eq!((recent.count, recent.first), (2, Some(days_ago(0))));
        assert_eq!(recent.wait_until_allowed(PER_READER, noon()), None);
        assert!(recent.wait_until_allowed(2, noon()).is_some());
    }
}
