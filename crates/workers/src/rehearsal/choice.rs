//! Chooses the books that a rehearsal opens, from the whole catalog and different ones each time.

use delivery::Key;
use domain::{Format, Title, TitleId};
use rand::RngExt as _;

use super::{BOOKS_PER_REHEARSAL, FORMATS_PER_BOOK};
use crate::WorkerContext;

const TITLES_PER_READ: u32 = 200;
const MAX_SOURCE_BYTES: u64 = 64 << 20;
/// The formats to make, the first that a book is offered in. Audio would take too long.
const PREFERRED_FORMATS: [Format; 5] = [Format::Epub3, Format::Daisy, Format::Brf, Format::Docx, Format::Pdf];

/// A book and the formats to make of it.
#[derive(Debug, Clone)]
pub(super) struct ChosenBook {
    pub(super) title: Title,
    pub(super) formats: Vec<Format>,
}

/// Chooses a book from each tenth of the catalog, and further ones if a part has none.
pub(super) async fn choose_books(ctx: &WorkerContext) -> anyhow::Result<Vec<ChosenBook>> {
    let (first, last) = read_title_range(ctx).await?;
    let parts = i64::try_from(BOOKS_PER_REHEARSAL)?;
    let bound = |part: i64| first + (last - first + 1) * part / parts;
    let mut chosen: Vec<ChosenBook> = Vec::new();
    for part in 0..parts {
        let (from, to) = (bound(part), bound(part + 1));
        let middle = if from < to { ctx.rng().random_range(from..to) } else { from };
        let mut found = find_books(ctx, middle..to, 1, &chosen).await?;
        if found.is_empty() {
            found = find_books(ctx, from..middle, 1, &chosen).await?;
        }
        chosen.append(&mut found);
    }
    let missing = BOOKS_PER_REHEARSAL - chosen.len();
    if missing > 0 {
        let mut others = find_books(ctx, first..last + 1, missing, &chosen).await?;
        chosen.append(&mut others);
    }
    Ok(chosen)
}

/// The lowest and the highest number of a title.
async fn read_title_range(ctx: &WorkerContext) -> anyhow::Result<(i64, i64)> {
    let first = store::titles::list_after(ctx.db(), TitleId(0), 1).await?;
    let counters = store::moves::list_counters(ctx.db()).await?;
    let last = counters.into_iter().find(|(name, ..)| name == "titles").and_then(|(_, _, highest)| highest);
    Ok((first.first().map_or(0, |title| title.id.0), last.unwrap_or_default()))
}

/// Finds up to `count` books with these numbers that can be made in a format and are not chosen yet.
async fn find_books(
    ctx: &WorkerContext,
    numbers: std::ops::Range<i64>,
    count: usize,
    chosen: &[ChosenBook],
) -> anyhow::Result<Vec<ChosenBook>> {
    let mut found = Vec::new();
    let mut after = TitleId(numbers.start - 1);
    while found.len() < count && after.0 + 1 < numbers.end {
        let batch = store::titles::list_after(ctx.db(), after, TITLES_PER_READ).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        for title in batch.into_iter().filter(|title| title.id.0 < numbers.end) {
            // Users' own documents are private.
            let is_candidate = title.owner.is_none() && chosen.iter().all(|book| book.title.id != title.id);
            if found.len() < count && is_candidate {
                found.extend(examine(ctx, title).await?);
            }
        }
    }
    Ok(found)
}

/// Returns the book with the formats to make; `None` if there are none, or its file is too large.
async fn examine(ctx: &WorkerContext, title: Title) -> anyhow::Result<Option<ChosenBook>> {
    let can_make = |format: &Format| {
        title.artifact(*format).is_some()
            && title.files.source_of(*format).is_some()
            && (*format != Format::Brf || books::brf::is_installed())
    };
    let formats: Vec<Format> =
        PREFERRED_FORMATS.into_iter().filter(can_make).take(FORMATS_PER_BOOK).collect();
    for source in formats.iter().filter_map(|format| title.files.source_of(*format)) {
        let meta = ctx.delivery().files().head(&Key::parse(source)?).await?;
        // The comparison of files reports a lost file, which was lost before the backup.
        if meta.is_none_or(|meta| meta.size > MAX_SOURCE_BYTES) {
            return Ok(None);
        }
    }
    Ok(Some(ChosenBook { title, formats }).filter(|book| !book.formats.is_empty()))
}
