//! The search among all people of a site, or of every site: by beginnings of their names, and by birth date.

use domain::accounts::Account;
use domain::ids::SiteId;
use jiff::civil::Date;

use crate::accounts::{BY_IDENTIFIER, fold_login};
use crate::conn::Conn;
use crate::error::Result;
use crate::sql::{Sql, starts_with_pattern};
use crate::values::parse_record;

/// Conditions that a person has to meet, all of them. Without words and without a birth date nobody does.
#[derive(Debug, Clone, Copy)]
pub struct PeopleQuery<'a> {
    /// Only people of this site. `None` for every site.
    pub site: Option<&'a SiteId>,
    /// Words as in sort keys of names. Each begins a word of the given name or the family name, and one of
    /// them begins one of the two names itself: the indexes are in the order of these.
    pub words: &'a [String],
    pub birth_date: Option<Date>,
}

/// An account with the name of its organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub account: Account,
    /// `None` for people without one.
    pub organization: Option<String>,
}

const COLUMNS: &str =
    "SELECT a.document, o.name FROM accounts a LEFT JOIN organizations o ON o.id = a.organization_id";

type PersonRow = (String, Option<String>);

fn person_from_row((document, organization): PersonRow) -> Result<Person> {
    Ok(Person { account: parse_record(&document)?, organization })
}

/// People who are not removed, by family name and given name: at most `limit`.
pub async fn find(mut conn: impl Conn, query: &PeopleQuery<'_>, limit: u32) -> Result<Vec<Person>> {
    if query.words.is_empty() && query.birth_date.is_none() {
        return Ok(Vec::new());
    }
    let (mut ranges, mut conditions, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (at, word) in query.words.iter().enumerate() {
        let (from, to, pattern) = (3 * at + 1, 3 * at + 2, 3 * at + 3);
        for column in ["last_name", "first_name"] {
            ranges.push(format!("SELECT id FROM accounts WHERE {column} >= ${from} AND {column} < ${to}"));
        }
        conditions
            .push(format!(" AND (' ' || a.first_name || ' ' || a.last_name) LIKE ${pattern} ESCAPE '\\'"));
        // No text that begins with the word comes after the second value.
        values.extend([word.clone(), format!("{word}{}", char::MAX)]);
        values.push(format!("% {}", starts_with_pattern(word)));
    }
    if !ranges.is_empty() {
        conditions.push(format!(" AND a.id IN ({})", ranges.join(" UNION ")));
    }
    let statement = Sql::new(format!("{COLUMNS} WHERE NOT a.deleted{}", conditions.concat()))
        .bind_list(values)
        .and_if_some("a.site_id = ?", query.site.map(SiteId::as_str))
        .and_if_some("a.date_of_birth = ?", query.birth_date.map(|date| date.to_string()))
        .append(&format!(" ORDER BY a.last_name, a.first_name, a.id LIMIT {limit}"));
    conn.fetch_all::<PersonRow>(statement).await?.into_iter().map(person_from_row).collect()
}

/// The person with this identifier, user name or email address, a removed one by the identifier alone.
pub async fn get_by_identifier(mut conn: impl Conn, identifier: &str) -> Result<Option<Person>> {
    // The subquery names its own `accounts`, whose columns come first in it.
    let statement = Sql::new(format!("{COLUMNS} WHERE a.id = ({BY_IDENTIFIER})"))
        .bind(identifier)
        .bind(fold_login(identifier));
    conn.fetch_optional::<PersonRow>(statement).await?.map(person_from_row).transpose()
}
