//! A sponsor's search among the members of the organization: by words of their names, and by filters.

use domain::members::MemberFilter;
use domain::normalization::fold;
use domain::{AccountId, name_key};
use jiff::civil::Date;
use store::rosters::{self, PersonNames, RosterFilter, RosterQuery};

use crate::reports::idle_since;
use crate::{Operation, Result};

/// Maximum number of members that words find; a search that finds more is cut.
pub const MAX_NAME_MATCHES: usize = 500;

/// A sponsor's search among the members of the organization; the default finds everybody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemberSearch<'a> {
    /// Beginnings of words of the name, parts of the user name, or the birth date, `YYYY-MM-DD`; all of them
    /// must match. Case and accents do not matter. Or the identifier in full.
    pub words: Option<&'a str>,
    /// This grade, by its code.
    pub grade: Option<&'a str>,
    /// The school of this roster tag.
    pub school: Option<i64>,
    /// The district of this roster tag.
    pub district: Option<i64>,
    pub group: Option<i64>,
    /// Only members who have fetched no book for so many months, and whose accounts are older: nobody for
    /// more than [`MAX_IDLE_MONTHS`](crate::reports::MAX_IDLE_MONTHS).
    pub months_without_book: Option<u32>,
    /// Only members on the sponsor's own quick list.
    pub quick_list: bool,
}

impl<'a> MemberSearch<'a> {
    /// The search without its words.
    pub(super) fn to_filter(self, op: &Operation) -> RosterFilter<'a> {
        RosterFilter {
            grade: self.grade,
            district: self.district,
            school: self.school,
            group: self.group,
            without_book_since: self.months_without_book.map(|months| idle_since(op, months)),
            members: if self.quick_list { MemberFilter::MyQuickList } else { MemberFilter::AllMembers },
        }
    }
}

/// The members whom words find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameMatches {
    /// At most [`MAX_NAME_MATCHES`], by family name and given name.
    pub(super) ids: Vec<AccountId>,
    /// False if the words find more members than these.
    pub(super) is_complete: bool,
}

/// Finds the people of a roster by words: one statement, whatever the number of people.
pub(super) async fn find_by_words(
    op: &Operation,
    roster: &RosterQuery<'_>,
    words: &str,
) -> Result<NameMatches> {
    let query = NameQuery::new(words);
    let people = rosters::list_names(op.db(), roster).await?;
    let mut matches = people.into_iter().filter(|names| query.matches(names)).map(|names| names.id);
    let ids = matches.by_ref().take(MAX_NAME_MATCHES).collect();
    Ok(NameMatches { ids, is_complete: matches.next().is_none() })
}

/// Words to compare with names.
struct NameQuery {
    /// The words, without case and accents. A query without a word and a birth date finds nobody.
    words: Vec<String>,
    /// The word that is a date, as the store has it.
    birth_date: Option<String>,
    /// All of it, as names to sign in by are compared.
    text: String,
    identifier: AccountId,
}

impl NameQuery {
    fn new(text: &str) -> Self {
        let text = text.trim();
        let parse_date = |word: &str| word.parse::<Date>().ok();
        let (dates, names): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| parse_date(word).is_some());
        let words = name_key(&names.join(" "));
        Self {
            words: words.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
            birth_date: dates.first().and_then(|date| parse_date(date)).map(|date| date.to_string()),
            text: fold(text),
            identifier: AccountId::from(text),
        }
    }

    fn matches(&self, names: &PersonNames) -> bool {
        let matches_word = |word: &String| {
            let mut parts = names.first_name.split(' ').chain(names.last_name.split(' '));
            parts.any(|part| part.starts_with(word.as_str())) || names.logins.contains(word.as_str())
        };
        let is_empty = self.words.is_empty() && self.birth_date.is_none();
        let is_born = self.birth_date.is_none() || self.birth_date == names.birth_date;
        let matches_all = is_born && self.words.iter().all(matches_word);
        !is_empty && (matches_all || names.logins.contains(&self.text) || names.id == self.identifier)
    }
}

#[cfg(test)]
mod tests {
    use domain::name_key;
    use store::rosters::PersonNames;

    use super::NameQuery;

    #[test]
    fn words_find_names_without_case_and_accents() {
        let zoe = PersonNames {
            id: "demo-zoe".into(),
            first_name: name_key("Zoë Marie"),
            last_name: name_key("O’Brien-Núñez"),
            logins: "zoe.b@school.example zoe.brien".to_owned(),
            birth_date: Some("2014-09-03".to_owned()),
        };
        for words in [
            "Zoe", "ZOË", "marie zoë", "obrien", "O'Brien", "nunez", "mar nuñ", "zoe.brien", "school.ex",
            "zoe.b@school.example", "2014-09-03", " zoe 2014-09-03 ", "demo-zoe",
        ] {
            assert!(NameQuery::new(words).matches(&zoe), "{words}");
        }
        for words in ["arie", "zoe adams", "", " ", "!?", "zoe.q", "2014-09-04", "adams 2014-09-03", "demo"] {
            assert!(!NameQuery::new(words).matches(&zoe), "{words}");
        }
    }
}
