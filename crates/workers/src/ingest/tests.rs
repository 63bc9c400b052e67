//! Ingest of books, on both databases.

use std::path::PathBuf;
use std::sync::Arc;

use books::testkit::{
    EpubBuilder, TALKING_BOOK, daisy202_book, packed_score, sample_books, score_xml, small_book,
    talking_book, zip_files,
};
use domain::{
    ContentType, ContributorType, Format, FormatStatus, HistoryAction, Title, TitleId, TitleStatus,
    UsageRestriction, WireEnum as _, fixtures,
};
use store::{KeyPage, categories, changes, db_test, history, titles};
use tokio_util::sync::CancellationToken;

use super::feed::RejectReport;
use super::{IngestError, IngestProgress, Overrides, ingest_book};
use crate::testing::{Bench, ingest_paths};

fn new_overrides() -> Overrides {
    Overrides::new(fixtures::site(), UsageRestriction::PublicDomain)
}

fn book_with_title(title: &str) -> Vec<u8> {
    EpubBuilder::new(title).author("Ada Harbor").chapter("One", "<p>Some words.</p>").build()
}

db_test! {
    async fn a_book_becomes_a_title_that_can_be_downloaded(db: Db) {
        let bench = Bench::new(db).await;
        let taken = ingest_book(&bench.ctx, small_book().into(), &new_overrides()).await.unwrap();
        assert!(taken.is_new);
        let title = titles::get(bench.db(), taken.id).await.unwrap().unwrap();
        assert_eq!(title.metadata.title, "The Lighthouse Keeper");
        assert_eq!(title.authors().map(|a| a.display_name.as_str()).collect::<Vec<_>>(), ["Ada Harbor"]);
        assert_eq!((title.status, title.usage), (TitleStatus::Live, UsageRestriction::PublicDomain));
        assert_eq!(title.metadata.languages, ["eng"]);
        assert_eq!(title.metadata.num_pages, Some(2));
        for format in [Format::Epub3, Format::Daisy] {
            assert_eq!(title.artifact(format).unwrap().status, FormatStatus::Available);
        }
        assert_eq!(bench.list_files("sources").await, [title.files.source.clone().unwrap()]);
        let events = history::list(bench.db(), title.id, &KeyPage { after: None, limit: 100 }).await.unwrap();
        let mut actions: Vec<_> = events.into_iter().map(|(_, event)| event.action).collect();
        actions.reverse();
        assert_eq!(actions.first(), Some(&HistoryAction::Submitted));
        assert_eq!(actions.last(), Some(&HistoryAction::Published));
        assert_eq!(actions.iter().filter(|a| **a == HistoryAction::ArtifactCreated).count(), title.artifacts.len());
    }

    async fn a_file_is_ingested_once_for_each_site(db: Db) {
        let bench = Bench::new(db).await;
        let first = ingest_book(&bench.ctx, small_book().into(), &new_overrides()).await.unwrap();
        let again = ingest_book(&bench.ctx, small_book().into(), &new_overrides()).await.unwrap();
        assert_eq!((again.id, again.is_new), (first.id, false));
        let lab = Overrides { site: fixtures::lab(), ..new_overrides() };
        let other = ingest_book(&bench.ctx, small_book().into(), &lab).await.unwrap();
        assert!(other.is_new && other.id != first.id);
        assert_eq!(bench.list_files("sources").await.len(), 1, "one file for both");
    }

    async fn daisy_books_are_ingested_in_the_formats_that_they_fit(db: Db) {
        let bench = Bench::new(db).await;
        let take = async |book: Vec<u8>| {
            let taken = ingest_book(&bench.ctx, book.clone().into(), &new_overrides()).await.unwrap();
            let again = ingest_book(&bench.ctx, book.into(), &new_overrides()).await.unwrap();
            assert_eq!((taken.is_new, again.id, again.is_new), (true, taken.id, false));
            titles::get(bench.db(), taken.id).await.unwrap().unwrap()
        };
        let text = take(daisy202_book("Told and Shown", true)).await;
        assert_eq!(text.metadata.title, "Told and Shown");
        assert_eq!(text.authors().map(|a| a.display_name.as_str()).collect::<Vec<_>>(), ["Ada Harbor"]);
        assert_eq!((text.files.source_format, text.metadata.num_pages), (Some(Format::Daisy2Audio), Some(1)));
        assert_eq!(text.files.source.as_deref().unwrap().rsplit('.').next(), Some("zip"));
        assert!(text.artifact(Format::Brf).is_some() && text.artifact(Format::Epub3).is_some());
        let narrator = |title: &Title, format| title.artifact(format).unwrap().details.narrator.clone().map(|n| n.name);
        assert_eq!(narrator(&text, Format::DaisyAudio).as_deref(), Some("Nora Reader"));
        assert_eq!(narrator(&text, Format::Epub3).as_deref(), Some("Nora Reader"));
        assert_eq!(narrator(&text, Format::Daisy), None);

        let heard = take(daisy202_book("Only Told", false)).await;
        let formats: Vec<_> = heard.available_formats().collect();
        assert_eq!(formats, [Format::DaisyAudio, Format::Daisy2Audio, Format::Epub3]);

        let talking = take(talking_book("Told Again", b"sound")).await;
        assert_eq!(talking.files.source_format, Some(Format::DaisyAudio));
        assert_eq!(talking.available_formats().collect::<Vec<_>>(), formats);
        let details = &talking.artifact(Format::Epub3).unwrap().details;
        assert_eq!(details.duration_seconds, Some(TALKING_BOOK / 1000));
        assert_eq!(narrator(&talking, Format::DaisyAudio).as_deref(), Some("Nora Reader"));

        let dtbook = "<dtbook xml:lang=\"en\"><book><frontmatter><doctitle>Plain</doctitle></frontmatter>\
            <bodymatter><level1><h1>One</h1><p>Words.</p></level1></bodymatter></book></dtbook>";
        let plain = take(dtbook.into()).await;
        assert_eq!((plain.metadata.title.as_str(), plain.files.source_format), ("Plain", Some(Format::Daisy)));
        assert_eq!(plain.files.source.as_deref().unwrap().rsplit('.').next(), Some("xml"));
    }

    async fn a_score_becomes_a_title_of_music_in_every_format(db: Db) {
        let bench = Bench::new(db).await;
        let taken = ingest_book(&bench.ctx, score_xml("Ebb").into(), &new_overrides()).await.unwrap();
        let again = ingest_book(&bench.ctx, score_xml("Ebb").into(), &new_overrides()).await.unwrap();
        assert_eq!((taken.is_new, again.id, again.is_new), (true, taken.id, false));
        let title = titles::get(bench.db(), taken.id).await.unwrap().unwrap();
        assert_eq!((title.content_type, title.metadata.title.as_str()), (ContentType::MusicScore, "Ebb"));
        assert_eq!(title.authors().count(), 0);
        let people: Vec<_> = title.metadata.contributors.iter().map(|one| one.kind).collect();
        assert_eq!(people, [ContributorType::Composer, ContributorType::Lyricist]);
        let music = title.metadata.music.clone().unwrap();
        assert_eq!((music.key.as_deref(), music.instruments), (Some("D minor"), vec!["Oboe".to_owned()]));
        // The score itself is stored, because the formats made from it may improve.
        let source = title.files.source.clone().unwrap();
        assert_eq!((source.rsplit('.').next(), title.files.source_format), (Some("musicxml"), None));
        for format in Format::ALL {
            assert!(title.artifact(*format).is_some(), "{format}");
        }
        let packed = ingest_book(&bench.ctx, packed_score("Ebb").into(), &new_overrides()).await.unwrap();
        let packed = titles::get(bench.db(), packed.id).await.unwrap().unwrap();
        assert_eq!(packed.files.source.as_deref().unwrap().rsplit('.').next(), Some("mxl"));

        for (wrong, reason) in [
            (score_xml(""), "the book has no title"),
            (score_xml("Ebb").replace("score-partwise", "score-timewise"), "ordered by parts"),
            ("<score-partwise><part/></score-partwise>".to_owned(), "no text was found"),
        ] {
            let error = ingest_book(&bench.ctx, wrong.into(), &new_overrides()).await.unwrap_err();
            assert!(matches!(&error, IngestError::Refused { reason: said, .. } if said.contains(reason)), "{error}");
        }
        assert_eq!(bench.list_files("sources").await.len(), 2);
    }

    async fn racing_attempts_make_one_title(db: Db) {
        let bench = Bench::new(db).await;
        let overrides = new_overrides();
        let attempts = (0..6).map(|_| ingest_book(&bench.ctx, small_book().into(), &overrides));
        let taken = futures_util::future::try_join_all(attempts).await.unwrap();
        assert_eq!(taken.iter().filter(|t| t.is_new).count(), 1);
        assert!(taken.iter().all(|t| t.id == taken[0].id));
        assert_eq!(titles::count(bench.db()).await.unwrap(), 1);
    }

    async fn the_last_word_is_the_callers(db: Db) {
        let bench = Bench::new(db).await;
        let overrides = Overrides {
            adjust: Some(Arc::new(|title| {
                title.metadata.nimac = true;
                title.status = TitleStatus::Withdrawn;
                title.dates.published = None;
            })),
            ..new_overrides()
        };
        let taken = ingest_book(&bench.ctx, small_book().into(), &overrides).await.unwrap();
        let title = titles::get(bench.db(), taken.id).await.unwrap().unwrap();
        assert!(title.metadata.nimac && title.status == TitleStatus::Withdrawn);
    }

    async fn subjects_and_cover_are_kept(db: Db) {
        let bench = Bench::new(db).await;
        let mut cover = std::io::Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(40, 60).write_to(&mut cover, image::ImageFormat::Png).unwrap();
        let book = EpubBuilder::new("Waves")
            .metadata(r##"<dc:subject>Seas -- Poetry</dc:subject>
                <dc:subject id="kept">Poetry by one poet</dc:subject><meta refines="#kept" property="authority">Thema</meta>
                <meta refines="#kept" property="term">DCF</meta><dc:description>&lt;p&gt;All &lt;b&gt;about&lt;/b&gt; waves.&lt;/p&gt;</dc:description>
                <meta name="cover" content="cover"/>"##)
            .file("cover.png", "image/png", cover.get_ref())
            .chapter("One", "<p>Waves.</p>")
            .build();
        let taken = ingest_book(&bench.ctx, book.into(), &new_overrides()).await.unwrap();
        let title = titles::get(bench.db(), taken.id).await.unwrap().unwrap();
        assert_eq!(title.metadata.synopsis.as_deref(), Some("All about waves."));
        assert_eq!(title.metadata.categories.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["Poetry"]);
        let thema: Vec<_> = title.metadata.thema.iter().map(|one| (one.code.as_str(), one.name.as_deref())).collect();
        assert_eq!(thema, [("DCF", Some("Poetry by one poet"))]);
        let cover = title.files.cover.clone().unwrap();
        assert!(cover.starts_with("covers/") && cover.rsplit('.').next() == Some("jpg"), "{cover}");
        assert_eq!(bench.list_files("covers").await.len(), 2, "with its thumbnail");
        assert_eq!(categories::page(bench.db(), &KeyPage { after: None, limit: 10 }).await.unwrap(), ["Poetry"]);
    }

    async fn a_file_that_is_not_a_book_leaves_nothing_behind(db: Db) {
        let bench = Bench::new(db).await;
        let head = changes::last_position(bench.db()).await.unwrap();
        for broken in [Vec::new(), b"no zip".to_vec(), zip_files([("mimetype", "application/epub+zip")])] {
            let error = ingest_book(&bench.ctx, broken.into(), &new_overrides()).await.unwrap_err();
            assert!(matches!(error, IngestError::Refused { .. }), "{error}");
        }
        assert_eq!(bench.list_files("sources").await, [] as [&str; 0]);
        assert_eq!(changes::last_position(bench.db()).await.unwrap(), head);
    }

    async fn a_folder_is_taken_with_its_folders_and_a_broken_file_stops_nothing(db: Db) {
        let bench = Bench::new(db).await;
        let folder = bench.folder.path().join("books");
        std::fs::create_dir_all(folder.join("more")).unwrap();
        std::fs::write(folder.join("one.epub"), book_with_title("One")).unwrap();
        std::fs::write(folder.join("more/two.EPUB"), book_with_title("Two")).unwrap();
        std::fs::write(folder.join("broken.epub"), b"no zip").unwrap();
        std::fs::write(folder.join("notes.txt"), b"not read").unwrap();
        let paths = [folder.clone(), folder.join("one.epub"), folder.join("missing.epub")];
        let stop = CancellationToken::new();
        let mut rejects = RejectReport::new(&bench.folder.path().join("rejects.csv"));
        let mut reported: Vec<IngestProgress> = Vec::new();
        let report = ingest_paths(&bench.ctx, &paths, &new_overrides(), &stop, &mut rejects, |p| reported.push(p.clone())).await.unwrap();
        assert_eq!((report.added, report.skipped, report.is_stopped), (2, 0, false));
        let failed: Vec<&PathBuf> = report.failed.iter().map(|(path, _)| path).collect();
        assert_eq!(failed, [&folder.join("broken.epub"), &folder.join("missing.epub")]);
        assert!(report.failed.iter().all(|(_, reason)| !reason.is_empty()));
        let lines = std::fs::read_to_string(rejects.written_path().unwrap()).unwrap();
        assert_eq!(lines.lines().filter(|line| line.starts_with("rejected,")).count(), 2, "{lines}");
        assert!(lines.contains("broken.epub,,,,not a zip container"), "{lines}");
        let last = reported.last().unwrap();
        assert_eq!((last.total, last.done, last.added, last.failed), (4, 4, 2, 2));
        assert!(reported.windows(2).all(|pair| pair[0].done < pair[1].done));

        let report = ingest_paths(&bench.ctx, &paths, &new_overrides(), &stop, &mut rejects, |_| {}).await.unwrap();
        assert_eq!((report.added, report.skipped, report.failed.len()), (0, 2, 2), "started again");
    }

    async fn a_run_that_is_stopped_says_so_and_can_be_started_again(db: Db) {
        let bench = Bench::new(db).await;
        let folder = bench.folder.path().join("books");
        std::fs::create_dir_all(&folder).unwrap();
        for n in 0..12 {
            std::fs::write(folder.join(format!("{n}.epub")), book_with_title(&n.to_string())).unwrap();
        }
        let paths = [folder];
        let stop = CancellationToken::new();
        let mut rejects = RejectReport::new(&bench.folder.path().join("rejects.csv"));
        let report = ingest_paths(&bench.ctx, &paths, &new_overrides(), &stop, &mut rejects, |p| {
            if p.done == 3 {
                stop.cancel();
            }
        })
        .await
        .unwrap();
        assert!(report.is_stopped && report.added >= 3 && report.added < 12, "{report:?}");
        assert_eq!(titles::count(bench.db()).await.unwrap(), report.added as u64, "whole titles only");
        let rest = ingest_paths(&bench.ctx, &paths, &new_overrides(), &CancellationToken::new(), &mut rejects, |_| {}).await.unwrap();
        assert_eq!((rest.added + report.added, rest.skipped, rest.is_stopped), (12, report.added, false));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sample_book_is_ingested_with_all_its_metadata() {
    let samples = sample_books();
    if samples.is_empty() {
        return;
    }
    let test = store::testkit::TestDb::create_sqlite().await;
    let bench = Bench::new(test.db.clone()).await;
    for (name, book) in samples {
        let taken = ingest_book(&bench.ctx, book.into(), &new_overrides()).await;
        let taken = taken.unwrap_or_else(|error| panic!("{name}: {error}"));
        let title = titles::get(bench.db(), taken.id).await.unwrap().unwrap();
        assert!(!title.metadata.languages.contains(&"und".to_owned()), "{name}");
        assert!(title.metadata.synopsis.as_deref().is_none_or(|text| !text.contains(['<', '>'])), "{name}");
        if name.starts_with("se_") {
            assert!(title.authors().next().is_some(), "{name}");
            assert!(!title.metadata.categories.is_empty(), "{name}");
            assert!(title.artifact(Format::Epub3).unwrap().details.accessibility.is_some(), "{name}");
        }
    }
    assert!(titles::list_after(bench.db(), TitleId(0), 100).await.unwrap().len() >= 10);
    test.drop().await;
}
