//! Rows and files that are purged, on both databases.

use bytes::Bytes;
use delivery::{Key, artifacts};
use domain::devices::Scope;
use domain::erasure::RetentionRules;
use domain::reading::{MetricType, ReadingEvent};
use domain::{AuditSubject, AuditedAct, ClientId, CopySettings, Device, Format, UsageRestriction};
use jiff::{SignedDuration, Timestamp};
use store::audit::{self, AuditedRequest, EntrySearch};
use store::audit_changes::{self, AuditedChange};
use store::jobs::JobState;
use store::throttle::AttemptKind::SignIn;
use store::{closing, db_test, devices, erasures, reading, throttle};

use super::{KeyPart, Purge, Sweep, sweep};
use crate::testing::Bench;

async fn put_file(bench: &Bench, key: &str, at: Timestamp) {
    bench.ctx.delivery().files().put(&Key::parse(key).unwrap(), Bytes::from_static(b"x")).await.unwrap();
    bench.set_file_date(key, at);
}

db_test! {
    async fn files_that_live_for_two_days_go_when_they_are_over(db: Db) {
        let bench = Bench::new(db).await;
        let old = bench.current_time() - SignedDuration::from_hours(52);
        let young = bench.current_time() - SignedDuration::from_hours(50);
        put_file(&bench, "packages/1-orphan.epub", old).await;
        put_file(&bench, "packages/2-young.epub", young).await;
        put_file(&bench, "resources/1-orphan/abc.mp3", old).await;
        put_file(&bench, "sources/old.epub", old).await;
        let half = bench.folder.path().join("files/packages/3-half.epub#1");
        std::fs::write(&half, b"hal").unwrap();
        bench.set_file_date("packages/3-half.epub#1", old);
        assert_eq!(bench.run_job(&Purge::default()).await, JobState::Done);
        assert_eq!(bench.list_files("packages").await, ["packages/2-young.epub"]);
        assert_eq!(bench.list_files("resources").await, [] as [&str; 0]);
        assert_eq!(bench.list_files("sources").await, ["sources/old.epub"], "not its business");
        assert!(!half.exists());
    }

    async fn failed_sign_ins_are_forgotten_after_a_day(db: Db) {
        let bench = Bench::new(db).await;
        for _ in 0..20 {
            throttle::record_failure(bench.db(), SignIn, "ada", "192.0.2.1", bench.current_time()).await.unwrap();
        }
        bench.run_job(&Purge::default()).await;
        assert!(throttle::remaining_delay(bench.db(), SignIn, "ada", "192.0.2.1", bench.current_time()).await.unwrap().is_some());
        bench.advance_clock(SignedDuration::from_hours(49));
        let before = bench.current_time();
        bench.run_job(&Purge::default()).await;
        assert_eq!(throttle::purge(bench.db(), before).await.unwrap(), 0, "nothing left");
    }

    async fn revoked_devices_are_removed_after_ninety_days(db: Db) {
        let bench = Bench::new(db).await;
        let device = Device {
            id: "kobo".into(),
            account: bench.add_reader("ada").await.id,
            name: "Kobo".into(),
            sign_in: "otter-41".into(),
            scope: Scope::Read,
            created: bench.current_time(),
            last_used: None,
            last_app: None,
            revoked: None,
        };
        assert!(devices::insert(bench.db(), &device, "hash").await.unwrap());
        bench.advance_clock(SignedDuration::from_hours(91 * 24));
        bench.run_job(&Purge::default()).await;
        assert!(devices::revoke(bench.db(), &device.account, &device.id, bench.current_time()).await.unwrap());
        let again = async || devices::insert(bench.db(), &device, "hash").await.unwrap();
        bench.advance_clock(SignedDuration::from_hours(89 * 24));
        bench.run_job(&Purge::default()).await;
        assert!(!again().await, "it is kept");
        bench.advance_clock(SignedDuration::from_hours(2 * 24));
        bench.run_job(&Purge::default()).await;
        assert!(again().await);
    }

    async fn the_audit_is_kept_for_six_years_or_as_configured(db: Db) {
        let mut bench = Bench::new(db).await;
        let (ada, key) = (bench.add_reader("ada").await.id, ClientId::from("key"));
        let reading = AuditedRequest { reader: None, client: &key, endpoint: "GET /v2/x", read_at: bench.current_time() };
        audit::record(bench.db(), reading, &[&ada]).await.unwrap();
        let change = AuditedChange {
            actor: None, client: &key, endpoint: "POST /x", act: AuditedAct::LockAccount, changed_at: bench.current_time(),
        };
        let mut tx = bench.db().begin().await.unwrap();
        audit_changes::record(&mut tx, change, &[AuditSubject::Account(&ada)]).await.unwrap();
        tx.commit().await.unwrap();
        let left = async |bench: &Bench| {
            let reads = audit::list(bench.db(), EntrySearch::default(), 9).await.unwrap().len();
            assert_eq!(audit_changes::list_about(bench.db(), &ada, 9).await.unwrap().len(), reads);
            reads
        };
        bench.advance_clock(SignedDuration::from_hours(24 * 2190));
        bench.run_job(&Purge::default()).await;
        assert_eq!(left(&bench).await, 1);
        bench.ctx.audit_retention = SignedDuration::from_hours(24 * 2200);
        bench.advance_clock(SignedDuration::from_hours(24 * 5));
        bench.run_job(&Purge::default()).await;
        assert_eq!(left(&bench).await, 1, "the operator wants it longer");
        bench.ctx.audit_retention = SignedDuration::from_hours(24 * 2192);
        bench.run_job(&Purge::default()).await;
        assert_eq!(left(&bench).await, 0);
    }

    async fn leavers_and_old_history_are_forgotten_as_configured(db: Db) {
        let mut bench = Bench::new(db).await;
        let (ada, ben) = (bench.add_reader("ada").await, bench.add_reader("ben").await);
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        for hours in [2, 1] {
            let event = ReadingEvent {
                title: title.id,
                format: Format::Epub3,
                location: "epubcfi(/6/4)".into(),
                total_progression: None,
                metric: 1,
                metric_type: MetricType::Page,
                description: None,
                date: bench.current_time() - SignedDuration::from_hours(hours),
            };
            reading::record_event(bench.db(), &ben.id, &event).await.unwrap();
        }
        let mut tx = bench.db().begin().await.unwrap();
        closing::close(&mut tx, &ada, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        let state = async |bench: &Bench| {
            let old = reading::list_superseded(bench.db(), bench.current_time(), 0, 9).await.unwrap();
            (old.len(), erasures::find_of_account(bench.db(), &ada.id).await.unwrap().is_some())
        };
        // The first run finds the closed account.
        bench.run_job(&Purge::default()).await;
        bench.advance_clock(SignedDuration::from_hours(24 * 100));
        bench.run_job(&Purge::default()).await;
        assert_eq!(state(&bench).await, (1, false), "nothing is forgotten unless the operator says so");
        let rules = RetentionRules { history_days: Some(30), leavers_months: Some(6), ..RetentionRules::default() };
        bench.ctx.retention = rules;
        bench.run_job(&Purge::default()).await;
        assert_eq!(state(&bench).await, (0, false), "the place where Ben reads on is left");
        assert!(reading::get_position(bench.db(), &ben.id, title.id, Format::Epub3).await.unwrap().is_some());
        bench.advance_clock(SignedDuration::from_hours(24 * 100));
        bench.run_job(&Purge::default()).await;
        assert_eq!(state(&bench).await, (0, true));
        assert!(erasures::find_of_account(bench.db(), &ben.id).await.unwrap().is_none());
    }

    async fn finished_jobs_are_kept_for_a_week(db: Db) {
        let bench = Bench::new(db).await;
        bench.run_job(&Purge::default()).await;
        bench.run_job(&Purge::default()).await;
        let done = async || store::jobs::count_by_state(bench.db()).await.unwrap().get(&JobState::Done).copied();
        assert_eq!(done().await, Some(2));
        bench.advance_clock(SignedDuration::from_hours(8 * 24));
        bench.run_job(&Purge::default()).await;
        assert_eq!(done().await, Some(1), "the two old ones are gone, the last one is young");
    }

    async fn only_files_that_no_title_names_are_swept(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        let source = Key::parse(title.files.source.as_deref().unwrap()).unwrap();
        bench.ctx.delivery().find_or_convert(&source, Format::Daisy, CopySettings::None, bench.current_time()).await.unwrap();
        let named: Vec<_> = [bench.list_files("sources").await, bench.list_files("artifacts").await].concat();
        // The source, the artifact, the plan of its copies, and its map.
        assert_eq!(named.len(), 4);
        let old = bench.current_time() - SignedDuration::from_hours(30);
        for key in &named {
            bench.set_file_date(key, old);
        }
        let stale = |name: &str| format!("artifacts/{}/DAISY-0.{name}", source.content_hash().unwrap());
        for orphan in ["sources/unnamed.epub", "covers/unnamed.jpg", &stale("zip"), &stale("plan"), &stale("map")] {
            put_file(&bench, orphan, old).await;
        }
        put_file(&bench, "sources/justwritten.epub", bench.current_time()).await;
        assert_eq!(bench.run_job(&Sweep::default()).await, JobState::Done);
        assert_eq!(bench.list_files("artifacts").await, named[1..]);
        let mut sources = vec![named[0].clone(), "sources/justwritten.epub".to_owned()];
        sources.sort();
        assert_eq!(bench.list_files("sources").await, sources);
        assert_eq!(bench.list_files("covers").await, [] as [&str; 0]);
    }

    async fn a_sweep_of_many_parts_removes_what_nobody_names_and_nothing_else(db: Db) {
        let bench = Bench::new(db).await;
        let old = bench.current_time() - SignedDuration::from_hours(30);
        let name = |n: usize, rest: &str| format!("{:02x}{}", n * 16 + n, rest.repeat(62));
        let hash = |n: usize| name(n, "7");
        let (mut orphans, mut named) = (Vec::new(), Vec::new());
        let title = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
        named.extend(title.files.source.clone());
        for n in 0..16 {
            let mut title = title.clone();
            title.files.source = Some(format!("sources/{}.epub", hash(n)));
            title.files.cover = Some(format!("covers/{}.jpg", hash(15 - n)));
            let mut tx = bench.db().begin().await.unwrap();
            title.id = store::titles::next_id(&mut tx).await.unwrap();
            store::titles::insert(&mut tx, &title, None).await.unwrap();
            tx.commit().await.unwrap();
            let source = Key::parse(title.files.source.as_deref().unwrap()).unwrap();
            let made = artifacts::artifact_key(&source, Format::Daisy, CopySettings::None).unwrap();
            named.extend([source, made].map(String::from));
            named.extend([title.files.cover.clone().unwrap(), format!("covers/{}-thumb.jpg", hash(15 - n))]);
            let other = name(n, "8");
            orphans.push(format!("artifacts/{other}/DAISY-0.zip"));
            orphans.push(format!("artifacts/{}/DAISY-0.zip", hash(n)));
            orphans.push(format!("sources/{other}.epub"));
            orphans.push(format!("covers/{other}-thumb.jpg"));
            orphans.push(format!("documents/{other}.pdf"));
        }
        let wanted = title.files.source.as_deref().unwrap();
        bench.set_file_date(wanted, old);
        for key in named.iter().filter(|key| *key != wanted).chain(&orphans) {
            put_file(&bench, key, old).await;
        }
        let (deleted, _) = sweep(&bench.ctx, KeyPart::all_parts(600_000)).await.unwrap();
        assert_eq!(deleted, orphans.len());
        let mut left = Vec::new();
        for folder in ["sources", "documents", "covers", "artifacts"] {
            left.extend(bench.list_files(folder).await);
        }
        left.sort();
        named.sort();
        assert_eq!(left, named);
    }

    async fn the_files_of_editions_are_named_too(db: Db) {
        let bench = Bench::new(db).await;
        bench.add_edition().await;
        let sources = bench.list_files("sources").await;
        assert_eq!(sources.len(), 1);
        bench.set_file_date(&sources[0], bench.current_time() - SignedDuration::from_hours(30));
        assert_eq!(bench.run_job(&Sweep::default()).await, JobState::Done);
        assert_eq!(bench.list_files("sources").await, sources);
    }

    async fn a_book_taken_again_while_its_old_files_are_swept_keeps_them(db: Db) {
        let bench = Bench::new(db).await;
        let (source, _) = bench.ctx.delivery().put_source(Bytes::from_static(b"book"), "epub").await.unwrap();
        bench.set_file_date(source.as_str(), bench.current_time() - SignedDuration::from_hours(1000));
        // The second attempt writes the same bytes under the same name, which makes the file young.
        bench.ctx.delivery().put_source(Bytes::from_static(b"book"), "epub").await.unwrap();
        let meta = bench.ctx.delivery().files().head(&source).await.unwrap().unwrap();
        assert!(meta.modified > bench.current_time() - SignedDuration::from_hours(999));
    }
}
