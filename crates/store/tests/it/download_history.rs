//! The history in its three orders (docs/rules/records.md#rule-17, docs/rules/requests.md#rule-13).

use domain::fixtures::{days_ago, individual, member, noon, school, sponsor, with_change};
use domain::{Account, AccountId, Contributor, ContributorType, CopySettings, Format, Role, TitleId};
use jiff::SignedDuration;
use store::download_history::{HistorySort, count, page};
use store::downloads::{self, NewDownload, QuotaCharge};
use store::{Db, PageRequest, db_test, titles};

use crate::world;

const BOOKS: [(i64, &str, Option<&str>); 4] = [
    (1001, "The Anchor", Some("Zoe Abel")),
    (1002, "Boats", Some("Adam Young")),
    (1003, "An Cable", None),
    (1004, "Boats", Some("Adam Young")),
];

/// The beginning of the history by title.
const FIRST_PAGE: PageRequest<'static, HistorySort, i64> =
    PageRequest { sort: HistorySort::Title, descending: false, after: None, backward: false, limit: 9 };

/// Ada asked for the four books one after the other; the third she never fetched, and the second first.
async fn settle_downloads(db: &Db) -> AccountId {
    world::create_sites(db).await;
    for person in ["ada", "bea"] {
        world::settle(db, &individual(person)).await;
    }
    let ada = AccountId::from("ada");
    let mut tx = db.begin().await.unwrap();
    for (id, name, author) in BOOKS {
        let title = with_change(world::title_with_number(id), |title| {
            title.metadata.title = name.into();
            title.metadata.contributors =
                author.map(|name| Contributor::new(ContributorType::Author, name)).into_iter().collect();
        });
        titles::insert(&mut tx, &title, None).await.unwrap();
        let fetched = [Some(3), Some(9), None, Some(1)][usize::try_from(id - 1001).unwrap()];
        let (download, _) =
            downloads::find_or_create(&mut tx, &new_download(&ada, id), days_ago(10)).await.unwrap();
        if let Some(days) = fetched {
            let at = days_ago(days);
            downloads::set_packaged(
                &mut tx,
                download.id,
                &format!("p{id}"),
                at - SignedDuration::from_hours(1),
            )
            .await
            .unwrap();
            assert!(downloads::complete_fetch(&mut tx, download.id, at).await.unwrap());
        }
    }
    downloads::find_or_create(&mut tx, &new_download(&"bea".into(), 1001), noon()).await.unwrap();
    tx.commit().await.unwrap();
    ada
}

fn new_download(account: &AccountId, title: i64) -> NewDownload<'_> {
    NewDownload {
        caller: Some(account),
        recipient: Some(account),
        item: TitleId(title).into(),
        format: Format::Epub3,
        artifact_version: 1,
        settings: CopySettings::None,
        charge: QuotaCharge::Own,
        day: None,
    }
}

/// The titles of the whole list, read in pages of this size.
async fn walk_pages(
    db: &Db,
    account: &AccountId,
    sort: HistorySort,
    descending: bool,
    limit: u32,
) -> Vec<i64> {
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let found = page(
            db,
            account,
            PageRequest { sort, descending, after: after.as_ref(), backward: false, limit },
        )
        .await
        .unwrap();
        let Some((last, _)) = found.last() else { return seen };
        after = Some(last.clone());
        seen.extend(found.iter().map(|(_, download)| download.item.title().unwrap().0));
    }
}

db_test! {
    async fn each_order_is_the_same_in_pages_of_any_size(db: Db) {
        let ada = settle_downloads(&db).await;
        let orders = [
            (HistorySort::Title, false, [1001, 1002, 1004, 1003]),
            (HistorySort::Title, true, [1003, 1002, 1004, 1001]),
            (HistorySort::Author, false, [1001, 1002, 1004, 1003]),
            (HistorySort::Author, true, [1002, 1004, 1001, 1003]),
            (HistorySort::DateDownloaded, false, [1002, 1001, 1004, 1003]),
            (HistorySort::DateDownloaded, true, [1004, 1001, 1002, 1003]),
        ];
        for (sort, descending, expected) in orders {
            for limit in [1, 2, 3, 4, 10] {
                let seen = walk_pages(&db, &ada, sort, descending, limit).await;
                assert_eq!(seen, expected, "{sort} {descending} {limit}");
            }
        }
        assert_eq!(count(&db, &ada).await.unwrap(), 4);
        assert_eq!(count(&db, &AccountId::from("bea")).await.unwrap(), 1);
    }

    async fn a_changed_title_is_sorted_again(db: Db) {
        let ada = settle_downloads(&db).await;
        let mut tx = db.begin().await.unwrap();
        let changed = with_change(world::title_with_number(1001), |title| title.metadata.title = "Zebra".into());
        assert!(titles::update(&mut tx, &changed).await.unwrap());
        tx.commit().await.unwrap();
        let seen = walk_pages(&db, &ada, HistorySort::Title, true, 10).await;
        assert_eq!(seen[0], 1001);
    }

    async fn a_member_who_left_the_organization_is_in_no_sponsors_history(db: Db) {
        let ada = settle_downloads(&db).await;
        let school = school();
        let (tess, mut mia) = (sponsor("tess", &school), member("mia", &school).account);
        let staff = with_change(individual("ma"), |ma| ma.account.roles = [Role::MembershipAssistant].into());
        for reader in [&tess, &staff] {
            world::settle(&db, reader).await;
        }
        world::settle_account(&db, &mia).await;
        let mut tx = db.begin().await.unwrap();
        for caller in [&tess.account.id, &staff.account.id] {
            let new = NewDownload { caller: Some(caller), recipient: Some(&mia.id), ..new_download(&ada, 1001) };
            downloads::find_or_create(&mut tx, &new, noon()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let counts = async |mia: &Account| {
            let mut counts = Vec::new();
            for account in [&tess.account, &staff.account, mia] {
                let rows = page(&db, account, FIRST_PAGE).await.unwrap();
                assert_eq!(count(&db, account).await.unwrap(), rows.len() as u64);
                counts.push(rows.len());
            }
            counts
        };
        assert_eq!(counts(&mia).await, [1, 1, 2]);
        for (deleted, expected) in [(false, [0, 1, 2]), (true, [0, 0, 2])] {
            (mia.membership, mia.deleted) = (None, deleted);
            assert!(committed!(db, tx => store::accounts::update(&mut tx, &mia)));
            assert_eq!(counts(&mia).await, expected, "{deleted}");
        }
    }
}
