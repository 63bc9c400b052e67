//! Documents in background jobs, on both databases.

use books::testkit::{slides_with_an_unreadable_one, two_slides};
use delivery::Key;
use domain::conversion_reports::ConversionReport;
use domain::documents::DocumentState;
use domain::{Format, FormatStatus, HistoryAction, Title};
use jiff::SignedDuration;
use jobs::documents::{ConvertDocument, RemoveDocument, RemoveDocuments, enqueue};
use jobs::expire_packages::ExpirePackages;
use jobs::purge::Sweep;
use jobs::retry::RetryOutcome;
use store::jobs::JobState;
use store::{
    KeyPage, PageRequest, Tx, conversion_reports, db_test, documents, history, open_reports, titles,
};

use super::give_up_stranded;
use crate::testing::{Bench, wait_until};

async fn stored_state(bench: &Bench, title: &Title) -> (Title, DocumentState) {
    let state = documents::get(bench.db(), title.id).await.unwrap().unwrap().state;
    (titles::get(bench.db(), title.id).await.unwrap().unwrap(), state)
}

fn format_statuses(title: &Title) -> Vec<(Format, FormatStatus)> {
    title.artifacts.iter().map(|a| (a.format, a.status)).collect()
}

async fn all_files(bench: &Bench) -> Vec<String> {
    let mut all = bench.list_files("documents").await;
    all.extend(bench.list_files("artifacts").await);
    all
}

/// Waits for the artifacts of both formats, each with its plan and its map: that of the EPUB follows it.
async fn both_are_whole(bench: &Bench) {
    wait_until("both have their maps", async || bench.list_files("artifacts").await.len() == 6).await;
}

async fn recorded_events(bench: &Bench, title: &Title) -> Vec<(HistoryAction, Option<String>)> {
    let page = KeyPage { after: None, limit: 9 };
    let events = history::list(bench.db(), title.id, &page).await.unwrap();
    events.into_iter().map(|(_, event)| (event.action, event.comment)).collect()
}

