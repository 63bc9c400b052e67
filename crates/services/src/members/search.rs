//! A sponsor's search among the members of the organization: by words of their names, and by filters.

use domain::ids::AccountId;
use domain::members::MemberFilter;
use domain::normalization::fold;
use domain::sorting::name_key;
use store::rosters::{self, PersonNames, RosterFilter, RosterQuery};

use crate::error::Result;
use crate::operation::Operation;

/// Maximum number of members that words find; a search that finds more is cut.
pub const MAX_NAME_MATCHES: usize = 500;

/// What a sponsor looks for among the members of the organization; the default is everybody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemberSearch<'a> {
    /// Beginnings of words of the name, or parts of the user name; all of them must match. Case and accents
    /// do not matter.
    pub words: Option<&'a str>,
    /// This grade, by its code.
    pub grade: Option<&'a str>,
    /// The school of this roster tag.
    pub school: Option<i64>,
    /// The district of this roster tag.
    pub district: Option<i64>,
    /// Only members on the sponsor's own quick list.
    pub quick_list: bool,
}

impl<'a> MemberSearch<'a> {
    /// The search without its words.
    pub(super) fn to_filter(self) -> RosterFilter<'a> {
        RosterFilter {
            grade: self.grade,
            district: self.district,
            school: self.school,
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
    /// The words, without case and accents. A query without a word finds nobody.
    words: Vec<String>,
    /// All of it, as names to sign in by are compared.
    text: String,
}

impl NameQuery {
    fn new(text: &str) -> Self {
        let words = name_key(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        Self { words, text: fold(text.trim()) }
    }

    fn matches(&self, names: &PersonNames) -> bool {
        let matches_word = |word: &String| {
            let mut parts = names.first_name.split(' ').chain(names.last_name.split(' '));
            parts.any(|part| part.starts_with(word.as_str())) || names.logins.contains(word.as_str())
        };
        !self.words.is_empty() && (self.words.iter().all(matches_word) || names.logins.contains(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use domain::sorting::name_key;
    use store::rosters::PersonNames;

    use super::NameQuery;

    #[test]
    fn words_find_names_without_case_and_accents() {
        let zoe = PersonNames {
            id: "zoe".into(),
            first_name: name_key("Zoë Marie"),
            last_name: name_key("O’Brien-Núñez"),
            logins: "zoe.b@school.example zoe.brien".to_owned(),
        };
        for words in [
            "Zoe",
            "ZOË",
            "marie zoë",
            "obrien",
            "O'Brien",
            "nunez",
            "mar nuñ",
            "zoe.brien",
            "school.ex",
            "zoe.b@school.example",
        ] {
            assert!(NameQuery::new(words).matches(&zoe), "{words}");
        }
        for words in ["arie", "zoe adams", "", " ", "!?", "zoe.q"] {
            assert!(!NameQuery::new(words).matches(&zoe), "{words}");
        }
    }
}
