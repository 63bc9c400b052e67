//! Uploads of collection staff.

use domain::fixtures::{individual, lab, noon, site};
use domain::intake::{
    IntakeCounts, IntakeDetails, IntakeFile, IntakeLine, IntakeOptions, IntakeState, RUN_RETENTION,
};
use domain::{SiteId, UsageRestriction};
use jiff::SignedDuration;
use serde_json::json;
use store::intake_runs::{self, IntakeEnd, NewIntakeRun};
use store::jobs::{self, Lane, NewJob};
use store::{Db, PageRequest, closing, db_test};

use crate::world;

/// Adds a run of Ada with its job; returns its number.
async fn add(db: &Db, site: &SiteId) -> i64 {
    let options = IntakeOptions {
        usage: UsageRestriction::Copyright,
        supplier: "press".into(),
        listed: false,
        edition: None,
        title: None,
    };
    let files = vec![IntakeFile { name: "a.epub".into(), key: "intake/a.epub".into(), size: 7 }];
    let new =
        NewIntakeRun { site, account: &"ada".into(), started: noon(), options: &options, files: &files };
    committed!(db, tx => async {
        let id = intake_runs::insert(&mut tx, &new).await?;
        let job = NewJob::new(Lane::Scans, "ingest_uploads", json!({ "run": id }), noon());
        let job = jobs::enqueue(&mut tx, job, noon()).await?.expect("a new job");
        intake_runs::set_job(&mut tx, id, job).await?;
        Ok::<_, store::StoreError>(id)
    })
}

async fn get_state(db: &Db, id: i64) -> IntakeState {
    intake_runs::get(db, id).await.unwrap().unwrap().state
}

async fn settle_library(db: &Db) {
    world::create_sites(db).await;
    world::settle(db, &individual("ada")).await;
}

db_test! {
    async fn a_run_is_in_the_state_of_its_job_until_it_has_ended(db: Db) {
        settle_library(&db).await;
        let id = add(&db, &site()).await;
        let run = intake_runs::get(&db, id).await.unwrap().unwrap();
        assert_eq!((run.state, run.files.len(), run.is_stopping), (IntakeState::Waiting, 1, false));
        assert_eq!(run.made_by, Some(individual("ada").account.display_name()));
        let counts = IntakeCounts { books_added: 2, ..IntakeCounts::default() };
        assert!(!intake_runs::record_counts(&db, id, &counts).await.unwrap());
        assert!(intake_runs::request_stop(&db, id).await.unwrap());
        assert!(intake_runs::record_counts(&db, id, &counts).await.unwrap(), "it is to stop");
        assert!(jobs::cancel_waiting(&db, run.job.unwrap(), noon()).await.unwrap());
        assert!(!jobs::cancel_waiting(&db, run.job.unwrap(), noon()).await.unwrap(), "it is canceled");
        assert_eq!(get_state(&db, id).await, IntakeState::Stopped);
        assert_eq!(jobs::purge_done(&db, noon() + SignedDuration::from_secs(1)).await.unwrap(), 1);
        assert_eq!(get_state(&db, id).await, IntakeState::Stopped, "its job was removed");

        let line = IntakeLine {
            file: "list.csv".into(),
            record: 2,
            reference: "h-2".into(),
            reason: "has no title".into(),
            is_ignored: false,
        };
        let details = IntakeDetails { lines: vec![line], ..IntakeDetails::default() };
        let (state, report) = (IntakeState::Done, Some("intake-reports/1.csv"));
        let end = IntakeEnd { state, counts: &counts, details: &details, report };
        committed!(db, tx => intake_runs::end(&mut tx, id, &end, noon()));
        let run = intake_runs::get(&db, id).await.unwrap().unwrap();
        assert_eq!((run.state, run.counts, run.ended), (IntakeState::Done, counts, Some(noon())));
        assert_eq!(run.report.as_deref(), report);
        assert_eq!(intake_runs::get_details(&db, id).await.unwrap(), details);
        assert!(!intake_runs::request_stop(&db, id).await.unwrap(), "it has ended");
    }

    async fn a_failed_run_begins_again_and_a_stopped_one_does_not(db: Db) {
        settle_library(&db).await;
        let (failed, stopped) = (add(&db, &site()).await, add(&db, &site()).await);
        let end = (IntakeState::Failed, Some("the disk is full"));
        committed!(db, tx => intake_runs::end_without_result(&mut tx, failed, end, noon()));
        let end = (IntakeState::Stopped, None);
        committed!(db, tx => intake_runs::end_without_result(&mut tx, stopped, end, noon()));
        let run = intake_runs::get(&db, failed).await.unwrap().unwrap();
        assert_eq!((run.state, run.reason.as_deref()), (IntakeState::Failed, Some("the disk is full")));
        committed!(db, tx => intake_runs::reopen_many(&mut tx, &[failed, stopped]));
        assert_eq!(get_state(&db, failed).await, IntakeState::Waiting);
        assert_eq!(get_state(&db, stopped).await, IntakeState::Stopped);
    }

    async fn runs_are_listed_by_site_newest_first_and_forgotten_in_time(db: Db) {
        settle_library(&db).await;
        let mut all = Vec::new();
        for site in [site(), lab(), site(), site()] {
            all.push(add(&db, &site).await);
        }
        let ids = async |site: Option<&SiteId>, after: Option<i64>, backward: bool| -> Vec<i64> {
            let after = after.map(|id| (None, id));
            let part = PageRequest { sort: (), descending: true, after: after.as_ref(), backward, limit: 2 };
            let runs = intake_runs::page(&db, site, &part).await.unwrap();
            runs.iter().map(|run| run.id).collect()
        };
        let own = site();
        assert_eq!(ids(None, None, false).await, [all[3], all[2]]);
        assert_eq!(ids(None, Some(all[2]), false).await, [all[1], all[0]]);
        assert_eq!(ids(Some(&own), Some(all[2]), false).await, [all[0]]);
        assert_eq!(ids(Some(&own), Some(all[0]), true).await, [all[2], all[3]], "the nearest first");
        assert_eq!(ids(None, None, true).await, [all[0], all[1]]);
        assert_eq!(intake_runs::count(&db, Some(&own)).await.unwrap(), 3);
        assert_eq!(intake_runs::count(&db, None).await.unwrap(), 4);

        let ada = individual("ada").account;
        committed!(db, tx => closing::close(&mut tx, &ada, noon()));
        let run = intake_runs::get(&db, all[0]).await.unwrap().unwrap();
        assert_eq!((run.account, run.made_by), (None, None), "it stays without the name");
        assert_eq!(intake_runs::purge(&db, noon() + RUN_RETENTION).await.unwrap(), 0);
        let later = noon() + RUN_RETENTION + SignedDuration::from_secs(1);
        assert_eq!(intake_runs::purge(&db, later).await.unwrap(), 4);
    }
}
