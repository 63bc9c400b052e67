//! The page about a person who is served: what a call needs, read together.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{self, AccessCaller};
use domain::call_notes::CallNote;
use domain::devices::LIMIT;
use domain::{Account, AccountId, Device, Preferences, Reader, Title, TitleStatus};

use super::books::OfferedBook;
use super::sign_in::{SignInBar, find_sign_in_bar, identify_password};
use super::{ServedPerson, ServicePoint};
use crate::accounts::list_display_names;
use crate::titles::{CollectionSearch, Conditions, Criteria, Query, Sort};
use crate::{Operation, Result};

/// Maximum number of titles that a search shows.
pub const MAX_BOOKS: usize = 10;

const MAX_SHELF_BOOKS: u32 = 10;
const MAX_NOTES: u32 = 50;

#[derive(Debug, Clone)]
pub struct ServiceView {
    pub account: Account,
    /// Name of the person's organization. `None` for people without one.
    pub organization: Option<String>,
    /// Why the caller does not give the person a new password. `None` if nothing speaks against it.
    pub sign_in_bar: Option<SignInBar>,
    /// Identifies the present password.
    pub password_mark: String,
    pub preferences: Preferences,
    /// The titles that a search has found. `None` without a search.
    pub found: Option<FoundBooks>,
    /// The titles that were assigned last, at most ten.
    pub shelf: Vec<Arc<Title>>,
    /// The live devices, newest first. `None` if the person manages them without the caller.
    pub devices: Option<Vec<Device>>,
    /// Notes about earlier calls, newest first: at most 50.
    pub notes: Vec<CallNote>,
    /// Display names of those who wrote them.
    pub authors: HashMap<AccountId, String>,
}

impl ServiceView {
    /// Returns true if the person may have another device.
    pub fn can_add_device(&self) -> bool {
        self.devices.as_ref().is_some_and(|devices| devices.len() < LIMIT)
    }
}

/// Titles that words have found.
#[derive(Debug, Clone)]
pub struct FoundBooks {
    /// At most [`MAX_BOOKS`], the best first.
    pub books: Vec<OfferedBook>,
    /// Number of titles that the words find.
    pub total: u64,
}

/// Opens the page about a person, with the titles that these words find in the person's view of the
/// collection: a constant number of statements. The audit records that it was read, because the decisions
/// about titles show the state of the proof.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub async fn open_person(op: &Operation, person: &ServedPerson, words: Option<&str>) -> Result<ServiceView> {
    let reader = person.find(op).await?;
    let db = op.db();
    let account = &reader.account;
    op.record_reads([&account.id]).await?;
    let found_books = match words {
        Some(words) => Some(find_books(op, &reader, words).await?),
        None => None,
    };
    let manages_devices = match person.point {
        ServicePoint::Desk => !account.is_staff() && op.may_change_account(account),
        ServicePoint::School => account.is_sponsor_manageable(),
    };
    let devices = if manages_devices { Some(store::devices::list(db, &account.id).await?) } else { None };
    let shelf = store::assignments::list_titles(db, &account.id, MAX_SHELF_BOOKS).await?;
    let mut shelf = store::titles::read_many_cached(db, &shelf).await?;
    shelf.retain(|title| access::finds_title(&**title, &AccessCaller::Reader(&reader), &op.site.id));
    let notes = store::call_notes::list(db, &account.id, person.note_readers(op)?, MAX_NOTES).await?;
    let authors = list_display_names(op, notes.iter().filter_map(|note| note.author.as_ref())).await?;
    Ok(ServiceView {
        organization: reader.organization.as_ref().map(|standing| standing.organization.name.clone()),
        sign_in_bar: find_sign_in_bar(op, person.point, account),
        password_mark: identify_password(db, &account.id).await?,
        preferences: store::preferences::get(db, &account.id).await?,
        found: found_books,
        shelf,
        devices,
        notes,
        authors,
        account: reader.account,
    })
}

/// The live titles that these words find among those that the person finds, with the decision for the
/// person.
async fn find_books(op: &Operation, person: &Reader, words: &str) -> Result<FoundBooks> {
    let words: String = words.chars().take(Criteria::MAX_TEXT_BYTES / char::MAX.len_utf8()).collect();
    let conditions = Conditions { criteria: Criteria::Keyword(words), ..Conditions::default() };
    let view = access::view_of(&AccessCaller::Reader(person), &op.site.id, op.today());
    let mut for_person = op.clone();
    for_person.recipient = Some(Arc::new(person.clone()));
    let query = Query::new(conditions, Sort::Relevance);
    let search = CollectionSearch::in_view(&for_person, query, view, vec![TitleStatus::Live]);
    let found = search.find_page(None, MAX_BOOKS).await?;
    let books = found.titles.iter().map(|title| OfferedBook::new(op, person, title)).collect();
    Ok(FoundBooks { books, total: found.total })
}
