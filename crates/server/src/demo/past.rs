//! Half a year of downloads by readers who have left, as data for popular lists and recommendations
//! (docs/rules/sandbox.md). The same each time except for the dates, which are relative to the first start.

use std::collections::BTreeMap;

use domain::{Account, AccountId, Address, Format, MAIN_SITE, Name, Role, TitleId};
use jiff::Timestamp;
use jiff::civil::Date;
use store::Db;
use store::download_history::{PastDownload, add_past};

use super::{LAB_SITE, days_before};

/// Days that the history goes back.
const HISTORY_DAYS: u64 = 182;

/// Readers with the same taste.
struct ReaderCircle {
    name: &'static str,
    site: &'static str,
    country: &'static str,
    role: Role,
    readers: u64,
    /// Books, and the percentage of the circle that reads each.
    books: &'static [(&'static str, u64)],
}

const CIRCLES: [ReaderCircle; 6] = [
    ReaderCircle {
        name: "novels",
        site: MAIN_SITE,
        country: "US",
        role: Role::Individual,
        readers: 10,
        books: &[
            ("publicDomain", 80),
            ("copyright", 75),
            ("audio", 60),
            ("la-banda-de-valdeolivos", 45),
            ("le-registre-des-neiges", 45),
            ("adult", 40),
            ("withdrawn", 40),
            ("creativeCommons", 25),
            ("mending", 20),
        ],
    },
    ReaderCircle {
        name: "outdoors",
        site: MAIN_SITE,
        country: "US",
        role: Role::Individual,
        readers: 10,
        books: &[
            ("reading-the-tide", 80),
            ("winter-twigs", 75),
            ("mending", 60),
            ("the-thirteenth-digit", 40),
            ("labShared", 40),
            ("creativeCommons", 20),
            ("audio", 15),
        ],
    },
    ReaderCircle {
        name: "crime",
        site: MAIN_SITE,
        country: "GB",
        role: Role::Individual,
        readers: 8,
        books: &[
            ("countryRestricted", 85),
            ("withdrawn", 60),
            ("copyright", 45),
            ("publicDomain", 40),
            ("adult", 25),
        ],
    },
    ReaderCircle {
        name: "verse",
        site: MAIN_SITE,
        country: "US",
        role: Role::Individual,
        readers: 8,
        books: &[
            ("creativeCommons", 80),
            ("music", 75),
            ("le-registre-des-neiges", 35),
            ("mending", 30),
            ("the-thirteenth-digit", 25),
            ("publicDomain", 20),
        ],
    },
    ReaderCircle {
        name: "school",
        site: MAIN_SITE,
        country: "US",
        role: Role::OrganizationMember,
        readers: 8,
        books: &[
            ("the-snail-who-was-expected", 85),
            ("nimac", 60),
            ("winter-twigs", 45),
            ("publicDomain", 35),
            ("music", 25),
            ("reading-the-tide", 25),
        ],
    },
    ReaderCircle {
        name: "lab",
        site: LAB_SITE,
        country: "US",
        role: Role::Individual,
        readers: 6,
        books: &[("labOnly", 90), ("labShared", 80)],
    },
];

/// Creates the readers and their downloads, unless they exist. The downloads do not count toward quotas.
pub async fn create_past(
    db: &Db,
    titles: &BTreeMap<&'static str, TitleId>,
    now: Timestamp,
) -> anyhow::Result<()> {
    for circle in &CIRCLES {
        if store::accounts::get(db, &reader_id(circle, 0)).await?.is_some() {
            continue;
        }
        let mut tx = db.begin().await?;
        for number in 0..circle.readers {
            store::accounts::insert(&mut tx, &build_former_account(circle, number, now), None).await?;
        }
        add_past(&mut tx, &build_past_downloads(circle, titles, now)).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn reader_id(circle: &ReaderCircle, number: u64) -> AccountId {
    AccountId::from(format!("demo-past-{}-{number}", circle.name))
}

fn build_past_downloads(
    circle: &ReaderCircle,
    titles: &BTreeMap<&'static str, TitleId>,
    now: Timestamp,
) -> Vec<PastDownload> {
    let mut downloads = Vec::new();
    for number in 0..circle.readers {
        for (place, (book, share)) in (0..).zip(circle.books) {
            let Some(title) = titles.get(book) else { continue };
            let drawn = draw_number(number, place, circle.name);
            if drawn % 100 < *share {
                let days = 1 + i64::try_from((drawn / 100) % HISTORY_DAYS).unwrap_or_default();
                let date = days_before(now, days);
                downloads.push(PastDownload {
                    reader: reader_id(circle, number),
                    title: *title,
                    format: Format::Epub3,
                    date,
                });
            }
        }
    }
    downloads
}

/// A pseudo-random number that is the same each time.
fn draw_number(reader: u64, book: u64, circle: &str) -> u64 {
    let seed = circle.bytes().fold(reader * 64 + book, |seed, byte| seed * 31 + u64::from(byte));
    let mixed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 8
}

/// A former reader: the account is deleted, its records are kept.
fn build_former_account(circle: &ReaderCircle, number: u64, now: Timestamp) -> Account {
    let created = days_before(now, 200);
    Account {
        name: Name::new("Former", "Reader"),
        date_of_birth: Some(Date::constant(1980, 1, 1)),
        address: Address { country: Some(circle.country.to_owned()), ..Address::default() },
        language: Some("eng".into()),
        deleted: true,
        ..Account::new(reader_id(circle, number), circle.site.into(), circle.role, created)
    }
}
