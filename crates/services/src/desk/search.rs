//! The search for people at the membership desk.

use domain::name_key;
use jiff::civil::Date;
use store::people::{self, PeopleQuery, Person};

use crate::{Operation, Result};

pub const MAX_PEOPLE: u32 = 50;

/// Maximum number of words that are compared with names; further ones are ignored.
const MAX_WORDS: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPeople {
    /// At most [`MAX_PEOPLE`]: the one with that identifier, user name or email address first, then by family
    /// name and given name.
    pub people: Vec<Person>,
    /// False if the search finds more people than these.
    pub is_complete: bool,
}

/// Finds people of the sites that the staff member manages: two statements. It shows nothing about
/// disabilities. A removed person is found by the identifier alone.
///
/// The words are an identifier, a user name or an email address, in full; or beginnings of names, without
/// case and accents: each begins a word of the given name or the family name, and one of them begins one of
/// the two names. The birth date narrows what they find, or finds people by itself.
pub async fn find_people(
    op: &Operation,
    words: Option<&str>,
    birth_date: Option<Date>,
) -> Result<FoundPeople> {
    op.require_membership_staff()?;
    let text = words.unwrap_or_default().trim();
    let exact_match = match text {
        "" => None,
        text => people::get_by_identifier(op.db(), text).await?,
    };
    let is_meant = |person: &Person| {
        let account = &person.account;
        let is_born = birth_date.is_none_or(|born| account.date_of_birth == Some(born));
        op.manages_membership(&account.site) && is_born
    };
    let exact_match = exact_match.filter(is_meant);
    let words: Vec<String> = name_key(text)
        .split(' ')
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(str::to_owned)
        .collect();
    // Signs alone are the beginning of no name, and do not find everybody of a birth date.
    let by_name = if words.is_empty() && !text.is_empty() {
        Vec::new()
    } else {
        let site = (!op.sees_every_site()).then(|| op.view_site());
        let query = PeopleQuery { site, words: &words, birth_date };
        people::find(op.db(), &query, MAX_PEOPLE + 1).await?
    };
    let is_other = |person: &Person| {
        exact_match.as_ref().is_none_or(|exact_match| exact_match.account.id != person.account.id)
    };
    let by_name: Vec<Person> = by_name.into_iter().filter(is_other).collect();
    let mut found: Vec<Person> = exact_match.into_iter().chain(by_name).collect();
    let is_complete = found.len() <= MAX_PEOPLE as usize;
    found.truncate(MAX_PEOPLE as usize);
    Ok(FoundPeople { people: found, is_complete })
}
