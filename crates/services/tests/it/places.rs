//! One place in every format of a title: positions, bookmarks and highlights in terms of another format.

use std::ffi::OsStr;
use std::path::Path;

use books::testkit::small_book;
use domain::bookmarks::Bookmark;
use domain::copy_keys::CopyKey;
use domain::fixtures::{self, days_ago, title, with_change};
use domain::highlights::Highlight;
use domain::progressions::REFERENCES;
use domain::reading::{MetricType, ReadingEvent};
use domain::synced_documents::CopiedItem;
use domain::{CopySettings, Format, Item, TitleId, UsageRestriction};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use services::places::Translator;
use services::progressions::{self, FilePosition, ProgressionDocument, ReadingDevice};
use services::reading::{self, AnyPosition, PositionOrigin};
use services::synced_documents::{SyncedDocument, SyncedProgress, get, put};
use services::{Operation, annotations, bookmarks, highlights, sessions};
use store::tokens::{NewTokenPair, insert_pair};
use store::{copy_keys, db_test};

use crate::library::World;
use crate::world::error_key;

const TITLE: TitleId = TitleId(1);

/// A title whose EPUB and DAISY book were made; its PDF was not.
async fn add_title(world: &World, usage: UsageRestriction) {
    let (source, _) = world.delivery.put_source(small_book().into(), "epub").await.unwrap();
    for format in [Format::Epub3, Format::Daisy] {
        world
            .delivery
            .find_or_convert(&source, format, CopySettings::None, Timestamp::UNIX_EPOCH)
            .await
            .unwrap();
    }
    let title = with_change(title(), |title| {
        title.id = TITLE;
        title.usage = usage;
        title.files.source = Some(source.to_string());
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
}

fn reading_event(format: Format, location: &str, share: Option<f64>, days: i64) -> ReadingEvent {
    ReadingEvent {
        title: TITLE,
        format,
        location: location.to_owned(),
        total_progression: share,
        metric: 1,
        metric_type: MetricType::Page,
        description: None,
        date: days_ago(days),
    }
}

async fn record_event(user: &Operation, event: ReadingEvent) {
    reading::record(user, &event).await.unwrap();
}

async fn any_position(user: &Operation, format: Format) -> AnyPosition {
    reading::any_position(user, TITLE, format).await.unwrap()
}

/// A browser in which the reader of `user` is signed in, and its cookie's value.
async fn sign_in_browser(world: &World, user: &Operation) -> (Operation, String) {
    let account = user.account().unwrap();
    let secret = world.begin_session(account).await;
    let signed_in = sessions::resume(&world.library, secret.reveal()).await.unwrap().unwrap();
    (signed_in, secret.reveal().to_owned())
}

/// The app of `user` in which the same reader signs in again.
async fn sign_in_app(world: &World, user: &Operation, token: &str) -> Operation {
    let pair = NewTokenPair {
        access_hash: &secrets::hash_token(token),
        access_expires: user.now + SignedDuration::from_hours(1),
        refresh_hash: &format!("refresh of {token}"),
        refresh_expires: user.now + SignedDuration::from_hours(24),
        client: &user.client.id,
        account: user.account_id().unwrap(),
        family: token,
        replaces: None,
    };
    let mut tx = world.db.begin().await.unwrap();
    insert_pair(&mut tx, &pair, user.now).await.unwrap();
    tx.commit().await.unwrap();
    world.guest_caller().await.with_token(token).await.unwrap()
}

/// The origin of each device's position, as a caller sees it, the newest first.
async fn device_origins(user: &Operation) -> Vec<PositionOrigin> {
    let events = reading::list_by_device(user, TITLE).await.unwrap();
    events.iter().map(|event| PositionOrigin::from_event(user, event)).collect()
}

/// The step of the DAISY book at a share of the text, and the same place in the EPUB.
async fn step_and_cfi(user: &Operation, share: f64) -> (String, String) {
    let title = services::titles::find_visible(user, TITLE).await.unwrap();
    let mut translator = Translator::new(user, &title).await.unwrap();
    let step = translator.translate((Format::Daisy, ""), Some(share), Format::Daisy).await.unwrap();
    let step = step.location.unwrap();
    let cfi = translator.translate((Format::Daisy, &step), None, Format::Epub3).await.unwrap();
    (step, cfi.location.unwrap())
}

db_test! {
    async fn the_newest_position_of_any_format_is_returned_in_each(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::PublicDomain).await;
        let ada = world.new_reader("ada").await;
        let missing = reading::any_position(&ada, TITLE, Format::Daisy).await;
        assert_eq!(error_key(missing), "READING_POSITION_NOT_FOUND");
        let (step, cfi) = step_and_cfi(&ada, 0.5).await;
        assert!(step.contains(".smil#p") && cfi.starts_with("epubcfi(/6/"), "{step} {cfi}");
        record_event(&ada, reading_event(Format::Epub3, &cfi, None, 3)).await;
        let told = any_position(&ada, Format::Daisy).await;
        assert_eq!((told.position.location.as_str(), told.position.format), (step.as_str(), Format::Daisy));
        assert_eq!((told.position.added, told.position.modified), (days_ago(3), days_ago(3)));
        assert_eq!(told.translated.unwrap().location, cfi);
        assert!((told.total_progression.unwrap() - 0.5).abs() < 0.2, "{:?}", told.total_progression);
        // In its own format it is what the app has reported.
        let own = any_position(&ada, Format::Epub3).await;
        assert_eq!((own.position.location.as_str(), own.translated), (cfi.as_str(), None));
        // Not made yet: only the share is known.
        let pdf = any_position(&ada, Format::Pdf).await;
        assert_eq!((pdf.position.location.as_str(), pdf.total_progression), ("", told.total_progression));
        // Another device is older by its own time, although it reports later: its place is kept.
        record_event(&ada, reading_event(Format::Daisy, "book0001.smil#p2", Some(0.1), 5)).await;
        let told = any_position(&ada, Format::Daisy).await;
        assert_eq!(told.position.location, step);
        assert_eq!(told.others.len(), 1);
        assert_eq!((told.others[0].location.as_str(), told.others[0].date), ("book0001.smil#p2", days_ago(5)));
    }

    async fn browsers_and_apps_are_offered_the_places_of_each_other(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::PublicDomain).await;
        let ada = world.new_reader("ada").await;
        let (phone, _) = sign_in_browser(&world, &ada).await;
        let at = |step: u32, days| reading_event(Format::Epub3, &format!("epubcfi(/6/4!/4/{step})"), Some(0.1), days);
        let others = async |user: &Operation| -> Vec<String> {
            any_position(user, Format::Epub3).await.others.into_iter().map(|other| other.location).collect()
        };
        record_event(&phone, at(2, 9)).await;
        record_event(&phone, at(4, 5)).await;
        assert_eq!(others(&phone).await, [] as [&str; 0], "nothing of its own");
        assert_eq!(device_origins(&phone).await, [PositionOrigin::Here]);
        // It reports later, and was there earlier by its own time.
        let (laptop, secret) = sign_in_browser(&world, &ada).await;
        record_event(&laptop, at(6, 7)).await;
        for user in [&phone, &laptop] {
            assert_eq!(any_position(user, Format::Epub3).await.position.location, "epubcfi(/6/4!/4/4)");
            assert_eq!(others(user).await, ["epubcfi(/6/4!/4/6)"]);
        }
        assert_eq!(device_origins(&phone).await, [PositionOrigin::Here, PositionOrigin::Browser]);
        assert_eq!(device_origins(&laptop).await, [PositionOrigin::Browser, PositionOrigin::Here]);
        // An app, and the same app signed in on another device.
        record_event(&ada, at(8, 6)).await;
        let again = sign_in_app(&world, &ada, "again").await;
        record_event(&again, at(10, 8)).await;
        let all = ["epubcfi(/6/4!/4/8)", "epubcfi(/6/4!/4/6)", "epubcfi(/6/4!/4/10)"];
        assert_eq!(others(&again).await, all);
        assert_eq!(device_origins(&again).await, [PositionOrigin::Browser, PositionOrigin::App, PositionOrigin::Browser, PositionOrigin::Here]);
        // The places of a session outlive it; that they were read in it does not.
        sessions::end(&world.anybody(), &secret).await.unwrap();
        assert_eq!(others(&again).await, all);
        assert_eq!(device_origins(&ada).await, [PositionOrigin::Browser, PositionOrigin::Here, PositionOrigin::Unknown, PositionOrigin::App]);
        // Another reader is not concerned.
        let ben = world.new_reader("ben").await;
        assert_eq!(device_origins(&ben).await, []);
    }

    async fn positions_without_a_map_are_translated_by_their_share_of_the_text(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::PublicDomain).await;
        let ada = world.new_reader("ada").await;
        let (step, _) = step_and_cfi(&ada, 0.5).await;
        record_event(&ada, reading_event(Format::Pdf, "page=7", Some(0.5), 3)).await;
        assert_eq!(any_position(&ada, Format::Daisy).await.position.location, step);
        record_event(&ada, reading_event(Format::Pdf, "page=9", None, 2)).await;
        let nowhere = any_position(&ada, Format::Daisy).await;
        assert_eq!((nowhere.position.location.as_str(), nowhere.total_progression), ("", None));
        assert_eq!(nowhere.translated.unwrap().location, "page=9");
    }

    async fn an_e_reader_follows_and_leads(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::Copyright).await;
        let ada = world.new_reader("ada").await;
        let copied = CopiedItem { item: Item::Title(TITLE), format: Format::Epub3 };
        let document = CopyKey::from_name("small.epub");
        let keys = vec![(document.clone(), Some(ada.account_id().unwrap().clone()))];
        copy_keys::record_keys(&world.db, keys, &copied, ada.now).await.unwrap();
        let document = SyncedDocument::read(document.as_str()).unwrap();
        let (step, cfi) = step_and_cfi(&ada, 0.5).await;
        record_event(&ada, reading_event(Format::Daisy, &step, None, 4)).await;
        // No app has ever sent a place in the EPUB.
        let followed = get(&ada, &document).await.unwrap().unwrap();
        assert!(followed.progress.starts_with("/body/DocFragment["), "{followed:?}");
        assert_eq!((followed.device.as_str(), followed.date), ("Library, DAISY", days_ago(4)));
        assert!((followed.percentage - 0.5).abs() < 0.2, "{followed:?}");
        // What it sends back is the same place.
        let sent = SyncedProgress { device: "Kobo".into(), date: days_ago(3), ..followed };
        put(&ada, &document, &sent).await.unwrap();
        assert_eq!(any_position(&ada, Format::Daisy).await.position.location, step);
        let epub = any_position(&ada, Format::Epub3).await;
        assert_eq!(epub.position.location, cfi, "an app's own words become an identifier");
        assert_eq!(epub.translated.unwrap().location, sent.progress);
        assert_eq!(get(&ada, &document).await.unwrap(), Some(sent));
        // Other apps learn the name of the e-reader, and apps of the interface get its place in their words.
        assert_eq!(any_position(&ada, Format::Epub3).await.device_name.as_deref(), Some("Kobo"));
        let position = reading::find_position(&ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!((position.location.as_str(), position.modified), (cfi.as_str(), days_ago(3)));
        let place = progressions::get(&ada, TITLE).await.unwrap().unwrap();
        assert_eq!(place.device.name, "Kobo");
    }

    async fn a_position_in_an_epub_is_an_identifier_whichever_app_reported_it(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::PublicDomain).await;
        let ada = world.new_reader("ada").await;
        let (_, cfi) = step_and_cfi(&ada, 0.5).await;
        let position = async |format| reading::find_position(&ada, TITLE, format).await;
        for (n, reported) in ["#progression=0.5", "OEBPS/elsewhere.xhtml#p9", "#t=40.2", "words of an app"].into_iter().enumerate() {
            record_event(&ada, reading_event(Format::Epub3, reported, Some(0.5), 20 - i64::try_from(n).unwrap())).await;
            assert_eq!(position(Format::Epub3).await.unwrap().location, cfi, "{reported}");
        }
        // Of a pointer that the map does not know, the document is understood.
        record_event(&ada, reading_event(Format::Epub3, "/body/DocFragment[2]/body/nowhere[9]", None, 9)).await;
        assert!(position(Format::Epub3).await.unwrap().location.starts_with("epubcfi(/6/4!/4"));
        // Nothing is known of these words, and their app alone can have reported them.
        record_event(&ada, reading_event(Format::Epub3, "words of an app", None, 8)).await;
        assert_eq!(position(Format::Epub3).await.unwrap().location, "words of an app");
        record_event(&ada, reading_event(Format::Epub3, "OEBPS/elsewhere.xhtml#p9", None, 7)).await;
        assert_eq!(error_key(position(Format::Epub3).await), "READING_POSITION_NOT_FOUND");
        // Other formats have their own notation, too, also without a map.
        for reported in ["77", "#page=77"] {
            record_event(&ada, reading_event(Format::Pdf, reported, None, 6)).await;
            assert_eq!(position(Format::Pdf).await.unwrap().location, "page=77", "{reported}");
        }
        let (step, _) = step_and_cfi(&ada, 0.5).await;
        record_event(&ada, reading_event(Format::Daisy, "#t=400", Some(0.5), 6)).await;
        assert_eq!(position(Format::Daisy).await.unwrap().location, step);
    }

    async fn an_app_over_opds_follows_and_leads(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::Copyright).await;
        let ada = world.new_reader("ada").await;
        let (step, cfi) = step_and_cfi(&ada, 0.5).await;
        // A player says where, and not how far that is.
        record_event(&ada, reading_event(Format::Daisy, &step, None, 9)).await;
        let followed = progressions::get_in_file(&ada, TITLE).await.unwrap().unwrap();
        assert_eq!(followed.references, [format!("#{cfi}"), step.clone()]);
        assert_eq!((followed.device.name.as_str(), followed.modified), ("Library, DAISY", days_ago(9)));
        assert!((followed.progression - 0.5).abs() < 0.2, "{followed:?}");
        let within = followed.file_position.clone().unwrap();
        let extension = std::path::Path::new(&within.path).extension();
        assert!(extension.is_some_and(|it| it == "xhtml") && within.progression.is_some(), "{within:?}");
        // A place in an e-reader's own notation is returned in one that other apps know.
        let title = services::titles::find_visible(&ada, TITLE).await.unwrap();
        let mut translator = Translator::new(&ada, &title).await.unwrap();
        let pointer = translator.translate((Format::Epub3, &cfi), None, Format::Epub3).await.unwrap().pointer.unwrap();
        record_event(&ada, reading_event(Format::Epub3, &pointer, Some(0.4), 8)).await;
        let followed = progressions::get(&ada, TITLE).await.unwrap().unwrap();
        assert_eq!((followed.references, followed.progression), (vec![format!("#{cfi}")], 0.4));

        // An app that knows files alone leads to the same sentence.
        let sent = |days, references: &[&str], within: Option<FilePosition>| ProgressionDocument {
            title: None,
            modified: days_ago(days),
            device: ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() },
            progression: 0.5,
            references: references.iter().map(|&reference| reference.to_owned()).collect(),
            locator: None,
            file_position: within,
        };
        let path = within.path.as_str();
        let put = async |document| progressions::put(&ada, TITLE, document).await.unwrap();
        put(sent(7, &[path], Some(within.clone()))).await;
        assert_eq!(any_position(&ada, Format::Epub3).await.position.location, cfi);
        assert_eq!(any_position(&ada, Format::Daisy).await.position.location, step);
        // A position that counts by the book alone leads to its beginning, if the file is the first.
        let name = path.rsplit('/').next().unwrap().to_owned();
        put(sent(6, &[&name], Some(FilePosition { path: name.clone(), progression: Some(0.0) }))).await;
        let first = any_position(&ada, Format::Epub3).await.position.location;
        assert!(first < cfi && first.starts_with(cfi.split_once('!').unwrap().0), "{first} is in the file of {cfi}");
        // An id is not in the map, but its file is.
        let id = format!("{path}#nowhere");
        put(ProgressionDocument { progression: 1.0, ..sent(5, &[&id], None) }).await;
        let daisy = any_position(&ada, Format::Daisy).await;
        assert_eq!(daisy.translated.unwrap().location, id);
        let back = translator.translate((Format::Daisy, &daisy.position.location), None, Format::Epub3).await.unwrap();
        assert_eq!(translator.find_document_of(&back.location.unwrap()).await.unwrap().unwrap().path, path);
        // An app that knows only files gets the file of a place that another app sent without one.
        put(ProgressionDocument { title: Some("Here".into()), ..sent(4, &[&format!("#{cfi}")], None) }).await;
        let told = progressions::get_in_file(&ada, TITLE).await.unwrap().unwrap();
        assert_eq!((told.file_position, told.title), (Some(within), Some("Here".into())));
        // Another file than those of the book says nothing; the share of the text does.
        put(sent(3, &["OEBPS/other.xhtml"], Some(FilePosition { path: "OEBPS/other.xhtml".into(), progression: None }))).await;
        let by_share = any_position(&ada, Format::Epub3).await.position.location;
        assert!(by_share.starts_with("epubcfi(/6/"), "{by_share}");
    }

    async fn references_of_the_library_that_an_app_returns_are_old(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::PublicDomain).await;
        let ada = world.new_reader("ada").await;
        let (step, cfi) = step_and_cfi(&ada, 0.5).await;
        record_event(&ada, reading_event(Format::Daisy, &step, Some(0.5), 9)).await;
        let followed = progressions::get(&ada, TITLE).await.unwrap().unwrap();
        let device = ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() };
        let sent = |days, progression| ProgressionDocument {
            modified: days_ago(days),
            device: device.clone(),
            progression,
            ..followed.clone()
        };
        let further = ProgressionDocument { file_position: None, ..sent(8, 0.9) };
        progressions::put(&ada, TITLE, further).await.unwrap();
        let told = any_position(&ada, Format::Epub3).await;
        assert_eq!(told.translated.unwrap().location, "#progression=0.9", "nothing of the old place");
        assert_eq!(told.position.location, step_and_cfi(&ada, 0.9).await.1);
        record_event(&ada, reading_event(Format::Daisy, &step, Some(0.5), 7)).await;
        progressions::put(&ada, TITLE, sent(6, 0.5)).await.unwrap();
        assert_eq!(any_position(&ada, Format::Epub3).await.position.location, cfi, "at the same place");
    }

    async fn a_place_that_an_app_over_opds_has_reported_is_translated_too(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::Copyright).await;
        let ada = world.new_reader("ada").await;
        let (_, cfi) = step_and_cfi(&ada, 0.5).await;
        let exact = format!("#{cfi}");
        let sent = |days, references: &[&str], locator: Option<Value>| ProgressionDocument {
            title: None,
            modified: days_ago(days),
            device: ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() },
            progression: 0.5,
            references: references.iter().map(|&reference| reference.to_owned()).collect(),
            locator,
            file_position: None,
        };
        let all = ["#a"; REFERENCES];
        let nowhere = |kind| Some(json!({"href": "", "type": kind, "locations": {"totalProgression": 0.5}}));
        for (n, (references, locator, expected)) in [
            (&["#page=6"][..], None, vec!["#page=6", &exact]),
            (&[], None, vec![&exact]),
            (&["#t=400"], None, vec!["#t=400", &exact]),
            (&[&exact], None, vec![&exact]),
            (&["OEBPS/elsewhere.xhtml#p9"], None, vec!["OEBPS/elsewhere.xhtml#p9", &exact]),
            (&all, None, all.to_vec()),
            (&["#page=6"], nowhere("application/pdf"), vec!["#page=6", &exact]),
            (&[], nowhere("application/xhtml+xml"), vec![&exact]),
        ].into_iter().enumerate() {
            let document = sent(20 - i64::try_from(n).unwrap(), references, locator);
            progressions::put(&ada, TITLE, document.clone()).await.unwrap();
            let told = progressions::get(&ada, TITLE).await.unwrap().unwrap();
            assert_eq!((told.references, told.device), (expected.into_iter().map(str::to_owned).collect(), document.device));
            let in_file = progressions::get_in_file(&ada, TITLE).await.unwrap().unwrap();
            let within = in_file.file_position.unwrap();
            assert!(within.progression.is_some() && Path::new(&within.path).extension() == Some(OsStr::new("xhtml")), "{within:?}");
            assert_eq!(in_file.locator, None, "{references:?}");
        }
        // A locator in a file stays unchanged, and other apps get the sentence.
        let within = progressions::get_in_file(&ada, TITLE).await.unwrap().unwrap().file_position.unwrap();
        let locator = json!({"href": within.path, "type": "application/xhtml+xml", "locations": {"progression": within.progression}});
        let document = ProgressionDocument { file_position: Some(within.clone()), ..sent(5, &[&within.path], Some(locator.clone())) };
        progressions::put(&ada, TITLE, document.clone()).await.unwrap();
        let told = progressions::get(&ada, TITLE).await.unwrap().unwrap();
        assert_eq!(told.references, [within.path.clone(), exact.clone()]);
        assert_eq!(progressions::get_in_file(&ada, TITLE).await.unwrap().unwrap().locator, Some(locator));
        // What the app keeps of it, it does not understand. A repeated request has the same effect.
        let further = ProgressionDocument { progression: 0.9, modified: days_ago(4), device: document.device, ..told };
        for _ in 0..2 {
            progressions::put(&ada, TITLE, further.clone()).await.unwrap();
            let told = progressions::get(&ada, TITLE).await.unwrap().unwrap();
            assert_eq!((told.references.len(), &told.references[0]), (2, &within.path));
            assert_ne!(told.references[1], exact);
        }
    }

    async fn an_e_reader_has_no_place_in_a_format_without_pointers(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::Copyright).await;
        let ada = world.new_reader("ada").await;
        let copied = CopiedItem { item: Item::Title(TITLE), format: Format::Docx };
        let document = CopyKey::from_name("small.docx");
        let keys = vec![(document.clone(), Some(ada.account_id().unwrap().clone()))];
        copy_keys::record_keys(&world.db, keys, &copied, ada.now).await.unwrap();
        let document = SyncedDocument::read(document.as_str()).unwrap();
        let own = SyncedProgress {
            progress: "/body/p[3]/text().0".into(),
            percentage: 0.2,
            device: "Kobo".into(),
            device_id: Some("A1".into()),
            date: days_ago(5),
        };
        put( &ada, &document, &own).await.unwrap();
        assert_eq!(get( &ada, &document).await.unwrap(), Some(own));
        // Only the map knows the share of this place.
        let (step, _) = step_and_cfi(&ada, 0.5).await;
        record_event(&ada, reading_event(Format::Daisy, &step, None, 4)).await;
        assert_eq!(get(&ada, &document).await.unwrap(), None);
    }

    async fn annotations_of_other_formats_are_offered(db: Db) {
        let world = World::new(db, None).await;
        add_title(&world, UsageRestriction::PublicDomain).await;
        let ada = world.new_reader("ada").await;
        let ((step, cfi), (later, end)) = (step_and_cfi(&ada, 0.4).await, step_and_cfi(&ada, 0.8).await);
        let bookmark = |format, location: &str| Bookmark {
            title: TITLE,
            format,
            place: fixtures::location(location),
            text: Some("Here".into()),
            created: days_ago(2),
        };
        for mark in [bookmark(Format::Daisy, &step), bookmark(Format::Pdf, "page=7"), bookmark(Format::Epub3, &end)] {
            bookmarks::set(&ada, &mark).await.unwrap();
        }
        let others = annotations::list_translated::<Bookmark>(&ada, TITLE, Format::Epub3).await.unwrap();
        let told: Vec<_> = others.iter().map(|one| (one.location.as_str(), one.original.place.location.as_str())).collect();
        assert_eq!(told, [(cfi.as_str(), step.as_str())], "the PDF has no map, the EPUB's own is no other");
        let highlight = Highlight {
            title: TITLE,
            format: Format::Daisy,
            start: fixtures::location(step),
            end: fixtures::location(later),
            text: None,
            note: None,
            color: None,
            updated: days_ago(1),
        };
        highlights::create(&ada, &highlight).await.unwrap();
        let others = annotations::list_translated::<Highlight>(&ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!(others.len(), 1);
        assert_eq!((&others[0].start, &others[0].end), (&cfi, &end));
        assert_eq!(others[0].original, highlight);
    }
}