db_test! {
    async fn all_documents_of_a_person_are_removed_with_their_files(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&two_slides()).await;
        assert_eq!(bench.run_job(&ConvertDocument { title: title.id }).await, JobState::Done);
        let other = RemoveDocuments { account: "somebody-else".into() };
        assert_eq!(bench.run_job(&other).await, JobState::Done);
        assert!(titles::get(bench.db(), title.id).await.unwrap().is_some());
        let job = RemoveDocuments { account: title.owner.clone().unwrap() };
        // A repeated run finds nothing left.
        for _ in 0..2 {
            assert_eq!(bench.run_job(&job).await, JobState::Done);
            assert_eq!(titles::get(bench.db(), title.id).await.unwrap(), None);
            assert_eq!(documents::get(bench.db(), title.id).await.unwrap(), None);
        }
        assert_eq!(bench.list_files("documents").await, Vec::<String>::new());
    }

    async fn a_document_becomes_a_book_in_both_formats(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&two_slides()).await;
        let job = ConvertDocument { title: title.id };
        // A repeated run finds it done.
        for _ in 0..2 {
            assert_eq!(bench.run_job(&job).await, JobState::Done);
            let (title, state) = stored_state(&bench, &title).await;
            assert_eq!(state, DocumentState::Ready);
            let available = [Format::Daisy, Format::Epub3].map(|format| (format, FormatStatus::Available));
            assert_eq!(format_statuses(&title), available);
            let stem = "07".repeat(32);
            assert_eq!(title.files.source, Some(format!("documents/{stem}.epub")));
            assert_eq!(bench.list_files("documents").await, ["epub", "pptx"].map(|e| format!("documents/{stem}.{e}")));
            both_are_whole(&bench).await;
            let actions: Vec<_> = recorded_events(&bench, &title).await.into_iter().map(|(action, _)| action).collect();
            assert_eq!(actions, [HistoryAction::ArtifactCreated; 2]);
        }
        let done = store::jobs::list(bench.db(), None, &KeyPage { after: None, limit: 9 }).await.unwrap();
        let progress = &done.iter().find(|job| job.kind == "convert_document" && job.progress.total > 0).unwrap().progress;
        assert_eq!(progress.done, progress.total);
        assert_eq!(progress.note.as_deref(), Some("converting pptx"));
    }

    async fn what_is_left_out_of_a_document_is_reported_to_its_owner_alone(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&slides_with_an_unreadable_one()).await;
        assert_eq!(bench.run_job(&ConvertDocument { title: title.id }).await, JobState::Done);
        let reports = conversion_reports::list_for_title(bench.db(), title.id).await.unwrap();
        assert_eq!(reports[0].format, None, "of the document itself");
        let lines: Vec<_> = reports[0].findings.list.iter().map(|f| (f.code.as_str(), f.left_out, f.file.as_str())).collect();
        assert!(lines.contains(&("UNREADABLE_DOCUMENT", true, "ppt/slides/slide3.xml")), "{lines:?}");
        let all = PageRequest { sort: (), descending: false, after: None, backward: false, limit: 9 };
        assert_eq!(open_reports::list::<ConversionReport>(bench.db(), None, &all).await.unwrap(), []);
        assert_eq!(conversion_reports::get(bench.db(), reports[0].id).await.unwrap(), None);
    }

    async fn a_document_that_cannot_be_converted_has_the_reason(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(b"%PDF-1.7 is no presentation").await;
        assert_eq!(bench.run_job(&ConvertDocument { title: title.id }).await, JobState::Done);
        let (title, state) = stored_state(&bench, &title).await;
        assert_eq!(state, DocumentState::Failed);
        let closed = [Format::Daisy, Format::Epub3].map(|format| (format, FormatStatus::Unavailable));
        assert_eq!(format_statuses(&title), closed);
        let notes = title.metadata.notes.as_deref().unwrap();
        assert!(notes.starts_with("The document could not be converted: "), "{notes}");
        let recorded = recorded_events(&bench, &title).await;
        assert_eq!(recorded[0].0, HistoryAction::ArtifactUpdated);
        assert!(recorded[0].1.as_deref().is_some_and(|text| text.starts_with("the conversion failed: ")));
    }

    async fn a_lost_file_is_given_up_after_some_attempts_and_can_be_tried_again(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&two_slides()).await;
        let key = Key::document(&[7; 32], "pptx");
        bench.ctx.delivery().files().delete(&key).await.unwrap();
        let job = ConvertDocument { title: title.id };
        assert_eq!(bench.run_job(&job).await, JobState::Dead);
        assert_eq!(stored_state(&bench, &title).await.1, DocumentState::Failed);
        bench.ctx.delivery().files().put(&key, two_slides().into()).await.unwrap();
        let page = KeyPage { after: None, limit: 9 };
        let dead = store::jobs::list(bench.db(), Some(JobState::Dead), &page).await.unwrap()[0].id;
        assert_eq!(bench.retry(dead).await, RetryOutcome::Yes);
        let (again, state) = stored_state(&bench, &title).await;
        assert_eq!((state, &again.metadata.notes), (DocumentState::Pending, &None));
        assert_eq!(format_statuses(&again), format_statuses(&title));
        assert_eq!(bench.run_job(&job).await, JobState::Done);
        let (title, state) = stored_state(&bench, &title).await;
        assert_eq!((state, title.metadata.notes), (DocumentState::Ready, None));
    }

    async fn a_removed_document_leaves_no_file(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&two_slides()).await;
        assert_eq!(bench.run_job(&ConvertDocument { title: title.id }).await, JobState::Done);
        both_are_whole(&bench).await;
        // The upload and the book made from it, too.
        assert_eq!(all_files(&bench).await.len(), 8);
        let owner = title.owner.clone().unwrap();
        let mut tx: Tx = bench.db().begin().await.unwrap();
        let removed = documents::remove(&mut tx, &owner, title.id, bench.current_time()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        let job = RemoveDocument { file: removed.file, packages: removed.packages };
        for _ in 0..2 {
            assert_eq!(bench.run_job(&job).await, JobState::Done);
            assert_eq!(all_files(&bench).await, Vec::<String>::new());
        }
        // A late conversion finds nothing to do.
        assert_eq!(bench.run_job(&ConvertDocument { title: title.id }).await, JobState::Done);
        assert_eq!(all_files(&bench).await, Vec::<String>::new());
    }

    async fn a_document_whose_job_was_cancelled_is_given_up(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&two_slides()).await;
        let owner = title.owner.as_ref().unwrap();
        let mut tx = bench.db().begin().await.unwrap();
        enqueue(&mut tx, title.id, owner, bench.current_time()).await.unwrap();
        // A second job while the first waits changes nothing.
        enqueue(&mut tx, title.id, owner, bench.current_time()).await.unwrap();
        tx.commit().await.unwrap();
        let key = documents::job_key(title.id);
        bench.advance_clock(SignedDuration::from_mins(6));
        assert_eq!(give_up_stranded(&bench.ctx).await.unwrap(), 0);
        assert_eq!(store::jobs::cancel_keys(bench.db(), &[key], bench.current_time()).await.unwrap(), 1);
        assert_eq!(bench.run_job(&ExpirePackages::default()).await, JobState::Done);
        let (title, state) = stored_state(&bench, &title).await;
        assert_eq!(state, DocumentState::Failed);
        assert!(title.metadata.notes.unwrap().ends_with("the conversion was stopped."));
    }

    async fn the_sweep_keeps_what_a_document_names(db: Db) {
        let bench = Bench::new(db).await;
        let title = bench.add_document(&two_slides()).await;
        assert_eq!(bench.run_job(&ConvertDocument { title: title.id }).await, JobState::Done);
        both_are_whole(&bench).await;
        let orphan = Key::document(&[9; 32], "pdf");
        bench.ctx.delivery().files().put(&orphan, vec![1].into()).await.unwrap();
        let kept = all_files(&bench).await;
        for key in &kept {
            bench.set_file_date(key, bench.current_time() - SignedDuration::from_hours(48));
        }
        assert_eq!(bench.run_job(&Sweep::default()).await, JobState::Done);
        let expected: Vec<_> = kept.into_iter().filter(|key| *key != orphan.to_string()).collect();
        assert_eq!(all_files(&bench).await, expected);
    }
}
