//! Categories, BISAC headings, history, milestones, assignments and lists.

use domain::fixtures::{days_ago, individual, lab, member, noon, school, site, sponsor};
use domain::{AccountId, Format, HistoryAction, HistoryEvent, SiteId, TitleId};
use store::assignments::Assignment;
use store::bisac::{BisacHeading, HeadingPrefix};
use store::lists::{ListAccess, ReadingList};
use store::{KeyPage, assignments, bisac, categories, db_test, history, lists, milestones};

use crate::world;

fn heading(code: &str, description: &str) -> BisacHeading {
    BisacHeading { code: code.into(), description: description.into() }
}

fn event(title: TitleId, action: HistoryAction) -> HistoryEvent {
    HistoryEvent { title, date: noon(), person: None, action, comment: None, format: None }
}

db_test! {
    async fn categories_are_added_once_and_paged_by_name(db: Db) {
        let names = ["Poetry", "Biography", "Music"].map(str::to_owned);
        categories::upsert_many(&db, &names).await.unwrap();
        categories::upsert_many(&db, &["Music".to_owned(), "Art".to_owned()]).await.unwrap();
        categories::upsert_many(&db, &[]).await.unwrap();
        assert_eq!(categories::count(&db).await.unwrap(), 4);
        assert_eq!(categories::page(&db, &KeyPage::first_page(2)).await.unwrap(), ["Art", "Biography"]);
        let rest = categories::page(&db, &KeyPage { after: Some("Biography".into()), limit: 9 }).await.unwrap();
        assert_eq!(rest, ["Music", "Poetry"]);
        assert_eq!(categories::list_all(&db).await.unwrap(), ["Art", "Biography", "Music", "Poetry"]);
    }

    /// docs/rules/search.md#rule-8: codeStartsWith or descriptionStartsWith, case-insensitive.
    async fn bisac_headings_are_found_by_prefix_in_any_case(db: Db) {
        let (scifi, general, poetry) = (
            heading("FIC028000", "FICTION / Science Fiction / General"),
            heading("FIC000000", "FICTION / General"),
            heading("POE000000", "POETRY / General 100%"),
        );
        bisac::upsert_many(&db, &[scifi.clone(), heading("FIC000000", "Old"), poetry.clone()]).await.unwrap();
        bisac::upsert_many(&db, std::slice::from_ref(&general)).await.unwrap();
        let all = bisac::page(&db, HeadingPrefix::None, &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(all, [general.clone(), scifi.clone(), poetry.clone()]);
        let named = bisac::find_by_names(&db, &["fic028000", "Poetry / general 100%", "FIC0", "FICTION /"]).await.unwrap();
        assert_eq!(named, [scifi.clone(), poetry.clone()]);
        assert_eq!(bisac::find_by_names(&db, &[]).await.unwrap(), []);
        let by_code = bisac::page(&db, HeadingPrefix::Code("fic02"), &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(by_code, std::slice::from_ref(&scifi));
        let fiction = HeadingPrefix::Description("fiction /");
        assert_eq!(bisac::count(&db, fiction).await.unwrap(), 2);
        let rest = bisac::page(&db, fiction, &KeyPage { after: Some("FIC000000".into()), limit: 9 }).await.unwrap();
        assert_eq!(rest, [scifi]);
        assert_eq!(bisac::count(&db, HeadingPrefix::Description("%")).await.unwrap(), 0, "a prefix is no pattern");
        assert_eq!(bisac::count(&db, HeadingPrefix::Code("_")).await.unwrap(), 0);
        assert_eq!(bisac::count(&db, HeadingPrefix::None).await.unwrap(), 3);
    }

    async fn history_is_read_newest_first_in_pages(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        let submitted = HistoryEvent {
            person: Some("Cora Hill".into()),
            comment: Some("from the publisher".into()),
            format: Some(Format::Epub3),
            ..event(titles[0], HistoryAction::Submitted)
        };
        let published = event(titles[0], HistoryAction::Published);
        let withdrawn = event(titles[0], HistoryAction::Withdrawn);
        let mut tx = db.begin().await.unwrap();
        let first = history::append(&mut tx, &submitted).await.unwrap();
        history::append_many(&mut tx, &[published.clone(), withdrawn.clone()]).await.unwrap();
        history::append_many(&mut tx, &[]).await.unwrap();
        history::append(&mut tx, &event(titles[1], HistoryAction::Submitted)).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(history::count(&db, titles[0]).await.unwrap(), 3);
        let page = history::list(&db, titles[0], &KeyPage::first_page(2)).await.unwrap();
        let (keys, events): (Vec<i64>, Vec<HistoryEvent>) = page.into_iter().unzip();
        assert_eq!(events, [withdrawn, published]);
        let rest = history::list(&db, titles[0], &KeyPage { after: Some(keys[1]), limit: 9 }).await.unwrap();
        assert_eq!(rest, [(first, submitted)]);
    }

    async fn history_never_goes_back_in_time(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        let at = |title, days| HistoryEvent { date: days_ago(days), ..event(title, HistoryAction::MetadataUpdated) };
        let mut tx = db.begin().await.unwrap();
        for (title, days) in [(0, 3), (0, 5), (1, 9), (0, 2), (0, 3), (1, 8)] {
            history::append(&mut tx, &at(titles[title], days)).await.unwrap();
        }
        tx.commit().await.unwrap();
        let dates = async |title| -> Vec<_> {
            let events = history::list(&db, title, &KeyPage::first_page(9)).await.unwrap();
            events.into_iter().map(|(_, event)| event.date).collect()
        };
        assert_eq!(dates(titles[0]).await, [2, 2, 3, 3].map(days_ago));
        assert_eq!(dates(titles[1]).await, [8, 9].map(days_ago));
        committed!(db, tx => history::append_to_each(&mut tx, &[at(titles[0], 4), at(titles[1], 4)]));
        assert_eq!(dates(titles[0]).await, [2, 2, 2, 3, 3].map(days_ago));
        assert_eq!(dates(titles[1]).await, [4, 8, 9].map(days_ago));
    }

    async fn a_title_failed_until_its_next_event(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 4).await;
        let mut tx = db.begin().await.unwrap();
        let notes = [
            (0, "converted failed: BRF: no braille"), (1, "converted failed: DAISY"), (1, "another try"),
            (2, "failed: it is withdrawn"), (3, "unfailed: nothing"),
        ];
        for (title, note) in notes {
            let comment = Some(note.to_owned());
            let event = HistoryEvent { comment, ..event(titles[title], HistoryAction::StatusChanged) };
            history::append(&mut tx, &event).await.unwrap();
        }
        tx.commit().await.unwrap();
        let list = async |place: Option<SiteId>, limit: u32| {
            history::list_failed_titles(&db, place.as_ref(), limit).await.unwrap()
        };
        assert_eq!(list(None, 9).await, [titles[0], titles[2]]);
        assert_eq!(list(Some(site()), 1).await, [titles[0]]);
        assert_eq!(list(Some(lab()), 9).await, []);
    }

    async fn progress_of_work_is_stored(db: Db) {
        assert_eq!(milestones::get(&db, "walk").await.unwrap(), None);
        for value in [7, i64::MAX, -1] {
            milestones::set(&db, "walk", value).await.unwrap();
            assert_eq!(milestones::get(&db, "walk").await.unwrap(), Some(value));
        }
    }

    async fn a_title_is_assigned_once(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        world::settle(&db, &member("mia", &school())).await;
        world::settle(&db, &sponsor("tess", &school())).await;
        let (mia, tess) = (AccountId::from("mia"), AccountId::from("tess"));
        assert!(assignments::assign(&db, &mia, titles[1], Some(&tess), days_ago(1)).await.unwrap());
        assert!(assignments::assign(&db, &mia, titles[0], None, noon()).await.unwrap());
        assert!(!assignments::assign(&db, &mia, titles[1], None, noon()).await.unwrap());
        let first = Assignment {
            account: mia.clone(),
            title: titles[1],
            assigned_by: Some(tess),
            date_assigned: days_ago(1),
            date_downloaded: None,
        };
        let second =
            Assignment { title: titles[0], assigned_by: None, date_assigned: noon(), ..first.clone() };
        assert_eq!(world::list_assigned(&db, &mia).await, [first.clone(), second]);
        assert!(assignments::unassign(&db, &mia, titles[0]).await.unwrap());
        assert!(!assignments::unassign(&db, &mia, titles[0]).await.unwrap());
        assert_eq!(world::list_assigned(&db, &mia).await, [first]);
    }

    async fn a_list_holds_titles_and_members_and_its_date_moves_with_them(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        for id in ["ada", "bob"] {
            world::settle(&db, &individual(id)).await;
        }
        let (ada, bob) = (AccountId::from("ada"), AccountId::from("bob"));
        let list = ReadingList {
            id: "l1".into(),
            site: site(),
            owner: ada.clone(),
            organization: None,
            name: "Sea".into(),
            description: String::new(),
            access: ListAccess::Shared,
            updated: days_ago(9),
        };
        lists::insert(&db, &list).await.unwrap();
        assert!(lists::insert(&db, &list).await.unwrap_err().conflicts_with("reading_lists_pkey"));
        assert_eq!(lists::get(&db, "l1").await.unwrap(), Some(list.clone()));
        assert_eq!(lists::get(&db, "l2").await.unwrap(), None);
        let updated = async || lists::get(&db, "l1").await.unwrap().unwrap().updated;

        let mut tx = db.begin().await.unwrap();
        assert!(lists::add_title(&mut tx, "l1", titles[1], &ada, days_ago(8)).await.unwrap());
        assert!(lists::add_title(&mut tx, "l1", titles[0], &ada, days_ago(7)).await.unwrap());
        assert!(!lists::add_title(&mut tx, "l1", titles[0], &ada, days_ago(6)).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(lists::list_titles(&db, "l1").await.unwrap(), titles);
        assert_eq!(updated().await, days_ago(7), "what changes nothing does not move the date");

        let mut tx = db.begin().await.unwrap();
        assert!(lists::remove_title(&mut tx, "l1", titles[0], days_ago(5)).await.unwrap());
        assert!(!lists::remove_title(&mut tx, "l1", titles[0], days_ago(4)).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(updated().await, days_ago(5));

        let mut tx = db.begin().await.unwrap();
        assert!(lists::add_members(&mut tx, "l1", std::slice::from_ref(&bob), &ada, days_ago(3)).await.unwrap());
        assert!(!lists::add_members(&mut tx, "l1", std::slice::from_ref(&bob), &ada, days_ago(2)).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(updated().await, days_ago(3));
        assert!(!lists::set_subscribed(&db, "l1", &bob, true, noon()).await.unwrap(), "members are subscribed");
        assert!(lists::set_subscribed(&db, "l1", &bob, false, noon()).await.unwrap());
        assert!(!lists::set_subscribed(&db, "l1", &bob, false, noon()).await.unwrap());
    }
}
