//! Problems with titles: readers report them, collection staff settle them (docs/rules/titles.md#rule-13).

use domain::ids::{SiteId, TitleId};
use domain::problem_reports::PER_READER;
pub use domain::problem_reports::{LONGEST, ProblemKind, ProblemReport};
use jobs::emails::{SendEmail, enqueue};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::SignedIn;
use crate::titles;

/// Reports of one list.
const LISTED: u32 = 200;

/// What a reader reports.
#[derive(Debug, Clone)]
pub struct NewReport {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The reader's own words, of at most [`LONGEST`] characters.
    pub words: Option<String>,
}

/// Reports a problem with a title that the user sees. Staff get an email, if the library has an address for this.
///
/// # Errors
/// `TITLE_NOT_FOUND`, also for the user's own documents; [`Error::Wait`] after too many reports in a day.
pub async fn report(library: &Library, user: &SignedIn, title: TitleId, new: NewReport) -> Result<i64> {
    let seen = titles::get(library, &user.caller, title).await?;
    if seen.title.owner.is_some() {
        return Err(ErrorKey::TitleNotFound.into());
    }
    let now = user.now();
    let mut tx = library.db.begin().await?;
    // Locked first, so that concurrent reports are counted one after the other.
    store::accounts::for_update(&mut tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    let recent = store::problem_reports::recent(&mut tx, user.id(), now).await?;
    if let Some(wait) = recent.wait(PER_READER, now) {
        let seconds = u64::try_from(wait.as_secs()).unwrap_or(0).saturating_add(1);
        return Err(Error::Wait { reason: "Enough problems have been reported today.".to_owned(), seconds });
    }
    let report = ProblemReport {
        id: 0,
        title,
        site: seen.title.site.clone(),
        reporter: Some(user.id().clone()),
        kind: new.kind,
        words: new.words.map(|words| words.chars().take(LONGEST).collect()),
        reported: now,
        closed: None,
    };
    let id = store::problem_reports::insert(&mut tx, &report).await?;
    enqueue(&mut tx, &SendEmail::ProblemReported { report: id }, now).await?;
    tx.commit().await?;
    Ok(id)
}

/// Reports after a number, oldest first: the open ones, or all. At most 200.
pub async fn list(
    cx: &Context<'_>,
    site: Option<&SiteId>,
    all: bool,
    after: i64,
) -> Result<Vec<ProblemReport>> {
    Ok(store::problem_reports::list(cx.db, site, all, after, LISTED).await?)
}

/// Closes a report: `RECORD_NOT_FOUND` if there is no open one with this number.
pub async fn close(cx: &Context<'_>, id: i64) -> Result<()> {
    let closed = store::problem_reports::close(cx.db, id, cx.now).await?;
    if closed { Ok(()) } else { Err(ErrorKey::RecordNotFound.into()) }
}
