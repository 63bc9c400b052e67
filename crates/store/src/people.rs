//! The search among all people of a site, or of every site: by beginnings of their names, and by birth date.

use std::fmt::Write as _;

use domain::{Account, SiteId};
use jiff::civil::Date;

use crate::accounts::{BY_IDENTIFIER, fold_login};
use crate::sql::{hide_from_indexes, starts_with_pattern};
use crate::{Conn, Record as _, Result, Sql, record};

/// Conditions that a person has to meet, all of them. Without words and a birth date, no person matches.
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

record! { Person { account: "a.document", organization: "o.name" } }

/// People who are not removed, by family name and given name: at most `limit`.
pub async fn find(mut conn: impl Conn, query: &PeopleQuery<'_>, limit: u32) -> Result<Vec<Person>> {
    if query.words.is_empty() && query.birth_date.is_none() {
        return Ok(Vec::new());
    }
    let mut conditions = String::from("NOT m.deleted");
    let (mut ranges, mut values) = (Vec::new(), Vec::new());
    // Writing to a string cannot fail.
    for (at, word) in query.words.iter().enumerate() {
        let (from, to, pattern) = (3 * at + 1, 3 * at + 2, 3 * at + 3);
        for column in ["last_name", "first_name"] {
            ranges.push(format!(" AND m.{column} >= ${from} AND m.{column} < ${to}"));
        }
        let names = "(' ' || m.first_name || ' ' || m.last_name)";
        let _ = write!(conditions, " AND {names} LIKE ${pattern} ESCAPE '\\'");
        // No text that begins with the word comes after the second value.
        values.extend([word.clone(), format!("{word}{}", char::MAX)]);
        values.push(format!("% {}", starts_with_pattern(word)));
    }
    if let Some(site) = query.site {
        values.push(site.to_string());
        let _ = write!(conditions, " AND {} = ${}", hide_from_indexes("m.site_id"), values.len());
    }
    if let Some(date) = query.birth_date {
        values.push(date.to_string());
        let _ = write!(conditions, " AND m.date_of_birth = ${}", values.len());
    }
    if ranges.is_empty() {
        ranges.push(String::new());
    }
    // The indexes decide on every condition; only the records of those who are listed are read.
    let select = |range: String| {
        format!("SELECT m.last_name, m.first_name, m.id FROM accounts m WHERE {conditions}{range}")
    };
    let matches: Vec<String> = ranges.into_iter().map(select).collect();
    let statement = Sql::new(format!(
        "SELECT {} FROM (SELECT * FROM ({}) matching \
             ORDER BY matching.last_name, matching.first_name, matching.id LIMIT {limit}) listed \
         JOIN accounts a ON a.id = listed.id LEFT JOIN organizations o ON o.id = a.organization_id \
         ORDER BY listed.last_name, listed.first_name, listed.id",
        Person::COLUMNS,
        matches.join(" UNION ")
    ))
    .bind_list(values);
    conn.fetch_all(statement).await
}

/// The person with this identifier, user name or email address, a removed one by the identifier alone.
pub async fn get_by_identifier(mut conn: impl Conn, identifier: &str) -> Result<Option<Person>> {
    // The subquery names its own `accounts`, whose columns come first in it.
    let statement = Person::select_from(&format!(
        "accounts a LEFT JOIN organizations o ON o.id = a.organization_id WHERE a.id = ({BY_IDENTIFIER})"
    ));
    conn.fetch_optional(statement.bind(identifier).bind(fold_login(identifier))).await
}
